// The usage plans of those who have none of their own at the gateway: sessions, keys of the dashboard, and keys that the gateway
// holds no copy of. A plan's rate is of each of its keys, so each key of the shared plan is a bucket of its own.

/**
 * Requests a second of all owners that share a key of the shared plan. An account takes 10,000 in most regions, but in the smaller
 * ones 2,500 with bursts of 1,250: this is below both everywhere.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const SHARED_PER_SECOND = 1000

/** Of all callers together that send many times what they may: they are refused anyway. */
export const NARROW_PER_SECOND = 20
