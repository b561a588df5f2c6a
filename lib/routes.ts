// THE list of endpoints: one row each. The stack, the OpenAPI document, the README and the tests all read it.
import type { Use } from './bindings.ts'

interface Row {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY'
  /** Below the stage; `{id}` is a path parameter. */
  path: string
  /** Below `functions/api`, without the ending. Two rows may share one. */
  file: string
  /** Its bindings: each name gives a grant and the environment variables; a function gets no others. */
  uses: readonly Use[]
  memoryMb?: number
  timeoutSeconds?: number
  /** It is part of another protocol: the document of the API does not describe it. */
  protocol?: 'mcp' | 'oauth'
  /** The answer is streamed: no size limit of 6 MB. */
  streaming?: boolean
}

interface AuthorizedRow extends Row {
  /** `key`: the gateway's authorizer must have let the caller through. `session`: the same, and the caller is a person. */
  auth: 'key' | 'session'
}

interface OpenRow extends Row {
  /** `optional`: the function checks a key that is sent. `open`: no key is checked. */
  auth: 'optional' | 'open'
  /**
   * Requests a second that the gateway lets through, of all callers together. No usage plan limits requests without a key: without
   * this, anyone could use up the limit of the whole AWS account, and start functions at the operator's cost.
   */
  perSecond: number
}

export type Route = AuthorizedRow | OpenRow

/** The bindings of the endpoint chain itself: the rate window and the usage record. */
const CHAIN = ['table:rate', 'table:usage'] as const satisfies readonly Use[]

/** The chain where the function itself looks up a key that is sent. */
const OPEN_CHAIN = [...CHAIN, 'keys:resolve'] as const satisfies readonly Use[]

/** The chain of endpoints that accept an `Idempotency-Key` outside of a transaction. */
const ONCE_CHAIN = [...CHAIN, 'table:answers'] as const satisfies readonly Use[]

/** The longest time that the gateway waits for an answer, seconds. */
export const GATEWAY_SECONDS = 29

/** Accepting a post: reads and one transaction, then the queue. */
const POSTING = [
  ...CHAIN,
  'role:look',
  'table:get',
  'table:batch',
  'table:put',
  'publish-queue:send',
  'cdn',
  'metrics',
  // For `validate_only`, and for the people whom a text mentions.
  'quota:ask',
] as const satisfies readonly Use[]

/** Posting that also claims the media it names. */
const MEDIA_POSTING = [...POSTING, 'table:update'] as const satisfies readonly Use[]

/** For posts that can be published later, at a time or in the next free slot. */
const LATER = [...MEDIA_POSTING, 'slots:read', 'schedules:create'] as const satisfies readonly Use[]

const DOWNLOAD = {
  path: '/v1/media/{id}',
  file: 'media/get',
  auth: 'optional',
  perSecond: 200,
  uses: [...OPEN_CHAIN, 'media:get', 'originals:read', 'bucket:list', 'cdn'],
  memoryMb: 512,
  timeoutSeconds: 300,
  streaming: true,
} as const satisfies Partial<Route>

/** The API's description leads to guides, which the dashboard's bucket serves. */
const DOCUMENTS = {
  file: 'documents',
  auth: 'optional',
  perSecond: 50,
  uses: [...OPEN_CHAIN, 'dashboard'],
} as const satisfies Partial<Route>

