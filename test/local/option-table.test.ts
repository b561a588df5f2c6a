// Every option on every kind of post of its platform: taken where it may stand, refused where not, refused when wrong, refused
// without its permission; and for accepted ones, the very parameters that the simulated platform received.
import { beforeAll, describe, expect, it } from 'vitest'
import { FACEBOOK_OPTIONS } from '../../core/platforms/facebook/options.ts'
import { INSTAGRAM_OPTIONS } from '../../core/platforms/instagram/options.ts'
import { THREADS_OPTIONS } from '../../core/platforms/threads/options.ts'
import { busyKey, clip, ended, type Json, picture, post, upload } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'
import { video as tallClip } from '../unit/fake-platforms/support.ts'

const PLATFORMS = ['instagram', 'threads', 'facebook'] as const
type PlatformName = (typeof PLATFORMS)[number]

const ASKED = {
  instagram: [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_insights',
  ],
  threads: [
    'threads_basic',
    'threads_content_publish',
    'threads_manage_replies',
    'threads_read_replies',
    'threads_manage_insights',
    'threads_delete',
    'threads_location_tagging',
    'threads_share_to_instagram',
  ],
  facebook: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement'],
} as const

const TEXT = 'Nobody knows'
const KINDS = {
  instagram: ['image', 'carousel', 'reel', 'story'],
  threads: ['text', 'carousel', 'video'],
  facebook: ['text', 'image', 'carousel', 'video', 'reel', 'story'],
} as const

interface Received {
  /** The published container's parameters beside its plain ones. */
  published?: Json
  /** The same of the first child of a carousel. */
  child?: Json
  /** Fields of the post itself, or of its comments. */
  after?(given: { post: Json; comments: Json[]; replies: Json[] }): void
}

interface Row {
  right: Json | ((kind: string) => Json)
  wrong: Json
  receives(kind: string): Received
}

let local: SharedLocal
let key: string
let pictures: string[]
let video: string
/** In the one shape that Facebook takes as a reel. */
let tall: string
/** By platform: whose owner granted everything, and whose owner granted publishing alone. */
const granted: Record<string, string> = {}
const bare: Record<string, string> = {}
/** The Instagram account of a Page, which the Page's owner connected. */
let byPage: string
/** A post on the Threads account, to be answered and quoted. */
let other: string

async function consent(platform: PlatformName, username: string, scopes: readonly string[]): Promise<string> {
  const account = { username, scopes }
  if (platform === 'facebook') {
    const { token } = await local.control<Json>(platform, 'POST', '/accounts', account)
    const words = ['connect', '--owner', local.owner, '--platform', platform, `--access-token=${token}`]
    const { accounts } = await local.admin<Json>('account', ...words)
    return accounts[0].id
  }
  const { external_id } = await local.control<Json>(platform, 'POST', '/accounts', account)
  const { url } = await local.admin<Json>('account', 'authorize', '--owner', local.owner, '--platform', platform)
  // As if the setting named all groups: the two that are not asked for by default too.
  const page = new URL(url)
  page.searchParams.set('scope', ASKED[platform].join(','))
  const reply = await local.fetch(`${page}&account=${external_id}`, { redirect: 'manual' })
  const words = ['finish-authorization', '--owner', local.owner, '--redirected-to', reply.headers.get('location')!]
  return (await local.admin<Json>('account', ...words)).id
}

async function connectByPage(): Promise<string> {
  const { external_id: instagram } = await local.control<Json>('facebook', 'POST', '/accounts', { username: 'by.page' })
  const scopes = [...ASKED.facebook, 'instagram_basic', 'instagram_content_publish']
  const { token } = await local.control<Json>('facebook', 'POST', '/accounts', {
    username: 'its.page',
    scopes,
    instagram,
  })
  const words = [
    'connect',
    '--owner',
    local.owner,
    '--platform',
    'facebook',
    `--access-token=${token}`,
    '--page',
    instagram,
  ]
  const { accounts } = await local.admin<Json>('account', ...words)
  expect(accounts).toHaveLength(1)
  return accounts[0].id
}

