// Mastodon's options: each on every kind of post, right and wrong, against the limits of the account's server; and of what is
// taken, the very bytes that the server is sent.
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import type { AccountLimits } from '../../../core/platforms/account-limits.ts'
import type { Publishing } from '../../../core/platforms/connector.ts'
import { TEXT_LENGTHS } from '../../../core/platforms/count-text.ts'
import { mastodon } from '../../../core/platforms/mastodon/connector.ts'
import { MASTODON_OPTIONS, options as OPTIONS } from '../../../core/platforms/mastodon/options.ts'
import { type AnyOptions, parametersOf } from '../../../core/platforms/options.ts'
import { chainPost } from '../../../core/posts/rules/account-options.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { accountOf, mediaOf, uuid } from '../../support/domain.ts'
import { callApi } from '../posts/api-call.ts'
import { json, type ScriptedServer, startScripted } from './scripted-server.ts'

const table = mockClient(DynamoDBDocumentClient)
Object.assign(process.env, { [ENV.table]: 'test-table', [ENV.publishQueue]: 'https://queue.test/publish' })

const QUOTING: AccountLimits = { own: { api_version: 7 } }
const SMALL: AccountLimits = { text_max: 40, link_length: 23, media_max: 2, own: { poll_options: 2, poll_max_s: 600 } }
const LARGE: AccountLimits = { text_max: 5000, media_max: 6 }
const at = (number: number, limits: AccountLimits | null) =>
  accountOf({ id: uuid(number), provider: 'mastodon', external_username: `a${number}@example.social`, limits })
/** Takes no MOV, and no video of more than a million pixels. */
const NARROW: AccountLimits = { media_types: ['image/jpeg', 'video/mp4'], own: { video_pixels: 1_000_000 } }
/** As Pleroma names the types that it takes: all. */
const ANY: AccountLimits = { media_types: ['application/octet-stream'] }
const ACCOUNTS = {
  plain: at(901, null),
  quoting: at(902, QUOTING),
  small: at(903, SMALL),
  large: at(904, LARGE),
  narrow: at(905, NARROW),
  any: at(906, ANY),
}
const pictures = [1, 2, 3, 4, 5, 6].map((number) => mediaOf({ id: uuid(number) }))
const bitmap = mediaOf({ id: uuid(7), content_type: 'image/bmp' })
const clip = mediaOf({ id: uuid(50), content_type: 'video/mp4', duration_ms: 4000, width: 640, height: 360 })
const recording = mediaOf({ ...clip, id: uuid(51), content_type: 'video/quicktime' })
const large = mediaOf({ ...clip, id: uuid(52), width: 1920, height: 1080 })

beforeEach(() => {
  table.reset()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
  table.on(QueryCommand).resolves({ Items: [] })
  table.on(TransactWriteCommand).resolves({})
  table.on(BatchGetCommand).callsFake((input) => {
    const keys: { pk: string }[] = input.RequestItems['test-table'].Keys
    const items = [
      ...Object.values(ACCOUNTS).map((account) => ({ ...accountKey(account.id), ...account })),
      ...[...pictures, clip, recording, large, bitmap].map((asset) => ({ ...mediaKey(asset.id), ...asset })),
    ]
    return { Responses: { 'test-table': items.filter((item) => keys.some(({ pk }) => pk === item.pk)) } }
  })
})

const SHAPES = {
  text: [],
  image: [pictures[0]!.id],
  carousel: [pictures[0]!.id, pictures[1]!.id],
  video: [clip.id],
}
type Shape = keyof typeof SHAPES

