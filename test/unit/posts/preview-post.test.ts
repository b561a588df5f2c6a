// What `validate_only` answers: each outcome of the platform's answer and of the CDN's, over real HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerQuota } from '../../../core/accounts/answer-quota.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { ENV } from '../../../core/contract.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { previewPost } from '../../../core/posts/preview-post.ts'
import { checkPost } from '../../../core/posts/rules/check-post.ts'
import type { PostRequest } from '../../../core/posts/rules/post-request.ts'
import { handler } from '../../../functions/workers/ask-quota.ts'
import { accountOf, mediaOf, uuid } from '../../support/domain.ts'
import { quarters } from '../media/pictures.ts'

const NOW = Date.UTC(2026, 10, 21)
const TOKEN = 'the-secret-token'

type Respond = (response: ServerResponse, request: IncomingMessage) => void
const json =
  (body: unknown, status = 200): Respond =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
const limit = (used: number, total = 50) =>
  json({ data: [{ quota_usage: used, config: { quota_total: total, quota_duration: 86_400 } }] })
const refusal = (error: Record<string, unknown>, status = 400) => json({ error }, status)

const kms = mockClient(KMSClient)
const lambda = mockClient(LambdaClient)
// Nothing is cached from earlier questions: each test asks again.
const table = mockClient(DynamoDBDocumentClient)
const asked: string[] = []
let platform: Respond
let cdn: Respond
let jpeg: Buffer

const server = createServer((request, response) => {
  const path = request.url!.split('?')[0]!
  asked.push(`${request.method} ${path}`)
  if (path.endsWith('_publishing_limit')) platform(response, request)
  else cdn(response, request)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(process.env, {
    INSTAGRAM_GRAPH_URL: origin,
    THREADS_GRAPH_URL: origin,
    [ENV.cdnUrl]: origin,
    [ENV.tokenKey]: 'key',
    [ENV.table]: 'test-table',
    [ENV.quotaFunction]: 'ask-quota',
  })
  jpeg = await quarters(1440, 1440).jpeg().toBuffer()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  platform = limit(3)
  cdn = (response) => void response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(jpeg)
  table.reset()
  table.onAnyCommand().resolves({})
  kms.reset()
  kms.on(DecryptCommand).resolves({ Plaintext: Buffer.from(TOKEN) })
  lambda.reset()
  lambda.on(InvokeCommand, { FunctionName: 'ask-quota' }).callsFake(async ({ Payload }) => ({
    Payload: Buffer.from(JSON.stringify(await handler(JSON.parse(Buffer.from(Payload).toString())))),
  }))
})

function preview(given: { account?: Partial<Account>; accounts?: Account[]; media?: Media[]; request?: PostRequest }) {
  const accounts = given.accounts ?? [accountOf({ provider: 'threads', ...given.account })]
  const media = given.media ?? []
  const type = media.length > 0 ? 'feed' : 'text'
  const request: PostRequest = {
    content: 'Hello',
    accounts: accounts.map(({ id }) => id),
    ...(media.length > 0 ? { media: { media_asset_ids: media.map(({ id }) => id) } } : {}),
    ...given.request,
  }
  const assets = new Map(media.map((asset) => [asset.id, asset]))
  const checked = checkPost({
    type,
    caption: 'Hello',
    account_ids: request.accounts,
    media_ids: request.media?.media_asset_ids ?? [],
    accounts: new Map(accounts.map((account) => [account.id, account])),
    media: assets,
    accountProblem: () => undefined,
  })
  return previewPost({ type, request, now: NOW }, { ...checked, media: assets })
}
const first = async (given: Parameters<typeof preview>[0]) => (await preview(given)).accounts[0]!

