// The clock minutes that requests are counted in: each caller has an item for each.
export const MINUTE = 60_000

/** TTL of a window, in seconds: an hour after its end, when nobody asks for it any more. @param minute Unix minute. */
export const windowExpiry = (minute: number): number => ((minute + 1) * MINUTE) / 1000 + 3600