/** The answer to posting: nothing where it is taken, else codes with their fields. */
async function said(
  options: object,
  {
    shape = 'text',
    on = 'plain',
    content = 'Hi',
  }: { shape?: Shape; on?: keyof typeof ACCOUNTS; content?: string } = {},
): Promise<string[]> {
  const media_asset_ids = SHAPES[shape]
  const body = {
    content,
    accounts: [ACCOUNTS[on].id],
    options: { mastodon: options },
    ...(media_asset_ids.length > 0 ? { title: 'T', media: { media_asset_ids } } : {}),
  }
  const type = media_asset_ids.length > 0 ? 'feed' : 'text'
  const handler = type === 'feed' ? feed : text
  const reply = await callApi(handler, { method: 'POST', resource: `/v1/posts/${type}`, body, rateLimit: 100_000 })
  if (reply.status === 202) return []
  expect(reply.status, JSON.stringify(reply.json)).toBe(400)
  return reply.json.errors.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)
}

const POLL = { options: ['Tea', 'Coffee ☕'], expires_in_seconds: 300, multiple: true, hide_totals: false }

/** Right, wrong, and the bytes that stand in the body for what is right. */
const ROWS: Record<keyof typeof MASTODON_OPTIONS, { right: unknown; wrong: unknown; sent: string }> = {
  visibility: { right: 'unlisted', wrong: 'secret', sent: '"visibility":"unlisted"' },
  content_warning: { right: 'Größe 👋', wrong: '', sent: '"spoiler_text":"Größe 👋"' },
  sensitive: { right: false, wrong: 'no', sent: '"sensitive":false' },
  language: { right: 'zh-TW', wrong: 'Korean', sent: '"language":"zh-TW"' },
  poll: {
    right: POLL,
    wrong: { options: ['One'], expires_in_seconds: 300 },
    sent: '"poll":{"options":["Tea","Coffee ☕"],"expires_in":300,"multiple":true,"hide_totals":false}',
  },
  reply_to_id: { right: '117875146783916032', wrong: 'a b', sent: '"in_reply_to_id":"117875146783916032"' },
  quote_post_id: { right: '01KA7B3C', wrong: 7, sent: '"quoted_status_id":"01KA7B3C"' },
  quote_policy: { right: 'nobody', wrong: 'friends', sent: '"quote_approval_policy":"nobody"' },
  focus: { right: [{ x: 0.5, y: -1, media_index: 0 }], wrong: [{ x: 2, y: 0, media_index: 0 }], sent: '' },
  thread: { right: [{ content: 'And' }], wrong: [{}], sent: '' },
}

let server: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
  process.env[ENV.platformAllowHosts] = new URL(server.origin).host
})
afterAll(async () => {
  delete process.env[ENV.platformAllowHosts]
  await server.close()
})

/** The bytes of the call that publishes. */
async function bytesOf(given: Partial<Publishing>): Promise<string> {
  const media = (given.handles ?? []).filter((handle) => handle !== 'text')
  server.script(json({ id: '1', url: 'https://example.social/@a/1', media_attachments: media.map((id) => ({ id })) }))
  const session = JSON.stringify({ host: server.origin, token: 'secret-token' })
  const post = { handles: ['text'], kind: 'text' as const, text: 'Hi', options: {}, key: 'key-1', ...given }
  const answer = await mastodon.publish({ external_id: '7@example.social', token: session }, post)
  expect(answer).toMatchObject({ ok: true })
  const [asked] = server.asked
  expect(asked).toMatchObject({ method: 'POST', path: '/api/v1/statuses' })
  expect(asked!.headers).toMatchObject({
    authorization: 'Bearer secret-token',
    'content-type': 'application/json',
    'idempotency-key': ['key-1', ...media].join('.'),
  })
  return asked!.body
}

