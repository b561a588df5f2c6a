// The requests over time as a picture. Loads after the page: all of it is in the table too.
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Row } from './usage-period.ts'

const HEIGHT = 240

interface ChartProps {
  rows: readonly Row[]
  label: string
  succeeded: string
  failed: string
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

export function Chart({ rows, label, succeeded, failed, language }: ChartProps) {
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
            // The failed ones stand before all of them, so that they look stacked.
            {
              label: succeeded,
              fill: colour(element, '--accent'),
              stroke: colour(element, '--accent'),
              paths: bars,
              points: { show: false },
            },
            {
              label: failed,
              fill: colour(element, '--bad'),
              stroke: colour(element, '--bad'),
              paths: bars,
              points: { show: false },
            },
          ],
        },
        [rows.map(({ at }) => at / 1000), rows.map(({ requests }) => requests), rows.map((row) => row.failed)],
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
  }, [rows, succeeded, failed, language])
  return (
    <figure>
      <div className="chart" ref={place} role="img" aria-label={label} />
      <figcaption className="chart-legend small">
        <span className="succeeded">{succeeded}</span>
        <span className="failed-mark">{failed}</span>
      </figcaption>
    </figure>
  )
}
