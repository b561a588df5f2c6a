import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import usageTexts from '../../i18n/en/usage.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { ChartProps } from '../../parts/chart.tsx'
import { Fallback } from '../../parts/fallback.tsx'
import { Field } from '../../parts/field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { zoneHere } from '../../posts/wall-time.ts'
import { PeriodForm } from './period-form.tsx'
import { csvOf, detailedCsvOf } from './usage-csv.ts'
import {
  ALL,
  endpointOf,
  grainOf,
  lastDays,
  type Period,
  periodProblem,
  questionOf,
  type Row,
  rowsOf,
} from './usage-period.ts'
import { CallerTable, EndpointTable, JobTable, SeriesTable, StatusTable } from './usage-tables.tsx'
import './usage.css'
import { HelpLink } from '../../help/help-link.tsx'

const route = getRouteApi('/frame/usage')
type Props = ChartProps<Row>
type Lines = Props['lines']
const Chart = lazy<ComponentType<Props>>(async () => ({ default: (await import('../../parts/chart.tsx')).Chart }))

/** Requests to the service and their outcomes, over any days. */
export function UsagePage() {
  const text = useTexts('usage', usageTexts)
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
      intro={
        <>
          {text.intro} <HelpLink operation="getUsage" />
        </>
      }
      actions={query.data && <Exports report={query.data} period={period} />}
    >
      <PeriodForm period={period} onChange={(next) => void navigate({ search: next })} />
      <Loaded query={query}>{(report) => <Report report={report} period={period} />}</Loaded>
    </Page>
  )
}

function Report({ report, period }: { report: Schemas['UsageReport']; period: Period }) {
  const text = useTexts('usage', usageTexts)
  const formats = useFormats()
  const { api_usage, job_usage } = report
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
      <OverTime report={report} period={period} />
      <div className="usage-tables">
        <EndpointTable report={report} />
        <StatusTable report={report} />
        <CallerTable report={report} />
        <JobTable usage={job_usage} />
      </div>
    </>
  )
}

/** How many requests there were and how long they took, of all or of an endpoint and a status. */
function OverTime({ report, period }: { report: Schemas['UsageReport']; period: Period }) {
  const text = useTexts('usage', usageTexts)
  const locale = useLocale()
  const [selection, select] = useState(ALL)
  const rows = useMemo(() => rowsOf(report, period, selection), [report, period, selection])
  const grain = grainOf(period)
  const zone = grain === 'utc_day' ? 'UTC' : undefined
  const counts = useMemo<Lines>(
    () => [
      { name: text.succeeded, colour: '--accent', figureOf: ({ requests }) => requests },
      { name: text.failed, colour: '--bad', figureOf: ({ failed }) => failed },
    ],
    [text],
  )
  const durations = useMemo<Lines>(
    () => [
      {
        name: text.durationMs,
        colour: '--accent',
        figureOf: ({ requests, durationMs }) => (requests === 0 ? null : durationMs / requests),
      },
    ],
    [text],
  )
  const choices = [
    ['endpoint', text.endpoint, report.api_usage.by_endpoint.map(endpointOf)],
    ['status', text.status, report.api_usage.by_status_code.map(({ status_code }) => String(status_code))],
  ] as const
  return (
    <>
      <section className="card" aria-labelledby="over-time">
        <h2 id="over-time">{text.overTime}</h2>
        <p className="quiet small">{grain === 'utc_day' ? text.utcDays : text.zone(zoneHere())}</p>
        <div className="usage-choices">
          {choices.map(([what, label, names]) => (
            <Field key={what} label={label}>
              {(control) => (
                <select
                  {...control}
                  value={selection[what]}
                  onChange={({ target }) => select({ ...selection, [what]: target.value })}
                >
                  <option value="">{text.all}</option>
                  {[...new Set([...(selection[what] === '' ? [] : [selection[what]]), ...names])].map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
        <Fallback instead={<p className="quiet section">{text.noChart}</p>}>
          <Suspense fallback={<div className="chart" />}>
            <Chart rows={rows} label={text.chart} lines={counts} locale={locale} zone={zone} />
            <Chart rows={rows} label={text.durationChart} lines={durations} locale={locale} zone={zone} />
          </Suspense>
        </Fallback>
      </section>
      <details className="section" open={rows.length <= 31}>
        <summary>{text.figures}</summary>
        <SeriesTable rows={rows} grain={grain} jobs={selection.endpoint === '' && selection.status === ''} />
      </details>
    </>
  )
}

function save(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function Exports({ report, period }: { report: Schemas['UsageReport']; period: Period }) {
  const text = useTexts('usage', usageTexts)
  const name = `usage-${period.from}-${period.to}`
  return (
    <>
      <button type="button" className="button" onClick={() => save(`${name}.csv`, csvOf(rowsOf(report, period)))}>
        {text.exportCsv}
      </button>
      <button type="button" className="button" onClick={() => save(`${name}-detailed.csv`, detailedCsvOf(report))}>
        {text.exportDetails}
      </button>
    </>
  )
}
