// Shared by deploying, synthesizing and destroying: the stack, the region, the credentials.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { regionOf } from '../core/aws/region.ts'
import { wantOf } from '../core/aws/wants.ts'
import { type AssetsPlace, assetsPlace } from '../lib/assets-place.ts'
import {
  environmentName,
  readProtection,
  readSettings,
  refuseUnknown,
  SettingError,
  type Settings,
} from '../lib/settings.ts'
import type { Account } from './account.ts'
import { bearClosedPipes } from './closed-pipes.ts'

export const ROOT = join(import.meta.dirname, '..')

/** Why it cannot go on, in a sentence or two for the caller. */
export class Hindrance extends Error {}

/** Everything outside: tests put a recorder in its place. */
export interface World {
  environment: Record<string, string | undefined>
  /** The folder whose cdk.json may have settings. */
  folder: string
  /** The words with which a person calls the operator's command, sets up the CDK, and uploads the files of a template. */
  calls: { admin: string; bootstrap: string; publishAssets: string }
  /** Runs a program of this project, its output on the terminal. @returns its exit code. */
  run(
    program: 'build' | 'cdk',
    args: readonly string[],
    environment: Record<string, string | undefined>,
  ): Promise<number>
  /** The limits of the account, for a new or an existing stack. */
  account(stackName: string, region: string | undefined): Promise<Account>
  /** Outputs of a stack, or nothing where there is no such stack. */
  outputs(stackName: string, region: string | undefined): Promise<Record<string, string> | undefined>
  /** Where a stack is, and what would keep it from being deleted. */
  standing(stackName: string, region: string | undefined): Promise<Standing>
  /** Whether the publish worker of a stack is switched off; false where it cannot be asked. */
  isPaused(outputs: Record<string, string>): Promise<boolean>
  /** Takes away what was made beside the stack and would keep it from going, and the objects if data are not kept. */
  clear(stack: DeployedStack): Promise<void>
  /** @returns what was typed; nothing where nobody can be asked. */
  ask(question: string): Promise<string | undefined>
  say(line: string): void
}

export interface Standing {
  account: string
  region: string
  /** As CloudFormation says it: `UPDATE_IN_PROGRESS`. */
  status: string
  /** Its termination protection. */
  isProtected: boolean
  /** Whether it has the token key of this service. Asked only where it has no outputs, by which it could be told. */
  hasTokenKey?: boolean
}

export interface DeployedStack {
  stackName: string
  region: string | undefined
  outputs: Record<string, string>
  /** Whether its data go with it. */
  withData: boolean
}

export interface Wanted {
  settings: Settings
  /** Whether the caller, the environment or cdk.json says what a setting is. */
  says(setting: keyof Settings): boolean
  /** Whether the stack is to be protected from being deleted; nothing where it stays as it is. */
  isProtected: boolean | undefined
  /** As the CDK takes them: `-c`, `stage=live`, ... */
  context: string[]
  region: string | undefined
  /** The folder of the synthesized stack: it is kept between showing and deploying it, so that what was shown is deployed. */
  assembly: string
  /** Only synthesize. */
  dryRun: boolean
  /** Where the template is to find its files; only to synthesize. */
  assets: AssetsPlace | undefined
  /** The environment of the programs that are run. */
  environment: Record<string, string | undefined>
  yes: boolean
}

