import type { Schemas } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { type Column, Table } from '../../parts/table.tsx'
import type { Grain, Row } from './usage-period.ts'
import { useUsageTexts } from './usage-texts.ts'

type ApiUsage = Schemas['UsageReport']['api_usage']
type JobUsage = Schemas['UsageReport']['job_usage']

/** The same figures as the chart, newest first. */
export function SeriesTable({ rows, grain }: { rows: readonly Row[]; grain: Grain }) {
  const text = useUsageTexts()
  const formats = useFormats()
  const utcDay = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })
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
    { title: text.jobs, numeric: true, cell: ({ jobs }) => formats.number(jobs) },
  ]
  const caption = { hour: text.byHour, day: text.byDay, utc_day: text.byUtcDay }[grain]
  return <Table caption={caption} columns={columns} rows={[...rows].reverse()} keyOf={({ at }) => String(at)} />
}

export function EndpointTable({ usage }: { usage: ApiUsage }) {
  const text = useUsageTexts()
  const formats = useFormats()
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
  ]
  return (
    <Table
      caption={text.byEndpoint}
      columns={columns}
      rows={usage.by_endpoint}
      keyOf={({ method, endpoint }) => `${method} ${endpoint}`}
    />
  )
}

export function StatusTable({ usage }: { usage: ApiUsage }) {
  const text = useUsageTexts()
  const formats = useFormats()
  const columns: Column<ApiUsage['by_status_code'][number]>[] = [
    { title: text.status, heads: true, cell: ({ status_code }) => status_code },
    { title: text.requests, numeric: true, cell: ({ count }) => formats.number(count) },
  ]
  return (
    <Table
      caption={text.byStatus}
      columns={columns}
      rows={usage.by_status_code}
      keyOf={({ status_code }) => String(status_code)}
    />
  )
}

export function JobTable({ usage }: { usage: JobUsage }) {
  const text = useUsageTexts()
  const formats = useFormats()
  const columns: Column<JobUsage['by_job_type'][number]>[] = [
    { title: text.jobType, heads: true, cell: ({ job_type }) => text.jobTypes[job_type] },
    { title: text.total, numeric: true, cell: ({ total }) => formats.number(total) },
    { title: text.completed, numeric: true, cell: ({ completed }) => formats.number(completed) },
    { title: text.failed, numeric: true, cell: ({ failed }) => formats.number(failed) },
    { title: text.pending, numeric: true, cell: ({ pending }) => formats.number(pending) },
    {
      title: text.duration,
      numeric: true,
      cell: ({ average_duration_ms }) =>
        average_duration_ms === null ? '–' : text.milliseconds(formats.number(Math.round(average_duration_ms))),
    },
  ]
  return (
    <Table caption={text.jobsByType} columns={columns} rows={usage.by_job_type} keyOf={({ job_type }) => job_type} />
  )
}
