// Two platforms that do not exist, each one folder and its rows: accepted, previewed, published, tried again and deleted by the
// functions as they are.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getAccount } from '../../../core/accounts/account-store.ts'
import { beginConnection } from '../../../core/accounts/begin-connection.ts'
import { connectAllWithCode, connectWithPassword } from '../../../core/accounts/connect-account.ts'
import { Tokens } from '../../../core/accounts/credentials.ts'
import { keepAccounts } from '../../../core/accounts/keep-accounts.ts'
import { renewSession } from '../../../core/accounts/renew-session.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type * as Connectors from '../../../core/platforms/connectors.ts'
import type * as Facts from '../../../core/platforms/facts.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import type * as Fields from '../../../core/platforms/option-fields.ts'
import type * as Registry from '../../../core/platforms/option-registry.ts'
import type * as Parameters from '../../../core/platforms/parameters.ts'
import { asAccount } from '../../../core/posts/publishing/as-account.ts'
import type { Pass } from '../../../core/posts/publishing/pass.ts'
import { accountKey } from '../../../core/table-keys.ts'
import { handler as takeBack } from '../../../functions/api/posts/cancel.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as show } from '../../../functions/api/posts/get.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { handler as askQuota } from '../../../functions/workers/ask-quota.ts'
import { faults, further, type Host, hostNamed, hosts, sessionOn } from '../../support/made-up/harbour/connector.ts'
import { lit, lost, wishes } from '../../support/made-up/lantern/connector.ts'
import { startTable } from '../../support/table-engine.ts'
import { callApi } from '../posts/api-call.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

