// How often a platform is asked about an account that people look at, so that enough calls are left for publishing, and how long
// an answer is good. Pure.
import type { PlatformError, Result } from '../../platforms/outcome.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Calls within a clock hour for all that people and programs look at of one account. A platform grants an account 4,800 calls a
 * day at the least (platform-apis, section 8), which is 200 an hour: the rest is for publishing, at about six calls each.
 */
export const CALLS_PER_HOUR = 60

/** How much may still be published on an account changes with each post: it is shown for so long. */
export const QUOTA_KEPT_MS = MINUTE

/** Whether a name exists changes seldom, but a person who has just corrected a name asks again. */
export const MENTION_KEPT_MS = 5 * MINUTE

/** Places, and the popular posts of a hashtag. */
export const LOOKED_UP_KEPT_MS = HOUR

/** Short, as invitations are accepted while people look. */
export const MEMBERS_KEPT_MS = MINUTE

/** Meta's number of this refusal, and ours where the platform was not asked. */
export const SEARCH_LIMIT_SUBCODE = 2207034
export const searchesUsedUp = ({ most, within_ms }: { most: number; within_ms: number }) => ({
  subcode: SEARCH_LIMIT_SUBCODE,
  message: `The account has searched for ${most} different hashtags within ${within_ms / (24 * HOUR)} days, which is the platform's limit. It can still search for these again.`,
})

/** After a limit whose end the platform does not tell: each further call would prolong it. */
const LIMITED_MS = 5 * MINUTE

/** The longest pause that a platform's headers bring about. */
const LONGEST_PAUSE_MS = 24 * HOUR

/** How long the same question is not asked again after it was refused. What the owner can mend at once is asked again soon. */
export const refusedFor = ({ class: kind }: PlatformError): number => (kind === 'permanent' ? 15 * MINUTE : MINUTE)

/** How long nothing is asked about the account after this answer: as long as the platform's headers say, or some minutes after a limit. */
export function pauseAfter(answer: Result<unknown>): number {
  const { told, otherwise } = answer.ok
    ? { told: answer.pause_ms, otherwise: 0 }
    : { told: answer.error.retry_after_ms, otherwise: answer.error.class === 'wait' ? LIMITED_MS : 0 }
  return Math.min(LONGEST_PAUSE_MS, told ?? otherwise)
}

/** The clock hour in which calls count, Unix. */
export const hourOf = (now: number): number => Math.floor(now / HOUR)
export const endOfHour = (now: number): number => (hourOf(now) + 1) * HOUR

const clock = (ms: number): string => `${new Date(ms).toISOString().slice(11, 16)} UTC`

const notAsked = (message: string, until: number, now: number): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'wait', message, ours: true, retry_after_ms: until - now },
})

export const paused = (until: number, now: number) =>
  notAsked(`The platform wants fewer calls for this account: it is asked nothing until ${clock(until)}.`, until, now)

export const usedUp = (now: number) =>
  notAsked(
    `The platform was asked about this account ${CALLS_PER_HOUR} times within this hour. The rest of what it allows is left for publishing: ask again after ${clock(endOfHour(now))}.`,
    endOfHour(now),
    now,
  )
