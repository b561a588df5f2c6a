/** How long a request with an `Idempotency-Key` that is sent again gets the answer to the first, in hours. */
export const IDEMPOTENCY_HOURS = 24
