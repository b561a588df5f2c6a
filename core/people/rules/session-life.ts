// How long a session lives, and how often it may ask. Pure: times are passed in, Unix ms.

const HOUR = 3_600_000

/** Without a request for so long it is over. */
export const SESSION_IDLE_MS = 12 * HOUR
/** However busy, it ends after this. */
export const SESSION_LONGEST_MS = 7 * 24 * HOUR
/** Sessions of one person at a time: the oldest ends when another begins. */
export const MOST_SESSIONS = 20
/** Requests a minute of all sessions of a person: a page asks for more at once than a program does. */
export const SESSION_RATE_LIMIT = 600
/** The precision of the last use. */
export const SESSION_USE_GRAIN_MS = 5 * 60_000

export interface SessionTimes {
  created_at: number
  last_used_at: number
}

/** When it ends unless it is used again. */
export const sessionEndsAt = ({ created_at, last_used_at }: SessionTimes): number =>
  Math.min(created_at + SESSION_LONGEST_MS, last_used_at + SESSION_IDLE_MS)