vi.mock('../../../core/platforms/facts.ts', async (original) => {
  const { factsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return factsWithMadeUp(await original<typeof Facts>())
})
vi.mock('../../../core/platforms/connectors.ts', async (original) => {
  const { connectorsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return connectorsWithMadeUp(await original<typeof Connectors>())
})
vi.mock('../../../core/platforms/parameters.ts', async (original) => {
  const { parametersWithMadeUp } = await import('../../support/made-up/registries.ts')
  return parametersWithMadeUp(await original<typeof Parameters>())
})
vi.mock('../../../core/platforms/option-registry.ts', async (original) => {
  const { optionsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return optionsWithMadeUp(await original<typeof Registry>())
})
vi.mock('../../../core/platforms/option-fields.ts', async (original) => {
  const { optionFieldsWithMadeUp } = await import('../../support/made-up/registries.ts')
  return optionFieldsWithMadeUp(await original<typeof Fields>())
})

const HOUR = 3_600_000
const HOST = 'pier.example'
const lantern = 'lantern' as PlatformId
const harbour = 'harbour' as PlatformId

let world: World
let jpeg: Buffer
let owner: string
const lambda = mockClient(LambdaClient)
const cdn = createServer((request, response) => {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const body = range ? jpeg.subarray(Number(range[1]), Number(range[2]) + 1) : jpeg
  response.writeHead(range ? 206 : 200, { 'content-type': 'image/jpeg', 'content-length': body.length }).end(body)
})

beforeAll(async () => {
  world = await startWorld(startTable)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  jpeg = await sharp({ create: { width: 120, height: 120, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  process.env[ENV.cdnUrl] = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
  process.env[ENV.quotaFunction] = 'ask-quota'
})
afterAll(async () => {
  cdn.closeAllConnections()
  cdn.close()
  await world.stop()
})
beforeEach(() => {
  world.reset()
  world.kms.on(EncryptCommand).callsFake(({ Plaintext }) => ({ CiphertextBlob: Plaintext }))
  world.kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
  lambda.reset()
  lambda.on(InvokeCommand).callsFake(async ({ Payload }) => ({
    Payload: Buffer.from(JSON.stringify(await askQuota(JSON.parse(Buffer.from(Payload).toString())))),
  }))
  owner = newId()
  hosts.clear()
  faults.length = 0
  further.length = 0
  lit.length = 0
  lost.length = 0
  wishes.length = 0
})

const sealed = (session: string): string => Buffer.from(session).toString('base64')

const accountOn = (provider: PlatformId, given: object = {}) =>
  world.account({
    owner_id: owner,
    provider,
    token_expires_at: Date.now() + 60 * 24 * HOUR,
    ...(provider === harbour
      ? { token_ciphertext: sealed(sessionOn(HOST, Date.now())), renew_at: Date.now() + 2 * HOUR }
      : {}),
    ...given,
  })

const call = (handler: unknown, method: 'GET' | 'POST' | 'DELETE', resource: string, more: object) =>
  callApi(handler, { method, resource, ownerId: owner, rateLimit: 10_000, ...more })

async function accepted(on: { id: string }, content: string, pictures = 0) {
  const media = await world.media(pictures)
  for (const { id } of media) await ownedByOwner(id)
  const body = {
    content,
    accounts: [on.id],
    ...(pictures > 0 ? { title: 'T', media: { media_asset_ids: media.map(({ id }) => id) } } : {}),
  }
  const reply = await call(pictures > 0 ? feed : text, 'POST', `/v1/posts/${pictures > 0 ? 'feed' : 'text'}`, { body })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: reply.headers.Location!.split('/').at(-1)!, account_id: on.id }
}
async function ownedByOwner(id: string): Promise<void> {
  const { mediaKey } = await import('../../../core/table-keys.ts')
  const { get, put } = await import('../../../core/aws/table.ts')
  await put({ ...(await get(mediaKey(id)))!, ...mediaKey(id), owner_id: owner })
}

const deleted = async (ids: { post_id: string; account_id: string }) => {
  const reply = await call(takeBack, 'DELETE', '/v1/posts/{id}/publications/{account_id}', {
    path: { id: ids.post_id, account_id: ids.account_id },
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  for (let turns = 0; turns < 10 && (await world.publication(ids)).state !== 'deleted'; turns += 1)
    await world.turn(ids)
  return (await world.publication(ids)).state
}
const postsOn = (): Host['posts'] => hostNamed(HOST).posts

describe('Lantern, in the manner of Meta', () => {
  it('publishes what it joins, and takes it back', async () => {
    const ids = await accepted(await accountOn(lantern), 'Two lights', 2)
    expect(await world.drive(ids)).toMatchObject({ state: 'published', permalink: 'https://lantern.example/light-3' })
    expect(lit.map(({ published }) => published)).toEqual([false, false, true])
    expect(lit[2]!.spec).toEqual({ children: ['light-1', 'light-2'], caption: 'Two lights' })
    expect(await deleted(ids)).toBe('deleted')
    expect(lit[2]!.deleted).toBe(true)
  })

  it.each(['before', 'after'] as const)('publishes once where the answer is lost %s it took effect', async (when) => {
    const ids = await accepted(await accountOn(lantern), 'A light')
    lost.push(when)
    expect((await world.drive(ids)).state).toBe('published')
    expect(lit.filter(({ published }) => published)).toHaveLength(1)
  })

  it('shows what it would send', async () => {
    const account = await accountOn(lantern)
    const body = { content: 'x'.repeat(101), accounts: [account.id] }
    const reply = await call(text, 'POST', '/v1/posts/text', { body, query: { validate_only: 'true' } })
    expect([reply.status, JSON.stringify(reply.json)]).toEqual([
      200,
      expect.stringContaining('counts 101 characters on Lantern'),
    ])
  })
})

describe("Lantern's options", () => {
  const pictures = async (count: number): Promise<string[]> => {
    const media = await world.media(count)
    for (const { id } of media) await ownedByOwner(id)
    return media.map(({ id }) => id)
  }
  const sent = (body: object, query: Record<string, string> = {}) => {
    const type = 'media' in body ? 'feed' : 'text'
    const title = type === 'feed' ? { title: 'T' } : {}
    return call(type === 'feed' ? feed : text, 'POST', `/v1/posts/${type}`, { body: { ...title, ...body }, query })
  }
  const refusals = async (body: object): Promise<string[]> => {
    const { status, json } = await sent({ content: 'A light', ...body })
    expect(status, JSON.stringify(json)).toBe(400)
    return json.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)
  }

  it('are checked by their schema, their rows and the rules of their platform', async () => {
    const accounts = [(await accountOn(lantern, { permissions: ['light'] })).id]
    const media_asset_ids = await pictures(1)
    const of = (options: object) => ({ accounts, options: { lantern: options } })
    expect(await refusals(of({ colour: 'black', glow: 1 }))).toEqual([
      'invalid_value options.lantern.colour',
      'unknown_field options.lantern.glow',
    ])
    expect(await refusals(of({ wick_mm: 3 }))).toEqual(['option_not_supported options.lantern.wick_mm'])
    expect(await refusals({ ...of({ wick_mm: 3, colour: 'red' }), media: { media_asset_ids } })).toEqual([
      'option_needs_permission options.lantern.wick_mm',
      'option_conflict options.lantern.colour',
    ])
    const sparks = [{ height: 2, media_index: 1 }]
    expect(await refusals({ ...of({ sparks }), media: { media_asset_ids } })).toEqual([
      'too_big options.lantern.sparks[0].media_index',
    ])
    expect(await refusals({ ...of({ shade_media_id: newId() }), media: { media_asset_ids } })).toEqual([
      'unknown_media options.lantern.shade_media_id',
    ])
    expect(await refusals(of({ procession: [{ media: { media_asset_ids: [newId()] } }] }))).toEqual([
      'unknown_media options.lantern.procession[0].media.media_asset_ids[0]',
    ])
  })

  it('are refused where no account is on Lantern, those that stand with a medium as well', async () => {
    const accounts = [(await accountOn(harbour)).id]
    const [media_asset_id] = await pictures(1)
    const items = [{ media_asset_id, sparks: [{ height: 2 }] }]
    expect(await refusals({ accounts, options: { lantern: { colour: 'red' } }, media: { items } })).toEqual([
      'option_not_supported options.lantern',
      'option_not_supported media.items[0].sparks',
    ])
    expect(await refusals({ accounts, options: { harbour: {} } })).toEqual(['unknown_field options.harbour'])
  })

  it('are previewed as they would be sent, and warned of', async () => {
    const accounts = [(await accountOn(lantern)).id]
    const [first, second] = await pictures(2)
    const items = [{ media_asset_id: first }, { media_asset_id: second, sparks: [{ height: 7 }] }]
    const options = { lantern: { colour: 'green', sparks: [{ height: 2 }], procession: [{ content: 'On' }] } }
    const { status, json } = await sent({ accounts, options, media: { items } }, { validate_only: 'true' })
    expect(status, JSON.stringify(json)).toBe(200)
    const [shown] = json.data.accounts
    expect(shown.parameters).toMatchObject({
      containers: [
        { kind: 'image', sparks: [2] },
        { kind: 'image', sparks: [7] },
      ],
      carousel: { hue: 'green' },
    })
    expect(shown.parts).toMatchObject([{ caption: 'On', parameters: { containers: [{ follows: '<post 1>' }] } }])
    expect(shown.warnings).toMatchObject([{ code: 'option_uncertain', message: 'Green lanterns are rarely seen.' }])
  })

  it('are sent to Lantern alone, and shown with the post', async () => {
    const [at, other] = [await accountOn(lantern), await accountOn(harbour)]
    const [picture, shade] = await pictures(2)
    const options = { lantern: { colour: 'red', shade_media_id: shade } }
    const per_account = { [at.id]: { options: { lantern: { colour: 'white', wish: 'A wish' } } } }
    const items = [{ media_asset_id: picture, alt_text: 'A lamp', sparks: [{ height: 5 }] }]
    const body = { content: 'A light', accounts: [at.id, other.id], options, per_account, media: { items } }
    const accepted = await sent(body)
    expect(accepted.status, JSON.stringify(accepted.json)).toBe(202)
    const post_id = accepted.headers.Location!.split('/').at(-1)!
    for (const { id } of [at, other]) expect((await world.drive({ post_id, account_id: id })).state).toBe('published')

    expect(lit.map(({ spec }) => spec.options)).toEqual([
      { hue: 'white', sparks: [5], shade: expect.stringContaining(shade!) },
    ])
    const [moored] = postsOn().values()
    expect(moored).toEqual({ text: 'A light', crates: ['crate-1'], alt: [expect.any(String)] })
    await world.turn({ post_id, account_id: at.id })
    expect(wishes).toEqual(['light-1: A wish'])

    const { json } = await call(show, 'GET', '/v1/posts/{id}', { path: { id: post_id } })
    expect(json.data).toMatchObject({ options, per_account, media_items: items })
    expect(json.data.publications.map(({ steps }: { steps?: object }) => steps)).toEqual([
      [expect.objectContaining({ step: 'first_comment', state: 'completed', platform_id: 'wish-1' })],
      undefined,
    ])
  })

  it('publish a chain, each post answering the one before it', async () => {
    const at = await accountOn(lantern)
    const [picture] = await pictures(1)
    const procession = [{ content: 'Second' }, { content: 'Third', media: { media_asset_ids: [picture] } }]
    const accepted = await sent({
      content: 'First',
      accounts: [at.id],
      options: { lantern: { colour: 'red', procession } },
    })
    expect(accepted.status, JSON.stringify(accepted.json)).toBe(202)
    const post_id = accepted.headers.Location!.split('/').at(-1)!
    expect((await world.drive({ post_id, account_id: at.id }, 80)).state).toBe('published')
    expect(lit.map(({ spec: { type, caption, options } }) => [type, caption, options])).toEqual([
      ['text', 'First', { hue: 'red' }],
      ['text', 'Second', { follows: 'light-1' }],
      ['image', 'Third', { follows: 'light-2' }],
    ])
    const { json } = await call(show, 'GET', '/v1/posts/{id}', { path: { id: post_id } })
    expect(json.data.publications[0].parts.map(({ content }: { content: string }) => content)).toEqual([
      'First',
      'Second',
      'Third',
    ])
  })
})

describe('Harbour, with nothing of Meta', () => {
  it('uploads bytes in parts, publishes all together under a key, and takes it back', async () => {
    const ids = await accepted(await accountOn(harbour), 'Two crates ⚓', 2)
    const ended = await world.drive(ids)
    expect(ended).toMatchObject({ state: 'published', permalink_state: 'found' })
    const { uploads, calls } = hostNamed(HOST)
    for (const { bytes } of uploads.values()) expect(Buffer.concat(bytes).equals(jpeg)).toBe(true)
    expect(calls.filter((one) => one === 'append').length).toBeGreaterThan(2)
    const [key, post] = [...postsOn()][0]!
    expect(post).toMatchObject({ text: 'Two crates ⚓', crates: ['crate-1', 'crate-2'] })
    expect(ended).toMatchObject({ media_id: key, permalink: `https://harbour.example/${key}` })
    expect(await deleted(ids)).toBe('deleted')
    expect(postsOn().size).toBe(0)
  })

  it.each(['before', 'after'] as const)(
    'repeats with the same key where the answer is lost %s it took effect',
    async (when) => {
      const ids = await accepted(await accountOn(harbour), 'Once')
      faults.push({ call: 'publish', when }, { call: 'publish', when })
      expect((await world.drive(ids)).state).toBe('published')
      expect([postsOn().size, hostNamed(HOST).calls.filter((one) => one === 'verify')]).toEqual([1, []])
      expect(hostNamed(HOST).calls.filter((one) => one === 'publish')).toHaveLength(3)
    },
  )

  it('is previewed with its own rules', async () => {
    const account = await accountOn(harbour)
    const preview = (content: string) =>
      call(text, 'POST', '/v1/posts/text', {
        body: { content, accounts: [account.id] },
        query: { validate_only: 'true' },
      })
    const fine = await preview('Ahoy')
    expect(fine.json.data.accounts).toMatchObject([
      { platform: 'harbour', valid: true, warnings: [], quota: { posts: 1000, used: null, reason: null } },
    ])
    const emoji = await preview('👨‍👩‍👧‍👦'.repeat(3))
    expect(JSON.stringify(emoji.json)).toContain('has 75 bytes on Harbour; at most 60 are allowed')
  })

  it('is tried again by its owner with what was lost made again', async () => {
    const account = await accountOn(harbour)
    const ids = await accepted(account, 'Again', 1)
    hostNamed(HOST).dead = true
    expect(await world.drive(ids)).toMatchObject({ state: 'failed', failure: { code: 'reconnect_required' } })
    hostNamed(HOST).dead = false
    await put({ ...accountKey(account.id), ...account, status: 'active' })
    const reply = await call(retry, 'POST', '/v1/posts/{id}/retry', { path: { id: ids.post_id } })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    expect((await world.drive(ids)).state).toBe('published')
    expect(postsOn().size).toBe(1)
  })
})

describe('a session whose refresh token is good once', () => {
  it('is renewed by the worker that finds it run out, in the middle of its pass', async () => {
    const account = await accountOn(harbour)
    const ids = await accepted(account, 'Late')
    vi.setSystemTime(Date.now() + 3 * HOUR)
    expect((await world.drive(ids)).state).toBe('published')
    expect(hostNamed(HOST).renewals).toBe(1)
    const after = (await getAccount(account.id))!
    expect(after.renewal_begun_at).toBeNull()
    expect(after.renew_at).toBeGreaterThan(Date.now())
    expect(Buffer.from(after.token_ciphertext!, 'base64').toString()).toContain('"refresh":"r2"')
  })

  it('is renewed once, however many workers find it run out', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    const renewed = await Promise.all(Array.from({ length: 5 }, () => renewSession(account, credentials)))
    expect(renewed.every(({ ok }) => ok)).toBe(true)
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
  })

  it('is renewed once by 20 workers, the keeper and requests for the quota, all at once', async () => {
    const account = await accountOn(harbour)
    vi.setSystemTime(Date.now() + 3 * HOUR)
    const credentials = { external_id: '1', token: Buffer.from(account.token_ciphertext!, 'base64').toString() }
    const question = { ...account, platform: harbour }
    const [workers, quotas, round] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => renewSession(account, credentials))),
      askQuota({ accounts: [question, question] }),
      keepAccounts(() => 600_000),
    ])
    expect(workers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(quotas.answers).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    expect(round.failed).toBe(0)
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
    expect(await getAccount(account.id)).toMatchObject({ status: 'active', renewal_begun_at: null })
  })

  it('is renewed once in a pass, and what does not take the new one either is asked again later', async () => {
    const account = await accountOn(harbour)
    vi.setSystemTime(Date.now() + 3 * HOUR)
    const pass: Pass = { post_id: newId(), account_id: account.id, tokens: new Tokens() }
    const used: string[] = []
    const ask = () =>
      asAccount(pass, async ({ token }) => {
        used.push(token)
        return used.length > 1 ? { ok: false, error: { class: 'renew', message: 'Run out.' } } : { ok: true, value: 1 }
      })
    expect(await ask()).toEqual({ ok: true, value: 1 })
    const current = await getAccount(account.id)
    expect(await pass.account).toEqual(current)
    expect(current!.token_ciphertext).not.toBe(account.token_ciphertext)
    // Not for ever: the second one is renewed, too, and that is all.
    expect(await ask()).toMatchObject({ ok: false, error: { class: 'retry', ours: true } })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead, used.length]).toEqual([2, false, 3])
  })

  it('that another worker does not get renewed leaves nothing in doubt: no call was made', {
    tags: 'deep',
  }, async () => {
    const account = await accountOn(harbour, { renewal_begun_at: Date.now() })
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    expect(await renewSession(account, credentials)).toMatchObject({
      ok: false,
      error: { class: 'retry', ours: true, unsent: true },
    })
    expect(hostNamed(HOST).renewals).toBe(0)
  })

  it('is kept although encrypting it fails at first: it exists nowhere else', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    world.kms
      .on(EncryptCommand)
      .rejectsOnce(new Error('KMS is away'))
      .callsFake(({ Plaintext }) => ({ CiphertextBlob: Plaintext }))
    expect(await renewSession(account, credentials)).toMatchObject({ ok: true })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
    expect(await getAccount(account.id)).toMatchObject({ status: 'active', renewal_begun_at: null })
  })

  it('is ended at the platform where the account was disconnected while it was renewed: nothing stores it any more', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    const { eraseConnection } = await import('../../../core/accounts/account-store.ts')
    const { platformOf } = await import('../../../core/platforms/connectors.ts')
    const connector = await platformOf(harbour as never)
    const revoked: string[] = []
    const refresh = connector.refresh.bind(connector)
    const spy = vi.spyOn(connector, 'refresh').mockImplementation(async (token) => {
      const answer = await refresh(token)
      await eraseConnection(account, 'The account was disconnected.', Date.now())
      return answer
    })
    const revoke = async (token: string) => {
      revoked.push(token)
      return { ok: true as const, value: {} }
    }
    Object.assign(connector, { revoke })
    try {
      expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'reconnect' } })
    } finally {
      spy.mockRestore()
      Reflect.deleteProperty(connector, 'revoke')
    }
    expect(revoked).toEqual([expect.stringContaining('"refresh":"r2"')])
    expect(await getAccount(account.id)).toMatchObject({ status: 'disconnected' })
  })

  it('is renewed by the worker that began it although the table lost the answer to that', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    for (const command of ['UpdateCommand', 'TransactWriteCommand'])
      world.repeatTable(command, (input) => input.includes('SET renewal_begun_at = :now'))
    expect(await renewSession(account, credentials)).toMatchObject({ ok: true })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
    expect(await getAccount(account.id)).toMatchObject({ status: 'active', renewal_begun_at: null })
  })

  it('is renewed by the next worker where the table failed while that was recorded, and the token was not used', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    const recording = (input: string) => input.includes('SET renewal_begun_at = :now')
    world.failTable('TransactWriteCommand', recording, { after: true })
    await expect(renewSession(account, credentials)).rejects.toThrow('the table is away')
    expect([hostNamed(HOST).renewals, await getAccount(account.id)]).toMatchObject([0, { renewal_begun_at: null }])
    vi.setSystemTime(Date.now() + HOUR)
    expect(await renewSession((await getAccount(account.id))!, credentials)).toMatchObject({ ok: true })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
  })

  it('is used once it is stored, although the SDK sends that write twice', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    world.repeatTable('UpdateCommand', (input) => input.includes('token_ciphertext = :token_ciphertext'))
    const renewed = await renewSession(account, credentials)
    const { token_ciphertext } = (await getAccount(account.id))!
    expect(token_ciphertext).not.toBe(account.token_ciphertext)
    expect(renewed).toMatchObject({ ok: true, value: { token_ciphertext } })
  })

  it('is left to the worker that began it by one that could not record that it begins', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    const begun = Date.now() - 1
    world.beforeTable(
      'TransactWriteCommand',
      (input) => input.includes('SET renewal_begun_at = :now'),
      async () => {
        await put({ ...accountKey(account.id), ...account, renewal_begun_at: begun })
        throw new Error('the table is away')
      },
    )
    await expect(renewSession(account, credentials)).rejects.toThrow('the table is away')
    expect(await getAccount(account.id)).toMatchObject({ renewal_begun_at: begun })
  })

  it('is free again after a call that failed for sure, although the table failed while that was noted', async () => {
    const account = await accountOn(harbour)
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    const { platformOf } = await import('../../../core/platforms/connectors.ts')
    const down = { ok: false as const, error: { class: 'retry' as const, message: 'HTTP 503' } }
    vi.spyOn(await platformOf(harbour as never), 'refresh').mockResolvedValueOnce(down)
    world.failTable('UpdateCommand', (input) => input.includes('SET renewal_begun_at = :none'))
    expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'retry' } })
    vi.setSystemTime(Date.now() + HOUR)
    expect(await renewSession((await getAccount(account.id))!, credentials)).toMatchObject({ ok: true })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
  })

  it('is asked for with a session that somebody else renewed meanwhile', async () => {
    const account = await accountOn(harbour)
    const { token_ciphertext } = account
    vi.setSystemTime(Date.now() + 3 * HOUR)
    const credentials = { external_id: '1', token: Buffer.from(token_ciphertext!, 'base64').toString() }
    await renewSession(account, credentials)
    expect(await askQuota({ accounts: [{ ...account, platform: harbour }] })).toEqual({
      answers: [{ ok: true, value: null }],
    })
    expect(hostNamed(HOST).renewals).toBe(1)
  })

  it('that ends in a worker is told of at once, and not by the sweeper a minute later: one mail has it with the post', async () => {
    vi.stubEnv(ENV.deliverQueue, 'https://queue.test/deliver')
    const account = await accountOn(harbour)
    const ids = await accepted(account, 'Ended')
    vi.setSystemTime(Date.now() + 3 * HOUR)
    faults.push({ call: 'refresh', when: 'after' })
    expect(await world.drive(ids)).toMatchObject({ state: 'failed', failure: { code: 'reconnect_required' } })
    const sent = world.sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)
    const told = sent.filter(({ QueueUrl }) => QueueUrl === 'https://queue.test/deliver')
    vi.stubEnv(ENV.deliverQueue, undefined)
    // Of the post, and of the account.
    expect(told).toHaveLength(2)
  })

  it('tells at once that it has to be connected again where asking for the quota loses the answer', async () => {
    const account = await accountOn(harbour)
    vi.setSystemTime(Date.now() + 3 * HOUR)
    faults.push({ call: 'refresh', when: 'after' })
    const question = { ...account, platform: harbour }
    expect(await askQuota({ accounts: [question] })).toMatchObject({
      answers: [{ ok: false, error: { class: 'reconnect' } }],
    })
    expect(await getAccount(account.id)).toMatchObject({ status: 'reconnect_required' })
    // The data for webhooks and notices.
    const { Items = [] } = await new DynamoDBClient().send(new ScanCommand({ TableName: process.env[ENV.table]! }))
    const told = Items.filter(({ pk }) => pk?.S?.startsWith('EVENT#')).filter((item) =>
      JSON.stringify(item).includes(account.id),
    )
    expect(told).toHaveLength(1)
    expect(JSON.stringify(told)).toContain('account.reconnect_required')
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
  })

  it('asks to be connected again where the answer is lost, and is not used twice', async () => {
    const account = await accountOn(harbour)
    faults.push({ call: 'refresh', when: 'after' })
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'reconnect' } })
    expect(await getAccount(account.id)).toMatchObject({ status: 'reconnect_required' })
    expect([hostNamed(HOST).renewals, hostNamed(HOST).dead]).toEqual([1, false])
  })

  it('that ended counts for the operator, and one whose server is away for a while does not', async () => {
    vi.stubEnv(ENV.metricsNamespace, 'Shop')
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const failures = () => lines.filter((line) => line.includes('"TokenRefreshFailures":1')).length
    const { platformOf } = await import('../../../core/platforms/connectors.ts')
    const away = { ok: false as const, error: { class: 'retry' as const, message: 'HTTP 502 without a reason.' } }
    const refresh = vi.spyOn(await platformOf(harbour as never), 'refresh').mockResolvedValue(away)
    try {
      const account = await accountOn(harbour)
      const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
      for (let tries = 0; tries < 3; tries += 1)
        expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'retry' } })
      expect(failures()).toBe(0)
      refresh.mockRestore()
      faults.push({ call: 'refresh', when: 'after' })
      expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'reconnect' } })
      expect(failures()).toBe(1)
    } finally {
      refresh.mockRestore()
      write.mockRestore()
      vi.stubEnv(ENV.metricsNamespace, undefined)
    }
  })

  it('asks to be connected again where the worker that renewed it has died', async () => {
    const account = await accountOn(harbour, { renewal_begun_at: Date.now() - HOUR })
    const credentials = { external_id: '1', token: sessionOn(HOST, Date.now()) }
    expect(await renewSession(account, credentials)).toMatchObject({ ok: false, error: { class: 'reconnect' } })
    expect(hostNamed(HOST).renewals).toBe(0)
  })
})