beforeAll(async () => {
  local = await sharedLocal()
  key = await busyKey(local)
  for (const platform of PLATFORMS) {
    granted[platform] = await consent(platform, 'granting.all', ASKED[platform])
    bare[platform] = await consent(
      platform,
      'granting.little',
      ASKED[platform].slice(0, platform === 'facebook' ? 3 : 2),
    )
    await local.control(platform, 'POST', '/settings', { quota_total: 1000, duplicate_text: 'accept' })
  }
  byPage = await connectByPage()
  const files = [await picture(), await picture()]
  pictures = await Promise.all(files.map((bytes) => upload(local, bytes, 'p.jpg', 'image/jpeg', { key })))
  video = await upload(local, clip(), 'c.mp4', 'video/mp4', { key })
  tall = await upload(local, tallClip(), 't.mp4', 'video/mp4', { key })
  const first = await post(local, 'text', { content: 'First', accounts: [granted.threads] }, key)
  other = (await ended(local, first, key)).publications[0].platform_media_id
}, 240_000)

/** On the container that is published, wherever the option may stand. */
const published =
  (parameters: Json): Row['receives'] =>
  () => ({ published: parameters })
const json = (value: unknown): string => JSON.stringify(value)

const INSTAGRAM: Record<string, Row> = {
  collaborators: {
    right: ['@anna', 'ben'],
    wrong: ['a', 'b', 'c', 'd'],
    receives: published({ collaborators: ['anna', 'ben'] }),
  },
  user_tags: {
    right: (kind: string) => [
      kind === 'reel' || kind === 'story' ? { username: 'anna' } : { username: '@anna', x: 0.5, y: 0.25 },
    ],
    wrong: [{ username: 'anna', x: 2, y: 0 }],
    receives: (kind) =>
      kind === 'carousel'
        ? { child: { user_tags: [{ username: 'anna', x: 0.5, y: 0.25 }] } }
        : {
            published: { user_tags: [kind === 'image' ? { username: 'anna', x: 0.5, y: 0.25 } : { username: 'anna' }] },
          },
  },
  location_id: {
    right: '106377336067638',
    wrong: 'here',
    receives: published({ location_id: '106377336067638' }),
  },
  cover_media_id: {
    right: () => pictures[0],
    wrong: 'cover',
    receives: () => ({ published: { cover_url: expect.stringMatching(`/v/${pictures[0]}/[^/]+\\.jpg$`) } }),
  },
  thumb_offset_ms: { right: 1500, wrong: -1, receives: published({ thumb_offset: 1500 }) },
  share_to_feed: { right: false, wrong: 'no', receives: published({ share_to_feed: false }) },
  audio_name: { right: 'Our tune 🎵', wrong: '', receives: published({ audio_name: 'Our tune 🎵' }) },
  trial_reel: {
    right: 'performance',
    wrong: 'later',
    receives: published({ trial_params: { graduation_strategy: 'SS_PERFORMANCE' } }),
  },
  is_ai_generated: { right: true, wrong: 'yes', receives: published({ is_ai_generated: true }) },
  first_comment: {
    right: 'First! Größe 👋',
    wrong: '',
    receives: () => ({
      after: ({ comments }) => expect(comments.map(({ text }) => text)).toEqual(['First! Größe 👋']),
    }),
  },
  comments_enabled: {
    right: false,
    wrong: 'off',
    receives: () => ({ after: ({ post: shown }) => expect(shown.comments_enabled).toBe(false) }),
  },
}

