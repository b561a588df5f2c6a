// The usage report: exact to the millisecond, in real time, with a bounded number of reads however long the range.
import type { Item } from '../aws/table.ts'
import type { Scope } from './hours.ts'
import { progressOf, readState } from './progress.ts'
import { JOBS, REQUESTS, type Reads } from './sources.ts'
import { count, type Tally } from './tally.ts'
import { tallyRange } from './tally-range.ts'
import { readUnfinished, unfinishedKeys } from './unfinished-jobs.ts'
import { type ApiUsage, apiUsageOf, type JobUsage, jobUsageOf } from './usage-view.ts'

export interface UsageQuestion {
  owner_id: string
  /** Unix ms, both included; null when not given. */
  start_date: number | null
  end_date: number | null
  now: number
}

export interface UsageReport {
  api_usage: ApiUsage
  job_usage: JobUsage
  period: { start_date: number | null; end_date: number | null }
}

/** Tries to see the jobs at one moment; each fails only when a publication ended in just that time. */
const SNAPSHOT_TRIES = 4

/**
 * Jobs are read in two places: of ended publications in their records, of others in the publications themselves. One that
 * ends in between would be seen in both, so it is looked at again whether all that were unfinished still are.
 */
async function tallyJobs(scope: Scope, state: Item | undefined, from: number, to: number): Promise<Tally> {
  const progress = progressOf(state, scope.source, scope.now)
  const keys = await unfinishedKeys(scope.owner, scope.reads)
  for (let attempt = 1; ; attempt += 1) {
    const before = await readUnfinished(scope.owner, keys, scope.reads)
    const tally = await tallyRange(scope, progress, from, to)
    const after = await readUnfinished(scope.owner, before.keys, scope.reads)
    if (after.keys.length < before.keys.length && attempt < SNAPSHOT_TRIES) continue
    for (const entry of before.entries) if (entry.at >= from && entry.at < to) count(tally, entry)
    return tally
  }
}

/** @param reads counts the items that were read. */
export async function reportUsage(question: UsageQuestion, reads: Reads = { items: 0 }): Promise<UsageReport> {
  const { owner_id: owner, start_date, end_date, now } = question
  const from = start_date ?? 0
  const to = end_date === null ? Number.POSITIVE_INFINITY : end_date + 1
  const state = await readState(owner, reads)
  const [requests, jobs] = await Promise.all([
    tallyRange({ owner, source: REQUESTS, now, reads }, progressOf(state, REQUESTS, now), from, to),
    tallyJobs({ owner, source: JOBS, now, reads }, state, from, to),
  ])
  return { api_usage: apiUsageOf(requests), job_usage: jobUsageOf(jobs), period: { start_date, end_date } }
}