const OPTIONS = {
  stage: { type: 'string' },
  region: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  output: { type: 'string', default: 'cdk.out' },
  'dry-run': { type: 'boolean', default: false },
  assets: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

/** What the options of a deployment mean, by how they are given. */
const MEANINGS = {
  '--stage NAME': 'a stack of its own: SocialPublisher-NAME',
  '--region REGION': 'its AWS region',
  '-c SETTING=VALUE': 'a setting, any number of times; also in "context" of a cdk.json here, or from the environment',
  '--output FOLDER': 'where the template and its files are put (cdk.out)',
  '--dry-run': 'deploy nothing',
  '--assets BUCKET[/FOLDER]': 'with --dry-run: a template that others create by a link, with its files there',
  '--yes': 'ask nothing',
} as const

/** The options of a deployment, a line each, for a help text. */
export const optionLines = (names = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[]): string => {
  const width = Math.max(...names.map((name) => name.length))
  return names.map((name) => `  ${name.padEnd(width)}  ${MEANINGS[name]}`).join('\n')
}

/** For a program that is to work in the same region as its caller, wherever that has it from. */
export const inRegion = (region: string) => ({ AWS_REGION: region, AWS_DEFAULT_REGION: region })

/** @throws {Hindrance} for a wrong call or a wrong setting. */
export function readWanted(args: readonly string[], { environment, folder }: World): Wanted {
  const { values } = understood(args)
  const given = new Map<string, string>()
  for (const pair of values.context ?? []) {
    const at = pair.indexOf('=')
    if (at < 1) throw new Hindrance(`-c ${pair} is not name=value.`)
    given.set(pair.slice(0, at), pair.slice(at + 1))
  }
  if (values.stage !== undefined) given.set('stage', values.stage)
  const assets = values.assets === undefined ? undefined : assetsPlace(values.assets)
  if (values.assets !== undefined) {
    if (!assets) throw new Hindrance(`--assets ${values.assets} is no bucket, nor BUCKET/FOLDER.`)
    given.set('assets', values.assets)
  }
  const region = values.region ?? regionOf(environment)
  if (region !== undefined && !/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) {
    throw new Hindrance(`The region is ${region}: it must look like eu-central-1.`)
  }
  if (region !== undefined && /^(cn|us-gov|us-iso|us-isob|eu-isoe)-/.test(region)) {
    throw new Hindrance(`The region ${region} is not a commercial one; the stack has been made for those alone.`)
  }
  return {
    ...settingsOf(given, environment, folder),
    context: [...given].flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    region,
    assembly: values.output,
    dryRun: values['dry-run'],
    assets,
    environment: { ...environment, ...(region ? inRegion(region) : {}) },
    yes: values.yes,
  }
}

function understood(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS })
  } catch (error) {
    throw new Hindrance(
      `${(error as Error).message.replace(/\.?$/, '.')} There are: ${Object.keys(MEANINGS).join(', ')}.`,
    )
  }
}

function settingsOf(
  given: ReadonlyMap<string, string>,
  environment: Record<string, string | undefined>,
  folder: string,
): Pick<Wanted, 'settings' | 'says' | 'isProtected'> {
  const context = contextOf(folder, environment)
  const inContext = (name: string) => given.get(name) ?? context[name]
  try {
    refuseUnknown([...given.keys(), ...Object.keys(context)])
    return {
      settings: readSettings(inContext, environment),
      isProtected: readProtection(inContext),
      says: (name) => (inContext(name) ?? (environment[environmentName(name)] || undefined)) !== undefined,
    }
  } catch (error) {
    throw error instanceof SettingError ? new Hindrance(error.message, { cause: error }) : error
  }
}

/**
 * The context that the CDK hands to its app beside what `-c` gives: of the folder's files, and of the home folder's.
 * @throws {Hindrance} where a file is not JSON.
 */
function contextOf(folder: string, { HOME }: Record<string, string | undefined>): Record<string, unknown> {
  return {
    ...(HOME ? configurationIn(join(HOME, '.cdk.json')).context : {}),
    ...configurationIn(join(folder, 'cdk.context.json')),
    ...configurationIn(join(folder, 'cdk.json')).context,
  }
}