const THREADS: Record<string, Row> = {
  reply_control: {
    right: 'followers_only',
    wrong: 'nobody',
    receives: published({ reply_control: 'followers_only' }),
  },
  topic_tag: { right: '#Kaffee & Co'.replace(' & Co', ''), wrong: 'a.b', receives: published({ topic_tag: 'Kaffee' }) },
  link_attachment: {
    right: 'https://shop.example/menu?x=1&y=%C3%A4',
    wrong: 'http://shop.example',
    receives: published({ link_attachment: 'https://shop.example/menu?x=1&y=%C3%A4' }),
  },
  quote_post_id: { right: () => other, wrong: 'x', receives: () => ({ published: { quote_post_id: other } }) },
  reply_to_id: { right: () => other, wrong: 'x', receives: () => ({ published: { reply_to_id: other } }) },
  thread: {
    right: () => [{ content: 'And so on', media: { media_asset_ids: pictures } }],
    wrong: [{}],
    receives: () => ({
      after: ({ replies }) =>
        expect(replies.map(({ text, kind }) => [text, kind])).toEqual([['And so on', 'carousel']]),
    }),
  },
  poll: {
    right: { options: ['Tea', 'Coffee "strong"'] },
    wrong: { options: ['Tea'] },
    receives: published({ poll_attachment: json({ option_a: 'Tea', option_b: 'Coffee "strong"' }) }),
  },
  gif: {
    right: { id: 'abc-1' },
    wrong: { id: 'abc', provider: 'tenor' },
    receives: published({ gif_attachment: json({ gif_id: 'abc-1', provider: 'GIPHY' }) }),
  },
  text_attachment: {
    right: {
      text: 'Long 👩‍🚀 text',
      link_url: 'https://a.example/',
      styles: [{ offset: 0, length: 4, styles: ['bold'] }],
    },
    wrong: { text: '' },
    receives: published({
      text_attachment: json({
        plaintext: 'Long 👩‍🚀 text',
        link_attachment_url: 'https://a.example/',
        text_with_styling_info: [{ offset: 0, length: 4, styling_info: ['bold'] }],
      }),
    }),
  },
  spoiler_media: { right: true, wrong: 'yes', receives: published({ is_spoiler_media: 'true' }) },
  spoiler_text: {
    right: [{ offset: 0, length: 6 }],
    wrong: [{ offset: 0, length: TEXT.length + 1 }],
    receives: published({ text_entities: json([{ entity_type: 'SPOILER', offset: 0, length: 6 }]) }),
  },
  ghost_post: { right: true, wrong: 'boo', receives: published({ is_ghost_post: 'true' }) },
  reply_approvals: { right: true, wrong: 1, receives: published({ enable_reply_approvals: 'true' }) },
  location_id: { right: '106377336067638', wrong: 'x', receives: published({ location_id: '106377336067638' }) },
  allowed_countries: {
    right: ['KR', 'US'],
    wrong: ['USA'],
    receives: published({ allowlisted_country_codes: 'KR,US' }),
  },
  share_to_instagram_story: {
    right: 'dark',
    wrong: 'pink',
    receives: published({ crossreshare_to_ig_dark_mode: 'true' }),
  },
}
const FACEBOOK: Record<string, Row> = {
  link: {
    right: 'https://shop.example/menu?x=1&y=%C3%A4',
    wrong: 'http://shop.example',
    receives: published({ link: 'https://shop.example/menu?x=1&y=%C3%A4' }),
  },
  title: { right: 'Größe 👋', wrong: '', receives: published({ title: 'Größe 👋' }) },
  is_ai_generated: { right: true, wrong: 'yes', receives: published({ is_ai_generated: true }) },
  place_id: { right: '106377336067638', wrong: 'here', receives: published({ place: '106377336067638' }) },
  countries: {
    right: ['KR', 'US'],
    wrong: ['USA'],
    receives: published({ targeting: { geo_locations: { countries: ['KR', 'US'] } } }),
  },
  first_comment: INSTAGRAM.first_comment!,
}
const ROWS = { instagram: INSTAGRAM, threads: THREADS, facebook: FACEBOOK }
const OPTIONS = { instagram: INSTAGRAM_OPTIONS, threads: THREADS_OPTIONS, facebook: FACEBOOK_OPTIONS }
/** Only for Instagram accounts that were connected with Facebook Login. */
const BY_FACEBOOK: Record<string, Row> = {
  paid_partnership: {
    right: { label: true, sponsor_ids: ['17841400000000001'] },
    wrong: { sponsor_ids: ['x'] },
    receives: published({ is_paid_partnership: true, branded_content_sponsor_ids: ['17841400000000001'] }),
  },
  audio: {
    right: { audio_id: '5', audio_volume: 80, video_volume: 20 },
    wrong: { audio_id: '5', audio_volume: 101 },
    receives: published({ audio_configuration: { audio_id: '5', audio_volume: 80, video_volume: 20 } }),
  },
  product_tags: {
    right: (kind: string) => [kind === 'reel' ? { product_id: '77' } : { product_id: '77', x: 0.5, y: 0.25 }],
    wrong: [{ product_id: 'shoe' }],
    receives: (kind) => {
      if (kind === 'reel') return { published: { product_tags: [{ product_id: '77' }] } }
      const own = { product_tags: [{ product_id: '77', x: 0.5, y: 0.25 }] }
      return kind === 'carousel' ? { child: own } : { published: own }
    },
  },
}
const FACEBOOK_LOGIN = Object.keys(BY_FACEBOOK)

