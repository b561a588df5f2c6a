// The platforms' options from request to platform: each on each type of post, right, wrong, and without its permission; and
// what the platform was sent, parameter by parameter.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { INSTAGRAM_OPTIONS } from '../../../core/platforms/instagram/options.ts'
import type { OptionRow, Shape } from '../../../core/platforms/options.ts'
import { THREADS_OPTIONS } from '../../../core/platforms/threads/options.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as reels } from '../../../functions/api/posts/reels.ts'
import { handler as stories } from '../../../functions/api/posts/stories.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { mediaOf } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { startWorld, type World } from './worker-world.ts'

type Json = ReturnType<typeof JSON.parse>

let world: World
let owner: string
const accounts: Record<string, Account> = {}
let pictures: Media[]
let clip: Media

const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'threads_basic',
  'threads_content_publish',
]
const EVERY_SCOPE = [
  ...SCOPES,
  ...[...Object.values(INSTAGRAM_OPTIONS), ...Object.values(THREADS_OPTIONS)].flatMap(({ scope }) => scope ?? []),
]

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  world.reset()
  owner = newId()
  const token_expires_at = Date.now() + 60 * 86_400_000
  const connected = (['instagram', 'threads'] as const).map(async (provider) => {
    const given = { owner_id: owner, provider, token_expires_at, external_username: provider }
    accounts[provider] = await world.account({ ...given, permissions: EVERY_SCOPE })
    accounts[`${provider}, publishing alone`] = await world.account({ ...given, permissions: SCOPES })
  })
  const store = async (given: Partial<Media>) => {
    const asset = mediaOf({ id: newId(), owner_id: owner, alt_text: '', ...given })
    await put({ ...mediaKey(asset.id), ...asset })
    return asset
  }
  const [first, second, video] = await Promise.all([
    store({}),
    store({}),
    store({ content_type: 'video/mp4', duration_ms: 9000, width: 1080, height: 1350 }),
    ...connected,
  ])
  pictures = [first, second]
  clip = video
})

const HANDLERS = { feed, reels, stories, text }
const send = (type: keyof typeof HANDLERS, body: object) =>
  callApi(HANDLERS[type], {
    method: 'POST',
    resource: `/v1/posts/${type}`,
    body,
    ownerId: owner,
    rateLimit: 100_000,
  })

/** A request whose post gets this shape. */
function requestOf(shape: Shape, platform: 'instagram' | 'threads'): { type: keyof typeof HANDLERS; body: Json } {
  const media = (...assets: Media[]) => ({ media: { media_asset_ids: assets.map(({ id }) => id) } })
  switch (shape) {
    case 'text':
      return { type: 'text', body: { content: 'Hello' } }
    case 'image':
      return { type: 'feed', body: { title: 'A', content: 'Hello', ...media(pictures[0]!) } }
    case 'carousel':
      return { type: 'feed', body: { title: 'A', content: 'Hello', ...media(...pictures) } }
    case 'reel':
      return { type: 'reels', body: { content: 'Hello', ...media(clip) } }
    case 'story':
      return { type: 'stories', body: media(pictures[0]!) }
    default:
      return platform === 'threads'
        ? { type: 'feed', body: { title: 'A', content: 'Hello', ...media(clip) } }
        : { type: 'reels', body: media(clip) }
  }
}

/** Drives the post and gives what every creating call carried. */
async function published(reply: { headers: Json }, account: Account): Promise<Json[]> {
  const post_id = String(reply.headers.Location).split('/').at(-1)!
  const publication = await world.drive({ post_id, account_id: account.id })
  expect(publication.state).toBe('published')
  return world.calls('create').map(({ body }) => body)
}

interface Case {
  value: () => Json
  /** The published container's parameters; `picture` has those of a tagged picture instead. */
  sent: () => Json
  wrong?: [Json, string][]
}

