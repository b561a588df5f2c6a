// Figures as text.
import type { Figure, Row } from '../figure.ts'

const shown = ({ value, unit }: Row): string =>
  unit === undefined
    ? value.toFixed(2)
    : `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit}`

const verdict = ({ met }: Row): string => (met === undefined ? '' : met ? 'ok' : 'MISSED')

export function tableOf({ title, against, aim }: Omit<Figure, 'run'>, rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, shown(row), verdict(row), row.note ?? ''])
  const widths = [0, 1, 2].map((at) => Math.max(0, ...cells.map((cell) => cell[at]!.length)))
  const lines = cells.map(([name, value, met, note]) =>
    `  ${name!.padEnd(widths[0]!)}  ${value!.padStart(widths[1]!)}  ${met!.padEnd(widths[2]!)}  ${note}`.trimEnd(),
  )
  return [`\n${title} (against ${against}; aim: ${aim})`, ...lines].join('\n')
}
