// `npm run test:versions`: functions of two versions on the same data under chaos, forward and back, as a deployment replaces them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareAssembly } from '../local/assembly.ts'
import { type ChaosFigures, type Deployment, runChaos } from '../test/support/chaos.ts'
import { FEWEST_ACCOUNTS } from '../test/support/chaos-platforms.ts'
import { seeded } from '../test/support/chaos-posts.ts'
import { type Local, startLocal } from '../test/support/local.ts'
import { readableToday } from '../test/support/older-template.ts'

const HELP = `Runs the last release and the present version side by side on the same data, under chaos: the service begins as
one of them, its functions are replaced one by one by those of the other, then the rest follows. Compares in the end what the
service says of every post with what the platforms hold.

  npm run test:versions [-- --old REF|FOLDER] [--posts N] [--accounts N] [--kills N] [--faults P] [--aws-faults P]
                        [--seed N] [--direction forward|back|both]

  --old          the version before: a git ref, or a folder with a checkout of it (default the last tag, and where there is
                 none the commit in docs/last-release.json)
  --direction    forward: from the old to the present version; back: the other way (default both)
  --posts N, --accounts N, --kills N, --faults P, --aws-faults P, --seed N
                 as of \`npm run chaos\` (default 60, ${FEWEST_ACCOUNTS}, 2, 0.2, 0 and 1)

Exit code 0: nothing doubled, nothing lost, nothing live reported as failed, both ways. 1: a breach, each named. 2: a wrong command line.
`

const ROOT = join(import.meta.dirname, '..')
/** As in chaos: what is looked for longest is a video on a Page, and then the sweeper sends it again. */
const PATIENCE_MS = 22 * 60_000

class WrongCall extends Error {}

const say = (text = '') => process.stdout.write(`${text}\n`)
const tell = (text: string) => process.stderr.write(`${text}\n`)
const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The last tag, or the commit that stands for the last release until there is one. */
function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    const { commit } = JSON.parse(readFileSync(join(ROOT, 'docs', 'last-release.json'), 'utf8')) as { commit: string }
    return commit
  }
}

