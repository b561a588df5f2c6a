// Lambda: each function in processes of its own, one invocation at a time each, started when needed, killed when late.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Readdress, type Resource, read, type Template } from '../template.ts'

const RUNTIME = fileURLToPath(new URL('../runtime.mjs', import.meta.url))

/** Processes of one function at most; AWS would start up to its concurrency. */
const PROCESSES = 4
/** Lambda's limit for loading a function. */
const INIT_MS = 10_000
/** Lambda's limit for an answer that is not streamed, bytes. */
const RESPONSE_LIMIT = 6_291_556

const Properties = z.object({
  Handler: z.string(),
  MemorySize: z.coerce.number().default(128),
  Timeout: z.coerce.number().default(3),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
})

export interface FunctionFailure {
  errorType: string
  errorMessage: string
}

export type Outcome = { ok: true; payload: string } | { ok: false; failure: FunctionFailure }
export type StreamOutcome =
  | { ok: true; streamed: boolean; body: http.IncomingMessage }
  | { ok: false; failure: FunctionFailure }

export interface Functions {
  /** Calls a function and waits for its whole answer. Event and answer are JSON. @param target name, ARN or id. */
  invoke(
    target: string,
    event: string,
    options?: { /** An error of this message is no news. */ expected?: string },
  ): Promise<Outcome>
  /** Calls a function; its answer is read as it comes. */
  invokeStreaming(target: string, event: string): Promise<StreamOutcome>
  concurrencyOf(target: string): number
  /** Ends what runs after at most `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface FunctionSettings {
  readdress: Readdress
  /** Variables every function gets besides the template's: region, credentials, where the engines are. */
  shared: Record<string, string>
  /** Values of the local run for variables that the template sets. */
  overrides: Record<string, string>
  /** Further variables for functions that have one of the named. */
  additions: { where: string; variables: Record<string, string> }[]
  logs: string
  compileCache?: string
  report(line: string): void
}

interface Process {
  child: ChildProcess
  port: number
  busy: boolean
  dead: boolean
  /** Called with the id of each invocation that the function is done with, the stream's end included. */
  onIdle?: (requestId: string) => void
  agent: http.Agent
  /** Kills it when its invocation takes too long. */
  deadline?: NodeJS.Timeout
}

interface Started {
  resource: Resource
  properties: z.infer<typeof Properties>
  environment: Record<string, string>
  folder: string
  processes: Set<Process>
  waiting: (() => void)[]
  log: WriteStream
}

const failed = (errorType: string, errorMessage: string) => ({
  ok: false as const,
  failure: { errorType, errorMessage },
})

