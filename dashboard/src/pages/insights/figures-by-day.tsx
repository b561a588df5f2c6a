// Figures day by day: a chart of one of them, and the same in a table.
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import insightsTexts from '../../i18n/en/insights.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { ChartProps } from '../../parts/chart.tsx'
import { Fallback } from '../../parts/fallback.tsx'
import { Field } from '../../parts/field.tsx'
import { Table } from '../../parts/table.tsx'
import { useFigureName } from './figure-names.ts'
import './insights.css'

export interface Point {
  /** The beginning of a day of UTC, Unix ms. */
  at: number
  /** Null where nothing is known of the day. */
  value: number | null
}

const Chart = lazy<ComponentType<ChartProps<Point>>>(async () => ({
  default: (await import('../../parts/chart.tsx')).Chart,
}))

interface FiguresByDayProps {
  /** Whose figures they are. */
  name: string
  /** The figures to choose from; the first is shown at first. At least one. */
  names: readonly string[]
  /** The days of a figure, the oldest first. */
  pointsOf: (figure: string) => Point[]
  /** What the days are of. */
  note: string
}

export function FiguresByDay({ name, names, pointsOf, note }: FiguresByDayProps) {
  const text = useTexts('insights', insightsTexts)
  const formats = useFormats()
  const locale = useLocale()
  const nameOf = useFigureName()
  const [chosen, choose] = useState<string | undefined>()
  const figure = chosen !== undefined && names.includes(chosen) ? chosen : names[0]!
  const points = useMemo(() => pointsOf(figure), [pointsOf, figure])
  const title = nameOf(figure)
  const lines = useMemo<ChartProps<Point>['lines']>(
    () => [{ name: title, colour: '--accent', figureOf: ({ value }) => value }],
    [title],
  )
  // Days are UTC days, and named so wherever the browser is.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <div className="stack insights-daily">
      <p className="quiet small">{note}</p>
      <Field label={text.figure}>
        {(control) => (
          <select {...control} value={figure} onChange={({ target }) => choose(target.value)}>
            {names.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Fallback instead={null}>
        <Suspense fallback={<div className="chart" />}>
          <Chart rows={points} label={text.dailyOf(title, name)} lines={lines} locale={locale} zone="UTC" />
        </Suspense>
      </Fallback>
      <Table
        caption={text.dailyOf(title, name)}
        captionOnlyRead
        columns={[
          { title: text.day, heads: true, cell: ({ at }: Point) => day.format(at) },
          {
            title,
            numeric: true,
            cell: ({ value }: Point) => (value === null ? text.notTold : formats.number(value)),
          },
        ]}
        rows={[...points].reverse()}
        keyOf={({ at }) => String(at)}
      />
    </div>
  )
}
