// `npm run bench`: every figure in turn, as ratios and counts that do not depend on the machine.
//   npm run bench [-- --only NAME[,NAME]] [-- --compare FILE]
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareAssembly } from '../local/assembly.ts'
import { buildIfStale } from '../scripts/build.ts'
import type { Bench, Figure, Row } from './figure.ts'
import { burst } from './figures/burst.ts'
import { calls } from './figures/calls.ts'
import { cost } from './figures/cost.ts'
import { endpointCpu } from './figures/endpoint-cpu.ts'
import { latency } from './figures/latency.ts'
import { lists } from './figures/lists.ts'
import { peers } from './figures/peers.ts'
import { startUp } from './figures/start-up.ts'
import { throughput } from './figures/throughput.ts'
import { transfers } from './figures/transfers.ts'
import { usage } from './figures/usage.ts'
import { variants } from './figures/variants.ts'
import { type Results, readResults } from './support/earlier.ts'
import { startFileSource } from './support/source.ts'
import { type RunningService, startBenchService } from './support/start-service.ts'
import { tableOf } from './support/table.ts'

const FIGURES: readonly Figure[] = [
  startUp,
  endpointCpu,
  calls,
  variants,
  transfers,
  lists,
  usage,
  throughput,
  burst,
  latency,
  cost,
  peers,
]
const RESULTS = join(import.meta.dirname, 'results.json')

const tell = (line: string) => process.stderr.write(`${line}\n`)

const HELP = `Measures the figures of docs/benchmarks.md and leaves them in bench/results.json.

  npm run bench [-- --only NAME[,NAME]] [-- --compare FILE]

  --only NAME,...  some of them: ${FIGURES.map(({ name }) => name).join(', ')}
  --compare FILE   shows the results of another run, a copy of its bench/results.json, beside these
  --help           this text

Exit code 0: measured, whether aims were met or not. 1: something could not be measured. 2: a wrong call.
`

function wrongCall(why: string): never {
  tell(why)
  process.exit(2)
}

interface Chosen {
  figures: readonly Figure[]
  earlier?: Results
}

function chosen(): Chosen {
  const options = {
    only: { type: 'string' },
    compare: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const parsed = () => {
    try {
      return parseArgs({ options }).values
    } catch (error) {
      return wrongCall((error as Error).message)
    }
  }
  const { only, compare, help } = parsed()
  if (help) {
    process.stdout.write(HELP)
    process.exit(0)
  }
  const names = only?.split(',')
  const unknown = names?.filter((name) => !FIGURES.some((figure) => figure.name === name)) ?? []
  if (unknown.length > 0)
    wrongCall(`There is no figure ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}.`)
  const figures = names ? FIGURES.filter(({ name }) => names.includes(name)) : FIGURES
  try {
    return { figures, ...(compare === undefined ? {} : { earlier: readResults(compare) }) }
  } catch (error) {
    return wrongCall((error as Error).message)
  }
}

async function main(): Promise<void> {
  // Read before anything is measured: a run of ten minutes does not end at a name that was mistyped.
  const { figures, earlier } = chosen()
  const startedAt = Date.now()
  const undo: (() => Promise<unknown> | unknown)[] = []
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  try {
    await buildIfStale('host')
    const assembly = await prepareAssembly(tell, AbortSignal.timeout(300_000))
    const source = await startFileSource()
    undo.push(source.close)
    let running: Promise<RunningService> | undefined
    const service = () => {
      running ??= startBenchService(assembly, { PUBLISH_POLL_MS: '100' }, [source.host]).then((started) => {
        undo.push(started.end)
        return started
      })
      return running
    }
    const failed: string[] = []
    if (earlier) process.stdout.write(`Beside the run of ${earlier.at}.\n`)
    const results: (Omit<Figure, 'run'> & { rows: Row[]; seconds: number })[] = []
    for (const [at, figure] of figures.entries()) {
      const { run, ...about } = figure
      const began = Date.now()
      tell(`[${at + 1}/${figures.length}] ${about.title}`)
      const bench: Bench = {
        assembly,
        service,
        source,
        progress: (line) => tell(`      ${line}`),
        undo: (step) => undo.push(step),
      }
      // One that fails does not take the others with it.
      const rows = await run(bench).catch((error: unknown) => {
        failed.push(`${about.name}: ${error instanceof Error ? error.message : String(error)}`)
        tell(String(error instanceof Error ? error.stack : error))
        return [] as Row[]
      })
      results.push({ ...about, rows, seconds: Math.round((Date.now() - began) / 1000) })
      const before = earlier?.figures.find(({ name }) => name === about.name)?.rows
      process.stdout.write(`${tableOf(about, rows, before)}\n`)
    }
    const whole = {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      at: new Date().toISOString(),
    }
    mkdirSync(dirname(RESULTS), { recursive: true })
    writeFileSync(RESULTS, `${JSON.stringify({ ...whole, figures: results }, null, 2)}\n`)
    const missed = results.flatMap(({ name, rows }) =>
      rows.filter(({ met }) => met === false).map((row) => `${name}: ${row.name}`),
    )
    process.stdout.write(`\n${missed.length === 0 ? 'Every aim is met.' : `Missed: ${missed.join('; ')}.`}\n`)
    if (failed.length > 0) {
      process.stdout.write(`Not measured: ${failed.join('; ')}.\n`)
      process.exitCode = 1
    }
    tell(`${Math.round((Date.now() - startedAt) / 1000)} s; bench/results.json`)
  } finally {
    await end()
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exit(1)
  },
)
