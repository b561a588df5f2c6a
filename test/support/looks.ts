// Pages of the dashboard as people have them: with much, with little and with nothing on them.
import type { Page } from 'playwright-core'
import { CHECKED } from './composer.ts'
import {
  capabilities,
  connection,
  delivery,
  keys,
  ok,
  page as pageOf,
  partlyFailed,
  postSummary,
  publication,
  sharedDraft,
  signIns,
  team,
  usageReport,
  webhook,
} from './dashboard-samples.ts'
import { type Script, signedIn } from './scripted-dashboard.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface Look {
  path: string
  script: () => Script
  /** Brings the page where it is looked at. */
  ready?: (page: Page) => Promise<void>
}

const COLOURS = ['#8a5a3c', '#3c6e5a', '#b98b4e', '#54627b', '#a34a44', '#6d5a8a', '#c7a17a', '#2f4858']

/** A picture that is told apart from the others, in the shape of a photograph. */
const drawn = (at: number, width = 400, height = 500): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${COLOURS[at % 8]}"/><circle cx="${width * 0.62}" cy="${height * 0.4}" r="${width * 0.26}" fill="${COLOURS[(at + 2) % 8]}"/><path d="M0 ${height} L${width * 0.4} ${height * 0.55} L${width} ${height}Z" fill="${COLOURS[(at + 5) % 8]}"/></svg>`

const picture = (at: number, width?: number, height?: number) => ({
  headers: { 'Content-Type': 'image/svg+xml' },
  body: drawn(at, width, height),
})

const PICTURES: Script = Object.fromEntries([
  ...Array.from({ length: 12 }, (_, at) => [`GET /pictures/${at}`, picture(at)]),
  ...Array.from({ length: 4 }, (_, at) => [`GET /faces/${at}`, picture(at + 3, 200, 200)]),
])

const threads = { name: 'threads', display_name: 'Threads' }

export const ACCOUNTS = [
  connection({ profile_url: '/api/faces/0' }),
  connection({
    id: 'a2',
    platform: threads,
    username: 'harborcoffee',
    scheduled_posts: 1,
    profile_url: '/api/faces/0',
  }),
  connection({
    id: 'a3',
    username: 'harbor.roastery',
    name: 'Harbor Roastery and Training Centre',
    scheduled_posts: 0,
    profile_url: '/api/faces/1',
  }),
  connection({
    id: 'a4',
    platform: threads,
    username: 'harbor.academy',
    status: 'reconnect_required',
    last_error: 'Error validating access token: the session was ended by the person.',
  }),
]