const UPLOAD = {
  file: 'media/uploads/complete',
  auth: 'key',
  uses: [
    ...ONCE_CHAIN,
    'role:look',
    'media:complete',
    'uploads:read',
    'uploads:write',
    'uploads:delete',
    'originals:write',
    'originals:delete',
    'bucket:list',
    'inspect-queue:send',
  ],
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

const MEDIA_LISTS = {
  file: 'media/list',
  auth: 'key',
  uses: [...CHAIN, 'table:get', 'table:batch', 'table:lists', 'cdn'],
  memoryMb: 512,
} as const satisfies Partial<Route>

const MEDIUM = {
  file: 'media/change',
  auth: 'key',
  uses: [
    ...CHAIN,
    'role:look',
    'table:get',
    'table:batch',
    'table:lists',
    'table:put',
    'table:update',
    'originals:delete',
    'variants:delete',
    'bucket:list',
    'cdn',
  ],
} as const satisfies Partial<Route>

const SIGN_IN = {
  file: 'sign-in',
  protocol: 'oauth',
  auth: 'open',
  perSecond: 50,
  uses: [
    ...CHAIN,
    'assistants:read',
    'assistants:write',
    'role:check',
    'table:lists',
    'people:read',
    'people:put',
    'people:update',
    'people:delete',
    'table:sign-in',
    'provider',
    'dashboard',
    'metrics',
  ],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

const SESSION = {
  file: 'session',
  auth: 'session',
  uses: [
    ...CHAIN,
    'people:read',
    'people:update',
    'people:delete',
    'table:get',
    'notices:get',
    'notices:list',
    'mail-from',
    'sign-out',
    'dashboard',
  ],
} as const satisfies Partial<Route>

const TEAM = {
  file: 'team',
  auth: 'session',
  uses: [
    ...CHAIN,
    'people:read',
    'team:put',
    'team:update',
    'team:delete',
    'team:check',
    'table:get',
    // Things that a person made who is removed.
    'table:batch',
    'table:query',
    'table:lists',
    // Letting assistants in, and ending those that act in the name of somebody who leaves.
    'assistants:write',
    'users:invite',
    'dashboard',
  ],
} as const satisfies Partial<Route>

/** API keys, and all of an owner's records, for admins. */
const KEYS = {
  file: 'keys',
  auth: 'session',
  uses: [
    ...ONCE_CHAIN,
    'role:check',
    'people:names',
    'key-secret:encrypt',
    'key-secret:decrypt',
    'table:get',
    'table:batch',
    'table:lists',
    'table:query',
    'table:put',
    'table:update',
    'table:delete',
  ],
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

const CONNECT = {
  file: 'connect',
  auth: 'session',
  uses: [
    ...CHAIN,
    'role:check',
    'people:names',
    'table:query',
    'table:get',
    'table:lists',
    'table:put',
    'table:update',
    'table:delete',
    'token:encrypt',
    'app-secret:encrypt',
    'app-secret:decrypt',
    'pictures:write',
    'pictures:delete',
    'bucket:list',
    'publish-queue:send',
    'schedules:delete',
    'platforms',
    'platform-apps',
    'consent',
    'dashboard',
    'cdn',
  ],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

/**
 * Routes for people without a user who have a link: clients connect an account, somebody reviews a post and may approve it,
 * which accepts it. And the documents of our apps that platforms read. The function is separate, as it serves people without
 * a session.
 */
const CONNECT_LINKS = {
  file: 'connect-links',
  auth: 'open',
  perSecond: 50,
  uses: [
    ...CHAIN,
    'apps:read',
    'role:check',
    'table:get',
    'table:put',
    'table:update',
    'table:delete',
    'token:encrypt',
    'app-secret:encrypt',
    'app-secret:decrypt',
    'pictures:write',
    'pictures:delete',
    'bucket:list',
    'platforms',
    'platform-apps',
    'consent',
    'dashboard',
    'brand',
    'people:names',
    'table:batch',
    'table:query',
    'publish-queue:send',
    'slots:read',
    'schedules:create',
    'metrics',
    'cdn',
  ],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

const CONNECTIONS = {
  file: 'accounts/connections',
  auth: 'key',
  uses: [
    ...CHAIN,
    'role:look',
    'people:names',
    'table:get',
    'table:batch',
    'table:lists',
    'table:put',
    'slots:read',
    'quota:ask',
    'cdn',
  ],
} as const satisfies Partial<Route>

const WEBHOOKS = {
  path: '/v1/webhooks',
  file: 'webhooks/change',
  auth: 'key',
  uses: [
    ...CHAIN,
    'role:look',
    'people:names',
    'table:get',
    'table:query',
    'table:put',
    'table:update',
    'table:delete',
  ],
} as const satisfies Partial<Route>

const WEBHOOK = { ...WEBHOOKS, path: '/v1/webhooks/{id}' } as const satisfies Partial<Route>

const SENDING = {
  file: 'webhooks/send',
  auth: 'key',
  uses: [...ONCE_CHAIN, 'role:look', 'table:get', 'table:put', 'deliver-queue:send'],
} as const satisfies Partial<Route>

/** Cancelling posts that have not started, deleting live ones. */
const TAKING_BACK = {
  file: 'posts/cancel',
  auth: 'key',
  uses: [
    ...CHAIN,
    'role:look',
    'table:get',
    'table:batch',
    'table:query',
    'table:put',
    'table:update',
    'schedules:delete',
    'slots:free',
    'publish-queue:send',
  ],
} as const satisfies Partial<Route>

/** Drafts, posts that wait for an editor, and plans of posts from files, and back: approving and importing accept posts. */
const PLANNED_POSTS = {
  file: 'planned-posts',
  auth: 'key',
  uses: [
    ...ONCE_CHAIN,
    'role:check',
    'people:names',
    'table:get',
    'table:batch',
    'table:query',
    'table:lists',
    'table:put',
    'table:update',
    'table:delete',
    'publish-queue:send',
    'slots:read',
    'schedules:create',
    'dashboard',
    'cdn',
    'metrics',
  ],
  memoryMb: 1024,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

const INSIGHTS = {
  file: 'insights',
  auth: 'key',
  uses: [...CHAIN, 'table:get', 'table:batch', 'table:query', 'table:insights', 'quota:ask'],
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

/** For assistants: it calls the API with the caller's key, and may do nothing itself. */
const MCP = {
  file: 'mcp',
  protocol: 'mcp',
  auth: 'open',
  perSecond: 50,
  uses: ['dashboard'],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/media',
    file: 'media/create',
    auth: 'key',
    uses: [
      ...ONCE_CHAIN,
      'role:look',
      'media:store',
      'originals:write',
      'originals:abort',
      'originals:delete',
      'inspect-queue:send',
    ],
    memoryMb: 1024,
    // Fetching a large file by its address takes longer than the gateway waits for a plain answer.
    timeoutSeconds: 300,
    streaming: true,
  },
  { method: 'GET', path: '/v1/media/users', ...MEDIA_LISTS },
  { method: 'GET', path: '/v1/media/tags', ...MEDIA_LISTS },
  { method: 'GET', ...DOWNLOAD },
  // Asked now and then, of what is downloaded often.
  { method: 'HEAD', ...DOWNLOAD, perSecond: 50 },
  { method: 'PATCH', path: '/v1/media/{id}', ...MEDIUM },
  { method: 'DELETE', path: '/v1/media/{id}', ...MEDIUM },
  {
    method: 'POST',
    path: '/v1/media/uploads',
    file: 'media/uploads/create',
    auth: 'key',
    uses: [...ONCE_CHAIN, 'role:look', 'media:announce', 'uploads:write'],
  },
  { method: 'GET', path: '/v1/media/uploads/{id}', ...UPLOAD },
  { method: 'DELETE', path: '/v1/media/uploads/{id}', ...UPLOAD },
  { method: 'POST', path: '/v1/media/uploads/{id}/complete', ...UPLOAD },
  {
    method: 'GET',
    path: '/v1/accounts/social',
    file: 'accounts/list',
    auth: 'key',
    uses: [...CHAIN, 'table:batch', 'table:lists', 'cdn'],
  },
  {
    method: 'POST',
    path: '/v1/posts/feed',
    file: 'posts/feed',
    auth: 'key',
    uses: LATER,
    memoryMb: 512,
  },
  {
    method: 'POST',
    path: '/v1/posts/reels',
    file: 'posts/reels',
    auth: 'key',
    uses: LATER,
    memoryMb: 512,
  },
  // Stories are published at once.
  { method: 'POST', path: '/v1/posts/stories', file: 'posts/stories', auth: 'key', uses: MEDIA_POSTING, memoryMb: 512 },
  {
    method: 'POST',
    path: '/v1/posts/text',
    file: 'posts/text',
    auth: 'key',
    // The parts of a thread may have media.
    uses: LATER,
    memoryMb: 512,
  },
  { method: 'GET', path: '/v1/posts', file: 'posts/list', auth: 'key', uses: [...CHAIN, 'table:batch', 'table:lists'] },
  { method: 'GET', path: '/v1/posts/{id}', file: 'posts/get', auth: 'key', uses: [...CHAIN, 'table:query'] },
  { method: 'DELETE', path: '/v1/posts/{id}', ...TAKING_BACK },
  { method: 'DELETE', path: '/v1/posts/{id}/publications/{account_id}', ...TAKING_BACK },
  {
    method: 'PATCH',
    path: '/v1/posts/{id}',
    file: 'posts/reschedule',
    auth: 'key',
    uses: [
      ...CHAIN,
      'role:look',
      'table:batch',
      'table:query',
      'table:put',
      'table:update',
      'publish-queue:send',
      'schedules:create',
      'schedules:delete',
      'slots:free',
    ],
  },
  {
    method: 'POST',
    path: '/v1/posts/{id}/retry',
    file: 'posts/retry',
    auth: 'key',
    uses: [
      ...ONCE_CHAIN,
      'role:look',
      'table:batch',
      'table:query',
      'table:put',
      'table:update',
      'publish-queue:send',
      'quota:ask',
    ],
  },
  {
    method: 'POST',
    path: '/v1/webhooks',
    file: 'webhooks/create',
    auth: 'key',
    uses: [
      ...ONCE_CHAIN,
      'role:check',
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'secret:encrypt',
      'secret:decrypt',
    ],
  },
  { method: 'GET', ...WEBHOOKS },
  { method: 'DELETE', ...WEBHOOK },
  { method: 'PATCH', ...WEBHOOK },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    file: 'webhooks/rotate',
    auth: 'key',
    uses: [...ONCE_CHAIN, 'role:look', 'table:get', 'table:put', 'table:update', 'secret:encrypt', 'secret:decrypt'],
  },
  { method: 'POST', path: '/v1/webhooks/{id}/test', ...SENDING },
  {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    file: 'webhooks/deliveries/list',
    auth: 'key',
    uses: [...CHAIN, 'table:get', 'table:query'],
  },
  { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{delivery}/replay', ...SENDING },
  {
    method: 'GET',
    path: '/v1/usage',
    file: 'usage/get',
    auth: 'key',
    // It writes only summaries, which the chain may write, too.
    uses: [...CHAIN, 'table:get', 'table:batch', 'table:query', 'table:lists', 'table:update'],
    memoryMb: 512,
    timeoutSeconds: GATEWAY_SECONDS,
  },
  { method: 'GET', path: '/v1/session/sign-in', ...SIGN_IN },
  { method: 'GET', path: '/v1/session/callback', ...SIGN_IN },
  { method: 'POST', path: '/v1/oauth/token', ...SIGN_IN },
  { method: 'GET', path: '/v1/session', ...SESSION },
  { method: 'PATCH', path: '/v1/session', ...SESSION },
  { method: 'DELETE', path: '/v1/session', ...SESSION },
  { method: 'GET', path: '/v1/sessions', ...SESSION },
  { method: 'DELETE', path: '/v1/sessions', ...SESSION },
  { method: 'DELETE', path: '/v1/sessions/{id}', ...SESSION },
  { method: 'GET', path: '/v1/posts/{id}/insights', ...INSIGHTS },
  { method: 'GET', path: '/v1/posts/{id}/collaborators', ...INSIGHTS },
  { method: 'GET', path: '/v1/accounts/social/{id}/insights', ...INSIGHTS },
  { method: 'GET', path: '/v1/accounts/connections', ...CONNECTIONS },
  { method: 'GET', path: '/v1/accounts/social/{id}/capabilities', ...CONNECTIONS },
  { method: 'GET', path: '/v1/accounts/social/{id}/places', ...CONNECTIONS },
  { method: 'GET', path: '/v1/accounts/social/{id}/hashtags', ...CONNECTIONS },
  { method: 'GET', path: '/v1/accounts/social/{id}/slots', ...CONNECTIONS },
  { method: 'PUT', path: '/v1/accounts/social/{id}/slots', ...CONNECTIONS },
  { method: 'POST', path: '/v1/accounts/social/authorizations', ...CONNECT },
  { method: 'POST', path: '/v1/accounts/social/authorizations/finish', ...CONNECT },
  { method: 'POST', path: '/v1/accounts/social/authorizations/password', ...CONNECT },
  { method: 'POST', path: '/v1/accounts/social/authorizations/choose', ...CONNECT },
  { method: 'DELETE', path: '/v1/accounts/social/{id}', ...CONNECT },
  { method: 'GET', path: '/v1/accounts/connect-links', ...CONNECT },
  { method: 'POST', path: '/v1/accounts/connect-links', ...CONNECT },
  { method: 'DELETE', path: '/v1/accounts/connect-links/{id}', ...CONNECT },
  { method: 'POST', path: '/v1/connect-links', ...CONNECT_LINKS },
  { method: 'GET', path: '/v1/approvals', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/approvals', ...PLANNED_POSTS },
  { method: 'GET', path: '/v1/approvals/{id}', ...PLANNED_POSTS },
  { method: 'PUT', path: '/v1/approvals/{id}', ...PLANNED_POSTS },
  { method: 'DELETE', path: '/v1/approvals/{id}', ...PLANNED_POSTS },
  { method: 'PATCH', path: '/v1/approvals/{id}', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/approvals/{id}/comments', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/approvals/{id}/changes', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/approvals/{id}/approve', ...PLANNED_POSTS },
  { method: 'GET', path: '/v1/drafts', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/drafts', ...PLANNED_POSTS },
  { method: 'GET', path: '/v1/drafts/{id}', ...PLANNED_POSTS },
  { method: 'PUT', path: '/v1/drafts/{id}', ...PLANNED_POSTS },
  { method: 'DELETE', path: '/v1/drafts/{id}', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/reviews', ...CONNECT_LINKS },
  { method: 'POST', path: '/v1/imports', ...PLANNED_POSTS },
  { method: 'POST', path: '/v1/imports/check', ...PLANNED_POSTS },
  { method: 'GET', path: '/v1/exports/posts', ...PLANNED_POSTS },
  { method: 'GET', path: '/v1/exports/records', ...KEYS },
  { method: 'GET', path: '/v1/keys', ...KEYS },
  { method: 'POST', path: '/v1/keys', ...KEYS },
  { method: 'POST', path: '/v1/keys/{id}/rotate', ...KEYS },
  { method: 'DELETE', path: '/v1/keys/{id}', ...KEYS },
  { method: 'POST', path: '/v1/oauth/authorizations', ...TEAM },
  { method: 'GET', path: '/v1/team', ...TEAM },
  { method: 'GET', path: '/v1/activity', ...TEAM },
  { method: 'POST', path: '/v1/team/invitations', ...TEAM },
  { method: 'DELETE', path: '/v1/team/invitations/{id}', ...TEAM },
  { method: 'PATCH', path: '/v1/team/members/{id}', ...TEAM },
  { method: 'DELETE', path: '/v1/team/members/{id}', ...TEAM },
  { method: 'GET', path: '/v1/invitations/{token}', ...TEAM },
  { method: 'POST', path: '/v1/invitations/{token}/accept', ...TEAM },
  { method: 'GET', path: '/v1/notices', ...SESSION },
  { method: 'POST', path: '/v1/notices/seen', ...SESSION },
  { method: 'GET', path: '/v1/notices/settings', ...SESSION },
  { method: 'PUT', path: '/v1/notices/settings', ...SESSION },
  { method: 'GET', path: '/v1/oauth/{platform}/{app}/client-metadata.json', ...CONNECT_LINKS },
  { method: 'GET', path: '/v1/openapi.json', ...DOCUMENTS },
  { method: 'GET', path: '/docs', ...DOCUMENTS },
  { method: 'GET', path: '/reference', ...DOCUMENTS },
  { method: 'POST', path: '/mcp', ...MCP },
  { method: 'ANY', path: '/{proxy+}', file: 'not-found', auth: 'optional', perSecond: 50, uses: OPEN_CHAIN },
]

/** A path and all above it: `/`, `/v1`, `/v1/posts`. */
const pathAndAbove = (path: string): string[] => {
  const parts = path.split('/').slice(1)
  return ['/', ...parts.map((_part, at) => `/${parts.slice(0, at + 1).join('/')}`)]
}

/**
 * Requests a second to each path with a method that it does not have. There are about eighty such paths: with 50 a second each,
 * callers without a key could use up what the smallest AWS account takes from everybody (`SMALLEST_ACCOUNT_BURST`).
 */
const MISTAKES_PER_SECOND = 5

/**
 * The same for methods that a known path has no row for, and for paths that only lead to others, such as `/v1`: left to the
 * gateway, such a request would be neither counted nor answered with the caller's rate headers.
 */
export const OTHER_METHODS: readonly Route[] = ROUTES.filter(({ method }) => method === 'ANY').flatMap((row) =>
  [...new Set(ROUTES.flatMap(({ path }) => pathAndAbove(path)))]
    .filter((path) => path !== row.path)
    .map((path) => ({ ...row, path, perSecond: MISTAKES_PER_SECOND })),
)

/** Whether the gateway asks its authorizer before it lets a request through. */
export const isAuthorized = (route: Route): route is AuthorizedRow => route.auth === 'key' || route.auth === 'session'

/** The bundle of an endpoint file: `media/uploads/create` is `api-media-uploads-create`. */
export const bundleOf = (file: string): string => `api-${file.replaceAll('/', '-')}`
