// Writes the tables of docs/scaling.md again from the model; with --check it only says whether they are as they should be.
//   node scripts/scaling.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CostRow, idleMonth, monthOf, thousandPosts, totalOf } from './scaling/costs.ts'
import { type Size, sizeOf } from './scaling/size.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'scaling.md')

/** The last is ten million posts a day. */
export const SIZES = [1, 1000, 100_000, 2_000_000]

/** Three figures that count, thousands apart: 1,230 or 0.0124. */
export function shown(value: number): string {
  if (value === 0) return '0'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  const rounded = Number(value.toPrecision(3))
  return rounded.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 6) })
}

const dollars = (value: number): string => `$${value >= 0.1 ? value.toFixed(2) : value.toFixed(4)}`
const percent = (share: number): string => (share < 0.001 ? '< 0.1 %' : `${shown(share * 100)} %`)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const owners = (sizes: readonly Size[]): string[] =>
  sizes.map((size) => `${shown(size.owners)} owner${size.owners === 1 ? '' : 's'}`)

function load(sizes: readonly Size[]): string {
  const row = (what: string, of: (size: Size) => string) => [what, ...sizes.map(of)]
  return table(
    ['', ...owners(sizes)],
    [
      row('requests a day', (size) => shown(size.requestsPerDay)),
      row('requests in the busiest second', (size) => shown(size.requestsPerSecondAtPeak)),
      row('posts a day', (size) => shown(size.postsPerDay)),
      row('publications a day', (size) => shown(size.publicationsPerDay)),
      row('write units of the table a day', (size) => shown(size.writeUnitsPerDay)),
      row('messages of the queues a day', (size) => shown(size.messagesPerDay)),
      row('schedules that stand', (size) => shown(size.schedules)),
      row('publications due in the busiest minute', (size) => shown(size.busiestMinute)),
      row('... are out within', (size) => `${shown(size.busiestMinuteTakes / 60)} min`),
      row('dollars a month', (size) => dollars(size.dollarsPerMonth)),
    ],
  )
}

function quotas(sizes: readonly Size[]): string {
  const largest = sizes.at(-1)!
  return table(
    ['quota', 'limit', ...owners(sizes)],
    largest.use.map(({ name, limit, unit }) => [
      name,
      `${shown(limit)} ${unit}`,
      ...sizes.map((size) => {
        const { needed, share } = size.use.find((one) => one.name === name)!
        return `${shown(needed)} (${percent(share)})`
      }),
    ]),
  )
}

const first = (sizes: readonly Size[]): string =>
  sizes
    .map((size, at) => {
      const over = size.use.filter(({ share }) => share > 0.8)
      const head = `- **${owners(sizes)[at]}**: `
      if (over.length === 0) {
        const [most] = size.use
        return `${head}nothing. The fullest is ${most!.name}, at ${percent(most!.share)}.`
      }
      return `${head}${over.map(({ name, share, raise }) => `${name}, at ${percent(share)}: ${raise}`).join('; ')}.`
    })
    .join('\n')

const costs = (rows: readonly CostRow[]): string =>
  table(
    ['for', 'dollars'],
    [...rows.map((row) => [row.what, dollars(row.dollars)]), ['**all**', `**${dollars(totalOf(rows))}**`]],
  )

/** Every table by the name it has in the page. */
export function tables(): Record<string, string> {
  const sizes = SIZES.map(sizeOf)
  return {
    load: load(sizes),
    quotas: quotas(sizes),
    first: first(sizes),
    month: costs(monthOf(100_000)),
    posts: costs(thousandPosts()),
    idle: costs(idleMonth()),
  }
}

/** The page with its tables made again. @throws {Error} when it has no place for one. */
export function renewed(page: string): string {
  return Object.entries(tables()).reduce((text, [name, content]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`)
    if (!place.test(text)) throw new Error(`docs/scaling.md has no place for the table ${name}.`)
    return text.replace(place, (_match, before: string, after: string) => before + content + after)
  }, page)
}

if (import.meta.main) {
  const page = readFileSync(FILE, 'utf8')
  const fresh = renewed(page)
  if (process.argv.includes('--check')) {
    if (fresh !== page) {
      process.stderr.write('docs/scaling.md is out of date: node scripts/scaling.ts\n')
      process.exitCode = 1
    }
  } else {
    writeFileSync(FILE, fresh)
    process.stdout.write(`${Object.values(tables()).join('\n\n')}\n`)
  }
}
