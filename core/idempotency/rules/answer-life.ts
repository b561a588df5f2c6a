/** How long a request with an `Idempotency-Key` that is sent again gets the answer to the first, in hours. */
export const IDEMPOTENCY_HOURS = 24

const HOUR_MS = 3_600_000
/** A request is no longer repeated in the last part of the time for which the service keeps its key. In milliseconds. */
const MARGIN_MS = HOUR_MS

/** Whether the service may have forgotten a request that was sent first at that time: sent again, it would count as another. Unix ms. */
export const mayBeForgotten = (at: number, now: number): boolean => now - at > IDEMPOTENCY_HOURS * HOUR_MS - MARGIN_MS
