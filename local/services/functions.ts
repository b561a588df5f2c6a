// Lambda: each function in processes of its own, called with an event, killed when late.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import type { Call } from '../roles/judge.ts'
import type { Ledger } from '../roles/ledger.ts'
import { type Resource, read, type Template } from '../template.ts'
import { createAccount, type Room } from './functions/account.ts'
import { type EnvironmentSettings, environmentOf } from './functions/environment.ts'
import { type Failed, failed, type Outcome, type StreamOutcome, throttled } from './functions/outcome.ts'
import { createPool, type FunctionFailure, type FunctionProcess, type Pool } from './functions/pool.ts'

/** Processes of one function at most, for this machine's sake: further invocations wait for one, as if they were slow. */
const PROCESSES = 4
/** More of a function that works off a queue, for groups that would wait for what others' messages take. */
const SPARE_PROCESSES = 4
/** The concurrency of an AWS account, unless another is given. */
const CONCURRENCY = 1000
/** How often at most the log says that a function is held back. */
const TELL_EVERY_MS = 10_000
/** Lambda's limit for an answer that is not streamed, bytes. */
const RESPONSE_LIMIT = 6_291_556

const Properties = z.object({
  Handler: z.string(),
  MemorySize: z.coerce.number().default(128),
  Timeout: z.coerce.number().default(3),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  LoggingConfig: z
    .object({
      LogGroup: z.string().optional(),
      LogFormat: z.enum(['JSON', 'Text']).default('Text'),
      ApplicationLogLevel: z.string().optional(),
    })
    .optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
})

export interface Functions {
  /** Calls a function and waits for its whole answer. Event and answer are JSON. @param target name, ARN or id. */
  invoke(target: string, event: string): Promise<Outcome>
  /** Calls a function; its answer is read as it comes. */
  invokeStreaming(target: string, event: string): Promise<StreamOutcome>
  /** How many invocations of it can run at once, and how many more of those that wait for other functions. */
  processesOf(target: string): { usual: number; spare: number }
  /** Ends what runs after at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface FunctionSettings extends EnvironmentSettings {
  /** Invocations that may run at the same time, as in an AWS account; more are throttled. */
  concurrency?: number
  /** Folder for what functions print. */
  logs: string
  compileCache?: string
  /** How long a busy process is waited for before there is another. */
  patienceMs?: number
  /** Share of the functions' calls to AWS that go wrong, 0 to 1; none unless given. */
  awsFaults?: number
  /** Whether services are away for a while. */
  awsOutages?: boolean
  ledger: Ledger
  report(line: string): void
}

interface Loaded {
  resource: Resource
  timeoutSeconds: number
  usual: number
  spare: number
  pool: Pool
  room: Room
}

/** How an answer begins: whole, failed or streamed. */
interface Begun {
  ok: true
  kind: string
  body: http.IncomingMessage
  late(): boolean
}

const timedOut = ({ timeoutSeconds }: Loaded): Failed =>
  failed('Sandbox.Timedout', `Task timed out after ${timeoutSeconds}.00 seconds`)

/** The reserved concurrency of functions, by their ids. */
const reservations = (template: Template): Map<string, number> =>
  new Map(
    template.resources('AWS::Lambda::Function').flatMap((resource): [string, number][] => {
      const reserved = resource.properties.ReservedConcurrentExecutions
      return reserved === undefined ? [] : [[resource.id, Number(reserved)]]
    }),
  )

/** The calls that Lambda makes in the function's role to write its log. */
const writingTo = ({ arn }: Resource): Call[] =>
  ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource: arn }))

