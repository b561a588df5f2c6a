// Sample data for pages of the dashboard in tests with a scripted API: some of everything.
import type { ScriptedAnswer } from './scripted-dashboard.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const ok = (data: unknown, more: object = {}): ScriptedAnswer => ({ body: { success: true, data, ...more } })

export function connection(more: object = {}) {
  const now = Date.now()
  return {
    id: 'a1',
    platform: { name: 'instagram', display_name: 'Instagram' },
    username: 'harbor.coffee',
    name: 'Harbor Coffee Roasters',
    profile_url: '',
    status: 'connected',
    status_reason: null,
    token_ends_at: now + 52 * DAY,
    last_synced_at: now - 2 * HOUR,
    last_error: null,
    missing_permissions: [],
    scheduled_posts: 4,
    ...more,
  }
}

const threads = { name: 'threads', display_name: 'Threads' }

export const CONNECTIONS = [
  connection(),
  connection({
    id: 'a2',
    platform: threads,
    username: 'harborcoffee',
    status: 'reconnect_required',
    scheduled_posts: 1,
    last_error: 'Error validating access token: the session was ended by the person.',
  }),
  connection({
    id: 'a3',
    username: 'harbor.roastery',
    name: 'Harbor Roastery and Training Centre',
    scheduled_posts: 0,
    missing_permissions: ['instagram_business_content_publish'],
  }),
]

export const capabilities = (used: number, total: number) => ({
  account_id: 'a1',
  platform: 'instagram',
  post_types: ['feed', 'reels', 'stories'],
  permissions: null,
  quota: { used, total, period_ms: DAY },
  quota_problem: null,
  quota_problem_code: null,
})

export function keys() {
  const now = Date.now()
  const key = {
    id: 'k1',
    name: 'Online shop',
    rate_limit: 60,
    status: 'active',
    created_at: now - 90 * DAY,
    last_used_at: now - 4 * 60_000,
    revoked_at: null,
    rotated_at: null,
    old_secret_until: null,
    requests_last_day: 1284,
    assistant: null,
  }
  return [
    key,
    {
      ...key,
      id: 'k2',
      name: 'Newsletter',
      rotated_at: now - HOUR,
      old_secret_until: now + DAY,
      requests_last_day: 37,
    },
    { ...key, id: 'k3', name: 'Trial of the agency', last_used_at: null, requests_last_day: 0, rate_limit: 10 },
    { ...key, id: 'k4', name: 'Former shop', status: 'revoked', revoked_at: now - 20 * DAY, requests_last_day: 0 },
  ]
}

export function team() {
  const now = Date.now()
  const member = {
    id: 'm1',
    email: 'demo@example.com',
    name: 'Demo Person',
    role: 'admin',
    joined_at: now - 200 * DAY,
    last_seen_at: now - 60_000,
    you: true,
  }
  return {
    members: [
      member,
      { ...member, id: 'm2', email: 'mina.kim@example.com', name: 'Mina Kim', role: 'editor', you: false },
      { ...member, id: 'm3', email: 'jonas@example.com', name: '', role: 'viewer', you: false },
    ],
    invitations: [
      {
        id: 'i1',
        email: 'ada@example.com',
        role: 'editor',
        invited_by: 'Demo Person',
        created_at: now - DAY,
        expires_at: now + 6 * DAY,
      },
    ],
  }
}

export function signIns() {
  const now = Date.now()
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
  const signIn = {
    id: 's1',
    created_at: now - 3 * HOUR,
    last_used_at: now,
    expires_at: now + 9 * HOUR,
    current: true,
    user_agent: chrome,
  }
  return [signIn, { ...signIn, id: 's2', last_used_at: now - HOUR, current: false, user_agent: phone }]
}

/** A post as lists have it. */
export function postSummary(more: object = {}) {
  const now = Date.now()
  return {
    id: '00000000-0000-4000-8000-000000000001',
    type: 'feed',
    status: 'scheduled',
    title: 'Spring menu',
    content: 'Our spring menu is here: cherry tonic, lavender oat latte, and a seasonal pour-over.',
    hashtags: ['spring', 'coffee'],
    media_asset_ids: ['70000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000002'],
    container_id: null,
    accounts: ['a1', 'a2'],
    skipped_accounts: [],
    scheduled_at: now + 2 * DAY,
    expires_at: null,
    progress: { total: 2, published: 0, failed: 0, cancelled: 0 },
    created_at: now - HOUR,
    updated_at: now - HOUR,
    ...more,
  }
}

