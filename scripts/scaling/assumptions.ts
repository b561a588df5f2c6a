// What the arithmetic of docs/scaling.md starts from: what callers are assumed to do, what the code was counted to do
// (test/unit/scripts/scaling.test.ts), what is estimated, and prices.

/** An owner, as assumed: a small business that posts by a program. */
export const ASSUMED = {
  accountsPerOwner: 4,
  /** People of an owner who sign in at the dashboard in a month, and how often each does in a day. */
  peoplePerOwner: 2,
  signInsPerDay: 1,
  postsPerDay: 5,
  accountsPerPost: 2,
  uploadsPerDay: 4,
  /** Requests that read: lists, states, downloads. */
  readsPerDay: 40,
  /** The share of posts for later. */
  scheduledShare: 0.5,
  /** How long before its time a scheduled post is sent in, days. */
  scheduledAhead: 3,
  /** Requests in the busiest second, against the average of the day. */
  requestPeak: 10,
  /** The share of a day's scheduled posts in the busiest minute: people like 09:00. */
  busiestMinute: 0.05,
  /** Bytes of a picture, and of the variant that a platform fetches. */
  pictureBytes: 2_000_000,
  variantBytes: 400_000,
} as const

/** Counted on the embedded engines. */
export const COUNTED = {
  /** Write units of a request; the table's read units are eight times cheaper and are reckoned with below. */
  read: { writeUnits: 2, calls: 4 },
  upload: { writeUnits: 8, calls: 6 },
  post: { writeUnits: 11, calls: 6 },
  /**
   * One publication of one picture, from the queue to its link, whose container was not ready at the first look: passes of the
   * worker, units of the table, those of its index by due time among them.
   */
  publication: { passes: 2, writeUnits: 21, readUnits: 11, dueUnits: 2 },
} as const

/** Publications that one worker has in hand while there is no lack of them. */
export const SIDE_BY_SIDE = 10

/** Estimated, to be replaced by what the deployed stack's dashboard says. */
export const ESTIMATED = {
  /** Seconds that a function works on a request; with its memory in GB. */
  request: { seconds: 0.05, gb: 0.5 },
  upload: { seconds: 0.3, gb: 1 },
  /** All passes of one publication together, as the bench measures it (`burst`): most of it is waiting for the platform. */
  publication: { seconds: 3.3, gb: 0.25 },
  /** As the bench measures it (`cost`). */
  variant: { seconds: 0.32, gb: 1.73 },
  inspection: { seconds: 0.5, gb: 1 },
  /** Looking after one account: three calls to a platform. */
  keeping: { seconds: 1.5, gb: 0.5 },
  logBytesPerCall: 600,
} as const

/** US East, without any free tier, in dollars (aws-facts, section 13; the rest from the price lists of 2026). */
export const PRICES = {
  gatewayRequest: 3.5e-6,
  lambdaCall: 0.2e-6,
  lambdaGbSecond: 0.0000133334,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  queueCall: 0.4e-6,
  /** A month of a person who signs in, in the stack's own user pool (Essentials, which passkeys need). */
  user: 0.015,
  schedule: 1e-6,
  bucketPut: 5e-6,
  bucketGet: 0.4e-6,
  kmsCall: 3e-6,
  logGb: 0.5,
  cdnGb: 0.085,
  cdnRequest: 1e-6,
  /** A month of each. */
  kmsKey: 1,
  /** A key is rotated once a year; each of the first two rotations costs as much again as the key, later ones nothing. */
  pricedRotations: 2,
  alarmMetric: 0.1,
  metric: 0.3,
  dashboard: 3,
} as const