export const library = Array.from({ length: 11 }, (_, at) => ({
  id: `70000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
  title: ['Cherry tonic.jpg', 'Lavender oat latte, seen from above at the window.jpg', 'pour-over.jpg'][at % 3],
  alt_text: at % 2 === 0 ? 'A glass of cherry tonic on the bar' : '',
  content_type: at === 7 ? 'audio/mpeg' : 'image/jpeg',
  size_bytes: 1_800_000 + at * 331_000,
  version: 1,
  created_at: Date.now() - at * DAY,
  download_url: `/api/pictures/${at}`,
}))

export const NOTHING = {
  result: [],
  usage: { usage_size: 0 },
  result_info: { page: 1, per_page: 40, count: 0, total_count: 0, total_pages: 0 },
  filters: {},
}

/** The files themselves, where the API leads to them. */
export const FILES: Script = Object.fromEntries(library.map(({ id }, at) => [`GET /v1/media/${id}`, picture(at)]))

const media = ok({
  ...NOTHING,
  result: library,
  usage: { usage_size: 42_000_000 },
  result_info: { page: 1, per_page: 40, count: 11, total_count: 11, total_pages: 1 },
})

export const WORDS = [
  'Our spring menu is here: cherry tonic, lavender oat latte, and a seasonal pour-over.',
  'Behind the counter with Mina: how we roast, from green bean to cup, in three minutes.',
  '오늘은 오후 6시까지 영업합니다. 내일 다시 만나요!',
  'New beans from Huehuetenango. Notes of plum, cocoa and a little orange.',
  'We are closed on Thursday. See you on Friday, fresh as ever.',
]

const TOMORROW = (Math.floor(Date.now() / DAY) + 1) * DAY

/** Free slots of an account in the days from tomorrow, at ten in the evening: no time is wider. */
const freeSlots = (days: readonly number[]) =>
  ok({
    account_id: 'a1',
    time_zone: 'UTC',
    slots: [],
    next_free: days.map((each) => TOMORROW + each * DAY + 22 * HOUR),
    updated_at: Date.now(),
  })

const ideas = ok([
  sharedDraft({ post: { content: WORDS[3], accounts: ['a1', 'a2'] } }),
  sharedDraft({ id: '80000000-0000-4000-8000-000000000002', type: 'feed', post: { title: 'Tasting in May' } }),
  sharedDraft({ id: '80000000-0000-4000-8000-000000000003', type: 'reels', post: { content: WORDS[2] } }),
])

/** Posts around now, some of each state. */
export function manyPosts() {
  const now = Date.now()
  const states = [
    'scheduled',
    'scheduled',
    'published',
    'failed',
    'partially_failed',
    'cancelled',
    'published',
  ] as const
  return Array.from({ length: 19 }, (_, at) => {
    const status = states[at % states.length]!
    const ahead = status === 'scheduled'
    return postSummary({
      id: `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
      type: (['feed', 'text', 'reels', 'feed'] as const)[at % 4],
      status,
      title: at % 3 === 0 ? `Monday special no. ${at + 1}` : null,
      content: WORDS[at % WORDS.length],
      media_asset_ids: at % 4 === 1 ? [] : [library[at % 7]!.id, library[(at + 1) % 7]!.id],
      accounts: at % 2 === 0 ? ['a1', 'a2'] : ['a3'],
      scheduled_at: ahead ? now + (at + 1) * 9 * HOUR : now - (at + 1) * 7 * HOUR,
      created_at: now - 30 * DAY,
      progress: { total: 2, published: 1, failed: 1, cancelled: 0 },
    })
  })
}

export const base = (): Script => ({
  ...signedIn(),
  ...PICTURES,
  'GET /v1/accounts/connections': ok(ACCOUNTS),
  'GET /v1/media/users': media,
  'GET /v1/media/tags': ok([
    { tag: 'summer', count: 12 },
    { tag: '메뉴', count: 4 },
  ]),
  'GET /v1/posts': pageOf(manyPosts(), { total_count: 19 }),
  'GET /v1/drafts': ideas,
  'GET /v1/accounts/social/a1/slots': freeSlots([0, 1, 2, 3, 4]),
  'GET /v1/accounts/social/a2/slots': freeSlots([0, 2]),
})

const partly = partlyFailed()
const failed = {
  ...partly,
  content: WORDS[0],
  hashtags: ['#spring', '#coffee'],
  media_asset_ids: library.slice(0, 3).map(({ id }) => id),
  publications: [
    ...partly.publications,
    publication({
      account_id: 'a3',
      state: 'failed',
      terminal: true,
      error: {
        code: 'rejected',
        message: 'The platform refused the content.',
        platform: { message: 'The caption mentions too many people.', code: 2207040 },
      },
    }),
  ],
}

/** Figures of a post over its first days: they grow, and ever more slowly. */
const grown = {
  account_id: 'a1',
  platform: 'instagram',
  platform_media_id: 'm1',
  figures: { views: 1480, reach: 1102, likes: 62, comments: 9 },
  read_at: Date.now() - 60_000,
  problem: null,
  days: [420, 910, 1180, 1320, 1400, 1480].map((views, at) => ({
    day: new Date(Date.now() - (5 - at) * DAY).toISOString().slice(0, 10),
    figures: { views, reach: Math.round(views * 0.75), likes: Math.round(views / 24), comments: at + 4 },
  })),
}

export const named = (english: string, korean: string) => new RegExp(`^(${english}|${korean})`)

async function compose(page: Page): Promise<void> {
  for (const account of ['@harbor.coffee (Instagram)', '@harborcoffee (Threads)'])
    await page.getByRole('checkbox', { name: account }).check()
  await page.getByRole('textbox', { name: /^(Text|본문)$/ }).fill(`${WORDS[0]}\n\nCome by from Monday.`)
  await page.getByRole('textbox', { name: named('Hashtags', '해시태그') }).fill('#spring #coffee')
  await page.getByRole('button', { name: named('Choose from library', '라이브러리에서 선택') }).click()
  const dialog = page.getByRole('dialog')
  for (const at of [0, 1, 2]) await dialog.getByRole('checkbox').nth(at).check()
  await dialog.getByRole('button', { name: named('Add$', '추가$') }).click()
  await page.getByRole('radio', { name: named('Later', '나중에') }).check()
}

