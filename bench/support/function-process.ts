// One function in a process of its own, called by the bench.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import type { RecordedCall } from './meter.ts'

export interface Costs {
  cpuMs: number
  wallMs: number
}

export interface Invoked {
  status: number
  headers: Record<string, string>
  body: string
  /** Set for a streamed answer. */
  bytes: number
  /** The return value of a function that does not stream. */
  answer: unknown
}

export type Order =
  | { do: 'load' | 'memory' }
  | { do: 'invoke'; event: unknown }
  /** `raw`: the event holds what JSON cannot. */
  | { do: 'measure'; event: unknown; times: number; raw?: boolean }

export type Report = { id: number; result: unknown } | { id: number; failure: string }

export interface HostedFunction {
  /** CPU time of loading it, and of the whole process until then. */
  load(): Promise<Costs & { wholeMs: number }>
  /** Its calls, and how long it waited for nothing but the time, where it is metered. */
  invoke(event: unknown): Promise<Invoked & { calls: RecordedCall[]; satOutMs: number }>
  /** Calls it that many times, one after another. */
  measure(event: unknown, times: number, raw?: boolean): Promise<Costs & { statuses: number[]; bytes: number }>
  /** Now, and the peak since it was last asked. */
  memory(): Promise<{ nowMb: number; peakMb: number }>
  end(): Promise<void>
}

export interface HostedOptions {
  /** Folder of the bundle. */
  folder: string
  handler?: string
  environment: Record<string, string>
  /** Calls to AWS are recorded; not for measuring time. */
  metered?: boolean
  /** Limit of the heap, as Lambda would set it. */
  memoryMb?: number
}

const HOST = fileURLToPath(new URL('../programs/function-host.ts', import.meta.url))
/** Without types to strip a process is there in two thirds of the time. */
let program: Promise<string> | undefined
const METER = new URL('./meter.ts', import.meta.url).href

export async function hostFunction(options: HostedOptions): Promise<HostedFunction> {
  const { folder, handler = 'index.handler', environment, metered, memoryMb } = options
  program ??= bundle({ file: HOST })
  const child = fork(join(await program, 'index.mjs'), [folder, handler], {
    execArgv: [
      ...(metered ? ['--import', METER] : []),
      ...(memoryMb ? [`--max-old-space-size=${memoryMb}`] : []),
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
    ],
    env: environment,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.on('message', (report: Report) => {
    const asked = open.get(report.id)
    open.delete(report.id)
    if ('failure' in report) asked?.reject(new Error(report.failure))
    else asked?.resolve(report.result)
  })
  child.once('exit', (code, signal) => {
    const error = new Error(`the process of ${folder} ended with ${signal ?? code}: ${said.join('').slice(-2000)}`)
    for (const { reject } of open.values()) reject(error)
    open.clear()
  })
  const answerTo = <T>(id: number): Promise<T> =>
    new Promise<T>((resolve, reject) => open.set(id, { resolve: resolve as (value: unknown) => void, reject }))
  await answerTo(0)

  let last = 0
  const ask = <T>(order: Order): Promise<T> => {
    last += 1
    const answer = answerTo<T>(last)
    child.send({ id: last, order })
    return answer
  }
  return {
    load: () => ask({ do: 'load' }),
    invoke: (event) => ask({ do: 'invoke', event }),
    measure: (event, times, raw) => ask({ do: 'measure', event, times, raw }),
    memory: () => ask({ do: 'memory' }),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await ended
    },
  }
}
