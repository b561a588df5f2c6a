// The moments of a row: one, or those of a repetition up to its end. Pure.
import { momentOf, wallAt } from '../../slots/rules/wall-time.ts'

const DAY = 24 * 3_600_000

export const REPEATS = ['daily', 'weekly', 'every 2 weeks', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]

/** A time as people write it: with an offset, as Unix ms, or as the wall shows it in the plan's zone. */
export function timeIn(text: string, zone: string): number | undefined {
  if (/^\d{12,15}$/.test(text)) return Number(text)
  const found =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset] = found
  const parts = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number]
  const wall = Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5])
  const back = new Date(wall)
  // The 30th of February does not exist.
  if (back.getUTCMonth() !== parts[1] - 1 || back.getUTCDate() !== parts[2] || back.getUTCHours() !== parts[3])
    return undefined
  if (offset === undefined) return momentOf(zone, wall)
  if (offset === 'Z') return wall
  const sign = offset.startsWith('-') ? -1 : 1
  return wall - sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000
}

/** The end of a day where only a day is named. */
export const endIn = (text: string, zone: string): number | undefined => {
  const at = timeIn(text, zone)
  if (at === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return at
  return momentOf(zone, wallAt(zone, at) + DAY) - 1
}

/** The same wall time again and again, whatever the clocks do; in months without the day, on their last day. */
export function occurrences(first: number, repeat: Repeat, until: number, zone: string, most: number): number[] {
  const wall = wallAt(zone, first)
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