function bodyOf(platform: PlatformName, kind: string, option: string, value: Json, account: string) {
  const media = (ids: string[]) => ({ media: { media_asset_ids: ids } })
  const common = { content: TEXT, accounts: [account], options: { [platform]: { [option]: value } } }
  switch (kind) {
    case 'text':
      return { type: 'text', body: common }
    case 'image':
      return { type: 'feed', body: { title: 'T', ...common, ...media([pictures[0]!]) } }
    case 'carousel':
      return { type: 'feed', body: { title: 'T', ...common, ...media(pictures) } }
    case 'video':
      return { type: 'feed', body: { title: 'T', ...common, ...media([video]) } }
    case 'reel':
      return { type: 'reels', body: { ...common, ...media([platform === 'facebook' ? tall : video]) } }
    default:
      return { type: 'stories', body: { ...common, ...media([pictures[0]!]) } }
  }
}

/** Parameters that are always sent, by kind; addresses are another test's. */
const PLAIN: Record<string, Json> = {
  'instagram image': { image_url: expect.any(String), caption: TEXT },
  'instagram carousel': { media_type: 'CAROUSEL', children: expect.any(String), caption: TEXT },
  'instagram reel': { media_type: 'REELS', video_url: expect.any(String), share_to_feed: true, caption: TEXT },
  'instagram story': { media_type: 'STORIES', image_url: expect.any(String) },
  'instagram child': { image_url: expect.any(String), is_carousel_item: true },
  'threads text': { media_type: 'TEXT', text: TEXT },
  'threads carousel': { media_type: 'CAROUSEL', children: expect.any(String), text: TEXT },
  'threads video': { media_type: 'VIDEO', video_url: expect.any(String), text: TEXT },
  'threads child': { media_type: 'IMAGE', image_url: expect.any(String), is_carousel_item: 'true' },
}

interface Case {
  platform: PlatformName
  kind: string
  option: string
  row: Row
  taken: boolean
}
const CASES: Case[] = PLATFORMS.flatMap((platform) =>
  Object.entries(ROWS[platform]).flatMap(([option, row]) =>
    KINDS[platform].map((kind): Case => {
      const rows = OPTIONS[platform] as Record<string, { shapes: readonly string[] }>
      return { platform, kind, option, row, taken: rows[option]!.shapes.includes(kind) }
    }),
  ),
)
const rightOf = ({ row, kind }: Case): Json => (typeof row.right === 'function' ? row.right(kind) : row.right)

/** So many requests at a time. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>, atOnce = 8): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
const send = ({ platform, kind, option }: Omit<Case, 'row' | 'taken'>, value: Json, account: string) => {
  const { type, body } = bodyOf(platform, kind, option, value, account)
  return local.api('POST', `/api/v1/posts/${type}`, { key, json: body })
}
const codesOf = (reply: { json<T>(): T }) => reply.json<Json>().errors?.map(({ code }: Json) => code)

/** Facebook is told of options by the call that publishes: exactly what that call carried. */
function expectOnFacebook(state: Json, view: Json, { kind, own, where }: { kind: string; own: Json; where: string }) {
  const shown = state.posts.find(({ id }: Json) => id === view.platform_media_id)
  expect([shown.text, shown.options ?? {}], where).toEqual([kind === 'story' ? '' : TEXT, own])
  const calls = state.requests.filter(({ operation }: Json) => operation === 'publish')
  expect(calls.every(({ status }: Json) => status === 200)).toBe(true)
}