const IG: Partial<Record<keyof typeof INSTAGRAM_OPTIONS, Case>> = {
  collaborators: {
    value: () => ['@anna', 'ben.b'],
    sent: () => ({ collaborators: ['anna', 'ben.b'] }),
    wrong: [
      [['a', 'b', 'c', 'd'], 'too_long'],
      [['not a name'], 'invalid_format'],
      [['anna', '@Anna'], 'duplicate'],
      [[], 'too_short'],
    ],
  },
  location_id: {
    value: () => '106377336067638',
    sent: () => ({ location_id: '106377336067638' }),
    wrong: [
      ['Seoul', 'invalid_format'],
      [106377336067638, 'invalid_type'],
    ],
  },
  cover_media_id: {
    value: () => pictures[1]!.id,
    sent: () => ({ cover_url: `${process.env.CDN_URL}/v/${pictures[1]!.id}/320to1440-0.1to10-q92.jpg` }),
    wrong: [
      ['00000000-0000-4000-8000-000000000009', 'unknown_media'],
      ['nothing', 'invalid_format'],
    ],
  },
  thumb_offset_ms: {
    value: () => 8999,
    sent: () => ({ thumb_offset: 8999 }),
    wrong: [
      [9000, 'too_big'],
      [-1, 'too_small'],
      [1.5, 'invalid_type'],
    ],
  },
  share_to_feed: { value: () => false, sent: () => ({ share_to_feed: false }), wrong: [['no', 'invalid_type']] },
  audio_name: { value: () => 'Our tune', sent: () => ({ audio_name: 'Our tune' }), wrong: [['', 'too_short']] },
  trial_reel: {
    value: () => 'performance',
    sent: () => ({ trial_params: { graduation_strategy: 'SS_PERFORMANCE' } }),
    wrong: [['auto', 'invalid_value']],
  },
  is_ai_generated: {
    value: () => true,
    sent: () => ({ is_ai_generated: true }),
    wrong: [['yes', 'invalid_type']],
  },
}

const TH: Partial<Record<keyof typeof THREADS_OPTIONS, Case>> = {
  reply_control: {
    value: () => 'followers_only',
    sent: () => ({ reply_control: 'followers_only' }),
    wrong: [['nobody', 'invalid_value']],
  },
  topic_tag: {
    value: () => '#Coffee time',
    sent: () => ({ topic_tag: 'Coffee time' }),
    wrong: [
      ['a.b', 'invalid_format'],
      ['', 'too_short'],
      ['x'.repeat(51), 'invalid_format'],
    ],
  },
  link_attachment: {
    value: () => 'https://shop.example/menu',
    sent: () => ({ link_attachment: 'https://shop.example/menu' }),
    wrong: [
      ['http://shop.example', 'invalid_format'],
      ['https://user:pw@shop.example', 'invalid_format'],
      [`https://shop.example/${'x'.repeat(2048)}`, 'invalid_format'],
    ],
  },
  quote_post_id: { value: () => '18030000000000001', sent: () => ({ quote_post_id: '18030000000000001' }) },
  reply_to_id: {
    value: () => '18030000000000001',
    sent: () => ({ reply_to_id: '18030000000000001' }),
    wrong: [['abc', 'invalid_format']],
  },
  poll: {
    value: () => ({ options: ['Tea', 'Coffee'] }),
    sent: () => ({ poll_attachment: '{"option_a":"Tea","option_b":"Coffee"}' }),
    wrong: [
      [{ options: ['Tea'] }, 'too_short'],
      [{ options: ['a', 'b', 'c', 'd', 'e'] }, 'too_long'],
      [{ options: ['Tea', 'x'.repeat(26)] }, 'too_long'],
      [{ options: ['Tea', 'Tea'] }, 'duplicate'],
    ],
  },
  gif: {
    value: () => ({ id: 'abc123', provider: 'giphy' }),
    sent: () => ({ gif_attachment: '{"gif_id":"abc123","provider":"GIPHY"}' }),
    wrong: [[{ id: 'abc', provider: 'tenor' }, 'invalid_value']],
  },
  text_attachment: {
    value: () => ({
      text: 'A long story',
      link_url: 'https://a.example',
      styles: [{ offset: 2, length: 4, styles: ['bold'] }],
    }),
    sent: () => ({
      text_attachment:
        '{"plaintext":"A long story","link_attachment_url":"https://a.example","text_with_styling_info":[{"offset":2,"length":4,"styling_info":["bold"]}]}',
    }),
    wrong: [
      [{ text: 'x'.repeat(10_001) }, 'too_long'],
      [{ text: '🙂'.repeat(5001) }, 'too_long'],
      [{ text: 'abc', styles: [{ offset: 1, length: 3, styles: ['bold'] }] }, 'too_big'],
      [
        {
          text: 'abc',
          styles: [
            { offset: 0, length: 2, styles: ['bold'] },
            { offset: 1, length: 1, styles: ['italic'] },
          ],
        },
        'option_conflict',
      ],
    ],
  },
  spoiler_media: { value: () => true, sent: () => ({ is_spoiler_media: 'true' }) },
  spoiler_text: {
    value: () => [{ offset: 0, length: 4 }],
    sent: () => ({ text_entities: '[{"entity_type":"SPOILER","offset":0,"length":4}]' }),
    wrong: [
      [[{ offset: 3, length: 3 }], 'too_big'],
      [Array.from({ length: 11 }, () => ({ offset: 0, length: 1 })), 'too_long'],
    ],
  },
  ghost_post: { value: () => true, sent: () => ({ is_ghost_post: 'true' }) },
  reply_approvals: { value: () => true, sent: () => ({ enable_reply_approvals: 'true' }) },
  location_id: { value: () => '123', sent: () => ({ location_id: '123' }) },
  allowed_countries: {
    value: () => ['KR', 'US'],
    sent: () => ({ allowlisted_country_codes: 'KR,US' }),
    wrong: [
      [['KOR'], 'invalid_value'],
      [['ZZ'], 'invalid_value'],
      [['KR', 'KR'], 'duplicate'],
    ],
  },
  share_to_instagram_story: { value: () => 'dark', sent: () => ({ crossreshare_to_ig_dark_mode: 'true' }) },
}

