// The functions behind the endpoints, each once: who may call it, its bindings, memory and time. Several rows of the
// list share most of them.
import type { Use } from './bindings.ts'
import type { Route } from './route-types.ts'

/** The bindings of the endpoint chain itself: the rate window and the usage record. */
export const CHAIN = ['table:rate', 'table:usage'] as const satisfies readonly Use[]

/** The chain where the function itself looks up a key that is sent. */
export const OPEN_CHAIN = [...CHAIN, 'keys:resolve'] as const satisfies readonly Use[]

/** The chain of endpoints that accept an `Idempotency-Key` outside of a transaction. */
export const ONCE_CHAIN = [...CHAIN, 'table:answers'] as const satisfies readonly Use[]

/** The longest time that the gateway waits for an answer, seconds. */
export const GATEWAY_SECONDS = 29

/** Accepting a post: reads and one transaction, then the queue. */
export const POSTING = [
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
export const MEDIA_POSTING = [...POSTING, 'table:update'] as const satisfies readonly Use[]

/** For posts that can be published later, at a time or in the next free slot. */
export const LATER = [...MEDIA_POSTING, 'slots:read', 'schedules:create'] as const satisfies readonly Use[]

export const DOWNLOAD = {
  path: '/v1/media/{id}',
  file: 'media/get',
  auth: 'optional',
  perSecond: 200,
  uses: [...OPEN_CHAIN, 'media:get', 'originals:read', 'bucket:list', 'cdn'],
  memoryMb: 512,
  timeoutSeconds: 300,
  streaming: true,
} as const satisfies Partial<Route>

/** Requests that there is no endpoint for. */
export const UNKNOWN = { file: 'not-found', auth: 'optional', uses: OPEN_CHAIN } as const satisfies Partial<Route>

/** The API's description leads to guides, which the dashboard's bucket serves. */
export const DOCUMENTS = {
  file: 'documents',
  auth: 'optional',
  perSecond: 50,
  uses: [...OPEN_CHAIN, 'dashboard'],
} as const satisfies Partial<Route>

export const UPLOAD = {
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

export const MEDIA_LISTS = {
  file: 'media/list',
  auth: 'key',
  uses: [...CHAIN, 'table:get', 'table:batch', 'table:lists', 'cdn'],
  memoryMb: 512,
} as const satisfies Partial<Route>

export const MEDIUM = {
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

export const SIGN_IN = {
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

export const SESSION = {
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

export const TEAM = {
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
    // Things that a removed person made.
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
export const KEYS = {
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

/** Connecting accounts: the account with its sealed session and its picture, and posts that waited for it. */
const CONNECTING = [
  ...CHAIN,
  'metrics',
  'role:check',
  'people:names',
  'table:query',
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
  'publish-queue:send',
  'platforms',
  'platform-apps',
  'consent',
  'dashboard',
  'cdn',
] as const satisfies readonly Use[]

export const CONNECT = {
  file: 'connect',
  auth: 'session',
  uses: [...CONNECTING, 'table:lists', 'schedules:delete'],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

/**
 * Routes for people without a user who have a link: clients connect an account, somebody reviews a post and may approve it,
 * which accepts it. And the documents of our apps that platforms read. The function is separate, as it serves people without
 * a session.
 */
export const CONNECT_LINKS = {
  file: 'connect-links',
  auth: 'open',
  perSecond: 50,
  uses: [
    ...CONNECTING,
    'apps:read',
    'brand',
    'table:batch',
    'slots:read',
    'schedules:create',
    // For the people whom an approved post mentions.
    'table:asked',
    // For its accounts whose owners were to act.
    'quota:ask',
  ],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

export const CONNECTIONS = {
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
    'metrics',
  ],
} as const satisfies Partial<Route>

export const WEBHOOKS = {
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

export const WEBHOOK = { ...WEBHOOKS, path: '/v1/webhooks/{id}' } as const satisfies Partial<Route>

export const SENDING = {
  file: 'webhooks/send',
  auth: 'key',
  uses: [...ONCE_CHAIN, 'role:look', 'table:get', 'table:put', 'deliver-queue:send'],
} as const satisfies Partial<Route>

/** Cancelling posts that have not started, deleting live ones. */
export const TAKING_BACK = {
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
export const PLANNED_POSTS = {
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
    // For the people whom posts mention that are approved or planned.
    'quota:ask',
  ],
  memoryMb: 1024,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

export const INSIGHTS = {
  file: 'insights',
  auth: 'key',
  uses: [...CHAIN, 'table:get', 'table:batch', 'table:query', 'table:insights', 'quota:ask', 'metrics'],
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>

/** For assistants: it calls the API with the caller's key, and may do nothing itself. */
export const MCP = {
  file: 'mcp',
  protocol: 'mcp',
  auth: 'open',
  perSecond: 50,
  uses: ['dashboard'],
  memoryMb: 512,
  timeoutSeconds: GATEWAY_SECONDS,
} as const satisfies Partial<Route>
