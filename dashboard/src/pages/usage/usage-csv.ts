// The figures as files for spreadsheets: times in UTC as ISO 8601.
import type { Schemas } from '../../api/client.ts'
import { endpointOf, type Row } from './usage-period.ts'

const fileOf = (lines: readonly (readonly (string | number)[])[]): string =>
  [...lines.map((line) => line.join(',')), ''].join('\r\n')

const timeOf = (at: number): string => new Date(at).toISOString()

/** The rows that are shown. */
export const csvOf = (rows: readonly Row[]): string =>
  fileOf([
    ['time', 'requests', 'succeeded', 'failed', 'total_duration_ms', 'jobs'],
    ...rows.map(({ at, requests, succeeded, failed, durationMs, jobs }) => [
      timeOf(at),
      requests,
      succeeded,
      failed,
      durationMs,
      jobs,
    ]),
  ])

/** Everything by hour or day: requests by endpoint and status, by caller, and jobs by type and state. */
export function detailedCsvOf({ breakdown, series }: Schemas['UsageReport']): string {
  const jobsOf = ({ job_usage }: NonNullable<typeof series>['points'][number]) =>
    [
      ['container_create', job_usage.container_jobs_usage],
      ['carousel_upload', job_usage.carousel_jobs_usage],
      ['publish_content', job_usage.publish_jobs_usage],
    ] as const
  return fileOf([
    ['time', 'what', 'name', 'state', 'count', 'total_duration_ms'],
    ...(breakdown?.by_request ?? []).flatMap((row) =>
      (row.points ?? []).map(({ at, count, duration_ms: ms }) => [
        timeOf(at),
        'request',
        endpointOf(row),
        row.status_code,
        count,
        ms,
      ]),
    ),
    ...(breakdown?.by_caller ?? []).flatMap(({ caller, points = [] }) =>
      points.map(({ at, count, duration_ms: ms }) => [timeOf(at), 'caller', caller ?? '', '', count, ms]),
    ),
    ...(series?.points ?? []).flatMap((point) =>
      jobsOf(point).flatMap(([type, jobs]) =>
        (['completed', 'failed', 'pending'] as const)
          .filter((state) => jobs[state] > 0)
          .map((state) => [timeOf(point.at), 'job', type, state, jobs[state], '']),
      ),
    ),
  ])
}
