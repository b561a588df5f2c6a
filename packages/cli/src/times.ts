// Times as people write them: "tomorrow 9:00", "in 2 hours", "2026-12-24T18:00+01:00", "next-slot".
import { parse } from 'chrono-node'
import { WrongCall } from './problem.ts'

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const
type Seven = [number, number, number, number, number, number, number]

/** A day in numbers without its year first. "9.10" without a year may be a time. */
const DAY_IN_NUMBERS =
  /(?<![\d./-])(\d{1,2})(?:\/(\d{1,2})(?:\/(?:\d{4}|\d{2}))?|([.-])(\d{1,2})\3(?:\d{4}|\d{2}))(?![\d./-])/

/** Whether some read it as day and month, and others as month and day: 05/01 is a day in January and one in May. */
function isTwoDays(text: string): boolean {
  const [found, first, second, , third] = DAY_IN_NUMBERS.exec(text) ?? []
  const [one, other] = [Number(first), Number(second ?? third)]
  return found !== undefined && one !== other && one <= 12 && other <= 12
}

/** A date whose second number is no month: some would read it as the day. */
const NO_MONTH = /^\d{4}[-/.](?:1[3-9]|[2-9]\d)[-/.]/

/** In minutes: no clock on earth is further from UTC. */
const FURTHEST = { west: -12 * 60, east: 14 * 60 }

/** Whether a time ends with an offset that no place has, which the parser takes all the same. */
const isNowhere = (text: string, offset: number | null): boolean =>
  offset !== null && (offset < FURTHEST.west || offset > FURTHEST.east || /[+-]\d\d?:?[6-9]\d$/.test(text))

/** What `scheduled_at` of a post takes. @param now of this machine, whose time zone counts. @throws {WrongCall} */
export function readTime(given: string, now: Date): number | 'next_slot' {
  const text = given.trim()
  if (/^next[\s_-]slot$/i.test(text)) return 'next_slot'
  if (/^\d{13}$/.test(text)) return Number(text)
  if (isTwoDays(text))
    throw new WrongCall(
      `"${given}" is read as two different days by different people. Write for example "2026-12-24 18:00".`,
    )
  const [found, ...more] = parse(text, now, { forwardDate: true })
  const offset = found?.start.isCertain('timezoneOffset') ? found.start.get('timezoneOffset') : null
  if (
    !found ||
    NO_MONTH.test(text) ||
    isNowhere(text, offset) ||
    more.length > 0 ||
    found.text.length < text.length ||
    found.end
  )
    throw new WrongCall(
      `"${given}" is not understood as one time. Write for example "tomorrow 9:00", "in 2 hours", "2026-12-24 18:00", or next-slot.`,
    )
  if (!found.start.isCertain('hour') && !/\b(hour|minute|now)/i.test(text))
    throw new WrongCall(`"${given}" names a day without a time of day. Write for example "${given} 9:00".`)
  // So many hours from now: in UTC, whose clocks never change.
  if (found.tags().has('result/relativeDateAndTime'))
    return parse(text, { instant: now, timezone: 0 }, { forwardDate: true })[0]!.start.date().getTime()
  const { start } = found
  if (offset !== null) return start.date().getTime()
  // A time of this machine. For "in 2 weeks at 9:00" the parser takes the zone of today, which may be another by then.
  const [year, month, day, hour, minute, second, ms] = PARTS.map((part) => start.get(part) ?? 0) as Seven
  const date = new Date(year, month - 1, day, hour, minute, second, ms)
  if (date.getHours() !== hour || date.getMinutes() !== minute)
    throw new WrongCall(`"${given}" does not exist here: the clocks are put forward over it that day.`)
  return date.getTime()
}

/** @param name of the field that named the time. @throws {WrongCall} */
export function refusePast(name: string, given: string, at: number, now: Date): void {
  if (at <= now.getTime()) throw new WrongCall(`${name} is ${given}, which is in the past.`)
}

/** A time as it was understood, with the zone it is told in. */
export const timeText = (time: number): string =>
  new Date(time).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