describe.each(Object.entries(ROWS) as [keyof typeof MASTODON_OPTIONS, (typeof ROWS)['poll']][])(
  'the option %s',
  (name, { right, wrong, sent }) => {
    it.each(Object.keys(SHAPES) as Shape[])('stands with %s where its row says so, and nowhere else', async (shape) => {
      const allowed = (MASTODON_OPTIONS[name].shapes as readonly string[]).includes(shape)
      const found = await said({ [name]: right }, { shape, on: 'quoting' })
      expect(found).toEqual(allowed ? [] : [`option_not_supported options.mastodon.${name}`])
      const refused = await said({ [name]: wrong }, { shape, on: 'quoting' })
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.every((one) => one.includes(` options.mastodon.${name}`))).toBe(true)
    })

    it.runIf(sent !== '')('is sent, byte for byte', async () => {
      const options = { [name]: right }
      const reply_to = name === 'reply_to_id' ? { reply_to: String(right) } : {}
      expect(await bytesOf({ options, ...reply_to })).toBe(`{"status":"Hi",${sent}}`)
      if (name === 'poll') return
      const media = { handles: ['m1', 'm2'], kind: 'carousel' as const }
      expect(await bytesOf({ ...media, options, ...reply_to })).toBe(`{"status":"Hi","media_ids":["m1","m2"],${sent}}`)
    })
  },
)

describe('options together', () => {
  it('are sent in one call', async () => {
    const options = { visibility: 'private', content_warning: 'Spider', sensitive: true, language: 'en' }
    expect(await bytesOf({ text: 'Eight "legs"\n', options })).toBe(
      '{"status":"Eight \\"legs\\"\\n","visibility":"private","spoiler_text":"Spider","sensitive":true,"language":"en"}',
    )
    expect(await bytesOf({})).toBe('{"status":"Hi"}')
  })

  it('that a server refuses together are refused before', async () => {
    const found = await said({ poll: POLL, quote_post_id: '1' }, { on: 'quoting' })
    expect(found).toEqual(['option_conflict options.mastodon.poll'])
  })

  it('put the focus with the medium that it is of', () => {
    const given = { focus: [{ x: 0.25, y: -0.5, media_index: 1 }] }
    const of = (media_index: number) =>
      parametersOf(OPTIONS as AnyOptions, given, { place: 'single', media_index, video: false })
    expect([of(0), of(1)]).toEqual([{}, { focus: '0.25,-0.5' }])
    // Numbers as small as these are written with an exponent, which servers need not take.
    const middle = { focus: [{ x: 1e-7, y: -1e-9, media_index: 0 }] }
    const sent = parametersOf(OPTIONS as AnyOptions, middle, { place: 'single', media_index: 0, video: false })
    expect(sent).toEqual({ focus: '0,0' })
  })

  it.each<[string, { options?: object[]; items?: (object[] | undefined)[] }, string]>([
    [
      'a medium that is not there',
      { options: [{ x: 0, y: 0, media_index: 2 }] },
      'too_big options.mastodon.focus[0].media_index',
    ],
    [
      'one medium twice',
      { options: [{ x: 0, y: 0, media_index: 1 }], items: [undefined, [{ x: 1, y: 1 }]] },
      'duplicate media.items[1].focus[0]',
    ],
  ])('refuse a focus on %s', async (_what, { options, items = [undefined, undefined] }, expected) => {
    const body = {
      title: 'T',
      accounts: [ACCOUNTS.plain.id],
      media: {
        items: items.map((focus, at) => ({ media_asset_id: pictures[at]!.id, ...(focus ? { focus } : {}) })),
      },
      options: { mastodon: { focus: options } },
    }
    const reply = await callApi(feed, { method: 'POST', resource: '/v1/posts/feed', body, rateLimit: 100_000 })
    expect(reply.json.errors?.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)).toEqual([
      expected,
    ])
  })

  it('that say who sees a post hold for every part of its thread', () => {
    const first = {
      visibility: 'private',
      content_warning: 'W',
      sensitive: true,
      language: 'ko',
      quote_policy: 'nobody',
    }
    const options = { mastodon: { ...first, thread: [{ content: 'Two' }], reply_to_id: '5' } }
    expect(chainPost({ content: 'One', options }, 'account', 'mastodon', 1, '9')).toMatchObject({
      caption: 'Two',
      options: { mastodon: { ...first, reply_to_id: '9' } },
    })
  })
})

