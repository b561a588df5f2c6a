import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { zoneHere } from '../../posts/wall-time.ts'
import { PeriodForm } from './period-form.tsx'
import { csvOf, grainOf, lastDays, type Period, periodProblem, questionOf, type Row, rowsOf } from './usage-period.ts'
import { EndpointTable, JobTable, SeriesTable, StatusTable } from './usage-tables.tsx'
import { useUsageTexts } from './usage-texts.ts'
import './usage.css'

const route = getRouteApi('/frame/usage')
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }))

/** What was asked of the service and what it did, over any days. */
export function UsagePage() {
  const text = useUsageTexts()
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = from !== undefined && to !== undefined ? { from, to } : null
  const period = asked !== null && periodProblem(asked) === null ? asked : lastDays(7, Date.now())
  const query = useQuery({
    queryKey: ['usage', period],
    queryFn: async () => (await orThrow(api.GET('/v1/usage', { params: { query: questionOf(period) } }))).data,
  })
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={query.data && <ExportButton period={period} rows={rowsOf(query.data.series?.points ?? [], period)} />}
    >
      <PeriodForm period={period} onChange={(next) => void navigate({ search: next })} />
      <Loaded query={query}>{(report) => <Report report={report} period={period} />}</Loaded>
    </Page>
  )
}

function Report({ report, period }: { report: Schemas['UsageReport']; period: Period }) {
  const text = useUsageTexts()
  const formats = useFormats()
  const language = useLanguage()
  const { api_usage, job_usage } = report
  const rows = rowsOf(report.series?.points ?? [], period)
  const grain = grainOf(period)
  const tiles = [
    [text.requests, formats.number(api_usage.total_requests)],
    [text.succeeded, formats.number(api_usage.successful_requests)],
    [text.failed, formats.number(api_usage.failed_requests)],
    [text.duration, text.milliseconds(formats.number(Math.round(api_usage.average_duration_ms)))],
    [text.jobs, formats.number(job_usage.total_jobs)],
  ]
  return (
    <>
      <dl className="tiles">
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className="card" aria-labelledby="over-time">
        <h2 id="over-time">{text.overTime}</h2>
        <p className="quiet small">{grain === 'utc_day' ? text.utcDays : text.zone(zoneHere())}</p>
        <Suspense fallback={<div className="chart" />}>
          <Chart rows={rows} label={text.chart} succeeded={text.succeeded} failed={text.failed} language={language} />
        </Suspense>
      </section>
      <details className="section" open={rows.length <= 31}>
        <summary>{text.figures}</summary>
        <SeriesTable rows={rows} grain={grain} />
      </details>
      <div className="usage-tables">
        <EndpointTable usage={api_usage} />
        <StatusTable usage={api_usage} />
        <JobTable usage={job_usage} />
      </div>
    </>
  )
}

function ExportButton({ period, rows }: { period: Period; rows: readonly Row[] }) {
  const text = useUsageTexts()
  const save = () => {
    const address = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `usage-${period.from}-${period.to}.csv`
    link.click()
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }
  return (
    <button type="button" className="button" onClick={save}>
      {text.exportCsv}
    </button>
  )
}
