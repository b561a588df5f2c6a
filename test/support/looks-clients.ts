// Pages of work with clients and teams, as looks.ts has the others: approval, plans from a file, links, figures, the trail.
import { changes, ok, page as pageOf } from './dashboard-samples.ts'
import { ACCOUNTS, base, FILES, type Look, library, named, WORDS } from './looks.ts'
import type { Script, ScriptedRequest } from './scripted-dashboard.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINA = { id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' }

const approval = (more: object = {}) => ({
  id: '60000000-0000-4000-8000-000000000001',
  type: 'feed',
  post: {
    content: `${WORDS[0]}\n\nCome by from Monday.`,
    hashtags: ['spring', 'coffee'],
    accounts: ACCOUNTS.slice(0, 3).map(({ id }) => id),
    media: { items: library.slice(0, 3).map(({ id, alt_text }) => ({ media_asset_id: id, alt_text })) },
    scheduled_at: Date.now() + 2 * DAY,
  },
  state: 'waiting',
  version: 2,
  late: false,
  too_late: false,
  post_id: null,
  review_until: Date.now() + 3 * DAY,
  review_shown_until: Date.now() + 3 * DAY,
  created_by: MINA,
  created_at: Date.now() - DAY,
  updated_at: Date.now() - HOUR,
  ...more,
})

const HISTORY = [
  { kind: 'sent', text: 'Is the date right?', version: 1, at: Date.now() - DAY },
  { kind: 'changes_asked', text: 'Please name the price of the pour-over.', version: 1, at: Date.now() - 5 * HOUR },
  { kind: 'changed', text: '', version: 2, at: Date.now() - HOUR },
]

const waiting = [
  approval(),
  approval({ id: '60000000-0000-4000-8000-000000000002', type: 'text', late: true, created_by: null }),
  approval({
    id: '60000000-0000-4000-8000-000000000003',
    state: 'changes_asked',
    post: { content: WORDS[2], accounts: [] },
    created_by: { id: 'm9', name: '', email: '' },
  }),
]

const NO_BRAND = { name: null, logo_url: null, color: null }

const row = (at: number, more: object = {}) => ({
  row: at,
  line: at + 1,
  state: 'ready',
  type: 'text',
  title: '',
  content: WORDS[at % WORDS.length],
  accounts: ['threads:harborcoffee', 'instagram:harbor.coffee'],
  scheduled_at: Date.now() + at * DAY,
  post_id: null,
  approval: null,
  issues: [],
  notes: [],
  ...more,
})

const unknown = { code: 'unknown_account', path: 'accounts', message: 'You have no account "threads:harbor.cofee".' }
const plan = {
  rows: [
    row(1),
    row(2, { state: 'problem', issues: [unknown], accounts: ['threads:harbor.cofee'] }),
    row(3, { scheduled_at: 'next_slot' }),
    row(4, { state: 'imported', post_id: 'p4' }),
  ],
  totals: { ready: 2, imported: 1, problem: 1, left_out: 0 },
}

/** Followers grow by one a day; both views of the same days. */
function figures({ path }: ScriptedRequest) {
  const query = new URL(path, 'http://x').searchParams
  const known = {
    account_id: 'a1',
    platform: 'instagram',
    from: Number(query.get('from')),
    to: Number(query.get('to')),
  }
  const counts = { views: 2800, reach: 600, likes: 310, comments: 24 }
  if (query.get('by') !== 'day')
    return ok({
      ...known,
      figures: { ...counts, followers_count: 1100 },
      standing: ['followers_count'],
      read_at: Date.now(),
      problem: null,
    })
  const first = Math.floor(known.from / DAY)
  const days = Array.from({ length: Math.ceil(known.to / DAY) - first }, (_, at) => ({
    day: new Date((first + at) * DAY).toISOString().slice(0, 10),
    figures: { views: 90 + ((at * 37) % 60), reach: 40 + ((at * 13) % 20), likes: 9, comments: 1 },
    standing: { followers_count: 1000 + at },
  }))
  return ok({ ...known, people: ['reach'], days })
}

export const LOOKS_OF_CLIENTS: Readonly<Record<string, Look>> = {
  insights: {
    path: '/insights',
    script: () => ({
      ...base(),
      ...Object.fromEntries(ACCOUNTS.map(({ id }) => [`GET /v1/accounts/social/${id}/insights`, figures])),
      'GET /v1/posts': pageOf([]),
    }),
    ready: async (page) => {
      await page
        .getByRole('row', { name: named('Followers', '팔로워') })
        .first()
        .waitFor()
    },
  },
  import: {
    path: '/import',
    script: () => ({ ...base(), 'POST /v1/imports/check': ok(plan) }),
    ready: async (page) => {
      const file = { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('type,content\r\ntext,Hello\r\n') }
      await page.getByLabel(named('CSV file', 'CSV 파일')).setInputFiles(file)
      await page.getByRole('button', { name: named('Check', '확인|검사') }).click()
      await page.getByRole('table').waitFor()
    },
  },
  approvals: {
    path: '/approvals',
    script: () => ({ ...base(), 'GET /v1/approvals': ok(waiting, { next_before: null }) }),
  },
  approval: {
    path: `/approvals/${approval().id}`,
    script: () => ({
      ...base(),
      ...FILES,
      [`GET /v1/approvals/${approval().id}`]: ok({
        ...approval(),
        history: HISTORY.map((entry) => ({ ...entry, by: MINA, reviewer: null })),
      }),
    }),
  },
  review: {
    path: '/connect-link#x.srl_y',
    script: (): Script => ({
      ...base(),
      ...FILES,
      'POST /v1/reviews': ok({
        owner: { name: 'Harbor Coffee' },
        ...approval(),
        accounts: ACCOUNTS.slice(0, 3).map(({ platform, username }) => ({
          platform,
          username,
          profile_url: '/api/faces/0',
        })),
        history: HISTORY.map(({ kind, text, version, at }) => ({
          kind,
          text,
          version,
          at,
          name: 'Mina Kim',
          reviewer: false,
        })),
        expires_at: Date.now() + DAY,
        brand: NO_BRAND,
      }),
    }),
  },
  'connect-link': {
    path: '/connect-link#x.scl_y',
    script: () => ({
      ...base(),
      'POST /v1/connect-links': ok({
        owner: { name: 'Harbor Coffee' },
        label: 'Bäckerei Sonnenschein',
        platforms: ['Instagram', 'Facebook', 'Threads'].map((name) => ({
          name: name.toLowerCase(),
          display_name: name,
        })),
        accounts_left: 2,
        connected: [{ platform: { name: 'threads', display_name: 'Threads' }, username: 'sonnenschein' }],
        expires_at: Date.now() + 6 * DAY,
        brand: NO_BRAND,
      }),
    }),
  },
  activity: {
    path: '/activity',
    script: () => ({ ...base(), 'GET /v1/activity': ok({ result: changes(), next_before: null }) }),
  },
  invitation: {
    path: '/invitations/tok',
    script: () => ({
      ...base(),
      'GET /v1/invitations/tok': ok({
        owner: { name: 'Harbor Coffee' },
        role: 'editor',
        email: 'demo@example.com',
        expires_at: Date.now() + DAY,
      }),
    }),
  },
}