describe("the server's own limits", () => {
  const letters = (count: number) => 'x'.repeat(count)

  it('bound the text, of which a content warning is part', async () => {
    const own = (content: string, more: object = {}) => ({
      accounts: [ACCOUNTS.small.id],
      content: 'Hi',
      per_account: { [ACCOUNTS.small.id]: { content, options: { mastodon: more } } },
    })
    const post = async (body: object) => {
      const reply = await callApi(text, { method: 'POST', resource: '/v1/posts/text', body, rateLimit: 100_000 })
      return reply.status === 202 ? 'taken' : (reply.json.errors[0].message as string)
    }
    expect(await post(own(letters(40)))).toBe('taken')
    expect(await post(own(letters(41)))).toContain('counts 41 characters on Mastodon; at most 40 are allowed.')
    expect(await post(own(letters(37), { content_warning: 'abc' }))).toBe('taken')
    expect(await post(own(letters(38), { content_warning: 'abc' }))).toContain('counts 41 characters on Mastodon')
    expect(await post(own(`https://example.org/${letters(100)} ${letters(16)}`))).toBe('taken')
    expect(await post(own(`https://example.org/${letters(100)} ${letters(17)}`))).toContain('counts 41')
  })

  it('bound the number of pictures, up and down', async () => {
    const post = async (on: keyof typeof ACCOUNTS, count: number) => {
      const media_asset_ids = pictures.slice(0, count).map(({ id }) => id)
      const body = { title: 'T', accounts: [ACCOUNTS[on].id], media: { media_asset_ids } }
      return (await callApi(feed, { method: 'POST', resource: '/v1/posts/feed', body, rateLimit: 100_000 })).status
    }
    expect([await post('plain', 4), await post('plain', 5)]).toEqual([202, 400])
    expect([await post('small', 2), await post('small', 3)]).toEqual([202, 400])
    expect(await post('large', 6)).toBe(202)
  })

  it('bound polls', async () => {
    const poll = (more: object) => said({ poll: { ...POLL, ...more } })
    expect(await poll({ options: ['1', '2', '3', '4', '5'] })).toEqual(['too_big options.mastodon.poll.options'])
    expect(await poll({ options: ['1', letters(51)] })).toEqual(['too_long options.mastodon.poll.options[1]'])
    expect(await poll({ expires_in_seconds: 299 })).toEqual(['too_small options.mastodon.poll.expires_in_seconds'])
    // Servers store choices without white space around.
    expect(await poll({ options: ['Tea', 'Coffee', ' Tea'] })).toEqual(['duplicate options.mastodon.poll.options[2]'])
    const small = (more: object) => said({ poll: { ...POLL, ...more } }, { on: 'small' })
    expect(await small({})).toEqual([])
    // Mastodon counts what people see as one character; GoToSocial, which has its API, counts code points.
    const family = '👨‍👩‍👧‍👦'.repeat(8)
    expect(await said({ poll: { ...POLL, options: ['1', family] } }, { on: 'quoting' })).toEqual([])
    expect(await small({ options: ['1', family] })).toEqual(['too_long options.mastodon.poll.options[1]'])
    expect(await small({ options: ['1', '2', '3'], expires_in_seconds: 601 })).toEqual([
      'too_big options.mastodon.poll.options',
      'too_big options.mastodon.poll.expires_in_seconds',
    ])
  })

  it('bound each part of a thread', async () => {
    const media = { media_asset_ids: pictures.slice(0, 3).map(({ id }) => id) }
    const thread = [{ content: letters(41) }, { content: 'Fine' }, { media }]
    expect(await said({ thread }, { on: 'small' })).toEqual([
      'too_long options.mastodon.thread[0].content',
      'media_count options.mastodon.thread[2].media',
    ])
    const unusable = { media_asset_ids: [bitmap.id] }
    expect(await said({ thread: [{ media: unusable }] })).toEqual([
      'media_format options.mastodon.thread[0].media.media_asset_ids[0]',
    ])
    const mixed = { media_asset_ids: [pictures[0]!.id, clip.id] }
    expect(await said({ thread: [{ media: mixed }] })).toEqual(['media_mixed options.mastodon.thread[0].media'])
  })

  it.each([
    [recording, 'media_format', "is video/quicktime, which the account's server does not take."],
    [large, 'media_too_large', "is 1920 x 1080; the account's server takes at most 1000000 pixels."],
  ])('bound video, of a post and of a thread: $content_type', async (asset, code, words) => {
    const media = { media_asset_ids: [asset.id] }
    const send = async (handler: typeof feed, type: string, account: string, more: object) => {
      const body = { accounts: [account], ...more }
      const reply = await callApi(handler, { method: 'POST', resource: `/v1/posts/${type}`, body, rateLimit: 100_000 })
      return reply.status === 202 ? 'taken' : reply.json.errors
    }
    const post = (account: string) => send(feed, 'feed', account, { title: 'T', media })
    const thread = (account: string) =>
      send(text, 'text', account, { content: 'Hi', options: { mastodon: { thread: [{ media }] } } })
    expect(await post(ACCOUNTS.narrow.id)).toEqual([
      { code, path: 'media.media_asset_ids[0]', message: expect.stringContaining(words) },
    ])
    const path = 'options.mastodon.thread[0].media.media_asset_ids[0]'
    expect(await thread(ACCOUNTS.narrow.id)).toEqual([{ code, path, message: expect.stringContaining(words) }])
    for (const { id } of [ACCOUNTS.quoting, ACCOUNTS.any])
      expect([await post(id), await thread(id)]).toEqual(['taken', 'taken'])
  })

  it('say whether it has quotes', async () => {
    expect(await said({ quote_policy: 'nobody' }, { on: 'large' })).toEqual([
      'option_not_supported options.mastodon.quote_policy',
    ])
    // A server of unknown limits decides for itself.
    expect(await said({ quote_policy: 'nobody' }, { on: 'plain' })).toEqual([])
  })
})

