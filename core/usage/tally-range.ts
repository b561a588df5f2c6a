// The exact tally of any range: whole days, whole hours, and single records or packs of them at the edges.
import { candidates, readSummaries, wholeDays } from './day-summaries.ts'
import { closeHour, type Found, type Scope, sum, tallyWithin } from './hour-summaries.ts'
import { advance, type Progress } from './progress.ts'
import { inParallel } from './run-bounded.ts'
import type { Tally } from './tally.ts'
import { HOUR, hourOf, onKeptTime } from './time.ts'

const AT_ONCE = 8

/** Functions' clocks differ a little: a record may bear a time that is yet to come here. */
const CLOCKS_DIFFER_MS = 1000

/** Everything at or after `from` and before `to`, Unix ms. */
export async function tallyRange(scope: Scope, progress: Progress, from: number, to: number): Promise<Tally> {
  const { owner, source, now } = scope
  const ending = Math.min(to, now + CLOCKS_DIFFER_MS)
  const begin = source.packed ? onKeptTime(from, now) : from
  const end = source.packed ? onKeptTime(ending, now) : ending
  if (begin >= end) return new Map()

  /** Hours before this are over, and nothing more is written of them. */
  const closed = hourOf(now - source.settleMs)
  const firstHour = hourOf(begin)
  const endHour = hourOf(end - 1) + 1
  const wholeFrom = Math.ceil(begin / HOUR)
  const wholeTo = Math.min(hourOf(end), closed)
  const firstDay = Math.ceil(wholeFrom / 24)
  const endDay = Math.floor(wholeTo / 24)
  const hasDays = firstDay < endDay
  const groups: [number, number][] = hasDays
    ? [
        [firstHour, firstDay * 24],
        [endDay * 24, endHour],
      ]
    : [[firstHour, endHour]]

  const tallies: Tally[] = []
  const countHour = async (hour: number, found: Found | undefined) => {
    const epoch = found?.epoch ?? ''
    const isWhole = hour >= wholeFrom && hour < wholeTo
    if (isWhole && found?.tally) {
      tallies.push(found.tally)
      return
    }
    // Closing it first packs its records: the next report at this edge reads one item.
    const total = hour < closed && !found?.tally ? await closeHour(scope, hour, epoch) : undefined
    if (isWhole && total) tallies.push(total)
    else
      tallies.push(
        await tallyWithin(scope, hour, epoch, Math.max(begin, hour * HOUR), Math.min(end, (hour + 1) * HOUR)),
      )
  }
  const days = hasDays ? wholeDays(scope, progress, firstDay, endDay) : Promise.resolve(new Map())
  const hours = groups.map(async ([first, last]) => {
    const found = await readSummaries(scope, source.hourKind, first, last)
    await inParallel(candidates(found, progress.hours, first, last), AT_ONCE, (hour) =>
      countHour(hour, found.get(hour)),
    )
  })
  const [dayTally] = await Promise.all([days, ...hours])

  const doneTo = Math.min(endHour, closed)
  if (firstHour <= progress.hours && progress.hours < doneTo) await advance(owner, source.hoursDone, doneTo)
  if (hasDays && firstDay <= progress.days && progress.days < endDay) await advance(owner, source.daysDone, endDay)
  return sum([...tallies, dayTally])
}
