// The exact tally of any range: whole days, whole hours, and single records or packs of them at the edges.

import { inParallel } from '../run-bounded.ts'
import { candidates, readSummaries, wholeDays } from './day-summaries.ts'
import { closeHour, type Found, type Scope, tallyWithin } from './hour-summaries.ts'
import { advance, type Progress } from './progress.ts'
import type { Tally } from './tally.ts'
import { DAY, HOUR, hourOf, onKeptTime } from './time.ts'

const AT_ONCE = 8

/** Functions' clocks differ a little: a record may bear a time that is yet to come here. */
const CLOCKS_DIFFER_MS = 1000

/** Counts of one hour or one day; `at` is the Unix ms at which it begins. */
export interface Part {
  at: number
  tally: Tally
}

/**
 * Everything at or after `from` and before `to`, Unix ms, in parts that do not overlap: hour by hour, and where `unit` allows
 * it whole days in one.
 * @param unit `day`: as few parts as there can be; `hour`: no part is longer than an hour.
 */
export async function tallyParts(
  scope: Scope,
  progress: Progress,
  from: number,
  to: number,
  unit: 'hour' | 'day' = 'day',
): Promise<Part[]> {
  const { owner, source, now } = scope
  const ending = Math.min(to, now + CLOCKS_DIFFER_MS)
  const begin = source.packed ? onKeptTime(from, now) : from
  const end = source.packed ? onKeptTime(ending, now) : ending
  if (begin >= end) return []

  /** Hours before this are over, and nothing more is written of them. */
  const closed = hourOf(now - source.settleMs)
  const firstHour = hourOf(begin)
  const endHour = hourOf(end - 1) + 1
  const wholeFrom = Math.ceil(begin / HOUR)
  const wholeTo = Math.min(hourOf(end), closed)
  const firstDay = Math.ceil(wholeFrom / 24)
  const endDay = Math.floor(wholeTo / 24)
  const hasDays = unit === 'day' && firstDay < endDay
  const groups: [number, number][] = hasDays
    ? [
        [firstHour, firstDay * 24],
        [endDay * 24, endHour],
      ]
    : [[firstHour, endHour]]

  const parts: Part[] = []
  const countHour = async (hour: number, found: Found | undefined) => {
    const epoch = found?.epoch ?? ''
    const isWhole = hour >= wholeFrom && hour < wholeTo
    const add = (tally: Tally) => parts.push({ at: hour * HOUR, tally })
    if (isWhole && found?.tally) {
      add(found.tally)
      return
    }
    // Closing it first packs its records: the next report at this edge reads one item.
    const total = hour < closed && !found?.tally ? await closeHour(scope, hour, epoch) : undefined
    if (isWhole && total) add(total)
    else add(await tallyWithin(scope, hour, epoch, Math.max(begin, hour * HOUR), Math.min(end, (hour + 1) * HOUR)))
  }
  const days = hasDays ? wholeDays(scope, progress, firstDay, endDay) : new Map<number, Tally>()
  const hours = groups.map(async ([first, last]) => {
    const found = await readSummaries(scope, source.hourKind, first, last)
    await inParallel(candidates(found, progress.hours, first, last), AT_ONCE, (hour) =>
      countHour(hour, found.get(hour)),
    )
  })
  const [dayTallies] = await Promise.all([days, ...hours])
  for (const [day, tally] of dayTallies) parts.push({ at: day * DAY, tally })

  const doneTo = Math.min(endHour, closed)
  if (firstHour <= progress.hours && progress.hours < doneTo) await advance(owner, source.hoursDone, doneTo)
  if (hasDays && firstDay <= progress.days && progress.days < endDay) await advance(owner, source.daysDone, endDay)
  return parts
}