const SHAPES = {
  instagram: ['image', 'reel', 'story', 'carousel'],
  threads: ['text', 'video', 'carousel'],
} as const

const rows = (['instagram', 'threads'] as const).flatMap((platform) => {
  const cases = Object.entries(platform === 'instagram' ? IG : TH) as [string, Case][]
  const table = (platform === 'instagram' ? INSTAGRAM_OPTIONS : THREADS_OPTIONS) as Record<string, OptionRow>
  return cases.flatMap(([option, one]) =>
    SHAPES[platform].map((shape) => ({ platform, option, shape, row: table[option]!, one })),
  )
})

describe('each option on each shape', () => {
  it.each(rows)('$platform.$option on $shape', { tags: 'deep' }, async ({ platform, option, shape, row, one }) => {
    const { type, body } = requestOf(shape, platform)
    const account = accounts[platform]!
    const options = { [platform]: { [option]: one.value() } }
    const reply = await send(type, { ...body, accounts: [account.id], options })
    if (!row.shapes.includes(shape)) {
      expect(reply.status).toBe(400)
      expect(reply.json.errors).toEqual([
        expect.objectContaining({ code: 'option_not_supported', path: `options.${platform}.${option}` }),
      ])
      return
    }
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const withOption = (await published(reply, account)).at(-1)!
    world.asked.length = 0
    const plain = await send(type, { ...body, accounts: [account.id] })
    const without = (await published(plain, account)).at(-1)!
    const children = { ...(without.children ? { children: withOption.children } : {}) }
    expect(withOption).toEqual({ ...without, ...children, ...one.sent() })
  })

  const scoped = rows.filter(({ row, shape }) => row.scope !== undefined && row.shapes.includes(shape))
  it.each(scoped)(
    '$platform.$option on $shape without its permission',
    async ({ platform, option, shape, row, one }) => {
      const { type, body } = requestOf(shape, platform)
      const account = accounts[`${platform}, publishing alone`]!
      const reply = await send(type, {
        ...body,
        accounts: [account.id],
        options: { [platform]: { [option]: one.value() } },
      })
      expect(reply.status).toBe(400)
      const path = `options.${platform}.${option}`
      expect(reply.json.errors).toEqual([
        { code: 'option_needs_permission', path, message: expect.stringContaining(row.scope!) },
      ])
      expect(world.sent()).toEqual([])
    },
  )

  const wrong = rows
    .filter(
      ({ row, shape }, at) =>
        row.shapes.includes(shape) &&
        rows.findIndex((other) => other.row === row && row.shapes.includes(other.shape)) === at,
    )
    .flatMap((row) => (row.one.wrong ?? []).map(([value, code]) => ({ ...row, value, code })))
  it.each(wrong)('$platform.$option refuses $value', async ({ platform, option, shape, value, code }) => {
    const { type, body } = requestOf(shape, platform)
    const reply = await send(type, {
      ...body,
      accounts: [accounts[platform]!.id],
      options: { [platform]: { [option]: value } },
    })
    expect([reply.status, reply.json.errors?.[0]]).toEqual([400, expect.objectContaining({ code })])
    expect(reply.json.errors[0].path).toMatch(new RegExp(`^options\\.${platform}\\.${option}`))
    expect(world.sent()).toEqual([])
  })
})

