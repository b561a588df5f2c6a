// The usage report: exact to the millisecond, in real time, with a bounded number of reads however long the range.
import { progressOf, readState } from './progress.ts'
import { REQUESTS, type Reads } from './sources.ts'
import { tallyJobs } from './tally-jobs.ts'
import { tallyRange } from './tally-range.ts'
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

/** @param reads counts the items that were read. */
export async function reportUsage(question: UsageQuestion, reads: Reads = { items: 0 }): Promise<UsageReport> {
  const { owner_id: owner, start_date, end_date, now } = question
  const from = start_date ?? 0
  const to = end_date === null ? Number.POSITIVE_INFINITY : end_date + 1
  const state = await readState(owner, reads)
  const [requests, jobs] = await Promise.all([
    tallyRange({ owner, source: REQUESTS, now, reads }, progressOf(state, REQUESTS, now), from, to),
    tallyJobs({ owner, now, reads }, state, from, to),
  ])
  return { api_usage: apiUsageOf(requests), job_usage: jobUsageOf(jobs), period: { start_date, end_date } }
}
