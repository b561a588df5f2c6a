// Runs external checkers on the templates, the document and the local run. Every finding is fixed, or explained in one line of
// scripts/judge/exceptions.json. Tools that this machine lacks are named.
//   npm run judge [-- JUDGE...]
// A judge that draws is asked twice: a fixed seed decides, so that the verdict depends only on the tree; what a fresh one finds is
// told beside it, with the seed to draw it again (JUDGE_SEED=N).
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redocly, spectral } from './judge/document.ts'
import { cfnLint, checkov } from './judge/linters.ts'
import { DECIDING_SEED, schemathesis } from './judge/service.ts'
import { moto, REGIONS, STAGES, synthesized } from './judge/templates.ts'
import { Missing, pythonPrograms } from './judge/tools.ts'
import { type Explained, type Finding, verdictOf } from './judge/verdict.ts'
import { optionsOf } from './script-options.ts'

const JUDGES = ['cfn-lint', 'checkov', 'moto', 'spectral', 'redocly', 'schemathesis'] as const
type Judge = (typeof JUDGES)[number]

/** Their findings depend on the draw: an explanation that was not needed this time may be in the fresh draw. */
const DRAWING: ReadonlySet<string> = new Set<Judge>(['schemathesis'])

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'judge-'))
/** Made once, by whichever judge needs it first. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
const programs = once(pythonPrograms)
const templates = once(async () => {
  const files: { stage: string; file: string }[] = []
  for (const stage of STAGES) files.push({ stage, file: await synthesized(folder, stage) })
  return files
})

async function ofTemplates(
  judge: (programs: string, file: string, stage: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  const where = await programs()
  const findings: Finding[] = []
  for (const { stage, file } of await templates()) findings.push(...(await judge(where, file, stage)))
  return findings
}

const ASK: Record<Judge, () => Promise<Finding[]>> = {
  'cfn-lint': () => ofTemplates(cfnLint),
  checkov: () => ofTemplates(checkov),
  moto: () => ofTemplates(moto),
  spectral: () => spectral(folder),
  redocly,
  schemathesis: () => drawn(DECIDING_SEED),
}

async function drawn(seed: number): Promise<Finding[]> {
  const { findings, made } = await schemathesis(await programs(), folder, seed)
  say(`  ${made} requests were made with seed ${seed}.`)
  return findings
}

const explained = (): Explained[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'judge', 'exceptions.json'), 'utf8')) as Explained[]

/** Says what is not explained, alike findings once. */
function sayUnexplained(unexplained: readonly Finding[]): void {
  const alike = Map.groupBy(unexplained, ({ judge, rule, place }) => `${judge} ${rule} at ${place}`)
  for (const [what, same] of alike) say(`  ${what}, ${same.length} times: ${same[0]!.message}`)
}

/** Tells what another draw finds; it decides nothing, so that the same tree has the same verdict. */
async function tellFresh(): Promise<void> {
  const seed = Number(process.env.JUDGE_SEED ?? randomInt(1, 2 ** 31))
  say(`\nschemathesis with a fresh seed, which decides nothing ...`)
  try {
    const { unexplained } = verdictOf(await drawn(seed), explained(), new Set(['schemathesis']))
    say(`  Not explained with seed ${seed}: ${unexplained.length}`)
    sayUnexplained(unexplained)
  } catch (error) {
    say(`  no verdict: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function main(wanted: readonly Judge[]): Promise<boolean> {
  const findings: Finding[] = []
  const judged = new Set<string>()
  const lacking: string[] = []
  say(`Stages ${STAGES.join(', ')}; regions ${REGIONS.join(', ')}.`)
  for (const judge of wanted) {
    say(`${judge} ...`)
    try {
      const found = await ASK[judge]()
      judged.add(judge)
      findings.push(...found)
      say(`  ${found.length} findings.`)
    } catch (error) {
      if (error instanceof Missing) {
        lacking.push(judge)
        say(`  not on this machine: ${error.message}`)
      } else {
        // The others are heard all the same; this one is a finding that nothing explains.
        const message = error instanceof Error ? error.message : String(error)
        findings.push({ judge, rule: 'no-verdict', place: 'the whole', message })
        say(`  no verdict: ${message}`)
      }
    }
  }
  const { unexplained, stale, covered } = verdictOf(findings, explained(), judged)
  say('\nExplained:')
  for (const [{ judge, rule, place, reason }, count] of covered) {
    if (count > 0) say(`  ${judge} ${rule} at ${place}, ${count} times: ${reason}`)
  }
  say(`\nNot explained: ${unexplained.length}`)
  sayUnexplained(unexplained)
  say(`Explained, but no longer found: ${stale.length}`)
  for (const { judge, rule, place } of stale) {
    say(`  ${judge} ${rule} at ${place}${DRAWING.has(judge) ? ' (not drawn this time)' : ''}`)
  }
  say(`Lacking on this machine: ${lacking.join(', ') || 'nothing'}`)
  if (judged.has('schemathesis')) await tellFresh()
  return unexplained.length === 0 && stale.every(({ judge }) => DRAWING.has(judge))
}

const HELP = `Has outside judges look at the templates, the API's document and the running service, and says what nothing explains.

  npm run judge [-- JUDGE...]

  JUDGE  ${JUDGES.join(', ')} (default all). One that is not on this machine is named and left out.

JUDGE_SEED is the seed of the requests that are drawn afresh, which decide nothing.
Exit code 0: everything is explained. 1: something is not. 2: a wrong call.
`

const named = optionsOf(HELP, {}, JUDGES.length).words
const strange = named.filter((name) => !JUDGES.some((judge) => judge === name))
if (strange.length > 0) {
  process.stderr.write(`There is no judge ${strange.join(', ')}; there are ${JUDGES.join(', ')}.\n`)
  process.exitCode = 2
} else {
  try {
    const wanted = JUDGES.filter((judge) => named.length === 0 || named.includes(judge))
    if (!(await main(wanted))) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
