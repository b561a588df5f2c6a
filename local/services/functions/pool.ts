// The processes of one function: started when needed, one invocation at a time each, kept for the next.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import type { RoleWord } from '../../roles/guard.ts'
import type { Role } from '../../roles/judge.ts'
import { logFilter } from './log-filter.ts'

const RUNTIME = fileURLToPath(new URL('../../runtime.mjs', import.meta.url))

/** Lambda's limit for loading a function. */
const INIT_MS = 10_000
/** At least so long a process that is busy is waited for, unless said otherwise: see `patienceMs`. */
const PATIENCE_MS = 100

export interface FunctionFailure {
  errorType: string
  errorMessage: string
}

export interface FunctionProcess {
  child: ChildProcess
  port: number
  busy: boolean
  agent: http.Agent
  /** Called with the id of each invocation that the function is done with, the stream's end included. */
  onIdle?: (requestId: string) => void
  /** Kills it when its invocation takes too long. */
  deadline?: NodeJS.Timeout
}

export interface PoolSettings {
  folder: string
  handler: string
  memoryMb: number
  environment: Record<string, string>
  /** Processes at most. */
  limit: number
  /**
   * A process that is busy is waited for so long before there is another: as long as loading took the last time, unless given. Most
   * answers take less, and a machine that is busy would be made busier by ever more processes.
   */
  patienceMs?: number
  logFile: string
  compileCache?: string
  /** The role that its calls to AWS are checked against. */
  role: Role
  /** Share of those calls that go wrong, 0 to 1. */
  awsFaults: number
  /** When the local run began, Unix ms, where services are to be away for a while; else 0. */
  outagesFrom: number
  /** Told their outcomes. */
  note(word: RoleWord): void
  /** A line for whoever started the local run. */
  report(line: string): void
}

export interface Pool {
  /** A process that nobody uses: a waiting one, a new one, or the first that comes free. */
  acquire(): Promise<FunctionProcess | FunctionFailure>
  release(used: FunctionProcess): void
  busy(): boolean
  /** Nobody gets a process any more. */
  close(): void
  /** Kills the remaining processes. */
  end(): Promise<void>
}

/** Reads and drops what the process prints, so that it never waits for a reader. */
function discard({ stdout, stderr }: ChildProcess): void {
  for (const lines of [stdout, stderr]) lines?.unpipe().resume()
}

/** A process's messages over its channel. */
type Word = { port?: number; idle?: string; failed?: FunctionFailure } & RoleWord

export function createPool(settings: PoolSettings): Pool {
  const processes = new Set<FunctionProcess>()
  const waiting = new Set<() => void>()
  let loading = false
  let loadingTookMs = 0
  const log = createWriteStream(settings.logFile, { flags: 'a' })
  // A function goes on without its log, as on a full disk.
  log.on('error', (error) => {
    settings.report(`what a function prints is lost from here on: ${error.message}`)
    for (const { child } of processes) discard(child)
  })
  let closed = false

  const wakeOne = () => {
    for (const wake of waiting) return wake()
  }
  const wakeAll = () => {
    for (const wake of [...waiting]) wake()
  }
  /** @returns whether one came free; not when nothing did within `ms`. */
  const comesFree = (ms?: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (free: boolean) => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve(free)
      }
      const wake = () => end(true)
      const timer = ms === undefined ? undefined : setTimeout(() => end(false), ms)
      waiting.add(wake)
    })

  const launch = (): Promise<FunctionProcess | FunctionFailure> => {
    const { folder, handler, memoryMb, environment, role, awsFaults, outagesFrom, compileCache = '' } = settings
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${memoryMb}`,
        RUNTIME,
        folder,
        handler,
        JSON.stringify(role),
        compileCache,
        String(awsFaults),
        String(outagesFrom),
      ],
      {
        cwd: folder,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    if (log.errored) discard(child)
    for (const lines of log.errored ? [] : [child.stdout, child.stderr]) {
      // Lambda filters by level what it is given as JSON.
      const level = environment.AWS_LAMBDA_LOG_LEVEL
      if (level) lines?.pipe(logFilter(level)).pipe(log, { end: false })
      else lines?.pipe(log, { end: false })
    }
    const made: FunctionProcess = {
      child,
      port: 0,
      busy: true,
      agent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
    }
    processes.add(made)
    const begunAt = Date.now()
    return new Promise((resolve) => {
      const fail = (errorType: string, errorMessage: string) => resolve({ errorType, errorMessage })
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        fail('Sandbox.Timedout', 'The function did not load within 10 seconds.')
      }, INIT_MS)
      child.on('message', ({ idle, failed, port, ...word }: Word) => {
        if (word.used || word.refused || word.fault) settings.note(word)
        if (idle) made.onIdle?.(idle)
        if (failed) resolve(failed)
        if (!port) return
        made.port = port
        loadingTookMs = Date.now() - begunAt
        clearTimeout(timer)
        resolve(made)
      })
      const end = () => {
        clearTimeout(timer)
        clearTimeout(made.deadline)
        made.agent.destroy()
        processes.delete(made)
        wakeOne()
      }
      child.on('error', (error) => {
        // A process that the system did not start never exits.
        if (child.pid === undefined) end()
        fail('Runtime.SpawnError', error.message)
      })
      child.on('exit', (code, signal) => {
        end()
        fail('Runtime.ExitError', `The function's process ended with ${signal ?? `exit code ${code}`}.`)
      })
    })
  }

  return {
    acquire: async () => {
      for (;;) {
        if (closed) return { errorType: 'ServiceException', errorMessage: 'The local run is stopping.' }
        for (const candidate of processes) {
          if (candidate.busy) continue
          candidate.busy = true
          return candidate
        }
        // One more at a time: a caller that waits while it loads may find another free by then.
        const mayLoad = () => !closed && !loading && processes.size < settings.limit
        const patienceMs = settings.patienceMs ?? Math.max(PATIENCE_MS, loadingTookMs)
        // There may be no process although one is loading: it has just ended, and its caller has not been told yet.
        if ((processes.size > 0 || !mayLoad()) && (await comesFree(mayLoad() ? patienceMs : undefined))) continue
        if (!mayLoad()) continue
        loading = true
        try {
          return await launch()
        } finally {
          loading = false
          wakeAll()
        }
      }
    },
    release: (used) => {
      used.busy = false
      used.onIdle = undefined
      wakeOne()
    },
    busy: () => [...processes].some(({ busy }) => busy),
    close: () => {
      closed = true
      wakeAll()
    },
    end: async () => {
      await Promise.all(
        [...processes].map(
          ({ child }) =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null || child.signalCode !== null) return resolve()
              child.once('exit', () => resolve())
              child.kill('SIGKILL')
            }),
        ),
      )
      log.end()
    },
  }
}