const composing = (): Script => ({ ...base(), 'POST /v1/posts/feed': CHECKED, 'POST /v1/posts/text': CHECKED })

export const LOOKS: Readonly<Record<string, Look>> = {
  'compose-empty': { path: '/compose', script: composing },
  compose: { path: '/compose', script: composing, ready: compose },
  'compose-open': {
    path: '/compose',
    script: composing,
    ready: async (page) => {
      await compose(page)
      for (const fold of await page.locator('button.fold-button').all()) await fold.click()
      await page.getByRole('textbox', { name: /^(Text|본문)$/ }).fill('n'.repeat(2300))
    },
  },
  'calendar-month': { path: '/calendar?view=month', script: base },
  'calendar-week': {
    path: `/calendar?view=week&date=${new Date(TOMORROW).toISOString().slice(0, 10)}`,
    script: base,
    ready: (page) => page.locator('.entry.free').first().waitFor(),
  },
  posts: { path: '/posts', script: base },
  'posts-empty': { path: '/posts', script: () => ({ ...base(), 'GET /v1/posts': pageOf([]) }) },
  post: {
    path: `/posts/${failed.id}`,
    script: () => ({ ...base(), [`GET /v1/posts/${failed.id}`]: ok(failed) }),
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  'post-open': {
    path: `/posts/${failed.id}`,
    script: () => ({ ...base(), [`GET /v1/posts/${failed.id}`]: ok(failed) }),
    ready: async (page) => {
      await page.getByRole('article').first().waitFor()
      for (const fold of await page.locator('main [aria-expanded]').all()) await fold.click()
    },
  },
  'post-figures': {
    path: `/posts/${failed.id}`,
    script: () => ({
      ...base(),
      [`GET /v1/posts/${failed.id}`]: ok(failed),
      [`GET /v1/posts/${failed.id}/insights`]: ok({ post_id: failed.id, accounts: [grown] }),
    }),
    ready: async (page) => {
      await page.getByRole('button', { name: named('Over time', '날짜별 추이') }).click()
      await page.getByRole('combobox', { name: named('Figure', '항목') }).waitFor()
    },
  },
  media: { path: '/media', script: base },
  'media-empty': {
    path: '/media',
    script: () => ({ ...base(), 'GET /v1/media/users': ok(NOTHING), 'GET /v1/media/tags': ok([]) }),
  },
  accounts: {
    path: '/accounts',
    script: () => ({
      ...base(),
      ...Object.fromEntries(
        ACCOUNTS.map(({ id }) => [`GET /v1/accounts/social/${id}/capabilities`, ok(capabilities(2, 100))]),
      ),
    }),
  },
  'accounts-empty': { path: '/accounts', script: () => ({ ...base(), 'GET /v1/accounts/connections': ok([]) }) },
  keys: { path: '/keys', script: () => ({ ...base(), 'GET /v1/keys': ok(keys(), { rate_limit_max: 120 }) }) },
  team: {
    path: '/team',
    script: () => ({
      ...base(),
      'GET /v1/members': ok(team().members),
      'GET /v1/invitations': ok(team().invitations),
      'GET /v1/team': ok(team()),
    }),
  },
  webhooks: {
    path: '/webhooks',
    script: () => ({
      ...base(),
      'GET /v1/webhooks': ok([webhook(), webhook({ id: '30000000-0000-4000-8000-000000000002', enabled: false })]),
      'GET /v1/webhooks/30000000-0000-4000-8000-000000000001/deliveries': ok({
        result: [delivery()],
        next_before: null,
      }),
    }),
  },
  usage: {
    path: '/usage',
    script: () => ({ ...base(), 'GET /v1/usage': ok(usageReport(Date.now() - DAY)) }),
  },
  security: { path: '/security', script: () => ({ ...base(), 'GET /v1/sessions': ok(signIns()) }) },
}
