// The moments of a row: one, or those of a repetition up to its end. Pure.
import { momentOf, wallAt } from '../../slots/rules/wall-time.ts'

const DAY = 24 * 3_600_000

export const REPEATS = ['daily', 'weekly', 'every 2 weeks', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]

const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]([01]\d|2[0-3]):?([0-5]\d))?$/

/** @returns the time on the wall, as if it were UTC, and for a text with an offset the moment too, both in Unix ms. */
function read(text: string): { wall: number; moment?: number } | undefined {
  if (/^\d{12,15}$/.test(text)) return { wall: Number(text), moment: Number(text) }
  const found = WRITTEN.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset, hours, minutes] = found
  const parts = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number]
  const wall = Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5])
  const back = new Date(wall)
  // The 30th of February does not exist.
  const is = [back.getUTCMonth() + 1, back.getUTCDate(), back.getUTCHours(), back.getUTCMinutes(), back.getUTCSeconds()]
  if (is.some((part, at) => part !== parts[at + 1])) return undefined
  if (offset === undefined) return { wall }
  if (offset === 'Z') return { wall, moment: wall }
  const sign = offset.startsWith('-') ? -1 : 1
  return { wall, moment: wall - sign * (Number(hours) * 60 + Number(minutes)) * 60_000 }
}

/** A time as people write it: with an offset, as Unix ms, or as the wall shows it in the plan's zone. */
export function timeIn(text: string, zone: string): number | undefined {
  const said = read(text)
  if (said === undefined) return undefined
  return said.moment ?? momentOf(zone, said.wall)
}

/** The time on the wall that is meant, as if it were UTC, Unix ms: also one that clocks skip on that day. */
export function wallIn(text: string, zone: string): number | undefined {
  const said = read(text)
  if (said === undefined) return undefined
  return said.moment === undefined ? said.wall : wallAt(zone, said.moment)
}

/**
 * The time of a turn of a series as the text has it: the same in every zone, though the clocks of one change and those of another do not.
 * @param text a time that was understood. @param turn from 0.
 */
export function writtenAt(text: string, repeat: Repeat, turn: number): string {
  const { wall, moment } = read(text)!
  const offset = moment === undefined ? '' : ` ${wall - moment}`
  return new Date(nth(wall, repeat, turn)).toISOString() + offset
}

/** The end of a day where only a day is named. */
export const endIn = (text: string, zone: string): number | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && timeIn(text, zone) !== undefined
    ? momentOf(zone, wallIn(text, zone)! + DAY) - 1
    : timeIn(text, zone)

/**
 * The same wall time again and again, whatever the clocks do; in months without the day, on their last day.
 * @param wall the time that is kept, as if it were UTC, where the wall shows another at the first moment because clocks skip it.
 */
export function occurrences(
  first: number,
  repeat: Repeat,
  until: number,
  zone: string,
  most: number,
  wall = wallAt(zone, first),
): number[] {
  const found: number[] = []
  for (let at = 0; found.length <= most; at += 1) {
    const moment = at === 0 ? first : momentOf(zone, nth(wall, repeat, at))
    if (moment > until) break
    found.push(moment)
  }
  return found
}

function nth(wall: number, repeat: Repeat, at: number): number {
  if (repeat !== 'monthly') return wall + at * DAY * { daily: 1, weekly: 7, 'every 2 weeks': 14 }[repeat]
  const from = new Date(wall)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + at]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), last)
  return Date.UTC(year, month, day) + (wall % DAY)
}