describe('every option', () => {
  it('of the platforms is in this table', () => {
    for (const platform of PLATFORMS) {
      const inTable = [...Object.keys(ROWS[platform]), ...(platform === 'instagram' ? FACEBOOK_LOGIN : [])]
      expect(inTable.sort()).toEqual(Object.keys(OPTIONS[platform]).sort())
    }
  })

  it('is refused on every kind of post that it does not go with', { tags: 'deep', timeout: 120_000 }, async () => {
    const cases = CASES.filter(({ taken }) => !taken)
    const replies = await all(cases, (one) => send(one, rightOf(one), granted[one.platform]!))
    for (const [at, { platform, option, kind }] of cases.entries()) {
      const where = `${platform} ${option} on ${kind}`
      expect(replies[at]!.status, where).toBe(400)
      expect(replies[at]!.json<Json>().errors, where).toContainEqual({
        code: 'option_not_supported',
        path: expect.stringContaining(`options.${platform}.${option}`),
        message: expect.any(String),
      })
    }
  })

  it('is refused where it is wrong, with its field', { tags: 'deep', timeout: 120_000 }, async () => {
    const cases = CASES.filter(({ taken }) => taken)
    const replies = await all(cases, (one) => send(one, one.row.wrong, granted[one.platform]!))
    for (const [at, { platform, option, kind }] of cases.entries()) {
      const { status, json: read } = { status: replies[at]!.status, json: replies[at]!.json<Json>() }
      expect([status, read.errors?.[0].path], `${platform} ${option} on ${kind}: ${replies[at]!.text}`).toEqual([
        400,
        expect.stringMatching(`^options\\.${platform}\\.${option}`),
      ])
    }
  })

  it('is refused without the permission that it needs, and taken without where it needs none', async () => {
    const needing = CASES.filter(({ platform, option, taken }) => {
      const rows = OPTIONS[platform] as Record<string, { scope?: string }>
      return taken && rows[option]!.scope !== undefined
    })
    expect(needing.length).toBeGreaterThan(12)
    const replies = await all(needing, (one) => send(one, rightOf(one), bare[one.platform]!))
    for (const [at, { platform, option, kind }] of needing.entries()) {
      const { scope } = (OPTIONS[platform] as Record<string, { scope?: string }>)[option]!
      const where = `${platform} ${option} on ${kind}`
      expect([replies[at]!.status, codesOf(replies[at]!)], where).toEqual([400, ['option_needs_permission']])
      expect(replies[at]!.json<Json>().message, where).toContain(scope)
    }
  }, 120_000)

  it.each(FACEBOOK_LOGIN)('%s is refused everywhere: it needs Facebook Login', async (option) => {
    const kinds = KINDS.instagram
    const replies = await all(kinds, (kind) => send({ platform: 'instagram', kind, option }, {}, granted.instagram!))
    expect(replies.map(codesOf)).toEqual(kinds.map(() => ['option_needs_facebook_login']))
  })

  it('that needs Facebook Login is taken by an account that is connected with it, and reaches it on that host', {
    tags: 'deep',
    timeout: 300_000,
  }, async () => {
    const cases = Object.entries(BY_FACEBOOK).flatMap(([option, row]) =>
      KINDS.instagram.map((kind): Case => {
        const { shapes } = INSTAGRAM_OPTIONS[option as 'audio'] as { shapes: readonly string[] }
        return { platform: 'instagram', kind, option, row, taken: shapes.includes(kind) }
      }),
    )
    const taken = cases.filter((one) => one.taken)
    expect([taken.length, cases.length]).toEqual([7, 12])
    const elsewhere = await all(
      cases.filter((one) => !one.taken),
      (one) => send(one, rightOf(one), byPage),
    )
    expect(elsewhere.map(codesOf)).toEqual(elsewhere.map(() => ['option_not_supported']))
    const wrong = await all(taken, (one) => send(one, one.row.wrong, byPage))
    for (const [at, { option }] of taken.entries())
      expect(wrong[at]!.json<Json>().errors[0].path).toMatch(`options.instagram.${option}`)
    const ids = await all(taken, (one) => {
      const { type, body } = bodyOf('instagram', one.kind, one.option, rightOf(one), byPage)
      return post(local, type, body, key)
    })
    const views = await all(ids, async (id) => (await ended(local, id, key, 240_000)).publications[0])
    const { containers, posts }: Json = await local.control('facebook', 'GET', '/state?requests=0')
    for (const [at, { kind, option, row }] of taken.entries()) {
      const where = `${option} on ${kind}`
      const view = views[at]!
      expect([view.state, view.error], where).toEqual(['published', null])
      const { published: own = {}, child = {} } = row.receives(kind)
      const paramsOf = ({ container_id }: Json): Json => containers.find(({ id }: Json) => id === container_id).params
      const made = view.jobs.filter(({ container_id }: Json) => container_id !== null)
      const target = made.find(({ job_type }: Json) => job_type === 'carousel_upload') ?? made[0]
      expect(paramsOf(target), where).toEqual({ ...PLAIN[`instagram ${kind}`], ...own })
      for (const [place, job] of made.filter((one: Json) => one !== target).entries())
        expect(paramsOf(job), where).toEqual({ ...PLAIN['instagram child'], ...(place === 0 ? child : {}) })
      expect(posts.find(({ id }: Json) => id === view.platform_media_id)?.username, where).toBe('by.page')
    }
  })

  it('reaches its platform as it is to be, and nothing else does', { tags: 'deep', timeout: 600_000 }, async () => {
    const cases = CASES.filter(({ taken }) => taken)
    const ids = await all(cases, (one) => {
      const { type, body } = bodyOf(one.platform, one.kind, one.option, rightOf(one), granted[one.platform]!)
      return post(local, type, body, key)
    })
    const settled = async (id: string): Promise<Json> => {
      const view = await ended(local, id, key, 240_000)
      const pending = view.publications[0].steps?.some(({ state }: Json) => state === 'pending')
      return pending ? settled(id) : view.publications[0]
    }
    const views = await all(ids, settled)
    const states: Record<string, Json> = {}
    for (const platform of PLATFORMS)
      states[platform] = await local.control(platform, 'GET', platform === 'facebook' ? '/state' : '/state?requests=0')
    for (const [at, { platform, kind, option, row }] of cases.entries()) {
      const where = `${platform} ${option} on ${kind}`
      const view = views[at]!
      expect([view.state, view.error], where).toEqual(['published', null])
      const state = states[platform]!
      const { published: own = {}, child = {}, after } = row.receives(kind)
      if (platform === 'facebook') expectOnFacebook(state, view, { kind, own, where })
      const params = (id: string): Json => state.containers.find((one: Json) => one.id === id).params
      const made = view.jobs.filter(({ container_id, part }: Json) => container_id !== null && part === undefined)
      const target = made.find(({ job_type }: Json) => job_type === 'carousel_upload') ?? made[0]
      if (platform !== 'facebook')
        expect(params(target.container_id), where).toEqual({ ...PLAIN[`${platform} ${kind}`], ...own })
      const children = platform === 'facebook' ? [] : made.filter((one: Json) => one !== target)
      for (const [place, { container_id }] of children.entries())
        expect(params(container_id), `${where}, child ${place}`).toEqual({
          ...PLAIN[`${platform} child`],
          ...(place === 0 ? child : {}),
        })
      const { posts, comments } = state
      const shown = posts.find(({ id }: Json) => id === view.platform_media_id)
      after?.({
        post: shown,
        comments: comments.filter((one: Json) => one.post === shown.id),
        replies: posts.filter(({ reply_to }: Json) => reply_to === shown.id),
      })
      // Nothing follows that was not asked for.
      if (option !== 'first_comment')
        expect(
          comments.filter((one: Json) => one.post === shown.id),
          where,
        ).toEqual([])
      if (option !== 'comments_enabled') expect(shown.comments_enabled, where).toBeUndefined()
    }
  })
})