describe('the platform’s answer', () => {
  it('says how much is left, and that the token works', async () => {
    platform = (response, request) => {
      expect(request.headers.authorization).toBe(`Bearer ${TOKEN}`)
      limit(4, 250)(response, request)
    }
    expect(await first({})).toMatchObject({
      valid: true,
      problems: [],
      warnings: [],
      token: { status: 'active', works: true, reason: null, ends_at: null },
      quota: { posts: 250, hours: 24, used: 4, remaining: 246, reason: null },
    })
    expect(asked).toEqual(['GET /v1.0/17841400000000001/threads_publishing_limit'])
  })

  it.each([
    [50, 50],
    [51, 50],
    [0, 0],
  ])('that %i of %i are used is a warning: publishing waits for room', async (used, total) => {
    platform = limit(used, total)
    expect(await first({})).toMatchObject({
      valid: true,
      warnings: [{ code: 'quota_used_up', media_asset_id: null }],
      token: { works: true },
      quota: { posts: total, used, remaining: 0 },
    })
  })

  it.each<[string, Respond, RegExp]>([
    ['a fault', json({}, 503), /503/],
    ['something else', json({ data: [] }), /does not match what the platform documents/],
    ['a throttle', refusal({ code: 4, message: 'Too many calls' }), /Too many calls/],
    ['a bad parameter', refusal({ code: 100, message: 'Unknown field' }), /Unknown field/],
    ['a connection that breaks', (response) => void response.socket?.destroy(), /ECONNRESET/],
  ])('%s leaves it unknown, with the reason, and refuses nothing', async (_, respond, reason) => {
    platform = respond
    expect(await first({})).toMatchObject({
      valid: true,
      problems: [],
      warnings: [{ code: 'quota_not_known', message: expect.stringMatching(reason) }],
      token: { works: null, reason: expect.stringMatching(reason) },
      quota: { posts: 250, hours: 24, used: null, remaining: null, reason: expect.stringMatching(reason) },
    })
  })

  it.each([
    ['revoked', { code: 190, error_subcode: 460, message: 'The session has been invalidated' }],
    ['without a permission', { code: 10, message: 'The session has been invalidated' }],
  ])('that the token is refused is a problem: %s', async (_, error) => {
    platform = refusal({ type: 'OAuthException', ...error })
    const found = await first({})
    expect(found).toMatchObject({
      valid: false,
      problems: [{ code: 'account_reconnect_required', media_asset_id: null }],
      warnings: [],
      token: { status: 'active', works: false },
      quota: { used: null },
    })
    expect(found.problems[0]!.message).toBe('Threads answered: The session has been invalidated')
  })

  it('that the owner must act is a problem that says nothing of the token', async () => {
    platform = refusal({ code: 24, error_subcode: 4279013, message: 'Restricted' })
    expect(await first({})).toMatchObject({
      valid: false,
      problems: [{ code: 'account_action_required', message: 'Threads answered: Restricted' }],
      token: { works: null, reason: 'Threads answered: Restricted' },
    })
  })

  it('never shows the token, whatever the platform repeats', async () => {
    platform = refusal({ code: 190, message: `Bad token ${TOKEN}` })
    expect(JSON.stringify(await preview({}))).not.toContain(TOKEN)
  })

  it('comes for each account by itself', async () => {
    const accounts = [1, 2, 3].map((at) =>
      accountOf({ id: uuid(900 + at), provider: 'threads', external_account_id: String(at) }),
    )
    platform = (response, request) =>
      request.url!.includes('/2/')
        ? refusal({ code: 190, message: 'x' })(response, request)
        : limit(1)(response, request)
    const found = await preview({ accounts })
    expect(found.valid).toBe(false)
    expect(found.accounts.map(({ valid }) => valid)).toEqual([true, false, true])
  })
})