export function publication(more: object = {}) {
  const now = Date.now()
  return {
    account_id: 'a1',
    platform: 'instagram',
    state: 'waiting',
    terminal: false,
    retryable: false,
    platform_media_id: null,
    permalink: null,
    published_at: null,
    ended_at: null,
    next_attempt_at: null,
    error: null,
    last_problem: null,
    jobs: [],
    timeline: [{ at: now - HOUR, event: 'accepted' }],
    ...more,
  }
}

/** A post as its page has it. */
export const post = (publications: readonly object[], more: object = {}) => ({
  ...postSummary(more),
  smart_transform: { enabled: false },
  publications,
})

/** A draft of the team. */
export const sharedDraft = (more: object = {}) => ({
  id: '80000000-0000-4000-8000-000000000001',
  name: null,
  type: 'text',
  post: { content: 'New beans from Huehuetenango.', accounts: ['a1'] },
  version: 3,
  created_by: { id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' },
  updated_by: { id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' },
  created_at: Date.now() - DAY,
  updated_at: Date.now() - HOUR,
  editing: [],
  ...more,
})

/** Two accounts: one live, one failed with the platform's own words. */
export function partlyFailed() {
  const now = Date.now()
  return post(
    [
      publication({
        state: 'published',
        terminal: true,
        permalink: 'https://www.instagram.com/p/C0ffee/',
        published_at: now - HOUR,
        timeline: [
          { at: now - HOUR - 9000, event: 'accepted' },
          { at: now - HOUR - 8000, event: 'container_created' },
          { at: now - HOUR, event: 'published' },
        ],
      }),
      publication({
        account_id: 'a2',
        platform: 'threads',
        state: 'failed',
        terminal: true,
        retryable: true,
        error: {
          code: 'reconnect_required',
          message: "The platform no longer accepts the account's token: connect the account again.",
          platform: {
            message: 'Error validating access token: session has expired.',
            code: 190,
            subcode: 463,
            trace_id: 'AbC1',
          },
        },
        timeline: [
          { at: now - HOUR - 9000, event: 'accepted' },
          {
            at: now - HOUR - 5000,
            event: 'problem',
            times: 3,
            platform: { message: 'Please try again later.', code: 2 },
          },
          { at: now - HOUR, event: 'failed', code: 'reconnect_required' },
        ],
      }),
    ],
    {
      status: 'partially_failed',
      scheduled_at: null,
      progress: { total: 2, published: 1, failed: 1, cancelled: 0 },
      created_at: now - HOUR - 9000,
    },
  )
}

export const page = (result: readonly object[], more: object = {}) =>
  ok({
    result,
    result_info: { count: result.length, page: 1, limit: 25, total_count: result.length, total_pages: 1, ...more },
    filters: {},
  })

export function posts() {
  const now = Date.now()
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
  return [
    postSummary(),
    { ...partlyFailed(), id: id(2), title: 'Opening hours over the holidays' },
    postSummary({
      id: id(3),
      type: 'reels',
      status: 'published',
      title: null,
      content: 'How we roast: three minutes behind the counter with Mina.',
      accounts: ['a1'],
      scheduled_at: now - DAY,
    }),
    postSummary({
      id: id(4),
      type: 'text',
      status: 'failed',
      title: null,
      content: '오늘은 오후 6시까지 영업합니다. 내일 다시 만나요!',
      media_asset_ids: [],
      accounts: ['a2'],
      scheduled_at: now - 3 * DAY,
    }),
    postSummary({ id: id(5), type: 'stories', status: 'expired', title: 'Latte art', scheduled_at: now - 5 * DAY }),
    postSummary({
      id: id(6),
      type: 'stories',
      status: 'cancelled',
      title: null,
      content: '',
      hashtags: [],
      accounts: ['gone'],
    }),
  ]
}

type UsagePoint = [at: number, count: number, ms: number]

const figures = (points: UsagePoint[]) => {
  const count = points.reduce((sum, [, each]) => sum + each, 0)
  const total_duration_ms = points.reduce((sum, [, , each]) => sum + each, 0)
  return {
    count,
    total_duration_ms,
    average_duration_ms: total_duration_ms / count,
    points: points.map(([at, each, duration_ms]) => ({ at, count: each, duration_ms })),
  }
}

const requests = (method: string, endpoint: string, status_code: number, points: UsagePoint[]) => ({
  method,
  endpoint,
  status_code,
  ...figures(points),
})

/** A report of three hours of a day. */
export function usageReport(first: number) {
  const jobs = { total: 2, completed: 1, failed: 1, pending: 0, average_duration_ms: 1840 }
  const none = { total: 0, completed: 0, failed: 0, pending: 0, average_duration_ms: null }
  const api = (total: number, failed: number) => ({
    total_requests: total,
    successful_requests: total - failed,
    failed_requests: failed,
    total_duration_ms: total * 42,
    average_duration_ms: total === 0 ? 0 : 42,
    by_status_code: [
      { status_code: 200, count: total - failed },
      { status_code: 422, count: failed },
    ],
  })
  const jobsOf = (total: number) => ({
    total_jobs: total,
    container_jobs_usage: none,
    carousel_jobs_usage: none,
    publish_jobs_usage: { ...jobs, total },
  })
  return {
    api_usage: {
      ...api(1337, 37),
      by_endpoint: [
        { endpoint: '/api/v1/posts/feed', method: 'POST', count: 1300, successful_count: 1270, failed_count: 30 },
        { endpoint: '/api/v1/media/:id', method: 'GET', count: 37, successful_count: 30, failed_count: 7 },
      ],
    },
    job_usage: {
      ...jobsOf(2),
      by_job_type: [
        { job_type: 'container_create', ...none },
        { job_type: 'carousel_upload', ...none },
        { job_type: 'publish_content', ...jobs },
      ],
    },
    period: { start_date: null, end_date: null },
    series: {
      interval: 'hour',
      points: [
        { at: first, api_usage: api(1000, 30), job_usage: jobsOf(2) },
        { at: first + HOUR, api_usage: api(300, 7), job_usage: jobsOf(0) },
        { at: first + DAY, api_usage: api(37, 0), job_usage: jobsOf(0) },
      ],
    },
    breakdown: {
      by_request: [
        requests('POST', '/api/v1/posts/feed', 200, [
          [first, 970, 48_500],
          [first + HOUR, 300, 15_000],
        ]),
        requests('POST', '/api/v1/posts/feed', 422, [[first, 30, 300]]),
        requests('GET', '/api/v1/media/:id', 200, [[first + DAY, 30, 600]]),
        requests('GET', '/api/v1/media/:id', 422, [[first + HOUR, 7, 70]]),
      ],
      by_caller: [
        {
          caller: 'dashboard',
          successful_count: 0,
          failed_count: 7,
          ...figures([[first + HOUR, 7, 70]]),
        },
        {
          caller: '10000000-0000-4000-8000-000000000001',
          successful_count: 1300,
          failed_count: 30,
          ...figures([[first, 1330, 64_400]]),
        },
      ],
    },
  }
}

/** Changes by a person at the dashboard, and by the operator. */
export const changes = () => [
  {
    id: '50000000-0000-4000-8000-000000000001',
    at: Date.now() - HOUR,
    action: 'key.created',
    target: { id: 'k1', name: 'Online shop' },
    details: { rate_limit: 60 },
    actor: { kind: 'person', id: 'm2', name: 'Mina Kim', email: 'mina.kim@example.com' },
    from: '203.0.113.7',
    through: '130.176.1.2',
  },
  {
    id: '50000000-0000-4000-8000-000000000002',
    at: Date.now() - DAY,
    action: 'account.disconnected',
    target: { id: 'a1', name: 'harborcoffee' },
    details: { platform: 'threads' },
    actor: { kind: 'operator', id: 'anna', name: null, email: null },
    from: 'laptop',
    through: null,
  },
]

export const webhook = (more: object = {}) => ({
  id: '30000000-0000-4000-8000-000000000001',
  url: 'https://shop.example/hooks/social',
  events: ['post.published', 'post.failed'],
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: Date.now() - DAY,
  updated_at: Date.now() - DAY,
  ...more,
})

export const delivery = (more: object = {}) => ({
  id: 'msg_000000000000001aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  event: 'post.published',
  state: 'delivered',
  attempts: [{ at: Date.now() - HOUR, status: 204, error: null, duration_ms: 87 }],
  next_attempt_at: null,
  created_at: Date.now() - HOUR,
  payload: { type: 'post.published', timestamp: new Date().toISOString(), data: { post_id: 'p1' } },
  ...more,
})
