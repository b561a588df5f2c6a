// How long one call to AWS may take. A function that was frozen may find its kept connections dead without a word: a call on one of
// them would wait until the function's time is over, as the SDK alone gives it five minutes or more.
// https://repost.aws/knowledge-center/lambda-function-retry-timeout-sdk

/** Longer than a slow AWS takes, and short enough for a second try within the time that a request has, ms. */
export const CALL_LIMIT_MS = 8_000

/** For clients whose calls carry bodies of any size: a call whose time is limited says so. */
export const STREAM_LIMITS = { connectionTimeout: CALL_LIMIT_MS, throwOnRequestTimeout: true } as const

/** For clients of small requests and answers: a call without an answer ends, and the SDK repeats it on another connection. */
export const CALL_LIMITS = { requestHandler: { ...STREAM_LIMITS, requestTimeout: CALL_LIMIT_MS } } as const