describe('an account whose platform is not asked', () => {
  const unreadable = Object.assign(new Error('no'), { name: 'InvalidCiphertextException' })
  it.each<[string, Partial<Account>, Error | undefined, object]>([
    [
      'a damaged token',
      {},
      unreadable,
      { valid: false, problems: [{ code: 'account_reconnect_required' }], token: { works: false } },
    ],
    [
      'no token, because it was disconnected since it was checked',
      { status: 'disconnected', token_ciphertext: undefined },
      undefined,
      { valid: false, problems: [{ code: 'account_reconnect_required' }], token: { works: false } },
    ],
    [
      'a key that cannot be reached',
      {},
      Object.assign(new Error('later'), { name: 'KMSInternalException' }),
      { valid: true, problems: [], warnings: [{ code: 'quota_not_known' }], token: { works: null } },
    ],
  ])('%s', async (_, account, error, expected) => {
    if (error) kms.on(DecryptCommand).rejects(error)
    expect(await first({ account })).toMatchObject(expected)
    expect(asked).toEqual([])
  })

  it('is not waited for without limit', { tags: 'deep' }, async () => {
    const question = { ...accountOf({ provider: 'threads' }), platform: 'threads' as const }
    platform = () => undefined
    const late = { class: expect.any(String), message: 'No answer within 0.05 s.' }
    // Long enough for a busy machine to send the question: what was not sent is told otherwise.
    expect(await answerQuota(question, 500)).toEqual({
      ok: false,
      error: { ...late, message: 'No answer within 0.5 s.' },
    })
    kms.on(DecryptCommand).callsFake(() => new Promise(() => undefined))
    expect(await answerQuota(question, 50)).toEqual({ ok: false, error: { ...late, ours: true } })
  })
})

describe('asking', () => {
  it.each([
    [
      'fails',
      () => lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled', Payload: Buffer.from('{}') as never }),
    ],
    ['cannot be done', () => lambda.on(InvokeCommand).rejects(new Error('throttled'))],
  ])('that %s leaves it open', async (_, arrange) => {
    arrange()
    expect(await first({})).toMatchObject({
      valid: true,
      warnings: [{ code: 'quota_not_known', message: 'The platform could not be reached at this time.' }],
      token: { works: null },
    })
    expect(asked).toEqual([])
  })

  it('is one call for all accounts, and hands on ciphertexts alone', async () => {
    const accounts = [accountOf({ provider: 'threads' }), accountOf({ id: uuid(901), provider: 'threads' })]
    await preview({ accounts })
    const calls = lambda.commandCalls(InvokeCommand)
    expect(calls).toHaveLength(1)
    expect(Buffer.from(calls[0]!.args[0].input.Payload as Uint8Array).toString()).not.toContain(TOKEN)
  })
})

