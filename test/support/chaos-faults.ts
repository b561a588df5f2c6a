// Faults of the simulated platforms in a chaos run: every kind of fault, on every call that publishing makes.

import type { ChaosPlatformId } from './chaos-platforms.ts'

/** Those whose errors are Graph's. */
type GraphPlatform = 'instagram' | 'threads' | 'facebook'
interface Rule {
  match: { operation: string | string[]; probability: number; first?: boolean }
  fault: { kind: string } & Record<string, unknown>
  times?: number
}

const refusal = (when: 'before' | 'after', http_status: number, code: number, subcode?: number, more = {}) => ({
  kind: `error_${when}`,
  http_status,
  code,
  ...(subcode === undefined ? {} : { subcode }),
  ...more,
})

/** Answers that are no answers; what was asked for was done or not. */
const BROKEN = [
  { kind: 'drop_before' },
  { kind: 'drop_after' },
  { kind: 'html_502', when: 'before' },
  { kind: 'html_502', when: 'after' },
  { kind: 'malformed_json', when: 'after' },
  { kind: 'raw_reply', when: 'after', http_status: 200, body: '{}' },
]
const TEMPORARY = [
  refusal('before', 500, 2),
  refusal('after', 500, 1),
  refusal('before', 400, -1, 2_207_001),
  refusal('after', 400, 2, undefined, { is_transient: true }),
  refusal('before', 503, 2),
]
/** A throttle that says how long it lasts, and one that does not. */
const THROTTLED = [{ kind: 'retry_after', seconds: 1 }, refusal('before', 400, 4, undefined, { retry_after: 1 })]
const UNSEEN = [refusal('before', 400, 100, 33), refusal('before', 400, 4, 2_207_051)]

const READING = [...BROKEN, ...TEMPORARY, ...THROTTLED, ...UNSEEN]
const CREATING = [...BROKEN, ...TEMPORARY, ...THROTTLED]
const PUBLISHING = [
  ...BROKEN,
  // Answers of the platform although it has published: temporary faults, spam, and plain untruths.
  ...[1, 2].map((code) => refusal('after', 500, code)),
  refusal('after', 400, -1, 2_207_001),
  refusal('after', 400, 4, 2_207_051),
  refusal('after', 400, 100),
  refusal('after', 400, 190, 463),
  refusal('after', 400, 4, undefined, { retry_after: 1 }),
  // The same where it has not.
  refusal('before', 500, 2),
  refusal('before', 400, -1, 2_207_001),
  refusal('before', 400, 4, 2_207_051),
  ...THROTTLED,
]
const OWN_PUBLISHING: Record<GraphPlatform, Rule['fault'][]> = {
  instagram: [refusal('before', 400, 24, 2_207_008), refusal('before', 400, 9007, 2_207_027)],
  threads: [{ kind: 'not_found_once' }, refusal('before', 400, 24, 4_279_009)],
  // A duplicate that was none, and one that is: it was just published.
  facebook: [refusal('before', 400, 506), refusal('after', 400, 506), refusal('before', 400, 1, 1_363_047)],
}
/** Processing that fails once, and processing that always fails. */
const FAILED_ONCE: Record<GraphPlatform, Rule['fault']> = {
  instagram: { kind: 'container_error', code: -1, subcode: 2_207_053 },
  threads: { kind: 'container_error', error_message: 'FAILED_PROCESSING_VIDEO' },
  facebook: { kind: 'container_error', code: 6000, error_message: 'There was a problem with your video.' },
}
const FAILED_FOR_GOOD: Record<GraphPlatform, Rule['fault']> = {
  instagram: { kind: 'container_error', code: 352, subcode: 2_207_026 },
  threads: { kind: 'container_error', error_message: 'INVALID_ASPEC_RATIO' },
  facebook: { kind: 'container_error', code: 1_363_040, error_message: 'The aspect ratio is not supported.' },
}

/** The first rule that hits decides the answer, so later ones get a larger share of the rest: all are equally frequent. */
const spread = (operation: string | string[], faults: readonly Rule['fault'][], share: number): Rule[] => {
  const each = share / faults.length
  return faults.map((fault, at) => ({ match: { operation, probability: each / (1 - at * each) }, fault }))
}

