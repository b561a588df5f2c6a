// Shared by deploying, synthesizing and destroying: the stack as it stands at AWS, and the programs that are run.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { wantOf } from '../core/aws/wants.ts'
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

/** States of a stack whose first deployment has not succeeded: it has no outputs, and the CDK clears it away. */
const NEVER_STOOD = /^(CREATE_FAILED|CREATE_IN_PROGRESS|ROLLBACK_|REVIEW_|DELETE_)/

export const hasStood = ({ status }: Standing): boolean => !NEVER_STOOD.test(status)

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