describe('what would be sent', () => {
  const picture = (given: Partial<Media> = {}) => mediaOf({ width: 4000, height: 4000, ...given })
  const instagram = accountOf()

  it('is measured as the CDN has it, once for all accounts', async () => {
    const accounts = [instagram, accountOf({ id: uuid(901) })]
    const found = await preview({ accounts, media: [picture()] })
    for (const { containers, valid } of found.accounts) {
      expect(valid).toBe(true)
      expect(containers).toMatchObject([
        {
          container_type: 'image',
          source: { width: 4000, height: 4000, properties: null },
          sent: { content_type: 'image/jpeg', size_bytes: jpeg.length, width: 1440, height: 1440, reason: null },
        },
      ])
    }
    expect(asked.filter((one) => one.includes('/v/'))).toEqual([`GET /v/${uuid(1)}/320to1440-0.8to1.91-q92.jpg`])
  })

  it('is a video as it was uploaded, held against the rules', async () => {
    cdn = (response) => void response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 5000 }).end()
    const properties = {
      format: 'MPEG-4',
      moov_first: false,
      edit_lists: false,
      video: {
        codec: 'VP9',
        profile: null,
        chroma: '4:2:0',
        scan: 'Progressive',
        frame_rate: 30,
        bit_rate: 26_000_000,
      },
      audio: null,
      picture: null,
    }
    const film = mediaOf({
      content_type: 'video/mp4',
      object_key: `${uuid(1)}.mp4`,
      width: 1080,
      height: 1920,
      duration_ms: 9000,
      properties,
    })
    expect(await first({ accounts: [instagram], media: [film] })).toMatchObject({
      valid: false,
      problems: [{ code: 'media_coding' }, { code: 'media_bit_rate' }],
      warnings: [{ code: 'media_layout' }],
      containers: [
        {
          container_type: 'reel',
          source: { properties },
          sent: { content_type: 'video/mp4', size_bytes: 5000, width: 1080, height: 1920, reason: null },
        },
      ],
    })
  })

  it('that can never be is a problem', async () => {
    cdn = (response) => void response.writeHead(422).end('It cannot be decoded.')
    expect(await first({ accounts: [instagram], media: [picture()] })).toMatchObject({
      valid: false,
      problems: [
        { code: 'media_unusable', media_asset_id: uuid(1), message: 'It cannot be sent: It cannot be decoded.' },
      ],
      containers: [{ sent: { size_bytes: null, width: null, reason: 'It cannot be decoded.' } }],
    })
  })

  it('that is not known now is a warning', async () => {
    cdn = (response) => void response.writeHead(502).end()
    expect(await first({ accounts: [instagram], media: [picture()] })).toMatchObject({
      valid: true,
      problems: [],
      warnings: [{ code: 'sent_not_known', media_asset_id: uuid(1) }],
      containers: [{ sent: { size_bytes: null, reason: expect.stringContaining('502') } }],
    })
  })

  it('that breaks a rule is a problem', async () => {
    const wide = await quarters(1500, 1500).jpeg().toBuffer()
    cdn = (response) => void response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(wide)
    expect(await first({ accounts: [instagram], media: [picture()] })).toMatchObject({
      valid: false,
      problems: [{ code: 'media_dimensions', message: expect.stringContaining('1500 pixels wide') }],
    })
  })

  it('is nothing for a text', async () => {
    expect((await first({})).containers).toEqual([
      {
        container_type: 'text',
        media_asset_id: null,
        url: null,
        alt_text: null,
        source: null,
        picture: null,
        sent: null,
      },
    ])
  })
})

it('asks no platform about a request that would be refused', async () => {
  await expect(preview({ accounts: [accountOf()], request: { accounts: [uuid(7)] } })).rejects.toThrow()
  expect(asked).toEqual([])
  expect(lambda.calls()).toEqual([])
})

describe('a long thread on many accounts', () => {
  const thread = Array.from({ length: 20 }, (_, at) => ({ content: `${at}${'가'.repeat(2190)}` }))
  const on = (count: number) =>
    preview({
      accounts: Array.from({ length: count }, (_, at) => accountOf({ id: uuid(900 + at), provider: 'threads' })),
      request: {
        content: 'Hello',
        accounts: Array.from({ length: count }, (_, at) => uuid(900 + at)),
        options: { threads: { thread } },
      },
    })

  it('is shown as each account is sent it', async () => {
    for (const { parts } of (await on(2)).accounts) {
      expect(parts!.map(({ caption }) => caption)).toEqual(thread.map(({ content }) => content))
      expect(parts!.every(({ parameters }) => parameters!.containers.length === 1)).toBe(true)
    }
  })

  it('is shown with each text once where a function could not answer with all of them', { tags: 'deep' }, async () => {
    const { accounts, valid } = await on(50)
    const data = { success: true, message: 'The text post was checked.', data: { accounts, valid } }
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(data)))).toBeLessThan(5_500_000)
    expect(accounts).toHaveLength(50)
    for (const { parts } of accounts) {
      const read = parts!.map(
        ({ caption, same_caption_as }, at) =>
          caption ?? accounts.find(({ account_id }) => account_id === same_caption_as)!.parts![at]!.caption,
      )
      expect(read).toEqual(thread.map(({ content }) => content))
    }
  })
})
