// `npm run chaos`: publishing under faults and kills, on the local run. Prints its figures; fails on any breach.
import { parseArgs } from 'node:util'
import { prepareAssembly } from '../local/assembly.ts'
import { type ChaosFigures, runChaos } from '../test/support/chaos.ts'
import { FEWEST_ACCOUNTS } from '../test/support/chaos-platforms.ts'
import { startLocal } from '../test/support/local.ts'

const HELP = `Publishes posts on a local run of its own while calls to the simulated platforms go wrong and the whole
service is killed; then compares the reported outcome of every post, part of a thread and first comment with what the
platforms have.

  npm run chaos [-- --posts N] [--accounts N] [--kills N] [--faults P] [--seed N]

  --posts N     posts (default 200)
  --accounts N  accounts, as many on each platform (default and at least ${FEWEST_ACCOUNTS})
  --kills N     SIGKILLs of the whole service in between (default 5)
  --faults P    share of the calls to the platforms that go wrong, 0 to 0.5 (default 0.2)
  --aws-faults [P]
                share of the functions' calls to AWS that go wrong, and of messages, schedules and rules that come twice
                or late, 0 to 0.5 (default 0; 0.05 if no share is given): see npm start -- --help
  --seed N      seed of the random posts and faults (default 1)
  --help        this text

Exit code 0: nothing doubled, nothing lost, nothing live reported as failed. 1: a breach, each named. 2: a wrong command line.
`

/** A video on a Page whose answer was lost is looked for so long: its processing is bounded by nothing. */
const LONGEST_SEARCH_MS = 15 * 60_000
/** The sweeper sends the same publication again after five minutes. */
const PATIENCE_MS = LONGEST_SEARCH_MS + 7 * 60_000

/** Only with `--aws-faults`. */
const AWS_FAULTS = '0.05'

class WrongCall extends Error {}

const say = (text = '') => process.stdout.write(`${text}\n`)

function readOptions() {
  const text = (preset: number) => ({ type: 'string', default: String(preset) }) as const
  try {
    const options = {
      ...{ posts: text(200), accounts: text(FEWEST_ACCOUNTS), kills: text(5), faults: text(0.2), seed: text(1) },
      'aws-faults': text(0),
    }
    const args = process.argv
      .slice(2)
      .flatMap((word, at, all) =>
        word === '--aws-faults' && !/^[\d.]/.test(all[at + 1] ?? '') ? [word, AWS_FAULTS] : [word],
      )
    const { values } = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
    })
    const number = (name: keyof typeof options, min: number, max: number, whole = true) => {
      const value = Number(values[name])
      if (Number.isNaN(value) || value < min || value > max || (whole && !Number.isInteger(value)))
        throw new WrongCall(`--${name} must be ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}.`)
      return value
    }
    return {
      help: values.help,
      posts: number('posts', 1, 10_000),
      accounts: number('accounts', FEWEST_ACCOUNTS, 1000),
      kills: number('kills', 0, 100),
      faults: number('faults', 0, 0.5, false),
      awsFaults: number('aws-faults', 0, 0.5, false),
      seed: number('seed', 0, 2 ** 31 - 1),
    }
  } catch (error) {
    throw new WrongCall(`${(error as Error).message.split('. ')[0]}`)
  }
}

/** One line that is written over on a terminal, and now and then elsewhere. */
function progressLine(): { show(line: string): void; end(): void } {
  let shownAt = 0
  const begun = Date.now()
  return {
    show: (line) => {
      const terminal = process.stderr.isTTY
      if (!terminal && Date.now() - shownAt < 10_000) return
      shownAt = Date.now()
      const seconds = Math.round((shownAt - begun) / 1000)
      process.stderr.write(terminal ? `\r\x1b[K${seconds} s  ${line}` : `${seconds} s  ${line}\n`)
    },
    end: () => {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    },
  }
}

const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none'

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

/** Faults that make an answer wrong; the others only colour it. */
const decides = (kind: string) =>
  !['hang', 'usage', 'no_permalink', 'slow_processing', 'container_error'].includes(kind)

function print(figures: ChaosFigures, seed: number): void {
  const { calls, faults } = figures
  const wrong = sum(Object.fromEntries(Object.entries(faults).filter(([kind]) => decides(kind))))
  const rows: [string, string | number][] = [
    ['seed', seed],
    ['posts accepted', figures.posts],
    ['publications', figures.publications],
    ['published', figures.published],
    ['failed', `${sum(figures.failed)} (${listed(figures.failed)})`],
    ['outcome unknown', figures.outcome_unknown],
    ['threads broken off', figures.partially_published],
    ['further posts', figures.parts],
    ['first comments', `${figures.comments} (${figures.steps_failed} steps after publishing failed)`],
    ['links known', figures.links],
    [
      'kills',
      `${figures.kills} (${figures.caught} publications under way, ${figures.caught_publishing} of them in a publish call)`,
    ],
    ['requests repeated', `${figures.repeated} (${figures.replayed} of them had been accepted)`],
    ['calls to platforms', `${sum(calls)} (${listed(calls)})`],
    ['wrong answers', `${wrong} (${((100 * wrong) / Math.max(1, sum(calls))).toFixed(1)} %)`],
    ['faults by kind', listed(faults)],
    ['seconds', `${figures.seconds.toFixed(0)} (${figures.seconds_after_last_kill.toFixed(0)} after the last kill)`],
    ['duplicates', figures.duplicates],
    ['lost', figures.lost],
    ['live but failed', figures.live_but_failed],
  ]
  say()
  for (const [name, value] of rows) say(`${name.padEnd(20)}${value}`)
  say()
  const { length } = figures.breaches
  say(length === 0 ? 'Nothing doubled, nothing lost, nothing live reported as failed.' : `${length} breaches:`)
  for (const breach of figures.breaches) say(`  ${breach}`)
}

async function main(): Promise<void> {
  const { help, awsFaults, ...options } = readOptions()
  if (help) {
    say(HELP)
    return
  }
  const line = progressLine()
  const assembly = await prepareAssembly(line.show, AbortSignal.timeout(300_000))
  await using local = await startLocal({
    assembly,
    args: ['--aws-faults', String(awsFaults), ...(awsFaults > 0 ? ['--aws-outages'] : [])],
    env: { PUBLISH_POLL_MS: '100' },
  })
  const figures = await runChaos(local, {
    ...options,
    awsFaults: awsFaults > 0,
    hangs: 2,
    patienceMs: PATIENCE_MS,
    progress: line.show,
  })
  line.end()
  print(figures, options.seed)
  await local.stop()
  for (const [, faults] of local.process.stderr().matchAll(/(faults of AWS: .*)/g)) say(faults)
  if (figures.breaches.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof WrongCall ? 2 : 1
})