export function startFunctions(template: Template, settings: FunctionSettings): Functions {
  mkdirSync(settings.logs, { recursive: true })
  const functions = new Map<string, Started>()
  let stopping = false

  const started = (target: string): Started => {
    const resource = template.find(target)
    if (resource?.type !== 'AWS::Lambda::Function') throw new Error(`There is no function ${target}.`)
    const known = functions.get(resource.id)
    if (known) return known
    const properties = read(resource, Properties)
    const folder = template.codeOf(resource)
    const made: Started = {
      resource,
      properties,
      folder,
      environment: environmentOf(resource, properties, folder, template, settings),
      processes: new Set(),
      waiting: [],
      log: createWriteStream(join(settings.logs, `${resource.ref}.log`), { flags: 'a' }),
    }
    functions.set(resource.id, made)
    return made
  }

  const limitOf = ({ properties }: Started) => Math.min(properties.ReservedConcurrentExecutions ?? PROCESSES, PROCESSES)

  const launch = (target: Started): Promise<Process | FunctionFailure> => {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${target.properties.MemorySize}`,
        RUNTIME,
        target.folder,
        target.properties.Handler,
        settings.compileCache ?? '',
      ],
      { cwd: target.folder, env: target.environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    child.stdout?.pipe(target.log, { end: false })
    child.stderr?.pipe(target.log, { end: false })
    const made: Process = {
      child,
      port: 0,
      busy: true,
      dead: false,
      agent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
    }
    target.processes.add(made)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        resolve({ errorType: 'Sandbox.Timedout', errorMessage: 'The function did not load within 10 seconds.' })
      }, INIT_MS)
      child.on('message', (message: { port?: number; idle?: string; failed?: FunctionFailure }) => {
        if (message.idle) made.onIdle?.(message.idle)
        if (message.failed) resolve(message.failed)
        if (message.port) {
          made.port = message.port
          clearTimeout(timer)
          resolve(made)
        }
      })
      child.on('error', (error) => resolve({ errorType: 'Runtime.SpawnError', errorMessage: error.message }))
      child.on('exit', (code, signal) => {
        clearTimeout(timer)
        clearTimeout(made.deadline)
        made.dead = true
        made.agent.destroy()
        target.processes.delete(made)
        target.waiting.shift()?.()
        resolve({
          errorType: 'Runtime.ExitError',
          errorMessage: `The function's process ended with ${signal ?? `exit code ${code}`}.`,
        })
      })
    })
  }

  /** A process that nobody uses: a waiting one, a new one, or the first that comes free. */
  const acquire = async (target: Started): Promise<Process | FunctionFailure> => {
    for (;;) {
      if (stopping) return { errorType: 'ServiceException', errorMessage: 'The local run is stopping.' }
      if (limitOf(target) === 0)
        return { errorType: 'TooManyRequestsException', errorMessage: 'Its reserved concurrency is 0.' }
      for (const candidate of target.processes) {
        if (!candidate.busy && !candidate.dead) {
          candidate.busy = true
          return candidate
        }
      }
      if (target.processes.size < limitOf(target)) return launch(target)
      await new Promise<void>((resolve) => target.waiting.push(resolve))
    }
  }

  const release = (target: Started, used: Process): void => {
    used.busy = false
    used.onIdle = undefined
    target.waiting.shift()?.()
  }

  const call = async (
    target: Started,
    event: string,
  ): Promise<
    { ok: true; response: http.IncomingMessage; outcome: string; timedOut: () => boolean } | ReturnType<typeof failed>
  > => {
    const used = await acquire(target)
    if (!('child' in used)) {
      report(target, used)
      return { ok: false, failure: used }
    }
    const requestId = randomUUID()
    const timeoutMs = target.properties.Timeout * 1000
    let late = false
    const timer = setTimeout(() => {
      late = true
      used.child.kill('SIGKILL')
    }, timeoutMs)
    used.deadline = timer
    const outcome = await new Promise<http.IncomingMessage | FunctionFailure>((resolve) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port: used.port,
          method: 'POST',
          agent: used.agent,
          headers: {
            'x-request-id': requestId,
            'x-function-arn': target.resource.arn,
            'x-deadline': String(Date.now() + timeoutMs),
            'Content-Type': 'application/json',
          },
        },
        resolve,
      )
      request.on('error', () =>
        resolve(
          late
            ? {
                errorType: 'Sandbox.Timedout',
                errorMessage: `${requestId} Task timed out after ${target.properties.Timeout}.00 seconds`,
              }
            : { errorType: 'Runtime.ExitError', errorMessage: 'The function ended without an answer.' },
        ),
      )
      request.end(event)
    })
    if (!(outcome instanceof http.IncomingMessage)) {
      clearTimeout(timer)
      report(target, outcome)
      // A process that gave no answer is not used again.
      used.child.kill('SIGKILL')
      return { ok: false, failure: outcome }
    }
    const done = () => {
      clearTimeout(timer)
      release(target, used)
    }
    const kind = String(outcome.headers['x-outcome'])
    // A streamed answer may end before its function does; any other is its function's last word.
    if (kind === 'stream') used.onIdle = (id) => id === requestId && done()
    else outcome.once('end', done)
    return { ok: true, response: outcome, outcome: kind, timedOut: () => late }
  }

  const report = (target: Started, failure: FunctionFailure) =>
    settings.report(`${target.resource.ref} failed: ${failure.errorType}: ${failure.errorMessage.slice(0, 300)}`)

  return {
    concurrencyOf: (target) => limitOf(started(target)),
    invoke: async (target, event, options = {}) => {
      const called = started(target)
      const reply = await call(called, event)
      if (!reply.ok) return reply
      let payload: string
      try {
        payload = await textOf(reply.response)
      } catch {
        const failure = reply.timedOut()
          ? failed('Sandbox.Timedout', `Task timed out after ${called.properties.Timeout}.00 seconds`)
          : failed('Runtime.ExitError', 'The function broke off its answer.')
        report(called, failure.failure)
        return failure
      }
      if (reply.outcome === 'failed') {
        const failure = JSON.parse(payload) as FunctionFailure
        if (failure.errorMessage !== options.expected) report(called, failure)
        return { ok: false, failure }
      }
      if (Buffer.byteLength(payload) > RESPONSE_LIMIT) {
        const failure = failed('Function.ResponseSizeTooLarge', `The answer exceeds ${RESPONSE_LIMIT} bytes.`)
        report(called, failure.failure)
        return failure
      }
      return { ok: true, payload }
    },
    invokeStreaming: async (target, event) => {
      const called = started(target)
      const reply = await call(called, event)
      if (!reply.ok) return reply
      if (reply.outcome === 'failed') {
        const failure = JSON.parse(await textOf(reply.response)) as FunctionFailure
        report(called, failure)
        return { ok: false, failure }
      }
      return { ok: true, streamed: reply.outcome === 'stream', body: reply.response }
    },
    stop: async (graceMs) => {
      stopping = true
      const all = () => [...functions.values()].flatMap(({ processes }) => [...processes])
      for (const target of functions.values()) for (const wake of target.waiting.splice(0)) wake()
      const until = Date.now() + graceMs
      while (Date.now() < until && all().some(({ busy }) => busy))
        await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all(
        all().map(
          ({ child }) =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null || child.signalCode !== null) return resolve()
              child.once('exit', () => resolve())
              child.kill('SIGKILL')
            }),
        ),
      )
      for (const { log } of functions.values()) log.end()
    },
  }
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** What the template gives the function and what Lambda itself adds; nothing of this process's own environment. */
function environmentOf(
  resource: Resource,
  properties: z.infer<typeof Properties>,
  folder: string,
  template: Template,
  settings: FunctionSettings,
): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(properties.Environment?.Variables ?? {}).map(([name, value]) => [
      name,
      settings.overrides[name] ?? settings.readdress(value),
    ]),
  )
  const added = settings.additions.filter(({ where }) => where in own).map(({ variables }) => variables)
  return Object.assign(
    {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      AWS_REGION: template.region,
      AWS_DEFAULT_REGION: template.region,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: resource.ref,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.ref}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: properties.Handler,
    },
    settings.shared,
    // Who called is seen at the engines by the key, as it is on AWS by the role.
    { AWS_ACCESS_KEY_ID: resource.id },
    own,
    ...added,
  )
}