describe('length on Mastodon', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['👨‍👩‍👧‍👦', 1],
    ['e\u0301', 1],
    ['https://example.org', 23],
    ['https://a.io/x', 23],
    [`see https://example.org/${'x'.repeat(200)}, ok`, 4 + 23 + 4],
    ['(https://example.org/a).', 1 + 23 + 2],
    ['http://localhost/a', 18],
    // Where Mastodon's own rule ends a link (`Twitter::TwitterText::Regex` with its changes).
    ['https://example.org에서 봐요', 23 + 2 + 3],
    ['https://example.org#top', 23 + 4],
    ['https://예시.한국/가?나=다', 23],
    ['https://ko.example.org/wiki/서울_(도시)', 23],
    [`https://example.org/a(${'x'.repeat(30)}`, 23 + 31],
    ['https://example.org/a="b"', 23 + 1],
    ['https://example.org/?a=b~.', 23 + 2],
    [`see:https://example.org:8443/${'x'.repeat(30)}`, 4 + 23],
    [`nohttps://example.org/${'x'.repeat(30)}`, 52],
    ['example.org', 11],
    ['@anna', 5],
    ['@anna@example.org hi', 8],
    ['hi @a.b@example.org!', 8],
    ['mail@anna@example.org', 21],
    ['한국어', 3],
  ])('counts %j as %i', (given, length) => expect(TEXT_LENGTHS.mastodon(given)).toBe(length))

  it('counts a link as the server says', () => {
    expect(TEXT_LENGTHS.mastodon('a https://example.org/b', 25)).toBe(27)
    expect(TEXT_LENGTHS.mastodon('a https://example.org/b', 1)).toBe(3)
  })

  it('counts no letter of a link one by one, however long a server says that links are', () => {
    expect(TEXT_LENGTHS.mastodon('링크 https://example.org/b', 2 ** 50)).toBe(3 + 2 ** 50)
  })
})
