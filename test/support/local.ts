// The local run for tests: started on a data directory of its own, spoken to over HTTP, gone at the end.

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { SimulatedId } from '../../local/fake-platforms/registry.ts'
import { type Operator, openOperator } from '../../local/operator.ts'
import type { Endpoints, Session } from '../../local/session.ts'
import { tokensIn } from './leaks.ts'
import { expectDocumented } from './openapi.ts'
import { PATIENCE_MS } from './patience.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface LocalOptions {
  /** Environment of `npm start`: PUBLISH_POLL_MS, URL_UPLOAD_ALLOW_HOSTS, INSTAGRAM_GRAPH_URL, ... */
  env?: Record<string, string>
  args?: readonly string[]
  /** A build to run in place of the one that the suite shares; then it begins empty. */
  assembly?: string
  /**
   * Begin with an empty data directory rather than with a copy of one that has the demo owner. A copy has ports of its own: accounts
   * on simulated hosts (Bluesky, Mastodon), which are stored with an address, publish only where they were connected.
   */
  fresh?: boolean
  /** The build is another version's: its answers are not held against this one's documents. */
  otherVersion?: boolean
}

export interface RequestOptions {
  /** The demo owner's unless given; null sends none. */
  key?: string | null
  json?: unknown
  body?: RequestInit['body']
  headers?: Record<string, string>
  redirect?: RequestInit['redirect']
}

export interface Reply {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  /** The body as JSON. */
  json<T = Record<string, unknown>>(): T
}

/** A running service, as one test file has it. */
export interface LocalService {
  /** The ready line. Its owner, key, accounts and people are the file's own where files share the service. */
  readonly session: Session
  /** The name of that owner. */
  readonly owner: string
  readonly dataDir: string
  /** Addresses and credentials for clients of AWS. */
  readonly endpoints: Endpoints
  readonly process: ServiceProcess
  /** @param path below the base URL: `/api/v1/...`. @throws {Error} when docs/openapi.json does not have such an answer. */
  api(method: string, path: string, options?: RequestOptions): Promise<Reply>
  /** Any address: the CDN's, a simulator's. */
  fetch(url: string, init?: RequestInit): Promise<Reply>
  /** A call of a simulator's control. */
  control<T = Record<string, unknown>>(platform: SimulatedId, method: string, path: string, json?: unknown): Promise<T>
  /** The operator's command with `--json`, in a process that stays for the next one. @throws what it says when it fails. */
  admin<T = Record<string, unknown>>(...words: string[]): Promise<T>
  /** The same as anyone would call it, for tests of the command itself. */
  command<T = Record<string, unknown>>(...words: string[]): Promise<T>
  /** Calls a function as its schedule would. @param name part of its logical id, such as `SchedulesSweep`. */
  invoke<T = unknown>(name: string, event?: unknown): Promise<T>
}

