// How fast publishing goes: every wait of the engine in one place. Milliseconds throughout.

import { PUBLISH_TIMEOUT_MS } from '../../platforms/outcome.ts'

export { PUBLISH_TIMEOUT_MS }

export interface Pace {
  /** First delay between two looks at a container; everything that waits for the platform grows from it. */
  poll_ms: number
  /** In [0, 1): spreads retries so that they do not come in step. */
  chance(): number
}

/** As deployed; Meta advises a look a minute, code in the field looks every few seconds (platform-apis, section 3). */
export const DEFAULT_POLL_MS = 3000

const SLOWEST_POLL_MS = 60_000
export const SLOWEST_RETRY_MS = 5 * 60_000

/** How long one worker may hold a publication between two writes. Longer than any call to a platform. */
export const LEASE_MS = 45_000

/** A publish call is sent within this of its being recorded, or not at all. */
export const CALL_WINDOW_MS = 5000

/** From recording a publish call: after this no worker can still be making it, so the container may be judged. */
export const IN_FLIGHT_MS = CALL_WINDOW_MS + PUBLISH_TIMEOUT_MS + 5000

export const MAX_TRIES = 12
/** Containers made again because the platform could not process the media. */
export const MAX_REMAKES = 3
/** Reads of one container that fail before it is taken for lost. */
export const MAX_LOST_READS = 6
/** Publish calls on one container. */
export const MAX_CALLS = 5
/** Clear "not found" or "not ready" answers on one container before a new one is made. */
export const MAX_SAME_CONTAINER = 3
/** Answers that the children of a carousel are not there yet, until new ones are made: about a minute of them. */
export const MAX_UNSEEN_CHILDREN = 6
/** A post that was made this long ago is visible to everybody who may see it: one that is not found is gone. */
export const VISIBLE_MS = 60_000
export const MAX_PERMALINK_TRIES = 7
/** A publication that has not ended this long after its time is ended as failed, unless it may be live. */
export const GIVE_UP_MS = 7 * 24 * 3_600_000
/** Limits count over a rolling day (platform-apis, section 5): longer than that and a bit is not one of those. */
export const MAX_HELD_MS = 26 * 3_600_000
/** How long what was prepared can be published, where its platform does not say. */
const USUAL_LIFE_MS = 24 * 3_600_000
export const SURELY_OVER_MS = 3_600_000

/** This long after it was made, what was prepared is certainly over. */
export const overAfter = ({ lives_ms = USUAL_LIFE_MS }: { lives_ms?: number }): number => lives_ms + SURELY_OVER_MS

/** Short enough for the worker that made the container to wait it out. */
const FIRST_LOOK_MS = 1000

/**
 * Until the first look at what platforms mostly have ready at once: pictures and texts (platform-apis, section 3). What is not
 * ready then is looked at as any other.
 */
export const firstLookDelay = ({ poll_ms }: Pace): number =>
  Math.round(Math.min(poll_ms, Math.max(FIRST_LOOK_MS, poll_ms / 3)))

/**
 * The outcome of a call in doubt is looked for after this at the latest, whatever wait a server that fails asks for: some platforms can
 * tell it for less than an hour.
 */
export const LONGEST_DOUBT_MS = 10 * 60_000

/**
 * After a call in doubt a limit that forbids looking is waited for until then, and one look is made: it may be refused, but what the call
 * did some platforms can tell for 50 minutes only.
 */
export const LAST_LOOK_MS = 40 * 60_000

/** Until the next look at a container of this age: it grows by half of the age. */
export const pollDelay = (ageMs: number, pace: Pace): number =>
  Math.round(Math.min(SLOWEST_POLL_MS, Math.max(pace.poll_ms, ageMs / 2)))

/** Until the next try after this many failed ones: doubles, with jitter between half and all of it. */
export const retryDelay = (tries: number, pace: Pace): number => {
  const full = Math.min(SLOWEST_RETRY_MS, pace.poll_ms * 2 ** Math.max(0, tries - 1))
  return Math.round(full * (0.5 + pace.chance() / 2))
}

/** Until a publish call that did nothing is made again: twice soon, as most faults are short; the last ones spread over two minutes. */
export const callDelay = (calls: number, pace: Pace): number => retryDelay(calls + Math.max(0, calls - 2), pace)

/**
 * Between the two readings of FINISHED that prove a publish call did nothing: 30 s as deployed. A platform that was
 * silent for long may still be at it, so it gets as long again, however fast the pace.
 */
export const confirmGap = (pace: Pace, ambiguousMs = 0): number => Math.max(pace.poll_ms * 10, ambiguousMs)

/**
 * While a limit holds: as long as the platform says, for each call before that prolongs the block; else growing from a
 * minute to an hour.
 */
export const holdDelay = (heldMs: number, askedMs: number | undefined, pace: Pace): number => {
  const unasked = Math.min(3_600_000, Math.max(20 * pace.poll_ms, heldMs))
  const wait = Math.max(1000, askedMs ?? unasked)
  return Math.round(wait * (1 + pace.chance() / 10))
}

/**
 * Until a message that failed comes back: when the lease of the pass is surely over and a publish call that was recorded may
 * be judged, so that the next pass finds out what became of it. Twice as long each time, up to what the queue takes by itself.
 */
export const secondTryDelay = (receives: number): number => Math.min(360_000, (LEASE_MS + 5000) * 2 ** (receives - 1))

/** The wait after a pass that failed; each further one is four times as long. */
const FIRST_PAUSE_MS = 3000
/** How often that is done. A longer problem is not retried so soon: a message becomes a dead letter after six tries. */
const SOON_TRIES = 2

/**
 * The same where the pass that failed holds nothing any more: the first tries need not wait for its lease.
 * @param from when the next pass has something to do, Unix ms.
 */
export function soonerTryDelay(receives: number, from: number, now: number): number {
  const usual = secondTryDelay(receives)
  if (receives > SOON_TRIES) return usual
  return Math.min(usual, Math.max(FIRST_PAUSE_MS * 4 ** (receives - 1), from - now))
}