/** A folder with the version's files and what they depend on. @throws {WrongCall} */
function checkout(old: string): string {
  if (existsSync(join(old, 'package.json'))) return resolve(old)
  let commit: string
  try {
    commit = git('rev-parse', '--verify', `${old}^{commit}`)
  } catch {
    throw new WrongCall(`--old must be a git ref or a folder with a checkout, not ${old}.`)
  }
  const folder = join(tmpdir(), 'social-publisher-versions', commit)
  if (existsSync(join(folder, 'node_modules'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else {
    tell(`installing what ${old} depends on`)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}

/** Its cloud assembly, made by its own code, in a form that the present local run reads. */
function assemblyOf(folder: string): string {
  tell('synthesizing the version before')
  const script =
    'const { prepareAssembly } = await import(process.argv[1]); console.log(await prepareAssembly(() => {}, AbortSignal.timeout(600_000)))'
  const module = join(folder, 'local', 'assembly.ts')
  const assembly = execFileSync(process.execPath, ['--input-type=module', '-e', script, module], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
  for (const name of readdirSync(assembly).filter((file) => file.endsWith('.template.json'))) {
    const file = join(assembly, name)
    writeFileSync(file, JSON.stringify(readableToday(JSON.parse(readFileSync(file, 'utf8')))))
  }
  return assembly
}

function readOptions() {
  const text = (preset: string | number) => ({ type: 'string', default: String(preset) }) as const
  const options = {
    ...{ posts: text(60), accounts: text(FEWEST_ACCOUNTS), kills: text(2), faults: text(0.2), seed: text(1) },
    ...{ 'aws-faults': text(0), direction: text('both'), old: { type: 'string' } as const },
  }
  const { values } = (() => {
    try {
      return parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h', default: false } } })
    } catch (error) {
      throw new WrongCall((error as Error).message.split('. ')[0]!)
    }
  })()
  const number = (name: 'posts' | 'accounts' | 'kills' | 'faults' | 'seed' | 'aws-faults', max: number, min = 0) => {
    const value = Number(values[name])
    if (!(value >= min && value <= max)) throw new WrongCall(`--${name} must be a number from ${min} to ${max}.`)
    return value
  }
  if (!['forward', 'back', 'both'].includes(values.direction))
    throw new WrongCall('--direction must be forward, back or both.')
  return {
    help: values.help,
    old: values.old,
    directions: (values.direction === 'both' ? ['forward', 'back'] : [values.direction]) as ('forward' | 'back')[],
    awsFaults: number('aws-faults', 0.5),
    chaos: {
      posts: number('posts', 10_000),
      accounts: number('accounts', 1000, FEWEST_ACCOUNTS),
      kills: number('kills', 100),
      faults: number('faults', 0.5),
      seed: number('seed', 2 ** 31 - 1),
    },
  }
}

interface Standing {
  shared: string[]
  replaced: string[]
  calls: { own: number; other: number }
}

/** Replaces the functions in an order that the seed draws. */
function deploymentOf(local: Local, seed: number, to: string, args: readonly string[]) {
  const versions = async (replaced?: readonly string[]): Promise<Standing> => {
    const init = replaced === undefined ? {} : { method: 'PUT', body: JSON.stringify({ replaced }) }
    const reply = await local.fetch(`${local.endpoints.env.AWS_ENDPOINT_URL}/_local/versions`, init)
    if (reply.status !== 200) throw new Error(`replacing functions: ${reply.status} ${reply.text}`)
    return reply.json<unknown>() as Standing
  }
  const chance = seeded(seed)
  let order: string[] | undefined
  let last: Standing | undefined
  const deployment: Deployment = {
    replace: async (share) => {
      order ??= (await versions()).shared
        .map((id) => ({ id, at: chance() }))
        .sort((one, other) => one.at - other.at)
        .map(({ id }) => id)
      last = await versions(order.slice(0, Math.round(share * order.length)))
    },
    finish: () => local.restart(undefined, { assembly: to, args }),
  }
  return { deployment, standing: () => last }
}

function print(direction: string, figures: ChaosFigures, standing: Standing | undefined): void {
  const { posts, publications, published, outcome_unknown, kills, caught, duplicates, lost, live_but_failed } = figures
  const failed = Object.entries(figures.failed).map(([code, count]) => `${code} ${count}`)
  say()
  for (const [name, value] of [
    ['direction', direction],
    ['functions replaced', `${standing?.replaced.length ?? 0} of ${standing?.shared.length ?? 0}`],
    ['posts, publications', `${posts}, ${publications}`],
    ['published', published],
    ['failed', failed.join(', ') || 'none'],
    ['outcome unknown', outcome_unknown],
    ['kills', `${kills} (${caught} publications under way)`],
    ['seconds', figures.seconds.toFixed(0)],
    ['duplicates', duplicates],
    ['lost', lost],
    ['live but failed', live_but_failed],
  ])
    say(`${String(name).padEnd(22)}${value}`)
  for (const breach of figures.breaches) say(`  ${breach}`)
}

/** A line now and then. */
function nowAndThen(): (line: string) => void {
  let toldAt = 0
  return (line) => {
    if (Date.now() - toldAt < 10_000) return
    toldAt = Date.now()
    tell(line)
  }
}

/** Calls that roles or functions refused, and the other version's would not have. */
const refusalsIn = (stderr: string): string[] => [
  ...new Set(stderr.split('\n').filter((line) => /does not allow|failed: (?!Sandbox|Runtime)/.test(line))),
]

async function main(): Promise<void> {
  const { help, old, directions, awsFaults, chaos } = readOptions()
  if (help) {
    say(HELP)
    return
  }
  const before = old ?? lastRelease()
  const assemblies = {
    old: assemblyOf(checkout(before)),
    present: await prepareAssembly(tell, AbortSignal.timeout(600_000)),
  }
  say(`${before} and the present version`)
  for (const direction of directions) {
    const [from, to] = direction === 'forward' ? (['old', 'present'] as const) : (['present', 'old'] as const)
    const args = ['--aws-faults', String(awsFaults)]
    await using local = await startLocal({
      assembly: assemblies[from],
      args: [...args, '--other-assembly', assemblies[to]],
      env: { PUBLISH_POLL_MS: '100' },
      otherVersion: true,
    })
    const { deployment, standing } = deploymentOf(local, chaos.seed, assemblies[to], args)
    const figures = await runChaos(local, {
      ...chaos,
      awsFaults: awsFaults > 0,
      hangs: 0,
      patienceMs: PATIENCE_MS,
      progress: nowAndThen(),
      deployment,
    })
    print(direction, figures, standing())
    for (const refusal of refusalsIn(local.process.stderr())) say(`  ${refusal}`)
    if (figures.breaches.length > 0) process.exitCode = 1
  }
}

main().catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof WrongCall ? 2 : 1
})