/** One that a test has for itself, to be stopped and started as it likes. */
export interface Local extends LocalService {
  /** Stops it; its data stay. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** SIGKILL; its data stay. */
  kill(): Promise<void>
  /** Starts it again on the same data, with other variables if given, and from then on with another build. */
  restart(env?: Record<string, string>, build?: { assembly: string; args: readonly string[] }): Promise<void>
  /** Stops it and removes its data. @throws when a platform's token was written anywhere in them. */
  end(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const run = promisify(execFile)
const ADMIN = join(import.meta.dirname, '..', '..', 'bin', 'admin.ts')

async function replyOf(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  return { status: response.status, headers: response.headers, bytes, text, json: <T>() => JSON.parse(text) as T }
}

/** Its parts. Those that change with a restart are asked for each time. */
export interface LocalParts {
  dataDir: string
  owner: string
  operator: Operator
  service(): ServiceProcess
  session(): Session
  endpoints(): Endpoints
  assembly(): string
  otherVersion?: boolean
}

export const readEndpoints = (dataDir: string): Endpoints =>
  JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints

export function localOf({
  dataDir,
  owner,
  operator,
  service,
  session,
  endpoints,
  assembly,
  otherVersion,
}: LocalParts): LocalService {
  const send = async (url: string, init?: RequestInit) => replyOf(await fetch(url, init))
  const functionNamed = async (part: string): Promise<string> => {
    const template = readFileSync(join(assembly(), `${endpoints().stack_name}.template.json`), 'utf8')
    const { Resources } = JSON.parse(template) as { Resources: Record<string, { Type: string }> }
    const found = Object.entries(Resources).filter(
      ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.includes(part),
    )
    if (found.length !== 1)
      throw new Error(`${part} names ${found.length} functions: ${found.map(([id]) => id).join(', ')}`)
    return found[0]![0]
  }

  return {
    get session() {
      return session()
    },
    get endpoints() {
      return endpoints()
    },
    get process() {
      return service()
    },
    dataDir,
    owner,
    api: async (method, path, { key = session().api_key, json, body, headers, redirect } = {}) => {
      const reply = await send(`${session().base_url}${path}`, {
        method,
        redirect: redirect ?? 'manual',
        body: json === undefined ? body : JSON.stringify(json),
        headers: {
          ...(key === null ? {} : { 'X-Secret-Token': key }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      })
      if (redirect !== 'follow' && !otherVersion) expectDocumented({ method, path, ...reply })
      return reply
    },
    fetch: send,
    control: async <T>(platform: SimulatedId, method: string, path: string, json?: unknown) => {
      const reply = await send(`${session().platforms[platform]}/_control${path}`, {
        method,
        ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
      })
      if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
      return (reply.text === '' ? undefined : reply.json()) as T
    },
    admin: async <T>(...words: string[]) => (await operator.run([...words, '--json', '--local', dataDir])) as T,
    command: async <T>(...words: string[]) => {
      const { PATH, HOME } = process.env
      const { stdout } = await run(process.execPath, [ADMIN, ...words, '--json', '--local', dataDir], {
        env: { PATH, HOME },
      }).catch((error: { stderr?: string; message: string }) => {
        throw new Error(error.stderr?.trim() || error.message)
      })
      return JSON.parse(stdout) as T
    },
    invoke: async <T>(name: string, event: unknown = {}) => {
      const id = await functionNamed(name)
      const reply = await send(`${endpoints().env.AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/functions/${id}/invocations`, {
        method: 'POST',
        body: JSON.stringify(event),
      })
      if (reply.status !== 200 || reply.headers.has('X-Amz-Function-Error')) throw new Error(`${name}: ${reply.text}`)
      return reply.json<T>()
    },
  }
}

/** Begins where a first start and a clean stop leave it. Ports of simulators are not kept: another service may have them. */
export const copySeed = (dataDir: string): void =>
  cpSync(inject('seed'), dataDir, { recursive: true, filter: (path) => !path.endsWith('.port') })

/** Starts a service for one test alone. Tests that share one have `sharedLocal`, which costs a fraction. */
export async function startLocal({
  env = {},
  args,
  fresh = false,
  assembly: own,
  otherVersion = false,
}: LocalOptions = {}): Promise<Local> {
  let build = { assembly: own ?? inject('assembly'), args }
  const folder = mkdtempSync(join(tmpdir(), 'local-run-'))
  const dataDir = join(folder, 'data')
  // An account of a platform that is not simulated must not be there.
  if (!fresh && !own && !env.INSTAGRAM_GRAPH_URL && !env.THREADS_GRAPH_URL) copySeed(dataDir)
  const start = (more: Record<string, string>) => startService({ ...build, dataDir, env: more })
  let service = await start(env).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  let endpoints = readEndpoints(dataDir)
  const operator = openOperator()
  const stop = () => {
    operator.end()
    return service.stop()
  }
  const end = async () => {
    await stop()
    const leaking = tokensIn(dataDir, { stdout: service.stdout(), stderr: service.stderr() })
    rmSync(folder, { recursive: true, force: true })
    if (leaking.length > 0) throw new Error(`A platform's token was written to ${leaking.join(', ')}.`)
  }
  const local = localOf({
    dataDir,
    owner: 'demo',
    operator,
    service: () => service,
    session: () => service.session,
    endpoints: () => endpoints,
    assembly: () => build.assembly,
    otherVersion,
  })
  return Object.assign(local, {
    stop,
    kill: () => {
      operator.end()
      return service.kill()
    },
    restart: async (other?: Record<string, string>, next?: typeof build) => {
      await stop()
      build = next ?? build
      service = await start(other ?? env)
      endpoints = readEndpoints(dataDir)
    },
    end,
    [Symbol.asyncDispose]: end,
  })
}

/** Looks are far between after a while: a machine that is busy with looking is late with what is waited for. */
const LONGEST_PAUSE_MS = 250

/** Looks again and again until `look` gives something other than undefined or false. @throws {Error} when it takes too long. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { what = 'what was waited for' as string | (() => string), timeoutMs = PATIENCE_MS, everyMs = 25 } = {},
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (let pauseMs = everyMs; ; pauseMs = Math.max(everyMs, Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS))) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > until)
      throw new Error(`After ${timeoutMs} ms there was still not ${typeof what === 'string' ? what : what()}.`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