describe('alternative texts', () => {
  // 600 characters, and 1200 of the units that Meta may count.
  const long = '🙂'.repeat(600)

  it('are refused where the platform would not take them, and nowhere else', async () => {
    const pair = (alt_text?: string) =>
      pictures.slice(0, 2).map(({ id }) => ({ media_asset_id: id, ...(alt_text === undefined ? {} : { alt_text }) }))
    for (const platform of ['instagram', 'threads'] as const) {
      const ask = (alt_text: string) =>
        send('feed', { title: 'A', media: { items: pair(alt_text) }, accounts: [accounts[platform]!.id] })
      const reply = await ask(long)
      const refused = { code: 'too_long', path: 'media.items[0].alt_text', message: expect.stringContaining('1200') }
      expect([reply.status, reply.json.errors[0]]).toEqual([400, refused])
      expect((await ask('🙂'.repeat(500))).status).toBe(202)
    }
    // A story has none.
    const media = { items: [{ media_asset_id: pictures[0]!.id, alt_text: long }] }
    expect((await send('stories', { media, accounts: [accounts.instagram!.id] })).status).toBe(202)
  })

  it('of the file itself are named by the file', async () => {
    const asset = mediaOf({ id: newId(), owner_id: owner, alt_text: long, alt_text_given: true })
    await put({ ...mediaKey(asset.id), ...asset })
    const media = { media_asset_ids: [asset.id] }
    const reply = await send('feed', { title: 'A', media, accounts: [accounts.instagram!.id] })
    expect(reply.json.errors).toEqual([expect.objectContaining({ code: 'too_long', path: 'media.media_asset_ids[0]' })])
  })

  it("are within the limit of the account's own server", async () => {
    const given = { owner_id: owner, provider: 'mastodon', limits: { alt_text_max: 420 } } as const
    const { id } = await world.account({ ...given, external_username: 'mastodon' })
    const ask = (count: number) => {
      const media = { items: [{ media_asset_id: pictures[0]!.id, alt_text: 'x'.repeat(count) }] }
      return send('feed', { title: 'A', media, accounts: [id] })
    }
    expect((await ask(421)).json.errors).toEqual([expect.objectContaining({ path: 'media.items[0].alt_text' })])
    expect((await ask(420)).status).toBe(202)
  })

  it("of a thread are within the limits of the account's own server, and so are its videos", async () => {
    const limits = { alt_text_max: 420, video_bytes: clip.size_bytes - 1 }
    const { id } = await world.account({ owner_id: owner, provider: 'mastodon', limits, external_username: 'mastodon' })
    const items = [{ media_asset_id: pictures[0]!.id, alt_text: 'x'.repeat(421) }]
    const thread = [{ media: { items } }, { media: { media_asset_ids: [clip.id] } }]
    const reply = await send('text', { content: 'One', accounts: [id], options: { mastodon: { thread } } })
    expect(reply.json.errors?.map(({ code, path }: Json) => [code, path])).toEqual([
      ['too_long', 'options.mastodon.thread[0].media.items[0].alt_text'],
      ['media_too_large', 'options.mastodon.thread[1].media.media_asset_ids[0]'],
    ])
  })

  it('of a thread are held to the same', async () => {
    const thread = [{ media: { items: [{ media_asset_id: pictures[0]!.id, alt_text: long }] } }]
    const request = { content: 'One', accounts: [accounts.threads!.id], options: { threads: { thread } } }
    const path = 'options.threads.thread[0].media.items[0].alt_text'
    expect((await send('text', request)).json.errors).toEqual([expect.objectContaining({ code: 'too_long', path })])
  })
})