describe('connecting', () => {
  it('connects all accounts of one consent, on hosts of their own', async () => {
    further.push({ host: `second.${HOST}` })
    const operatorsApp = () => Promise.reject(new Error('the operator has no app there'))
    const begun = await beginConnection({
      ...{
        ownerId: owner,
        platform: harbour,
        redirectUri: 'https://here.example/back',
        named: { host: HOST },
        operatorsApp,
      },
    })
    const state = new URL(begun.url).searchParams.get('state')!
    const accounts = await connectAllWithCode({
      ownerId: owner,
      operatorsApp,
      callback: { state: `${state}#_`, code: 'good' },
    })
    expect(accounts.map(({ external_account_id, renew_at }) => [external_account_id, renew_at! > Date.now()])).toEqual([
      [HOST, true],
      [`second.${HOST}`, true],
    ])
  })

  it('takes a password for apps, and keeps the session alone', async () => {
    const given = { ownerId: owner, platform: harbour, identifier: 'skipper', host: HOST }
    const [account] = await connectWithPassword({ ...given, password: 'open sesame' })
    expect(account).toMatchObject({ external_account_id: HOST, status: 'active' })
    expect(JSON.stringify(account)).not.toContain(sealed('open sesame').slice(0, 8))
    await expect(connectWithPassword({ ...given, password: 'wrong' })).rejects.toThrow('Harbour does not accept')
    await expect(connectWithPassword({ ...given, platform: lantern, password: 'x' })).rejects.toThrow(
      'no app passwords',
    )
  })
})
