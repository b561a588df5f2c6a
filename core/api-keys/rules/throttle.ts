// The gateway's coarse guard before the exact limit of the functions. Pure.

/**
 * A bucket that by arithmetic never refuses what the exact limit admits: that one counts by clock minute, so two full minutes
 * may come back to back.
 */
export const throttleOf = (perMinute: number) => ({ rateLimit: perMinute / 60, burstLimit: 2 * perMinute })
