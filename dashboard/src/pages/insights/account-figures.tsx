// The figures of one account: of the period beside what they are compared with, and day by day.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import type { Connection } from '../../api/schemas.ts'
import insightsTexts from '../../i18n/en/insights.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../parts/loaded.tsx'
import { Problem, withRule } from '../../parts/problem.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useFigureName } from './figure-names.ts'
import {
  type AccountDays,
  type Comparison,
  changeOf,
  compare,
  MOST_ASKED_DAYS,
  namesIn,
  pointsOf,
  spansOf,
} from './figures.ts'
import { FiguresByDay } from './figures-by-day.tsx'

const QUARTER_OF_AN_HOUR = 15 * 60_000

const askedOf = (id: string, span: { from: number; to: number }) => ({
  queryKey: ['insights', 'account', id, span],
  queryFn: async () => {
    const { data } = await orThrow(
      api.GET('/v1/accounts/social/{id}/insights', { params: { path: { id }, query: span } }),
    )
    // Figures by day exist only if days were asked for.
    return data as Schemas['AccountInsights']
  },
  staleTime: QUARTER_OF_AN_HOUR,
})

/** The kept days of an account. */
export const keptOf = (id: string, span: { from: number; to: number }) => ({
  queryKey: ['insights', 'days', id, span],
  queryFn: async () => {
    const { data } = await orThrow(
      api.GET('/v1/accounts/social/{id}/insights', { params: { path: { id }, query: { ...span, by: 'day' } } }),
    )
    return data as Schemas['AccountDays']
  },
  staleTime: QUARTER_OF_AN_HOUR,
})

export function AccountFigures({ connection, days, now }: { connection: Connection; days: number; now: number }) {
  const text = useTexts('insights', insightsTexts)
  const spans = spansOf(days, now)
  const asks = days <= MOST_ASKED_DAYS
  const current = useQuery({ ...askedOf(connection.id, spans.current), enabled: asks })
  const before = useQuery({ ...askedOf(connection.id, spans.before), enabled: asks })
  const kept = useQuery(keptOf(connection.id, spans.current))
  const keptBefore = useQuery(keptOf(connection.id, spans.before))
  const name = `@${connection.username} (${connection.platform.display_name})`
  const { refusal } = useTexts('parts', partsTexts)
  const problem = current.data?.problem
  const none: AccountDays = { from: 0, to: 0, people: [], days: [] }
  const rows = compare(
    { current: kept.data ?? none, before: keptBefore.data ?? none },
    {
      ...(current.data?.figures ? { current: { figures: current.data.figures, standing: current.data.standing } } : {}),
      ...(before.data?.figures ? { before: { figures: before.data.figures, standing: before.data.standing } } : {}),
    },
  )
  // Without what it is compared with, a figure would stand beside "not told", or change from the wrong day.
  const pending = (asks && (current.isPending || before.isPending)) || kept.isPending || keptBefore.isPending
  return (
    <section className="stack insights-account" aria-label={text.accounts(name)}>
      <h2 className="insights-name">
        <AccountFace of={connection} /> {name}
      </h2>
      {pending ? (
        <Skeleton lines={4} />
      ) : (
        <>
          {rows.length > 0 && <Compared name={name} rows={rows} />}
          {/* Refused with its reason: a permission that was not granted, a platform that does not answer. */}
          <Problem error={asks ? current.error : kept.error} />
          {current.data?.read_at && (
            <p className="quiet small">
              {text.readAt} <RelativeTime at={current.data.read_at} />
            </p>
          )}
          {rows.length === 0 && current.error === null && kept.error === null && (
            <p className="quiet">
              {!asks ? text.dailyNone : problem ? withRule(refusal(problem.code), problem.message) : text.noFigures}
            </p>
          )}
          {kept.data && <Daily name={name} kept={kept.data} asked={days} />}
        </>
      )}
    </section>
  )
}

function Compared({ name, rows }: { name: string; rows: Comparison[] }) {
  const text = useTexts('insights', insightsTexts)
  const formats = useFormats()
  const nameOf = useFigureName()
  const columns: Column<Comparison>[] = [
    {
      title: text.figure,
      heads: true,
      cell: ({ name: figure, kind }) => (
        <>
          {nameOf(figure)}
          {kind !== 'sum' && <span className="quiet small insights-kind">{text.kinds[kind]}</span>}
        </>
      ),
    },
    { title: text.now, numeric: true, cell: ({ now }) => formats.number(now) },
    {
      title: text.before,
      numeric: true,
      cell: ({ before }) => (before === undefined ? text.notTold : formats.number(before)),
    },
    {
      title: text.change,
      numeric: true,
      cell: ({ kind, now, before }) => {
        if (kind === 'standing')
          return before === undefined ? '–' : `${now >= before ? '+' : '−'}${formats.number(Math.abs(now - before))}`
        const change = changeOf(now, before)
        if (change === undefined) return now > 0 && before === 0 ? text.new : '–'
        return `${change > 0 ? '+' : ''}${formats.number(change)} %`
      },
    },
  ]
  return (
    <Table
      caption={text.accounts(name)}
      captionOnlyRead
      columns={columns}
      rows={rows}
      keyOf={({ name: figure }) => figure}
    />
  )
}

/** @param asked how many days the period has. */
function Daily({ name, kept, asked }: { name: string; kept: AccountDays; asked: number }) {
  const text = useTexts('insights', insightsTexts)
  const [open, setOpen] = useState(false)
  const names = namesIn(kept)
  const ofFigure = useCallback((figure: string) => pointsOf(kept, figure), [kept])
  if (names.length === 0) return <p className="quiet small">{text.dailyNone}</p>
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.daily}</summary>
      {open && (
        <FiguresByDay name={name} names={names} pointsOf={ofFigure} note={text.dailyKept(kept.days.length, asked)} />
      )}
    </details>
  )
}
