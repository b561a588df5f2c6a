// The tally of jobs over a range: of ended publications from their records, of the others from the publications themselves.
import type { Item } from '../aws/table.ts'
import { progressOf } from './progress.ts'
import { JOBS, type Reads } from './sources.ts'
import { count, type Tally } from './tally.ts'
import { type Part, tallyParts } from './tally-range.ts'
import { HOUR, hourOf } from './time.ts'
import { readUnfinished, unfinishedKeys } from './unfinished-jobs.ts'

/** Tries to see the jobs at one moment; each fails only when a publication ended in just that time. */
const SNAPSHOT_TRIES = 4

/**
 * A publication that ends between the reads of the two places would be seen in both, so it is looked at again whether all
 * that were unfinished still are.
 * @param state how far the owner's figures are summed up. @param read for tests, which end publications between two reads.
 */
export async function tallyJobParts(
  { owner, now, reads, unit = 'day' }: { owner: string; now: number; reads: Reads; unit?: 'hour' | 'day' | undefined },
  state: Item | undefined,
  from: number,
  to: number,
  read: typeof readUnfinished = readUnfinished,
): Promise<Part[]> {
  const scope = { owner, source: JOBS, now, reads }
  const keys = await unfinishedKeys(owner, reads)
  for (let attempt = 1; ; attempt += 1) {
    const before = await read(owner, keys, reads)
    const parts = await tallyParts(scope, progressOf(state, JOBS, now), from, to, unit)
    const after = await read(owner, before.keys, reads)
    if (after.keys.length < before.keys.length && attempt < SNAPSHOT_TRIES) continue
    for (const entry of before.entries) {
      if (entry.at < from || entry.at >= to) continue
      const tally: Tally = new Map()
      count(tally, entry)
      parts.push({ at: hourOf(entry.at) * HOUR, tally })
    }
    return parts
  }
}
