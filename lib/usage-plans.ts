// The usage plans of those who have none of their own at the gateway: sessions, keys of the dashboard, and keys that the gateway
// holds no copy of. A plan's rate holds for each of its keys, so each key of the shared plan is a bucket of its own.

/**
 * Requests that API Gateway takes at once of a whole AWS account where it takes fewest: 10,000 a second with bursts of 5,000 in
 * most regions, but 2,500 with bursts of this in the smaller ones.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const SMALLEST_ACCOUNT_BURST = 1250

/** Requests a second of all owners that share a key of the shared plan: below what an account takes everywhere. */
export const SHARED_PER_SECOND = 1000

/** Requests a second of all callers together that send many times what they may: they are refused anyway. */
export const NARROW_PER_SECOND = 20
