// THE list of endpoints: one row each. The stack, the OpenAPI document, the README and the tests all read it.
import {
  CHAIN,
  CONNECT,
  CONNECT_LINKS,
  CONNECTIONS,
  DOCUMENTS,
  DOWNLOAD,
  GATEWAY_SECONDS,
  INSIGHTS,
  KEYS,
  LATER,
  MCP,
  MEDIA_LISTS,
  MEDIA_POSTING,
  MEDIUM,
  ONCE_CHAIN,
  OPEN_CHAIN,
  PLANNED_POSTS,
  SENDING,
  SESSION,
  SIGN_IN,
  TAKING_BACK,
  TEAM,
  UPLOAD,
  WEBHOOK,
  WEBHOOKS,
} from './route-functions.ts'
import type { AuthorizedRow, Route } from './route-types.ts'

export type { Route } from './route-types.ts'

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
  // Asked now and then, for files that are downloaded often.
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