describe('people in pictures', () => {
  const tag = (username: string, more: object = {}) => ({ username, x: 0.5, y: 0.25, ...more })

  it('are sent with the picture that they are in, from both places that name them', async () => {
    const account = accounts.instagram!
    const reply = await send('feed', {
      title: 'A',
      media: {
        items: [
          { media_asset_id: pictures[0]!.id, alt_text: 'Own words', user_tags: [tag('@anna')] },
          { media_asset_id: clip.id, user_tags: [{ username: 'ben' }] },
        ],
      },
      accounts: [account.id],
      options: { instagram: { user_tags: [tag('cleo', { media_index: 1 })] } },
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const [first, second, parent] = await published(reply, account)
    expect(first).toMatchObject({ user_tags: [tag('anna')], alt_text: 'Own words' })
    // A video has no places in it.
    expect(second!.user_tags).toEqual([{ username: 'cleo' }, { username: 'ben' }])
    expect(parent).not.toHaveProperty('user_tags')
  })

  it.each([
    ['without a place', [{ username: 'anna' }], 'required', 'options.instagram.user_tags[0]'],
    [
      'on a medium that is not there',
      [tag('anna', { media_index: 1 })],
      'too_big',
      'options.instagram.user_tags[0].media_index',
    ],
    ['twice', [tag('anna'), tag('Anna')], 'duplicate', 'options.instagram.user_tags[1]'],
    ['outside', [tag('anna', { x: 1.1 })], 'too_big', 'options.instagram.user_tags[0].x'],
    ['21 times', Array.from({ length: 21 }, (_, at) => tag(`p${at}`)), 'too_long', 'options.instagram.user_tags[20]'],
  ])('are refused %s', async (_what, user_tags, code, path) => {
    const { type, body } = requestOf('image', 'instagram')
    const reply = await send(type, {
      ...body,
      accounts: [accounts.instagram!.id],
      options: { instagram: { user_tags } },
    })
    expect(reply.json.errors).toEqual([expect.objectContaining({ code, path })])
  })

  it('are named where they stand with the medium', async () => {
    const media = { items: [{ media_asset_id: pictures[0]!.id, user_tags: [tag('anna'), { username: 'ben' }] }] }
    const reply = await send('feed', { title: 'A', media, accounts: [accounts.instagram!.id] })
    expect(reply.json.errors).toEqual([
      expect.objectContaining({ code: 'required', path: 'media.items[0].user_tags[1]' }),
    ])
  })
})

describe('words in options of Threads', () => {
  // Typed as on some keyboards, and copied from some file names: each syllable is three characters until it is composed.
  const syllable = '\u1112\u1161\u11ab'

  it('are sent composed, as their limits count them', async () => {
    const account = accounts.threads!
    const threads = { topic_tag: `#${syllable.repeat(50)}`, poll: { options: ['Tea', syllable.repeat(25)] } }
    const reply = await send('text', { content: 'Hi', accounts: [account.id], options: { threads } })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    expect(await published(reply, account)).toEqual([
      expect.objectContaining({
        topic_tag: '한'.repeat(50),
        poll_attachment: JSON.stringify({ option_a: 'Tea', option_b: '한'.repeat(25) }),
      }),
    ])
  })
})

describe('combinations', () => {
  it.each<[string, Shape, Json, string]>([
    ['a poll with a link', 'text', { poll: { options: ['a', 'b'] }, link_attachment: 'https://a.example' }, 'poll'],
    ['a poll with a GIF', 'text', { poll: { options: ['a', 'b'] }, gif: { id: 'x' } }, 'poll'],
    ['a poll with long text', 'text', { poll: { options: ['a', 'b'] }, text_attachment: { text: 'x' } }, 'poll'],
    ['a ghost with a topic', 'text', { ghost_post: true, topic_tag: 'x' }, 'ghost_post'],
    ['a ghost that answers', 'text', { ghost_post: true, reply_to_id: '1' }, 'ghost_post'],
    ['a ghost with approvals', 'text', { ghost_post: true, reply_approvals: true }, 'ghost_post'],
    [
      'two cards',
      'text',
      { link_attachment: 'https://a.example', text_attachment: { text: 'x', link_url: 'https://b.example' } },
      'text_attachment.link_url',
    ],
  ])('%s is refused', async (_what, shape, threads, option) => {
    const { type, body } = requestOf(shape, 'threads')
    const reply = await send(type, { ...body, accounts: [accounts.threads!.id], options: { threads } })
    expect(reply.json.errors).toEqual([
      expect.objectContaining({ code: 'option_conflict', path: `options.threads.${option}` }),
    ])
  })

  it('a ghost may hide words, and switched-off options do not conflict', async () => {
    const threads = {
      ghost_post: true,
      spoiler_text: [{ offset: 0, length: 2 }],
      reply_approvals: false,
      share_to_instagram_story: 'off',
    }
    const account = accounts.threads!
    const reply = await send('text', { content: 'Hello', accounts: [account.id], options: { threads } })
    expect((await published(reply, account)).at(-1)).toEqual({
      media_type: 'TEXT',
      text: 'Hello',
      is_ghost_post: 'true',
      text_entities: '[{"entity_type":"SPOILER","offset":0,"length":2}]',
    })
  })

  it('a sixth link, with those of the text, is refused', async () => {
    const content = [1, 2, 3, 4, 5].map((at) => `https://a.example/${at}`).join(' ')
    const body = { content, accounts: [accounts.threads!.id] }
    const links = (link_attachment: string) => send('text', { ...body, options: { threads: { link_attachment } } })
    expect((await links('https://a.example/6')).json.errors).toEqual([
      expect.objectContaining({ code: 'too_long', path: 'options.threads.link_attachment' }),
    ])
    expect((await links('https://a.example/5')).status).toBe(202)
  })

  it('what only Facebook Login has is named as such', async () => {
    const { type, body } = requestOf('reel', 'instagram')
    const instagram = { paid_partnership: { label: true }, audio: { audio_id: '1' }, product_tags: [] }
    const reply = await send(type, { ...body, accounts: [accounts.instagram!.id], options: { instagram } })
    expect(reply.json.errors.map(({ code, path }: Json) => [code, path])).toEqual(
      ['paid_partnership', 'audio', 'product_tags'].map((name) => [
        'option_needs_facebook_login',
        `options.instagram.${name}`,
      ]),
    )
  })

  describe('what only Facebook Login has, on an account that is connected with it', () => {
    let byPage: Account
    beforeEach(async () => {
      byPage = await world.account({
        ...{ owner_id: owner, provider: 'instagram', external_username: 'by.page', connected_via: 'facebook' },
        ...{ token_expires_at: null, permissions: ['instagram_basic', 'instagram_content_publish'] },
      })
    })
    const sendAs = (shape: Shape, options: Json) => {
      const { type, body } = requestOf(shape, 'instagram')
      return send(type, { ...body, accounts: [byPage.id], options: { instagram: options } })
    }
    const tag = { product_id: '77', x: 0.5, y: 0.25 }

    it.each([
      ['image', { paid_partnership: { label: true } }, { is_paid_partnership: true }],
      [
        'reel',
        { paid_partnership: { sponsor_ids: ['17841400000000001'] } },
        { is_paid_partnership: true, branded_content_sponsor_ids: ['17841400000000001'] },
      ],
      [
        'reel',
        { audio: { audio_id: '5', audio_volume: 80, video_volume: 0 } },
        { audio_configuration: { audio_id: '5', audio_volume: 80, video_volume: 0 } },
      ],
      ['image', { product_tags: [tag] }, { product_tags: [tag] }],
      ['reel', { product_tags: [{ product_id: '77' }] }, { product_tags: [{ product_id: '77' }] }],
    ] as [Shape, Json, Json][])('is sent with %s: %o', async (shape, options, sent) => {
      const reply = await sendAs(shape, options)
      expect(reply.status, JSON.stringify(reply.json)).toBe(202)
      const [body] = await published(reply, byPage)
      expect(body).toMatchObject(sent)
    })

    it('belongs to the picture of a carousel that it names', async () => {
      const reply = await sendAs('carousel', {
        product_tags: [{ ...tag, media_index: 1 }],
        paid_partnership: { label: true },
      })
      const bodies = await published(reply, byPage)
      expect(bodies.map((body) => [body.product_tags, body.is_paid_partnership])).toEqual([
        [undefined, undefined],
        [[tag], undefined],
        [undefined, true],
      ])
    })

    it.each([
      ['image', { paid_partnership: {} }, 'required', 'paid_partnership'],
      ['image', { paid_partnership: 'yes' }, 'invalid_type', 'paid_partnership'],
      ['image', { paid_partnership: { label: false } }, 'invalid_value', 'paid_partnership.label'],
      ['image', { paid_partnership: { sponsor_ids: ['1', '2', '3'] } }, 'too_long', 'paid_partnership.sponsor_ids'],
      ['image', { paid_partnership: { sponsor_ids: ['1', '1'] } }, 'duplicate', 'paid_partnership.sponsor_ids[1]'],
      ['image', { paid_partnership: { sponsor_ids: ['x'] } }, 'invalid_format', 'paid_partnership.sponsor_ids[0]'],
      ['image', { paid_partnership: { sponsor: '1' } }, 'unknown_field', 'paid_partnership.sponsor'],
      ['story', { paid_partnership: { label: true } }, 'option_not_supported', 'paid_partnership'],
      ['reel', { audio: {} }, 'required', 'audio.audio_id'],
      ['reel', { audio: { audio_id: '5', audio_volume: 101 } }, 'too_big', 'audio.audio_volume'],
      ['reel', { audio: { audio_id: '5', video_volume: -1 } }, 'too_small', 'audio.video_volume'],
      ['reel', { audio: { audio_id: '5', video_volume: 1.5 } }, 'invalid_type', 'audio.video_volume'],
      ['image', { audio: { audio_id: '5' } }, 'option_not_supported', 'audio'],
      ['image', { product_tags: [] }, 'too_short', 'product_tags'],
      ['image', { product_tags: [{ product_id: '77' }] }, 'required', 'product_tags[0]'],
      ['image', { product_tags: [tag, tag] }, 'duplicate', 'product_tags[1]'],
      ['image', { product_tags: [{ ...tag, media_index: 1 }] }, 'too_big', 'product_tags[0].media_index'],
      [
        'image',
        { product_tags: Array.from({ length: 6 }, (_, at) => ({ ...tag, product_id: `${at}` })) },
        'too_long',
        'product_tags',
      ],
      ['reel', { product_tags: [tag] }, 'option_conflict', 'product_tags[0]'],
    ] as [Shape, Json, string, string][])('is refused with %s: %o', async (shape, options, code, path) => {
      const reply = await sendAs(shape, options)
      expect([reply.status, reply.json.errors?.map(({ code, path }: Json) => [code, path])]).toEqual([
        400,
        [[code, `options.instagram.${path}`]],
      ])
    })

    it('leaves the permission of comments its own name', async () => {
      const refused = await sendAs('image', { first_comment: 'First' })
      expect(refused.json.errors).toEqual([
        expect.objectContaining({
          code: 'option_needs_permission',
          message: expect.stringContaining('instagram_manage_comments'),
        }),
      ])
    })

    it('is refused as one of two accounts, by the account that has it not', async () => {
      const { type, body } = requestOf('image', 'instagram')
      const both = { ...body, accounts: [byPage.id, accounts.instagram!.id] }
      const options = { instagram: { paid_partnership: { label: true } } }
      expect((await send(type, { ...both, options })).json.errors.map(({ code }: Json) => code)).toEqual([
        'option_needs_facebook_login',
      ])
      expect((await send(type, { ...both, per_account: { [byPage.id]: { options } } })).status).toBe(202)
    })
  })

  it('both forms of the media, or none, are refused', async () => {
    const accountIds = [accounts.instagram!.id]
    const id = pictures[0]!.id
    const both = { media_asset_ids: [id], items: [{ media_asset_id: id }] }
    expect((await send('feed', { title: 'A', media: both, accounts: accountIds })).json.errors).toEqual([
      expect.objectContaining({ code: 'option_conflict', path: 'media.items' }),
    ])
    // As before there was a long form, and with everything else that is wrong.
    const none = await send('feed', { title: 'A', media: { container_id: 'x' }, accounts: accountIds })
    expect(none.json.errors).toEqual([
      { code: 'required', path: 'media.media_asset_ids', message: 'media.media_asset_ids is required.' },
      expect.objectContaining({ path: 'media.container_id' }),
    ])
  })
})

describe('one account otherwise', () => {
  it('text, tags and single options stand in place of the common ones', async () => {
    const first = accounts.threads!
    const second = accounts['threads, publishing alone']!
    const reply = await send('text', {
      content: 'For all',
      hashtags: ['all'],
      accounts: [first.id, second.id],
      options: { threads: { topic_tag: 'Common', reply_control: 'everyone' } },
      per_account: { [second.id.toUpperCase()]: { content: 'For one', options: { threads: { topic_tag: 'Own' } } } },
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    expect((await published(reply, first)).at(-1)).toMatchObject({ text: 'For all\n\n#all', topic_tag: 'Common' })
    expect((await published(reply, second)).at(-1)).toMatchObject({
      text: 'For one\n\n#all',
      topic_tag: 'Own',
      reply_control: 'everyone',
    })
  })

  it('is refused where it is named twice, in whatever letters', async () => {
    const { id } = accounts.threads!
    const shouted = id.toUpperCase()
    const per_account = { [id]: { content: 'One' }, [shouted]: { content: 'Two' } }
    const { status, json } = await send('text', { content: 'For all', accounts: [id], per_account })
    expect([status, json.errors.map(({ code, path }: Json) => [code, path])]).toEqual([
      400,
      [['duplicate', `per_account.${shouted}`]],
    ])
    expect(json.errors[0].message).toBe(`per_account.${shouted} repeats per_account.${id}; name each account once.`)
  })

  it("is checked against the account's own permissions, and named with its path", async () => {
    const first = accounts.threads!
    const second = accounts['threads, publishing alone']!
    const send_ = (body: Json) => send('text', { content: 'Hi', accounts: [first.id, second.id], ...body })
    const own = await send_({ per_account: { [second.id]: { options: { threads: { reply_to_id: '1' } } } } })
    expect(own.json.errors.map(({ code, path }: Json) => [code, path])).toEqual([
      ['option_needs_permission', `per_account.${second.id}.options.threads.reply_to_id`],
    ])
    expect((await send_({ per_account: { [first.id]: { options: { threads: { reply_to_id: '1' } } } } })).status).toBe(
      202,
    )
  })

  it.each<[string, () => Json, string, () => string]>([
    [
      'an account that the post does not name',
      () => ({ per_account: { [newId()]: {} } }),
      'unknown_account',
      () => 'per_account.',
    ],
    ['no id', () => ({ per_account: { anna: {} } }), 'invalid_format', () => 'per_account.anna'],
    [
      'options of another platform',
      () => ({ per_account: { [accounts.threads!.id]: { options: { instagram: {} } } } }),
      'option_not_supported',
      () => `per_account.${accounts.threads!.id}.options.instagram`,
    ],
    [
      'options nobody takes',
      () => ({ options: { instagram: { collaborators: ['a'] } } }),
      'option_not_supported',
      () => 'options.instagram',
    ],
    [
      'an unknown option',
      () => ({ options: { threads: { topic: 'x' } } }),
      'unknown_field',
      () => 'options.threads.topic',
    ],
    [
      'text that is too long',
      () => ({ per_account: { [accounts.threads!.id]: { content: 'x'.repeat(2001) } } }),
      'too_long',
      () => 'per_account.',
    ],
  ])('refuses %s', async (_what, more, code, path) => {
    const reply = await send('text', { content: 'Hi', accounts: [accounts.threads!.id], ...more() })
    expect(reply.status).toBe(400)
    const { errors } = reply.json
    expect(errors.some((one: Json) => one.code === code && one.path.startsWith(path()))).toBe(true)
    expect(world.sent()).toEqual([])
  })
})

it('more than a post can keep is refused', async () => {
  const more = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.account({ owner_id: owner, token_expires_at: Date.now() + 60 * 86_400_000, permissions: EVERY_SCOPE }),
    ),
  )
  const own = { options: { threads: { text_attachment: { text: '가'.repeat(10_000) } } } }
  const per_account = Object.fromEntries(more.map(({ id }) => [id, own]))
  const reply = await send('text', { content: 'Hi', accounts: more.map(({ id }) => id), per_account })
  expect(reply.json.errors).toEqual([expect.objectContaining({ code: 'too_long', path: 'options' })])
  expect(world.sent()).toEqual([])
})

describe('a cover', () => {
  it("is claimed while the post is to be published, and must be a picture of the caller's", async () => {
    const account = accounts.instagram!
    const { type, body } = requestOf('reel', 'instagram')
    const options = (cover_media_id: string) => ({ instagram: { cover_media_id } })
    const reply = await send(type, { ...body, accounts: [account.id], options: options(pictures[1]!.id) })
    expect(await world.usesOf(pictures[1]!.id)).toBe(1)
    await published(reply, account)
    expect(await world.usesOf(pictures[1]!.id)).toBe(0)
    const refused = await send(type, { ...body, accounts: [account.id], options: options(clip.id) })
    expect(refused.json.errors).toEqual([
      expect.objectContaining({ code: 'media_kind', path: 'options.instagram.cover_media_id' }),
    ])
    const bitmap = mediaOf({ id: newId(), owner_id: owner, content_type: 'image/bmp' })
    await put({ ...mediaKey(bitmap.id), ...bitmap })
    const unusable = await send(type, { ...body, accounts: [account.id], options: options(bitmap.id) })
    expect(unusable.json.errors).toEqual([
      expect.objectContaining({ code: 'media_format', path: 'options.instagram.cover_media_id' }),
    ])
    const huge = mediaOf({ id: newId(), owner_id: owner, content_type: 'image/png', width: 8001, height: 8000 })
    await put({ ...mediaKey(huge.id), ...huge })
    const tooLarge = await send(type, { ...body, accounts: [account.id], options: options(huge.id) })
    expect(tooLarge.json.errors).toEqual([
      expect.objectContaining({ code: 'media_too_large', path: 'options.instagram.cover_media_id' }),
    ])
  })

  it('is not sent beside a moment of the video', async () => {
    const { type, body } = requestOf('reel', 'instagram')
    const instagram = { cover_media_id: pictures[1]!.id, thumb_offset_ms: 1 }
    const reply = await send(type, { ...body, accounts: [accounts.instagram!.id], options: { instagram } })
    expect(reply.json.errors).toEqual([
      expect.objectContaining({ code: 'option_conflict', path: 'options.instagram.thumb_offset_ms' }),
    ])
  })
})
