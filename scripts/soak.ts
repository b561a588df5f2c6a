// `npm run soak`: a simulated year of the service in minutes, on a fast clock. Prints its curves; fails on any breach.
import { parseArgs } from 'node:util'
import { type Month, runSoak, type SoakResult } from '../test/support/soak/run.ts'

const HELP = `Runs months of the service on a fast clock: owners with accounts on all platforms post, schedule, queue, cancel, move, delete
and leave; tokens are renewed and end; usage is summed up; what expires goes. The service's decisions and stores are the real ones;
the table, queues, schedules, bucket and platforms are simulated in memory. Every simulated hour it is checked that nothing is
doubled, lost, left over or counted wrongly. After the first month what a post costs, what it adds to the table, and what memory a row
takes must stay within bands (test/support/soak/flatness.ts); runs of less than four or five months cannot tell.

  npm run soak [-- --from DATE] [--days N] [--accounts N] [--posts N] [--seed N]

  --from DATE   the first day, UTC (default 2027-09-01: the year after it has both changes of clocks and a leap day)
  --days N      days (default 366)
  --accounts N  accounts, as many on each platform (default 1000)
  --posts N     posts in all (default 200000)
  --seed N      what happens is drawn from this (default 1)
  --help        this text

Exit code 0: everything held. 1: a breach, each named. 2: a wrong command line.
`

class WrongCall extends Error {}

const say = (text = '') => process.stdout.write(`${text}\n`)

function readOptions() {
  const text = (preset: number) => ({ type: 'string', default: String(preset) }) as const
  try {
    const numbers = { days: text(366), accounts: text(1000), posts: text(200_000), seed: text(1) }
    const { values } = parseArgs({
      options: {
        ...numbers,
        from: { type: 'string', default: '2027-09-01' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const number = (name: keyof typeof numbers, min: number, max: number) => {
      const value = Number(values[name])
      if (!Number.isInteger(value) || value < min || value > max)
        throw new WrongCall(`--${name} must be a whole number from ${min} to ${max}.`)
      return value
    }
    const from = Date.parse(`${values.from}T00:00:00Z`)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(values.from) || Number.isNaN(from))
      throw new WrongCall('--from must be a day such as 2027-09-01.')
    return {
      help: values.help,
      from,
      days: number('days', 1, 3660),
      accounts: number('accounts', 10, 10_000),
      posts: number('posts', 1, 10_000_000),
      seed: number('seed', 0, 2 ** 31 - 1),
    }
  } catch (error) {
    throw new WrongCall(`${(error as Error).message.split('. ')[0]}`)
  }
}

const figure = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const COLUMNS: readonly [string, (month: Month) => string][] = [
  ['month', ({ name }) => name],
  ['posts', ({ posts }) => figure(posts)],
  ['publications', ({ publications }) => figure(publications)],
  ['rows', ({ rows }) => figure(rows)],
  ['that expire', ({ expiring }) => figure(expiring)],
  ['table MB', ({ tableMb }) => figure(tableMb)],
  ['heap MB', ({ heapMb }) => figure(heapMb)],
  ['heap B/row', ({ heapMb, rows }) => figure((heapMb * 1e6) / Math.max(1, rows))],
  ['schedules', ({ schedules }) => figure(schedules)],
  ['due', ({ dueIndex }) => figure(dueIndex)],
  ['objects', ({ objects }) => figure(objects)],
  ['writes/post', ({ writeUnitsPerPost }) => figure(writeUnitsPerPost, 1)],
  ['deleting', ({ deleteUnitsPerPost }) => figure(deleteUnitsPerPost, 1)],
  ['reads/post', ({ readUnitsPerPost }) => figure(readUnitsPerPost, 1)],
  ['$', ({ dollars }) => figure(dollars, 2)],
  ['$/1,000 posts', ({ dollarsPerThousandPosts }) => figure(dollarsPerThousandPosts, 2)],
  ['open h', ({ longestOpenHours }) => figure(longestOpenHours)],
  ['s', ({ seconds }) => figure(seconds)],
]

function printMonths(months: readonly Month[]): void {
  const lines = [COLUMNS.map(([name]) => name), ...months.map((month) => COLUMNS.map(([, of]) => of(month)))]
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  for (const line of lines) say(line.map((cell, at) => cell.padStart(widths[at]!)).join('  '))
}

const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${figure(count)}`)
    .join(', ') || 'none'

/** Which rows the writes of a post were to, month by month: where a cost that grows comes from. */
function printWritten(months: readonly Month[]): void {
  const largest = Math.max(...months.map(({ written }) => Math.max(...Object.values(written))))
  const kinds = [...new Set(months.flatMap(({ written }) => Object.keys(written)))].filter((kind) =>
    months.some(({ written }) => (written[kind] ?? 0) >= largest / 50),
  )
  const of = ({ written }: Month, kind: string) => written[kind] ?? 0
  kinds.sort((one, other) => of(months[0]!, other) - of(months[0]!, one))
  const width = Math.max(...kinds.map(({ length }) => length))
  say()
  say('write units a post, by the rows written')
  for (const kind of kinds)
    say(`${kind.padEnd(width)}  ${months.map((month) => figure(of(month, kind), 1).padStart(7)).join('')}`)
}

function print(result: SoakResult, seed: number): void {
  const { months, totals, breaches } = result
  say()
  printMonths(months)
  printWritten(months)
  const rows: [string, string][] = [
    ['seed', String(seed)],
    ['posts accepted', `${figure(totals.accepted)} with ${figure(totals.publications)} publications`],
    ['came out', `${figure(totals.out)}, of which ${figure(totals.off)} were taken off again`],
    ['ends', listed(result.ends)],
    [
      'requests',
      `${figure(totals.requests)}, of which ${figure(totals.refused)} were refused (${listed(result.refusals)})`,
    ],
    ['tokens renewed', figure(result.renewals)],
    ['calls', `${figure(result.tableCalls)} to the table, ${figure(result.platformCalls)} to platforms`],
    ['rows expired', figure(result.expired)],
    ['rows by kind', listed(months.at(-1)?.kinds ?? {})],
    ['seconds', figure(result.seconds)],
  ]
  say()
  for (const [name, value] of rows) say(`${name.padEnd(16)}${value}`)
  say()
  for (const line of result.flatness.says) say(line)
  say()
  say(breaches.length === 0 ? 'Everything held.' : `${breaches.length} breaches, again with --seed ${seed}:`)
  for (const breach of breaches) say(`  ${breach}`)
}

async function main(): Promise<void> {
  const { help, ...options } = readOptions()
  if (help) {
    say(HELP)
    return
  }
  let shownAt = 0
  const progress = (line: string) => {
    // The clock of the run is not the machine's.
    const now = Number(process.hrtime.bigint() / 1_000_000n)
    if (now - shownAt < 10_000 && shownAt > 0) return
    shownAt = now
    process.stderr.write(`${line}\n`)
  }
  const result = await runSoak({ ...options, progress })
  print(result, options.seed)
  if (result.breaches.length > 0) process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    const told =
      error instanceof Error && !(error instanceof WrongCall) ? error.stack : String((error as Error).message)
    process.stderr.write(`${told}\n`)
    process.exitCode = error instanceof WrongCall ? 2 : 1
  })
  // Work that the run left waiting on its own clock would never come.
  .finally(() => process.stdout.write('', () => process.exit()))
