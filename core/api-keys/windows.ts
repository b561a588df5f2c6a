// The clock minutes that requests are counted in: each caller has an item for each.
export const MINUTE = 60_000

/** How long windows are looked at: a day of them is what a key was used for lately. */
export const COUNTED_MS = 24 * 60 * MINUTE

/** TTL of a window, in seconds: an hour after nobody asks for it any more. @param minute Unix minute. */
export const windowExpiry = (minute: number): number => ((minute + 1) * MINUTE + COUNTED_MS) / 1000 + 3600
