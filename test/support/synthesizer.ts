// A process that synthesizes the stack for all test files of a run. Loading the CDK and its rules, and getting warm, is most
// of the time of a synthesis: it is done once, and so is the stack of settings that several files look at.
import '../../scripts/compile-cache.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { App } from 'aws-cdk-lib'
import type { AppStack } from '../../lib/app-stack.ts'
import type { Settings } from '../../lib/settings.ts'

export interface Order {
  settings: Partial<Settings>
  /** Also held against the AwsSolutions rules of cdk-nag. */
  nag?: boolean
  /** With a bucket in it that is open to findings. */
  careless?: boolean
}

export interface Outcome {
  /** The synthesis's output, and the error that ended it. */
  said: string
  /** Nothing where it ended with an error. */
  made?: {
    stackName: string
    template: Record<string, unknown>
    /** Functions of ours: the bundle of each, and its logical id. */
    functions: { bundle: string; id: string }[]
  }
}

const ROOT = join(import.meta.dirname, '..', '..')

/** A build of a dashboard that is none: the real one is not made for looking at templates. */
const SITE = join(import.meta.dirname, 'site')

/** @returns what was printed meanwhile, on either stream. */
function listening(): { heard(): string } {
  const heard: string[] = []
  const hear = (...words: unknown[]) => void heard.push(words.join(' '))
  Object.assign(console, { log: hear, error: hear, warn: hear })
  process.stderr.write = (chunk: unknown) => {
    hear(chunk)
    return true
  }
  return { heard: () => heard.splice(0).join('\n') }
}

/** An app with the feature flags of `cdk.json`. Copying assets is left out: no test looks at the copies. */
async function newApp({ settings, nag, careless }: Order, outdir: string): Promise<{ app: App; stack: AppStack }> {
  const { App, Validations } = await import('aws-cdk-lib')
  const { AppStack } = await import('../../lib/app-stack.ts')
  const { Settings } = await import('../../lib/settings.ts')
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> }
  const app = new App({ outdir, context: { ...context, 'aws:cdk:disable-asset-staging': true } })
  const stack = new AppStack(app, Settings.parse({ architecture: 'host', dashboardFiles: SITE, ...settings }))
  if (careless) new (await import('aws-cdk-lib/aws-s3')).Bucket(stack, 'Careless')
  if (nag) Validations.of(app).addPlugins(new (await import('cdk-nag')).AwsSolutionsChecks(app))
  return { app, stack }
}

async function madeOf(order: Order, outdir: string): Promise<NonNullable<Outcome['made']>> {
  const { Template } = await import('aws-cdk-lib/assertions')
  const { AppFunction } = await import('../../lib/function.ts')
  const { app, stack } = await newApp(order, outdir)
  app.synth()
  return {
    stackName: stack.stackName,
    template: Template.fromStack(stack).toJSON(),
    functions: stack.node
      .findAll()
      .filter((construct) => construct instanceof AppFunction)
      .map((fn) => ({ bundle: fn.bundle, id: stack.getLogicalId(fn.node.defaultChild as never) })),
  }
}

const { heard } = listening()
let built: Promise<unknown> | undefined

async function synthesize(order: Order): Promise<Outcome> {
  const outdir = mkdtempSync(join(tmpdir(), 'synthesized-'))
  try {
    built ??= import('../../scripts/build.ts').then(({ buildIfStale }) => buildIfStale('host'))
    await built
    heard()
    const made = await madeOf(order, outdir)
    return { said: heard(), made }
  } catch (error) {
    return { said: `${heard()}\n${error instanceof Error ? error.stack : error}` }
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}

const known = new Map<string, Promise<string>>()
let last: Promise<unknown> = Promise.resolve()

/** One at a time: what is printed is of the one that is being made. */
function outcomeOf(order: string): Promise<string> {
  const before = known.get(order)
  if (before) return before
  const outcome = last.then(async () => JSON.stringify(await synthesize(JSON.parse(order) as Order)))
  known.set(order, outcome)
  last = outcome
  return outcome
}

// The run has ended, however it did.
process.stdin.once('close', () => process.exit()).resume()

const server = createServer(async (request, response) => {
  // No connection is used twice: an idle one is closed by the first turn after a synthesis, just when the next order may come in.
  response.setHeader('Connection', 'close')
  response.end(await outcomeOf(await text(request)))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
