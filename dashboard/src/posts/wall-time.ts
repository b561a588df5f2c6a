// The time on the clock of the person at this browser, and the moment that it is. Where the clocks change, some times do
// not exist and some come twice.

const two = (value: number) => String(value).padStart(2, '0')

/** The name of the browser's time zone: "Europe/Berlin". */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** @returns "2027-03-28", the day that `at` (Unix milliseconds) is of here. */
export function dayOf(at: number | Date): string {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** @returns "10:30", as a clock here shows it at `at` (Unix milliseconds). */
export function timeOf(at: number | Date): string {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The rest of `at` beside the minute that a clock here shows, in milliseconds: it stays when only the day or the hour changes. */
export const secondsOf = (at: number): number => at % 60_000

/** As a `datetime-local` field writes it: "2027-03-28T10:30". */
export const wallTime = (at: number): string => `${dayOf(at)}T${timeOf(at)}`

const WALL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

/**
 * The moment at which the clock here shows `wall`: of a time that comes twice the first, of one that the clocks skip as
 * much after the change as it would have been. Null for what is no time.
 */
export function momentOf(wall: string): { at: number; is: 'plain' | 'skipped' | 'twice' } | null {
  const parts = WALL.exec(wall)?.slice(1).map(Number)
  if (parts === undefined) return null
  const [year, month, day, hour, minute] = parts as [number, number, number, number, number]
  const at = new Date(year, month - 1, day, hour, minute).getTime()
  if (Number.isNaN(at)) return null
  const written = wall.slice(0, 16)
  if (wallTime(at) !== written) return { at, is: 'skipped' }
  // Clocks change by half an hour somewhere, by an hour nearly everywhere.
  const twice = [30, 60].some((minutes) => wallTime(at + minutes * 60_000) === written)
  return { at, is: twice ? 'twice' : 'plain' }
}

/** Whether a part of a date and a time is written: the field has no value then, as an empty one, but no time was left out on purpose. */
export const isHalfWritten = (field: { validity: { badInput: boolean } } | null): boolean =>
  field?.validity.badInput === true

/** Noon of a day as written in an address: days are counted from there, as no clock changes at noon. Null for no day. */
export function noonOf(day: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number)
  if (parts === undefined) return null
  const noon = new Date(parts[0]!, parts[1]! - 1, parts[2]!, 12)
  return dayOf(noon) === day ? noon : null
}

/** @returns the day that is `days` after `day`. */
export function addDays(day: string, days: number): string {
  const noon = noonOf(day)!
  noon.setDate(noon.getDate() + days)
  return dayOf(noon)
}

/** When a day begins here, in Unix milliseconds: not at midnight where the clocks skip it. */
export function startOf(day: string): number {
  const noon = noonOf(day)!
  return new Date(noon.getFullYear(), noon.getMonth(), noon.getDate()).getTime()
}

/** A moment as the service writes it. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** The service's own words, with the moments, which it names in UTC, as the page writes them. What is quoted may only look like one. */
export const withMoments = (words: string, written: (at: number) => string): string =>
  words.replace(MOMENT, (iso) => (Date.parse(iso) ? written(Date.parse(iso)) : iso))
