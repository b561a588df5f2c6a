// Figures over time as a picture. Loads after the page: all of it is in the table too.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './chart.css'

const HEIGHT = 240

interface Line<Row> {
  name: string
  /** The colour of the legend's mark and of the bars, as our tokens name it. */
  colour: '--accent' | '--bad'
  /** Null: there is nothing at that time. */
  figureOf: (row: Row) => number | null
}

export interface ChartProps<Row> {
  rows: readonly Row[]
  label: string
  /** A later one is drawn in front of an earlier one, so that parts look stacked on their whole. */
  lines: readonly Line<Row>[]
  locale: string
  /** The time zone of the days on the axis, where it is not the browser's. */
  zone?: 'UTC'
}

const DAY_LABEL_PX = 72

/** Whether rows are days, of which one may have 23 hours. */
export const isDaily = (rows: readonly { at: number }[]): boolean =>
  rows.length > 1 && rows.every(({ at }, index) => index === 0 || at - rows[index - 1]!.at >= 23 * 3_600_000)

/** The days that are named on an axis so wide: every so many, the last in any case. In seconds. */
export function daysShown(rows: readonly { at: number }[], widthPx: number): number[] {
  const each = Math.max(1, Math.ceil(rows.length / Math.max(1, Math.floor(widthPx / DAY_LABEL_PX))))
  return rows.filter((_, index) => (rows.length - 1 - index) % each === 0).map(({ at }) => at / 1000)
}

/** Half of the time from a row to the next one, in seconds. */
const halfStep = (rows: readonly { at: number }[]): number =>
  (rows.length > 1 ? rows[1]!.at - rows[0]!.at : 3_600_000) / 2000

/** A colour of ours as the browser works it out, which a canvas needs. */
function colour(element: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}

/** @param rows of the time `at`, Unix ms, the oldest first. */
export function Chart<Row extends { at: number }>({ rows, label, lines, locale, zone }: ChartProps<Row>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const daily = isDaily(rows)
    const draw = (): uPlot => {
      const axis = {
        stroke: colour(element, '--text-quiet'),
        grid: { stroke: colour(element, '--line'), width: 1 },
        ticks: { show: false },
      }
      const number = new Intl.NumberFormat(locale, { notation: 'compact' })
      const bars = uPlot.paths.bars!({ size: [0.7, 48] })
      return new uPlot(
        {
          width: element.clientWidth,
          height: HEIGHT,
          // Half of the last day's name stands right of its bar.
          padding: [null, DAY_LABEL_PX / 2, null, null],
          legend: { show: false },
          cursor: { show: false },
          scales: {
            // The first bar and the last one are as wide as the others.
            x: { range: (_, low, high) => [low - halfStep(rows), high + halfStep(rows)] },
            y: { range: (_, _low, high) => [0, Math.max(4, high * 1.1)] },
          },
          axes: [
            {
              ...axis,
              // Each label is under a row: between two days there is nothing to name.
              ...(daily ? { splits: () => daysShown(rows, element.clientWidth) } : {}),
              values: (_, splits, _axis, _space, step) => {
                const format = new Intl.DateTimeFormat(
                  locale,
                  !daily && step < 86_400
                    ? { hour: 'numeric', minute: '2-digit' }
                    : { month: 'short', day: 'numeric', timeZone: zone },
                )
                return splits.map((seconds) => format.format(seconds * 1000))
              },
            },
            {
              ...axis,
              values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? number.format(value) : '')),
            },
          ],
          series: [
            {},
            ...lines.map(({ name, colour: token }) => ({
              label: name,
              fill: colour(element, token),
              stroke: colour(element, token),
              paths: bars,
              points: { show: false },
            })),
          ],
        },
        // A bar without height is a line in its colour all the same: a day without failures would have a red one.
        [rows.map(({ at }) => at / 1000), ...lines.map(({ figureOf }) => rows.map((row) => figureOf(row) || null))],
        element,
      )
    }
    let plot = draw()
    const again = () => {
      plot.destroy()
      plot = draw()
    }
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    sizes.observe(element)
    const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((each) => window.matchMedia(each))
    for (const each of schemes) each.addEventListener('change', again)
    return () => {
      sizes.disconnect()
      for (const each of schemes) each.removeEventListener('change', again)
      plot.destroy()
    }
  }, [rows, lines, locale, zone])
  return (
    <figure>
      <div className="chart" ref={place} role="img" aria-label={label} />
      <figcaption className="chart-legend small">
        {lines.map(({ name, colour: token }) => (
          <span key={name} className={token === '--bad' ? 'failed-mark' : 'succeeded'}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