const said = (when: 'before' | 'after', http_status: number, message?: string, retry_after?: number) => ({
  kind: `error_${when}`,
  http_status,
  ...(message === undefined ? {} : { message }),
  ...(retry_after === undefined ? {} : { retry_after }),
})

/** Mastodon's answers that pass: what was asked for was done or not. */
const MASTODON_READING = [
  ...BROKEN,
  said('before', 500),
  said('after', 500),
  said('before', 503, 'Service Unavailable', 1),
  { kind: 'retry_after', seconds: 1 },
]
const MASTODON_PUBLISHING = [
  ...MASTODON_READING,
  said('after', 503),
  // Answers of the server, or something in front of it, although it has published.
  said('after', 401, 'The access token is invalid'),
  said('after', 422, "Validation failed: Text can't be blank"),
  said('after', 422, 'Media not found or already attached to another post'),
  { kind: 'raw_reply', when: 'after', http_status: 403, body: '<html>Blocked</html>' },
]

const xrpc = (when: 'before' | 'after', http_status: number, error?: string, retry_after?: number) => ({
  kind: `error_${when}`,
  http_status,
  ...(error === undefined ? {} : { error }),
  ...(retry_after === undefined ? {} : { retry_after }),
})

/** Answers of Bluesky's servers that pass. */
const BLUESKY_READING = [
  ...BROKEN,
  xrpc('before', 500),
  xrpc('after', 500),
  xrpc('before', 503, 'NotEnoughResources', 1),
  { kind: 'retry_after', seconds: 1 },
]
/** The same of calls as the account: its access may have run out. */
const BLUESKY_AS_ACCOUNT = [...BLUESKY_READING, { kind: 'token_ended' }]
const BLUESKY_PUBLISHING = [
  ...BLUESKY_AS_ACCOUNT,
  xrpc('after', 503, 'NotEnoughResources'),
  xrpc('after', 429, 'RateLimitExceeded', 1),
  // Answers of the server, or something in front of it, although the record is there.
  xrpc('after', 400, 'InvalidRequest'),
  xrpc('after', 400, 'InvalidSwap'),
  xrpc('after', 401, 'AuthMissing'),
  { kind: 'raw_reply', when: 'after', http_status: 403, body: '<html>Blocked</html>' },
  // A file that a server has lost.
  xrpc('before', 400, 'BlobNotFound'),
]
const BLUESKY_VIDEO = ['video_start', 'video_part', 'video_finish', 'video_status', 'video_limits', 'service_auth']

function blueskyRules(share: number, hangs: number): Rule[] {
  const some = (fault: Rule['fault'], operation: string | string[], times: number): Rule => ({
    match: { operation, probability: share * times },
    fault,
  })
  const seldom = (fault: Rule['fault'], operation: string, times: number): Rule[] =>
    times > 0 && share > 0 ? [{ match: { operation, probability: 0.04 }, fault, times }] : []
  return [
    ...spread('create', BLUESKY_AS_ACCOUNT, share),
    ...spread(BLUESKY_VIDEO, BLUESKY_READING, share),
    ...spread('publish', BLUESKY_PUBLISHING, share),
    ...spread('status', BLUESKY_READING, share),
    ...spread('quota', BLUESKY_AS_ACCOUNT, share),
    ...spread(['refresh', 'profile', 'handle'], BLUESKY_READING, share),
    some({ kind: 'container_error' }, 'video_finish', 0.5),
    some({ kind: 'slow_processing' }, 'video_finish', 1),
    ...seldom({ kind: 'hang', ms: 27_000, when: 'before' }, 'publish', hangs),
    ...seldom({ kind: 'hang', ms: 27_000, when: 'after' }, 'publish', hangs - 1),
    some({ kind: 'hang', ms: 400, when: 'before' }, 'publish', 2),
    some({ kind: 'hang', ms: 400, when: 'after' }, 'publish', 2),
  ]
}

