// Figures as text.
import type { Figure, Row } from '../figure.ts'

const shown = ({ value, unit }: Pick<Row, 'value' | 'unit'>): string =>
  unit === undefined
    ? value.toFixed(2)
    : `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit}`

const verdict = ({ met }: Row): string => (met === undefined ? '' : met ? 'ok' : 'MISSED')

/** By how much it changed, where that can be said. */
function change({ value, unit }: Row, before: Row | undefined): string {
  if (!before) return 'new'
  if (before.unit !== unit || before.value === 0) return ''
  const percent = 100 * (value / before.value - 1)
  return Math.abs(percent) < 0.05 ? '=' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
}

/** @param earlier the rows of another run, to be shown beside these. */
export function tableOf(
  { title, against, aim }: Omit<Figure, 'run'>,
  rows: readonly Row[],
  earlier?: readonly Row[],
): string {
  const cells = rows.map((row) => {
    const before = earlier?.find(({ name }) => name === row.name)
    const beside = earlier ? [before ? shown(before) : '', change(row, before)] : []
    return [row.name, ...beside.slice(0, 1), shown(row), ...beside.slice(1), verdict(row), row.note ?? '']
  })
  const head = earlier ? [['', 'before', 'now', 'change', '', '']] : []
  const lost = (earlier ?? []).filter(({ name }) => !rows.some((row) => row.name === name))
  const gone = lost.map((row) => [row.name, shown(row), '', 'gone', '', ''])
  const all = [...head, ...cells, ...gone]
  const widths = (all[0] ?? []).slice(0, -1).map((_, at) => Math.max(0, ...all.map((cell) => cell[at]!.length)))
  const lines = all.map((cell) =>
    `  ${cell
      .map((text, at) =>
        at === 0
          ? text.padEnd(widths[at]!)
          : at < cell.length - 2
            ? text.padStart(widths[at]!)
            : at < cell.length - 1
              ? text.padEnd(widths[at]!)
              : text,
      )
      .join('  ')}`.trimEnd(),
  )
  return [`\n${title} (against ${against}; aim: ${aim})`, ...lines].join('\n')
}
