// Names and figures that the deployed stack and the code it runs must agree on. Imports nothing.

/** The stage of the REST API; part of every address: `{base_url}/api/v1/...`. */
export const API_STAGE = 'api'

/** The MCP endpoint, below the stage. */
export const MCP_PATH = '/mcp'

/** Header that carries the caller's API key. */
export const KEY_HEADER = 'X-Secret-Token'

/** Cookies of the dashboard's address; `functions/cdn/dashboard-request.js` has the same names. */
export const SESSION_COOKIE = '__Host-session'
export const LOGIN_COOKIE = '__Host-login'
/** Header of requests that come by the dashboard's address; the same function sets it. */
export const DASHBOARD_HEADER = 'x-dashboard'

/** Below the dashboard's address: files that browsers cache permanently, because their names contain a hash of the content. */
export const HASHED = '/assets/'
/** Those of them that the build packs with brotli; `functions/cdn/dashboard-request.js` knows the place. */
export const LARGE = `${HASHED}large/`
/** Where the packed file is: below it at the same address. */
export const PACKED = '/br/'
/** The program of the page on which requests can be tried, named by its version. */
export const REFERENCE_PROGRAM = `${LARGE}scalar-1.76.3.js`
/** Below the dashboard's address: the guides, a page for each. */
export const GUIDES = '/docs/guides'

/** Seconds the gateway may go on using an authorizer's answer; `core/api-keys/end-secrets.ts` ends what it remembers. */
export const AUTHORIZER_CACHE_SECONDS = 60

/** Values of the gateway's shared keys, made of the first one's. */
export const sharedKeyAt = (first: string, at: number): string => (at === 0 ? first : `${first}-${at}`)
/** The value of its key for callers that flood. */
export const narrowKey = (first: string): string => `${first}-narrow`

/** Environment variables of the functions. The stack sets them by binding; `core/config.ts` reads them. */
export const ENV = {
  table: 'TABLE_NAME',
  mediaBucket: 'MEDIA_BUCKET',
  cdnUrl: 'CDN_URL',
  publishQueue: 'PUBLISH_QUEUE_URL',
  publishQueueArn: 'PUBLISH_QUEUE_ARN',
  inspectQueue: 'INSPECT_QUEUE_URL',
  deliverQueue: 'DELIVER_QUEUE_URL',
  scheduleGroup: 'SCHEDULE_GROUP',
  scheduleRoleArn: 'SCHEDULE_ROLE_ARN',
  tokenKey: 'TOKEN_KEY_ID',
  quotaFunction: 'QUOTA_FUNCTION',
  connectPermissions: 'CONNECT_PERMISSIONS',
  brandName: 'BRAND_NAME',
  brandLogoUrl: 'BRAND_LOGO_URL',
  brandColor: 'BRAND_COLOR',
  publishPollMs: 'PUBLISH_POLL_MS',
  variantsAtOnce: 'VARIANTS_AT_ONCE',
  slowTriesAtOnce: 'SLOW_TRIES_AT_ONCE',
  sharedUsageKey: 'SHARED_USAGE_KEY',
  sharedUsageKeys: 'SHARED_USAGE_KEYS',
  urlUploadAllowHosts: 'URL_UPLOAD_ALLOW_HOSTS',
  platformAllowHosts: 'PLATFORM_ALLOW_HOSTS',
  dashboardUrl: 'DASHBOARD_URL',
  signInIssuer: 'SIGN_IN_ISSUER',
  signInClientId: 'SIGN_IN_CLIENT_ID',
  signInClientSecretArn: 'SIGN_IN_CLIENT_SECRET_ARN',
  signOutUrl: 'SIGN_OUT_URL',
  userPool: 'USER_POOL_ID',
  mailFrom: 'MAIL_FROM',
  logLevel: 'LOG_LEVEL',
  metricsNamespace: 'METRICS_NAMESPACE',
} as const

/** Metrics of the functions; the stack's dashboard and alarms read it. Each metric has `service` as its dimension. */
export const METRICS = {
  postsAccepted: 'PostsAccepted',
  publicationsAccepted: 'PublicationsAccepted',
  published: 'PublicationsPublished',
  /** Also by `failure`, the code of the reason. */
  failed: 'PublicationsFailed',
  dueToPublished: 'DueToPublished',
  /** How late the most overdue publication is that the sweeper found; 0 when there is none. */
  oldestOverdue: 'OldestOverdue',
  refreshFailures: 'TokenRefreshFailures',
  variantTime: 'VariantTime',
  webhooksSwitchedOff: 'WebhooksSwitchedOff',
  /** Requests that were refused because a platform, or the server of an account, did not answer: with a 5xx, but not ours. */
  notAnswering: 'PlatformsNotAnswering',
  /** People who signed in at the dashboard. */
  signIns: 'SignIns',
  /** Those who could not, for a reason on our side or the provider's. */
  signInFailures: 'SignInFailures',
} as const

export const METRIC_SERVICE = 'social-publisher'

/** The table: one partition key, one sort key, two sparse indexes. */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires_at',
  byOwner: {
    name: 'by_owner',
    partitionKey: 'owner_pk',
    sortKey: 'owner_sk',
    /** Slim rows: what lists filter and search by, nothing else. */
    include: ['kind', 'search'],
  },
  byDue: { name: 'by_due', partitionKey: 'due_pk', sortKey: 'due_sk' },
} as const

/**
 * Originals lie at the top of the bucket, named by their asset's id and an ending. As a pattern of IAM, which tells nothing
 * but lengths and dashes: enough to be met by nothing under one of the prefixes below.
 */
export const ORIGINALS = '????????-????-????-????-????????????.*'

/** Where variants of media live in the bucket and on the CDN: `/v/<media id>/<spec>`. */
export const VARIANT_PREFIX = 'v'

/** Where announced files lie until their upload is completed; the CDN cannot read them. */
export const UPLOAD_PREFIX = 'uploads'

/** Where copied profile pictures live in the bucket and on the CDN. */
export const PICTURE_PREFIX = 'profile'
