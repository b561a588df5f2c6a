// The weekly slots of an account: when posts go out that are queued for the next that is free. Pure.
import * as z from 'zod/mini'
import { isZone, momentsOn, wallAt } from './wall-time.ts'

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const MAX_SLOTS = 100

export interface Slot {
  weekday: Weekday
  /** `09:30`, on the wall of the zone. */
  time: string
}

/** The weekly slots, as they are sent and stored. */
export interface SlotPlan {
  time_zone: string
  slots: Slot[]
}

const distinct = z.superRefine((slots: readonly Slot[], context) => {
  const seen = new Map<string, number>()
  slots.forEach(({ weekday, time }, at) => {
    const first = seen.get(`${weekday} ${time}`)
    if (first === undefined) {
      seen.set(`${weekday} ${time}`, at)
      return
    }
    const message = `slots[${at}] repeats slots[${first}].`
    context.addIssue({ code: 'custom', params: { code: 'duplicate' }, path: [at], message })
  })
})

export const SlotPlan = z.strictObject({
  time_zone: z
    .string()
    .check(z.refine((name) => isZone(name), { error: 'must be the name of a time zone such as Europe/Berlin' })),
  slots: z
    .array(
      z.strictObject({
        weekday: z.enum(WEEKDAYS),
        time: z
          .string()
          .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time from 00:00 to 23:59 such as 09:30' })),
      }),
    )
    .check(z.maxLength(MAX_SLOTS), distinct),
})

/** The weekly slots as a request has them: with `updated_at`, those that were set since they were read are not replaced. */
export const SlotsRequest = z.extend(SlotPlan, {
  updated_at: z.optional(z.nullable(z.int().check(z.nonnegative()))),
})
export type SlotsRequest = z.infer<typeof SlotsRequest>

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const minutesOf = ({ time }: Slot): number => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** Moments of the slots after one, soonest first and each once, up to another. */
export function* slotTimes({ time_zone, slots }: SlotPlan, after: number, until: number): Generator<number> {
  if (slots.length === 0) return
  // The wall's day before: a slot that daylight saving moved may have passed into the day of `after`.
  const first = Math.floor(wallAt(time_zone, after) / DAY) * DAY - DAY
  let last = after
  // Where clocks skip the hour before midnight, a slot in it passes into the next day, and may come behind slots of that.
  let waiting: number[] = []
  for (let day = first; ; day += DAY) {
    const weekday = WEEKDAYS[new Date(day).getUTCDay()]
    const momentAt = momentsOn(time_zone, day)
    const own = slots.filter((slot) => slot.weekday === weekday).map((slot) => momentAt(minutesOf(slot) * MINUTE))
    const moments = [...waiting, ...own].sort((one, other) => one - other)
    const nextDay = momentAt(DAY)
    waiting = moments.filter((moment) => moment >= nextDay)
    for (const moment of moments) {
      if (moment >= nextDay) break
      if (moment <= last) continue
      if (moment > until) return
      last = moment
      yield moment
    }
    // Days are longer or shorter than this by hours at most.
    if (day > until + 2 * DAY) return
  }
}

/** An account's plan, and the moments that are taken. */
export interface AccountSlots {
  plan: SlotPlan
  taken: ReadonlySet<number>
}

/** The soonest moment after `after` that is a free slot of every one of the accounts. */
export function nextFree(accounts: readonly AccountSlots[], after: number, until: number): number | undefined {
  const [first, ...others] = accounts
  if (!first) return undefined
  const free = ({ plan, taken }: AccountSlots) =>
    (function* () {
      for (const moment of slotTimes(plan, after, until)) if (!taken.has(moment)) yield moment
    })()
  const rows = others.map((account) => ({ moments: free(account), at: 0 as number | undefined }))
  for (const moment of free(first)) {
    let everywhere = true
    for (const row of rows) {
      while (row.at !== undefined && row.at < moment) row.at = row.moments.next().value ?? undefined
      if (row.at === undefined) return undefined
      everywhere &&= row.at === moment
    }
    if (everywhere) return moment
  }
  return undefined
}