function mastodonRules(share: number, hangs: number): Rule[] {
  const some = (fault: Rule['fault'], operation: string | string[], times: number): Rule => ({
    match: { operation, probability: share * times },
    fault,
  })
  const seldom = (fault: Rule['fault'], operation: string, times: number): Rule[] =>
    times > 0 && share > 0 ? [{ match: { operation, probability: 0.04 }, fault, times }] : []
  return [
    ...spread('create', MASTODON_READING, share),
    ...spread('status', MASTODON_READING, share),
    ...spread('publish', MASTODON_PUBLISHING, share),
    ...spread(['list', 'source', 'permalink', 'profile'], MASTODON_READING, share),
    some({ kind: 'container_error' }, 'create', 0.15),
    some({ kind: 'slow_processing', ms: 3000 }, 'create', 0.3),
    ...seldom({ kind: 'hang', ms: 22_000, when: 'before' }, 'publish', hangs),
    ...seldom({ kind: 'hang', ms: 22_000, when: 'after' }, 'publish', hangs - 1),
    some({ kind: 'hang', ms: 400, when: 'before' }, 'publish', 2),
    some({ kind: 'hang', ms: 400, when: 'after' }, 'publish', 2),
  ]
}

/**
 * @param share of the calls that go wrong, 0 to 1.
 * @param hangs how many publish calls get no answer in time; each holds a worker for as long as its patience lasts.
 */
export const chaosRules = (platform: ChaosPlatformId, share: number, hangs: number): Rule[] =>
  platform === 'mastodon'
    ? mastodonRules(share, hangs)
    : platform === 'bluesky'
      ? blueskyRules(share, hangs)
      : graphRules(platform, share, hangs)

function graphRules(platform: GraphPlatform, share: number, hangs: number): Rule[] {
  const some = (fault: Rule['fault'], operation: string | string[], times: number): Rule => ({
    match: { operation, probability: share * times },
    fault,
  })
  const seldom = (fault: Rule['fault'], operation: string, times: number): Rule[] =>
    times > 0 && share > 0 ? [{ match: { operation, probability: 0.04 }, fault, times }] : []
  const publishing = [...PUBLISHING, ...OWN_PUBLISHING[platform]]
  return [
    ...spread(['create', 'carousel'], CREATING, share),
    ...(platform === 'facebook' ? spread('upload', CREATING, share) : []),
    ...spread('status', READING, share),
    ...spread('publish', publishing, share),
    ...spread('quota', READING, share),
    ...spread(['permalink', 'list'], READING, share),
    ...spread('comment', [...PUBLISHING, refusal('before', 400, 100)], share),
    ...spread(['comments', 'comment_switch'], READING, share),
    { match: { operation: ['status', 'permalink'], probability: share / 4, first: true }, fault: UNSEEN[0]! },
    some(FAILED_ONCE[platform], ['create', 'carousel'], 0.15),
    some(FAILED_FOR_GOOD[platform], ['create', 'carousel'], 0.04),
    some({ kind: 'slow_processing', ms: 3000 }, ['create', 'carousel'], 0.3),
    some({ kind: 'no_permalink' }, 'publish', 0.2),
    some({ kind: 'no_permalink' }, 'permalink', 0.2),
    some({ kind: 'usage', app: { call_count: 75, total_time: 40, total_cputime: 40 } }, '*', 0.5),
    // No answer within the service's patience: what was asked for is done meanwhile, or when nobody waits any more.
    ...seldom({ kind: 'hang', ms: 27_000, when: platform === 'instagram' ? 'before' : 'after' }, 'publish', hangs),
    ...seldom({ kind: 'hang', ms: 27_000, when: platform === 'instagram' ? 'after' : 'before' }, 'publish', hangs - 1),
    ...seldom({ kind: 'hang', ms: 12_000, when: 'after' }, 'status', hangs - 1),
    // Publishing takes its time, so that kills meet it; on either side of the effect.
    some({ kind: 'hang', ms: 400, when: 'before' }, 'publish', 2),
    some({ kind: 'hang', ms: 400, when: 'after' }, 'publish', 2),
  ]
}
