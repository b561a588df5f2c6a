// The usage report: exact to the millisecond, in real time, with a bounded number of reads however long the range.
import { refuse } from '../errors.ts'
import { sum } from './hour-summaries.ts'
import { progressOf, readState } from './progress.ts'
import { REQUESTS, type Reads } from './sources.ts'
import { tallyJobParts } from './tally-jobs.ts'
import { type Part, tallyParts } from './tally-range.ts'
import { DAY, HOUR } from './time.ts'
import { breakdownOf, MOST_POINTS, sizeOf, type UsageBreakdown } from './usage-breakdown.ts'
import { type ApiUsage, apiUsageOf, type JobUsage, jobUsageOf } from './usage-view.ts'

/** The units of a series, and how many of them one may have: a month of hours, a leap year of days. */
export const INTERVALS = { hour: { ms: HOUR, most: 31 * 24 }, day: { ms: DAY, most: 366 } } as const
export type Interval = keyof typeof INTERVALS

export interface UsageQuestion {
  owner_id: string
  /** Unix ms, both included; null when not given. */
  start_date: number | null
  end_date: number | null
  /** Also a series: the report of each hour or day (UTC) of the range. Needs `start_date`. */
  interval?: Interval
  /** Also by endpoint with status, and by caller. */
  breakdown?: boolean
  now: number
}

/** One hour or day of a series: the part of it that is within the range. */
export interface UsagePoint {
  /** Unix ms at which the hour or day begins, which may be before the range does. */
  at: number
  api_usage: Omit<ApiUsage, 'by_endpoint'>
  job_usage: Omit<JobUsage, 'by_job_type'>
}

export interface UsageReport {
  api_usage: ApiUsage
  job_usage: JobUsage
  period: { start_date: number | null; end_date: number | null }
  series?: { interval: Interval; points: UsagePoint[] }
  breakdown?: UsageBreakdown
}

const totalOf = (parts: readonly Part[]) => sum(parts.map(({ tally }) => tally))

/** How many hours or days (UTC) a range touches. */
export const pointsIn = (interval: Interval, from: number, last: number): number => {
  const { ms } = INTERVALS[interval]
  return Math.floor(last / ms) - Math.floor(from / ms) + 1
}

/**
 * Every hour or day from `from` to `last`, Unix ms, those too in which nothing was; further ones where something was, because
 * another function's clock may be a little ahead.
 */
function seriesOf(interval: Interval, requests: readonly Part[], jobs: readonly Part[], from: number, last: number) {
  const { ms } = INTERVALS[interval]
  const first = Math.floor(from / ms)
  const group = (parts: readonly Part[]) => Map.groupBy(parts, ({ at }) => Math.floor(at / ms))
  const [requestsAt, jobsAt] = [group(requests), group(jobs)]
  const end = [...requests, ...jobs].reduce((latest, { at }) => Math.max(latest, at), Math.max(from, last))
  const points = Array.from({ length: pointsIn(interval, from, end) }, (_, ahead): UsagePoint => {
    const { by_endpoint: _e, ...api_usage } = apiUsageOf(totalOf(requestsAt.get(first + ahead) ?? []))
    const { by_job_type: _j, ...job_usage } = jobUsageOf(totalOf(jobsAt.get(first + ahead) ?? []))
    return { at: (first + ahead) * ms, api_usage, job_usage }
  })
  return { interval, points }
}

/** @throws {AppError} `too_big` for more than one answer carries. */
function boundedBreakdown(requests: readonly Part[], interval: Interval | undefined): UsageBreakdown {
  const breakdown = breakdownOf(requests, interval && INTERVALS[interval].ms)
  if (sizeOf(breakdown) <= MOST_POINTS) return breakdown
  const rows = breakdown.by_request.length + breakdown.by_caller.length
  const what = interval === undefined ? `${rows} rows` : `${rows} rows by ${interval}`
  const ways = ['for a shorter range', ...(interval === 'hour' ? ['by day'] : []), 'without breakdown']
  const message = `The breakdown of this range has ${what}, more than one answer carries. Ask ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}.`
  throw refuse('too_big', message, 'breakdown')
}

/** @param reads counts the items that were read. @throws {AppError} `too_big` where a breakdown is more than one answer carries. */
export async function reportUsage(question: UsageQuestion, reads: Reads = { items: 0 }): Promise<UsageReport> {
  const { owner_id: owner, start_date, end_date, interval, breakdown = false, now } = question
  const from = start_date ?? 0
  const to = end_date === null ? Number.POSITIVE_INFINITY : end_date + 1
  const state = await readState(owner, reads)
  const [requests, jobs] = await Promise.all([
    tallyParts({ owner, source: REQUESTS, now, reads }, progressOf(state, REQUESTS, now), from, to, interval),
    tallyJobParts({ owner, now, reads, unit: interval }, state, from, to),
  ])
  return {
    api_usage: apiUsageOf(totalOf(requests)),
    job_usage: jobUsageOf(totalOf(jobs)),
    period: { start_date, end_date },
    ...(interval === undefined ? {} : { series: seriesOf(interval, requests, jobs, from, end_date ?? now) }),
    ...(breakdown ? { breakdown: boundedBreakdown(requests, interval) } : {}),
  }
}