/** @throws {Hindrance} where the file is not JSON. */
function configurationIn(file: string): { context?: Record<string, unknown> } {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { context?: Record<string, unknown> }
  } catch (error) {
    throw new Hindrance(`${file} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

/** AWS's error for something that is missing, in words that say what to do. */
function hindranceOf(error: unknown): unknown {
  const said = wantOf(error)
  if (said !== undefined) return new Hindrance(said, { cause: error })
  const { name } = error instanceof Error ? error : { name: '' }
  if (/AccessDenied/.test(name)) {
    return new Hindrance('These credentials may not read CloudFormation stacks, so they cannot deploy one.', {
      cause: error,
    })
  }
  const problem = problemAtAws(error)
  return problem === undefined ? error : new Hindrance(`AWS could not be asked: ${problem}`, { cause: error })
}

/** Nothing for an error that is not AWS's, nor of the way there. */
function problemAtAws(error: unknown): string | undefined {
  if (!(error instanceof Error && '$metadata' in error)) return undefined
  const said = error.message.split('\n')[0] || 'it gave no reason'
  return `${error.name === 'Error' ? '' : `${error.name}: `}${said.replace(/\.?$/, '.')}`
}

/** @throws {Hindrance} when AWS cannot be asked. */
export const accountOf = (world: World, stackName: string, region: string | undefined) =>
  world.account(stackName, region).catch((error: unknown) => {
    throw hindranceOf(error)
  })

/** @throws {Hindrance} when AWS cannot be asked. */
export const outputsOf = (world: World, stackName: string, region: string | undefined) =>
  world.outputs(stackName, region).catch((error: unknown) => {
    throw hindranceOf(error)
  })

/** @throws {Hindrance} when AWS cannot be asked. */
export const standingOf = (world: World, stackName: string, region: string | undefined) =>
  world.standing(stackName, region).catch((error: unknown) => {
    throw hindranceOf(error)
  })

/** The command of AWS's own that takes the protection off a stack. */
export const unprotecting = (stackName: string, { region }: Standing): string =>
  `aws cloudformation update-termination-protection --no-enable-termination-protection --region ${region} --stack-name ${stackName}`

/** States in which CloudFormation takes no other change. One that nobody has agreed to yet (REVIEW_) is none. */
export const isChanging = (status: string): boolean => /(?<!^REVIEW)_IN_PROGRESS$/.test(status)

/** @throws {Hindrance} when something could not be taken away: with what has become of the stack. */
export const clear = (world: World, stack: DeployedStack) =>
  world.clear(stack).catch((error: unknown) => {
    const problem = wantOf(error) ?? problemAtAws(error)
    if (problem === undefined) throw error
    throw new Hindrance(
      `${problem} The stack ${stack.stackName} still stands, without some of its API keys${stack.withData ? ' and files' : ''}: destroy it again to go on.`,
      { cause: error },
    )
  })

/** @throws {Hindrance} when the program fails; it has said why itself. */
export async function must(
  world: World,
  program: 'build' | 'cdk',
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<void> {
  const code = await world.run(program, args, environment)
  if (code !== 0) throw new Hindrance(`${program} ${args[0]} ended with exit code ${code}.`)
}

/**
 * Runs a program of Node's to its end, its output on the terminal. Ctrl-C ends the program alone: what it means for the stack is still to
 * be said. @returns its exit code.
 */
export async function runNode(args: readonly string[], cwd: string, env: World['environment']): Promise<number> {
  const goOn = () => {}
  process.on('SIGINT', goOn)
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env })
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    process.off('SIGINT', goOn)
  }
}

/** @returns what was typed: nothing of it for Ctrl-C and Ctrl-D, and undefined where nobody can be asked. */
export async function askAt(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
  question: string,
): Promise<string | undefined> {
  if (!input.isTTY) return undefined
  const lines = createInterface({ input, output, terminal: true })
  try {
    return (await lines.question(question)).trim()
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    output.write('\n')
    return ''
  } finally {
    lines.close()
  }
}

/** The person at the terminal. */
export const terminal: Pick<World, 'ask' | 'say'> = {
  ask: (question) => askAt(process.stdin, process.stdout, question),
  say: (line) => void process.stdout.write(`${line}\n`),
}

const PROGRAMS = {
  build: join(ROOT, 'scripts', 'build.ts'),
  cdk: join(ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk'),
}

/** Commands of the CDK that change, or compare with, what stands in the account that was looked at before. */
const IN_ACCOUNT: readonly (string | undefined)[] = ['diff', 'deploy', 'destroy']

/**
 * A cdk.json, here or in the home folder, may name a profile and a region, which the CDK alone reads and takes before the environment:
 * it would deploy to, or destroy in, another account than the one that was looked at and named to the caller.
 */
export const cdkWords = (args: readonly string[], { AWS_REGION }: World['environment']): string[] =>
  IN_ACCOUNT.includes(args[0]) ? [...args, '--profile=', ...(AWS_REGION ? [`--region=${AWS_REGION}`] : [])] : [...args]

/** A checkout, with its own programs. */
export const checkout: Omit<World, 'account' | 'outputs' | 'standing' | 'isPaused' | 'clear'> = {
  ...terminal,
  environment: process.env,
  folder: ROOT,
  calls: { admin: 'npm run -s admin --', bootstrap: 'npx cdk bootstrap', publishAssets: 'npx cdk publish-assets' },
  run: (program, args, environment) =>
    runNode([PROGRAMS[program], ...(program === 'cdk' ? cdkWords(args, environment) : args)], ROOT, environment),
}

/** Runs a command to its end. A hindrance is one line and exit code 1. */
export async function conclude(work: Promise<void>): Promise<void> {
  bearClosedPipes()
  try {
    await work
  } catch (error) {
    if (!(error instanceof Hindrance)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
