// The usage report as the API shows it, from tallies. Pure.
import { JOB_TYPES, type JobType } from '../posts/rules/enumerations.ts'
import { callerOf, jobCell, requestOf, type Tally } from './tally.ts'

export interface ApiUsage {
  total_requests: number
  successful_requests: number
  failed_requests: number
  total_duration_ms: number
  /** 0 when there were none: the specification has a number here. */
  average_duration_ms: number
  by_endpoint: {
    endpoint: string
    method: string
    count: number
    successful_count: number
    failed_count: number
  }[]
  by_status_code: { status_code: number; count: number }[]
}

export interface JobStatistics {
  total: number
  completed: number
  failed: number
  pending: number
  /** Null when no job has a duration. */
  average_duration_ms: number | null
}

export interface JobUsage {
  total_jobs: number
  container_jobs_usage: JobStatistics
  carousel_jobs_usage: JobStatistics
  publish_jobs_usage: JobStatistics
  by_job_type: ({ job_type: JobType } & JobStatistics)[]
}

const isSuccess = (status: number): boolean => status < 400

export function apiUsageOf(tally: Tally): ApiUsage {
  const endpoints = new Map<string, ApiUsage['by_endpoint'][number]>()
  const statuses = new Map<number, number>()
  let total = 0
  let successful = 0
  let duration = 0
  for (const [cell, [count, durationMs]] of tally) {
    if (callerOf(cell)) continue
    const { method, endpoint, status } = requestOf(cell)
    const name = `${method} ${endpoint}`
    const row = endpoints.get(name) ?? { endpoint, method, count: 0, successful_count: 0, failed_count: 0 }
    endpoints.set(name, row)
    row.count += count
    if (isSuccess(status)) row.successful_count += count
    else row.failed_count += count
    statuses.set(status, (statuses.get(status) ?? 0) + count)
    total += count
    successful += isSuccess(status) ? count : 0
    duration += durationMs
  }
  return {
    total_requests: total,
    successful_requests: successful,
    failed_requests: total - successful,
    total_duration_ms: duration,
    average_duration_ms: total === 0 ? 0 : duration / total,
    by_endpoint: [...endpoints.values()].sort(
      (a, b) => b.count - a.count || a.endpoint.localeCompare(b.endpoint) || a.method.localeCompare(b.method),
    ),
    by_status_code: [...statuses]
      .map(([status_code, count]) => ({ status_code, count }))
      .sort((a, b) => a.status_code - b.status_code),
  }
}

function statisticsOf(tally: Tally, type: JobType): JobStatistics {
  const [completed, failed, pending] = (['completed', 'failed', 'pending'] as const).map(
    (state) => tally.get(jobCell(type, state)) ?? [0, 0, 0],
  ) as [number[], number[], number[]]
  const timed = (completed[2] as number) + (failed[2] as number)
  const duration = (completed[1] as number) + (failed[1] as number)
  return {
    total: (completed[0] as number) + (failed[0] as number) + (pending[0] as number),
    completed: completed[0] as number,
    failed: failed[0] as number,
    pending: pending[0] as number,
    average_duration_ms: timed === 0 ? null : duration / timed,
  }
}

export function jobUsageOf(tally: Tally): JobUsage {
  const [container, carousel, publish] = JOB_TYPES.map((type) => statisticsOf(tally, type)) as [
    JobStatistics,
    JobStatistics,
    JobStatistics,
  ]
  return {
    total_jobs: container.total + carousel.total + publish.total,
    container_jobs_usage: container,
    carousel_jobs_usage: carousel,
    publish_jobs_usage: publish,
    by_job_type: JOB_TYPES.map((job_type) => ({ job_type, ...statisticsOf(tally, job_type) })),
  }
}
