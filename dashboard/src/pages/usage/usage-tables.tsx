import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { keysQuery } from '../../api/keys.ts'
import usageTexts from '../../i18n/en/usage.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { averagesBy, endpointOf, type Grain, type Row } from './usage-period.ts'

type Report = Schemas['UsageReport']
type ApiUsage = Report['api_usage']
type JobUsage = Report['job_usage']

/** The same figures as the charts, newest first. @param jobs whether with those, which are of no endpoint. */
export function SeriesTable({ rows, grain, jobs }: { rows: readonly Row[]; grain: Grain; jobs: boolean }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const utcDay = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  const timeOf = { hour: formats.dateTime, day: formats.date, utc_day: (at: number) => utcDay.format(at) }[grain]
  const columns: Column<Row>[] = [
    { title: text.time, heads: true, cell: ({ at }) => timeOf(at) },
    { title: text.requests, numeric: true, cell: ({ requests }) => formats.number(requests) },
    { title: text.succeeded, numeric: true, cell: ({ succeeded }) => formats.number(succeeded) },
    { title: text.failed, numeric: true, cell: ({ failed }) => formats.number(failed) },
    {
      title: text.duration,
      numeric: true,
      cell: ({ requests, durationMs }) =>
        requests === 0 ? '–' : text.milliseconds(formats.number(Math.round(durationMs / requests))),
    },
    ...(jobs ? [{ title: text.jobs, numeric: true, cell: (row: Row) => formats.number(row.jobs) }] : []),
  ]
  const caption = { hour: text.byHour, day: text.byDay, utc_day: text.byUtcDay }[grain]
  return <Table caption={caption} columns={columns} rows={[...rows].reverse()} keyOf={({ at }) => String(at)} />
}

/** "42 ms", or a dash where nothing was. */
function useMilliseconds(): (value: number | null | undefined) => string {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  return (value) => (value === null || value === undefined ? '–' : text.milliseconds(formats.number(Math.round(value))))
}

export function EndpointTable({ report }: { report: Report }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const milliseconds = useMilliseconds()
  const averages = averagesBy(report, endpointOf)
  const columns: Column<ApiUsage['by_endpoint'][number]>[] = [
    {
      title: text.endpoint,
      heads: true,
      cell: ({ method, endpoint }) => (
        <code className="long">
          {method} {endpoint}
        </code>
      ),
    },
    { title: text.requests, numeric: true, cell: ({ count }) => formats.number(count) },
    { title: text.succeeded, numeric: true, cell: ({ successful_count }) => formats.number(successful_count) },
    { title: text.failed, numeric: true, cell: ({ failed_count }) => formats.number(failed_count) },
    { title: text.duration, numeric: true, cell: (row) => milliseconds(averages.get(endpointOf(row))) },
  ]
  return <Table caption={text.byEndpoint} columns={columns} rows={report.api_usage.by_endpoint} keyOf={endpointOf} />
}

export function StatusTable({ report }: { report: Report }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const milliseconds = useMilliseconds()
  const averages = averagesBy(report, ({ status_code }) => String(status_code))
  const columns: Column<ApiUsage['by_status_code'][number]>[] = [
    { title: text.status, heads: true, cell: ({ status_code }) => status_code },
    { title: text.requests, numeric: true, cell: ({ count }) => formats.number(count) },
    { title: text.duration, numeric: true, cell: (row) => milliseconds(averages.get(String(row.status_code))) },
  ]
  return (
    <Table
      caption={text.byStatus}
      columns={columns}
      rows={report.api_usage.by_status_code}
      keyOf={({ status_code }) => String(status_code)}
    />
  )
}

/** Requests by API key, those of this dashboard together. */
export function CallerTable({ report }: { report: Report }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const milliseconds = useMilliseconds()
  // Keys that were revoked long ago have no name any more. Until names are there, nobody is shown an id in their place.
  const { data: keys, isPending } = useQuery(keysQuery)
  const nameOf = (caller: string | null): string =>
    caller === null
      ? text.callerUnknown
      : caller === 'dashboard'
        ? text.dashboard
        : (keys?.data.find(({ id }) => id === caller)?.name ?? (isPending ? '…' : caller))
  const columns: Column<NonNullable<Report['breakdown']>['by_caller'][number]>[] = [
    { title: text.caller, heads: true, cell: ({ caller }) => nameOf(caller) },
    { title: text.requests, numeric: true, cell: ({ count }) => formats.number(count) },
    { title: text.succeeded, numeric: true, cell: ({ successful_count }) => formats.number(successful_count) },
    { title: text.failed, numeric: true, cell: ({ failed_count }) => formats.number(failed_count) },
    { title: text.duration, numeric: true, cell: ({ average_duration_ms }) => milliseconds(average_duration_ms) },
  ]
  return (
    <Table
      caption={text.byCaller}
      columns={columns}
      rows={report.breakdown?.by_caller ?? []}
      keyOf={({ caller }) => caller ?? ''}
    />
  )
}

export function JobTable({ usage }: { usage: JobUsage }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const milliseconds = useMilliseconds()
  const columns: Column<JobUsage['by_job_type'][number]>[] = [
    { title: text.jobType, heads: true, cell: ({ job_type }) => text.jobTypes[job_type] },
    { title: text.total, numeric: true, cell: ({ total }) => formats.number(total) },
    { title: text.completed, numeric: true, cell: ({ completed }) => formats.number(completed) },
    { title: text.failed, numeric: true, cell: ({ failed }) => formats.number(failed) },
    { title: text.pending, numeric: true, cell: ({ pending }) => formats.number(pending) },
    {
      title: text.duration,
      numeric: true,
      cell: ({ average_duration_ms }) => milliseconds(average_duration_ms),
    },
  ]
  return (
    <Table caption={text.jobsByType} columns={columns} rows={usage.by_job_type} keyOf={({ job_type }) => job_type} />
  )
}