export function startFunctions(template: Template, settings: FunctionSettings): Functions {
  mkdirSync(settings.logs, { recursive: true })
  const functions = new Map<string, Loaded>()
  const roomOf = createAccount(settings.concurrency ?? CONCURRENCY, reservations(template))
  let toldAt = 0
  const begunAt = Date.now()
  const faults = new Map<string, number>()
  const consumers = new Set(
    template
      .resources('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => template.find(String(properties.FunctionName))),
  )

  const load = (target: string): Loaded => {
    const resource = template.find(target)
    if (resource?.type !== 'AWS::Lambda::Function') throw new Error(`There is no function ${target}.`)
    const known = functions.get(resource.id)
    if (known) return known
    const properties = read(resource, Properties)
    const folder = template.codeOf(resource)
    const reserved = properties.ReservedConcurrentExecutions ?? Infinity
    const usual = Math.min(reserved, PROCESSES)
    const spare = consumers.has(resource) ? Math.min(reserved - usual, SPARE_PROCESSES) : 0
    const pool = createPool({
      folder,
      limit: usual + spare,
      patienceMs: settings.patienceMs,
      handler: properties.Handler,
      memoryMb: properties.MemorySize,
      environment: environmentOf(resource, properties, folder, template, settings),
      logFile: join(settings.logs, `${resource.ref}.log`),
      compileCache: settings.compileCache,
      role: settings.ledger.roleOf(resource),
      awsFaults: settings.awsFaults ?? 0,
      outagesFrom: settings.awsOutages ? begunAt : 0,
      note: (word) => {
        if (word.fault) faults.set(word.fault, (faults.get(word.fault) ?? 0) + 1)
        else settings.ledger.note(resource.id, word)
      },
      report: settings.report,
    })
    const logGroup = template.find(properties.LoggingConfig?.LogGroup ?? '')
    if (logGroup) settings.ledger.onBehalf(resource, writingTo(logGroup))
    const made: Loaded = { resource, timeoutSeconds: properties.Timeout, usual, spare, pool, room: roomOf(resource.id) }
    functions.set(resource.id, made)
    return made
  }

  const tell = ({ resource }: Loaded, { failure }: Failed): Failed => {
    settings.report(`${resource.ref} failed: ${failure.errorType}: ${failure.errorMessage.slice(0, 300)}`)
    return { ok: false, failure }
  }

  const holdBack = (target: Loaded): Failed => {
    const now = Date.now()
    if (now - toldAt < TELL_EVERY_MS) return throttled
    toldAt = now
    return tell(target, throttled)
  }

  const call = async (target: Loaded, event: string): Promise<Begun | Failed> => {
    const leave = target.room.enter()
    if (!leave) return holdBack(target)
    const used = await target.pool.acquire()
    if (!('child' in used)) {
      leave()
      return tell(target, { ok: false, failure: used })
    }
    // However it ends: a process that dies takes its invocation with it.
    used.child.once('exit', leave)
    const requestId = randomUUID()
    let late = false
    used.deadline = setTimeout(() => {
      late = true
      used.child.kill('SIGKILL')
    }, target.timeoutSeconds * 1000)
    const body = await post(used, target, requestId, event)
    if (!body) {
      clearTimeout(used.deadline)
      // A process that gave no answer is not used again.
      used.child.kill('SIGKILL')
      return tell(
        target,
        late ? timedOut(target) : failed('Runtime.ExitError', 'The function ended without an answer.'),
      )
    }
    const done = () => {
      used.child.off('exit', leave)
      leave()
      clearTimeout(used.deadline)
      target.pool.release(used)
    }
    const kind = String(body.headers['x-outcome'])
    // A streamed answer may end before its function does; any other is its function's last word.
    if (kind === 'stream') used.onIdle = (id) => id === requestId && done()
    else body.once('end', done)
    return { ok: true, kind, body, late: () => late }
  }

  return {
    processesOf: (target) => load(target),
    invoke: async (target, event) => {
      const called = load(target)
      const begun = await call(called, event)
      if (!begun.ok) return begun
      const payload = await textOf(begun.body)
      if (payload === undefined) {
        const brokeOff = failed('Runtime.ExitError', 'The function broke off its answer.')
        return tell(called, begun.late() ? timedOut(called) : brokeOff)
      }
      if (begun.kind === 'failed') {
        return tell(called, { ok: false, failure: JSON.parse(payload) as FunctionFailure })
      }
      if (Buffer.byteLength(payload) <= RESPONSE_LIMIT) return { ok: true, payload }
      return tell(called, failed('Function.ResponseSizeTooLarge', `The answer exceeds ${RESPONSE_LIMIT} bytes.`))
    },
    invokeStreaming: async (target, event) => {
      const called = load(target)
      const begun = await call(called, event)
      if (!begun.ok) return begun
      if (begun.kind !== 'failed') return { ok: true, body: begun.body }
      const failure = JSON.parse((await textOf(begun.body)) ?? '{}') as FunctionFailure
      return tell(called, { ok: false, failure })
    },
    stop: async (graceMs) => {
      const pools = [...functions.values()].map(({ pool }) => pool)
      for (const pool of pools) pool.close()
      const until = Date.now() + graceMs
      while (Date.now() < until && pools.some((pool) => pool.busy()))
        await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all(pools.map((pool) => pool.end()))
      if (faults.size > 0) settings.report(`faults of AWS: ${[...faults].map((fault) => fault.join(' ')).join(', ')}`)
    },
  }
}

/** @returns undefined when the process ended first. */
const post = (used: FunctionProcess, target: Loaded, requestId: string, event: string) =>
  new Promise<http.IncomingMessage | undefined>((resolve) => {
    const headers = {
      'x-request-id': requestId,
      'x-function-arn': target.resource.arn,
      'x-deadline': String(Date.now() + target.timeoutSeconds * 1000),
      'Content-Type': 'application/json',
    }
    const { port, agent } = used
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, resolve)
    request.on('error', () => resolve(undefined))
    request.end(event)
  })

/** @returns undefined when it broke off. */
async function textOf(response: http.IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}
