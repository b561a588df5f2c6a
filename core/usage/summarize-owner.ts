// Sums up all that is over for one owner, and packs the records of the hour that is running.

import { inParallel } from '../run-bounded.ts'
import { readSummaries, wholeDays } from './day-summaries.ts'
import { closeHour, type Scope, tallyWithin } from './hour-summaries.ts'
import { advance, progressOf, readState } from './progress.ts'
import { JOBS, REQUESTS, type Reads } from './sources.ts'
import { HOUR, hourOf } from './time.ts'

const AT_ONCE = 4

/** Days that are looked at again, for what came in late. */
const LOOK_BACK_DAYS = 7

export async function summarizeOwner(owner: string, now: number, reads: Reads = { items: 0 }): Promise<void> {
  const state = await readState(owner, reads)
  for (const source of [REQUESTS, JOBS]) {
    const scope: Scope = { owner, source, now, reads }
    const { hours, days } = progressOf(state, source, now)
    const closed = Math.max(hours, hourOf(now - source.settleMs))
    const running = hourOf(now)
    const found = await readSummaries(scope, source.hourKind, hours, running + 1)
    const over = Array.from({ length: closed - hours }, (_, ahead) => hours + ahead)
    await inParallel(over, AT_ONCE, async (hour) => {
      if (!found.get(hour)?.tally) await closeHour(scope, hour, found.get(hour)?.epoch ?? '')
    })
    if (closed > hours) await advance(owner, source.hoursDone, closed)

    const endDay = Math.floor(closed / 24)
    if (endDay > days) {
      await wholeDays(scope, { hours: closed, days }, Math.min(days, endDay - LOOK_BACK_DAYS), endDay)
      await advance(owner, source.daysDone, endDay)
    }
    if (!source.packed) continue
    for (let hour = closed; hour <= running; hour += 1) {
      await tallyWithin(scope, hour, found.get(hour)?.epoch ?? '', hour * HOUR, Math.min(now, (hour + 1) * HOUR))
    }
  }
}
