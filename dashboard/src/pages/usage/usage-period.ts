// The days that are looked at, what to ask the service for them, and its hours as days of the person who looks.
import type { Schemas } from '../../api/client.ts'
import { addDays, dayOf, noonOf, startOf } from '../../posts/wall-time.ts'

type Report = Schemas['UsageReport']
type Point = NonNullable<Report['series']>['points'][number]

export interface Period {
  /** First and last day, "2026-11-22", as days of the browser's zone. */
  from: string
  to: string
}

/** Most days that the service gives a series of. */
const MOST_DAYS = 366
/** Up to here hours are shown as they are. */
const MOST_DAYS_BY_HOUR = 2
/** Up to here the service gives hours (744), which are put together to the viewer's days. */
const MOST_DAYS_OF_HOURS = 30

/** How many days a period has, its last one included. */
export const daysOf = ({ from, to }: Period): number =>
  Math.round((noonOf(to)!.getTime() - noonOf(from)!.getTime()) / 86_400_000) + 1

/** The last so many days, today included. */
export function lastDays(days: number, now: number): Period {
  const to = dayOf(now)
  return { from: addDays(to, 1 - days), to }
}

/** The problem of a period that someone gave. */
export function periodProblem({ from, to }: Period): 'wrong' | 'too_long' | null {
  if (noonOf(from) === null || noonOf(to) === null || daysOf({ from, to }) < 1) return 'wrong'
  return daysOf({ from, to }) >= MOST_DAYS ? 'too_long' : null
}

/** By what the rows of a period are. */
export type Grain = 'hour' | 'day' | 'utc_day'

export function grainOf(period: Period): Grain {
  const days = daysOf(period)
  return days <= MOST_DAYS_BY_HOUR ? 'hour' : days <= MOST_DAYS_OF_HOURS ? 'day' : 'utc_day'
}

/** The question to the service. */
export const questionOf = (period: Period) => ({
  start_date: startOf(period.from),
  end_date: startOf(addDays(period.to, 1)) - 1,
  interval: grainOf(period) === 'utc_day' ? ('day' as const) : ('hour' as const),
  breakdown: 'true' as const,
})

export interface Row {
  /** When the hour or day begins, in Unix milliseconds. */
  at: number
  requests: number
  succeeded: number
  failed: number
  durationMs: number
  jobs: number
}

const rowOf = (at: number, { api_usage, job_usage }: Point): Row => ({
  at,
  requests: api_usage.total_requests,
  succeeded: api_usage.successful_requests,
  failed: api_usage.failed_requests,
  durationMs: api_usage.total_duration_ms,
  jobs: job_usage.total_jobs,
})

const sum = (a: Row, b: Row): Row => ({
  at: a.at,
  requests: a.requests + b.requests,
  succeeded: a.succeeded + b.succeeded,
  failed: a.failed + b.failed,
  durationMs: a.durationMs + b.durationMs,
  jobs: a.jobs + b.jobs,
})

/** The requests that the rows are about; empty: all. */
export interface Selection {
  /** "GET /api/v1/usage" */
  endpoint: string
  /** "200" */
  status: string
}

export const ALL: Selection = { endpoint: '', status: '' }

type RequestRow = NonNullable<Report['breakdown']>['by_request'][number]

export const endpointOf = ({ method, endpoint }: Pick<RequestRow, 'method' | 'endpoint'>): string =>
  `${method} ${endpoint}`

/** The hours or days of the series, with the requests of the selection. */
function selected({ series, breakdown }: Report, { endpoint, status }: Selection): Row[] {
  const points = series?.points ?? []
  if (endpoint === '' && status === '') return points.map((point) => rowOf(point.at, point))
  const rows = new Map(
    points.map(({ at }) => [at, { at, requests: 0, succeeded: 0, failed: 0, durationMs: 0, jobs: 0 }]),
  )
  const fits = (row: RequestRow) =>
    (endpoint === '' || endpointOf(row) === endpoint) && (status === '' || String(row.status_code) === status)
  for (const { status_code, points: some = [] } of (breakdown?.by_request ?? []).filter(fits)) {
    for (const { at, count, duration_ms: durationMs } of some) {
      const row = rows.get(at)
      if (row === undefined) continue
      const [succeeded, failed] = status_code < 400 ? [count, 0] : [0, count]
      rows.set(at, sum(row, { at, requests: count, succeeded, failed, durationMs, jobs: 0 }))
    }
  }
  return [...rows.values()]
}

/** The series as rows. Where the zone is off UTC by part of an hour, an hour counts to the day in which it begins. */
export function rowsOf(report: Report, period: Period, selection: Selection = ALL): Row[] {
  const points = selected(report, selection)
  if (grainOf(period) !== 'day') return points
  const first = startOf(period.from)
  const days = new Map<string, Row>()
  for (const point of points) {
    const day = dayOf(Math.max(point.at, first))
    const row = { ...point, at: startOf(day) }
    const before = days.get(day)
    days.set(day, before === undefined ? row : sum(before, row))
  }
  return [...days.values()]
}

/** How long requests took on average, milliseconds, by a name of theirs. */
export function averagesBy(report: Report, nameOf: (row: RequestRow) => string): Map<string, number> {
  const sums = new Map<string, [count: number, ms: number]>()
  for (const row of report.breakdown?.by_request ?? []) {
    const [count, ms] = sums.get(nameOf(row)) ?? [0, 0]
    sums.set(nameOf(row), [count + row.count, ms + row.total_duration_ms])
  }
  return new Map([...sums].map(([name, [count, ms]]) => [name, ms / count]))
}
