// The local run as a process, as anyone would start it.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Session } from '../../local/session.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START = join(ROOT, 'local', 'start.ts')
const READY_MS = 90_000

export interface ServiceOptions {
  assembly: string
  dataDir: string
  /** More of the command line. */
  args?: readonly string[]
  env?: Record<string, string>
  /** A file for its output on stderr, for those who look at it when whoever started it is gone. */
  stderrFile?: string
}

export interface ServiceProcess {
  session: Session
  /** Its output on stdout: the ready line and nothing else. */
  stdout(): string
  stderr(): string
  /** SIGTERM, and the outcome. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** SIGKILL. */
  kill(): Promise<void>
}

/**
 * The given variables and nothing of the tests' own, but where programs and temporary files are. As if npm had started it: it
 * ends when its parent has ended, so that an aborted test leaves no service behind.
 */
const environment = (env: Record<string, string> = {}): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, npm_lifecycle_event: 'test', ...env }
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Runs it until it ends by itself. For starts that are to fail. */
export async function runToEnd({ assembly, dataDir, args = [], env }: ServiceOptions) {
  const child = spawn(
    process.execPath,
    [START, '--json', '--port', '0', '--assembly', assembly, '--data-dir', dataDir, ...args],
    {
      env: environment(env),
      cwd: ROOT,
    },
  )
  const out = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { ...out, code }
}

/** @throws {Error} with what it said, when it does not get ready. */
export async function startService({
  assembly,
  dataDir,
  args = [],
  env,
  stderrFile,
}: ServiceOptions): Promise<ServiceProcess> {
  const log = stderrFile === undefined ? undefined : openSync(stderrFile, 'a')
  const child = spawn(
    process.execPath,
    [START, '--json', '--port', '0', '--assembly', assembly, '--data-dir', dataDir, ...args],
    {
      env: environment(env),
      cwd: ROOT,
      stdio: ['ignore', 'pipe', log ?? 'pipe'],
    },
  ) as ChildProcessByStdio<null, Readable, Readable | null>
  if (log !== undefined) closeSync(log)
  let stdout = ''
  let piped = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    piped += chunk
  })
  const stderr = () => (stderrFile === undefined ? piped : readFileSync(stderrFile, 'utf8'))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const session = await new Promise<Session>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The local run was not ready after ${READY_MS} ms:\n${stderr()}`))
    }, READY_MS)
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
      const end = stdout.indexOf('\n')
      if (end < 0) return
      clearTimeout(timer)
      resolve(JSON.parse(stdout.slice(0, end)) as Session)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`The local run ended with ${code} before it was ready:\n${stderr()}`))
    })
  })
  return {
    session,
    stdout: () => stdout,
    stderr,
    stop: async () => {
      const startedAt = Date.now()
      if (!ended(child)) child.kill('SIGTERM')
      await closed
      return { code: child.exitCode, ms: Date.now() - startedAt }
    },
    kill: async () => {
      if (!ended(child)) child.kill('SIGKILL')
      await closed
    },
  }
}
