// What AWS allows itself in handing things on, on demand: standard queues give a message more than once, late and out of order; rules
// and schedules fire more than once, schedules up to a minute late (SQS, "at-least-once delivery"; EventBridge, "more than once";
// aws-facts, sections 5 and 6).
import type { Deliver } from './services/deliver.ts'

/** A message that is held back comes within so many seconds; in that time others overtake it. */
const LATE_S = 15
/** As late as a schedule may fire. */
const SCHEDULE_LATE_MS = 60_000
/** Until what comes twice comes again. */
const AGAIN_MS = 3000

/** So far behind are the table's indexes. */
export const INDEX_LAG_MS = 5000

export interface DeliveryFaults {
  /** @returns for how many seconds a message is held back; 0 where it is not. */
  heldBack(): number
  /** Whether what was handed on is handed on once more, at the same moment. */
  twice(): boolean
  /** The same target, reached late or twice. @param lateMs how late at most. */
  deliver(deliver: Deliver, lateMs: number): Deliver
}

/** @param rate share of faults, for each kind. @param chance from 0 to under 1. */
export function deliveryFaults(
  rate: number,
  chance: () => number = Math.random,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): DeliveryFaults {
  const happens = () => chance() < rate
  return {
    heldBack: () => (happens() ? 1 + Math.floor(chance() * LATE_S) : 0),
    twice: happens,
    deliver: (deliver, lateMs) => async (target) => {
      if (lateMs > 0 && happens()) await wait(chance() * lateMs)
      const again = happens() ? wait(chance() * AGAIN_MS).then(() => deliver(target)) : undefined
      // The caller gets only the first delivery's outcome.
      again?.catch(() => undefined)
      await deliver(target)
    },
  }
}

/** Schedules. */
export const lateSchedules = (faults: DeliveryFaults, deliver: Deliver): Deliver =>
  faults.deliver(deliver, SCHEDULE_LATE_MS)
/** Rules fire on time. */
export const repeatedRules = (faults: DeliveryFaults, deliver: Deliver): Deliver => faults.deliver(deliver, 0)
