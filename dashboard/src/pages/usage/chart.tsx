// Figures over time as a picture. Loads after the page: all of it is in the table too.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Row } from './usage-period.ts'

const HEIGHT = 240

interface Line {
  name: string
  /** Of the legend's mark and of the bars, as our tokens name it. */
  colour: '--accent' | '--bad'
  /** Null: there is nothing at that time. */
  figureOf: (row: Row) => number | null
}

interface ChartProps {
  rows: readonly Row[]
  label: string
  /** A later one stands before an earlier one, so that parts look stacked upon their whole. */
  lines: readonly Line[]
  language: string
}

/** A colour of ours as the browser works it out, which a canvas needs. */
function colour(element: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}

export function Chart({ rows, label, lines, language }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const draw = (): uPlot => {
      const axis = {
        stroke: colour(element, '--text-quiet'),
        grid: { stroke: colour(element, '--line'), width: 1 },
        ticks: { show: false },
      }
      const number = new Intl.NumberFormat(language, { notation: 'compact' })
      const bars = uPlot.paths.bars!({ size: [0.7, 48] })
      return new uPlot(
        {
          width: element.clientWidth,
          height: HEIGHT,
          legend: { show: false },
          cursor: { show: false },
          scales: { y: { range: (_, _low, high) => [0, Math.max(4, high * 1.1)] } },
          axes: [
            {
              ...axis,
              values: (_, splits, _axis, _space, step) => {
                const format = new Intl.DateTimeFormat(
                  language,
                  step < 86_400 ? { hour: 'numeric', minute: '2-digit' } : { month: 'short', day: 'numeric' },
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
        [rows.map(({ at }) => at / 1000), ...lines.map(({ figureOf }) => rows.map(figureOf))],
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
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', again)
    return () => {
      sizes.disconnect()
      dark.removeEventListener('change', again)
      plot.destroy()
    }
  }, [rows, lines, language])
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
