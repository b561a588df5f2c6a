// Which days a view shows, and which one is next.
import { addDays, dayOf, noonOf, startOf } from '../../posts/wall-time.ts'

export type View = 'month' | 'week' | 'day'
export const VIEWS: readonly View[] = ['month', 'week', 'day']

/** Weeks begin on Monday, as ISO 8601 has it. */
function weekOf(day: string): string {
  return addDays(day, -((noonOf(day)!.getDay() + 6) % 7))
}

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(first, at))

/** The days that a view shows around `day`: of a month whole weeks. */
export function daysShown(view: View, day: string): string[] {
  if (view === 'day') return [day]
  if (view === 'week') return daysFrom(weekOf(day), 7)
  const first = weekOf(`${day.slice(0, 7)}-01`)
  const noon = noonOf(day)!
  const last = dayOf(new Date(noon.getFullYear(), noon.getMonth() + 1, 0, 12))
  const weeks = daysFrom(first, 42).indexOf(last) >= 35 ? 6 : daysFrom(first, 42).indexOf(last) >= 28 ? 5 : 4
  return daysFrom(first, weeks * 7)
}

/** The day that the view before (-1) or after (1) is around. */
export function stepFrom(view: View, day: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(day, view === 'week' ? 7 * step : step)
  const noon = noonOf(day)!
  return dayOf(new Date(noon.getFullYear(), noon.getMonth() + step, 1, 12))
}

/** From the beginning of the first day to the end of the last, in Unix milliseconds. */
export const rangeOf = (days: readonly string[]) => ({
  publish_from: startOf(days[0]!),
  publish_to: startOf(addDays(days.at(-1)!, 1)) - 1,
})

/** A place in the calendar: a day, in a view with hours one of its hours. */
export interface Slot {
  day: string
  hour?: number
}

/** The clock's time for a post that is put in a slot: what the slot does not say stays. @param time "10:30" before. */
export const wallIn = ({ day, hour }: Slot, time: string): string =>
  `${day}T${hour === undefined ? time : `${String(hour).padStart(2, '0')}${time.slice(2)}`}`

const ARROWS: Record<string, [days: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow key leads from a slot, inside the days shown; null for other keys. */
export function slotBeside({ day, hour }: Slot, key: string, days: readonly string[]): Slot | null {
  const arrow = ARROWS[key]
  if (arrow === undefined) return null
  const [sideways, down] = arrow
  const moved = addDays(day, sideways + (hour === undefined ? 7 * down : 0))
  const next = days.includes(moved) ? moved : day
  return hour === undefined ? { day: next } : { day: next, hour: Math.min(23, Math.max(0, hour + down)) }
}
