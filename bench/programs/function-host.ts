// A program: holds one function in a process of its own, as Lambda's runtime would, and measures what running it costs.
//   node [--import bench/support/meter.ts] bench/programs/function-host.ts FOLDER HANDLER
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Costs, Invoked, Order, Report } from '../support/function-process.ts'
import { forgetPeak, peakMb } from '../support/memory.ts'

const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming')

type Handler = ((...args: unknown[]) => Promise<unknown>) & { [STREAMING]?: boolean }

/** The stream that a streaming handler writes to: counts bytes and keeps them if the answer is needed. */
class Sink extends Writable {
  prelude: { statusCode?: number; headers?: Record<string, string> } | undefined
  bytes = 0
  readonly chunks: Buffer[] = []
  readonly keep: boolean
  constructor(keep: boolean) {
    super({ highWaterMark: 64 * 1024 })
    this.keep = keep
  }
  setContentType(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.bytes += chunk.length
    if (this.keep) this.chunks.push(Buffer.from(chunk))
    done()
  }
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => Object.assign(handler, { [STREAMING]: true }),
    HttpResponseStream: { from: (stream: Sink, prelude: Sink['prelude']) => Object.assign(stream, { prelude }) },
  },
})

const context = () => ({
  awsRequestId: crypto.randomUUID(),
  functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
  memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  getRemainingTimeInMillis: () => 300_000,
})

async function invoke(handler: Handler, event: unknown, keep: boolean): Promise<Invoked> {
  if (!handler[STREAMING]) {
    const answer = (await handler(event, context())) as { statusCode?: number; body?: string } | undefined
    return {
      status: answer?.statusCode ?? 0,
      body: answer?.body ?? '',
      headers: {},
      bytes: 0,
      answer: keep ? answer : null,
    }
  }
  const sink = new Sink(keep)
  const finished = new Promise<void>((resolve, reject) => sink.once('finish', resolve).once('error', reject))
  await handler(event, sink, context())
  if (!sink.writableEnded) sink.end()
  await finished
  const { statusCode = 200, headers = {} } = sink.prelude ?? {}
  return {
    status: statusCode,
    headers,
    body: Buffer.concat(sink.chunks).toString('utf8'),
    bytes: sink.bytes,
    answer: null,
  }
}

async function measured(work: () => Promise<void>): Promise<Costs> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedAt }
}

const [folder, handlerName] = process.argv.slice(2) as [string, string]
const [file, name] = handlerName.split('.') as [string, string]
let handler: Handler | undefined
const loading = await measured(async () => {
  handler = ((await import(pathToFileURL(join(folder, `${file}.mjs`)).href)) as Record<string, Handler>)[name]
})

/** CPU time of the whole process so far, Node's own start included. */
const { user, system } = process.cpuUsage()
const wholeMs = (user + system) / 1000

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'load':
      return { ...loading, wholeMs }
    case 'invoke': {
      const invoked = await invoke(handler!, order.event, true)
      return { ...invoked, calls: globalThis.takeCalls?.() ?? [], satOutMs: globalThis.takeSatOut?.() ?? 0 }
    }
    case 'measure': {
      // Each invocation gets an event of its own; parsing it is the runtime's work, not the function's.
      const text = JSON.stringify(order.event)
      const events = Array.from({ length: order.times }, () =>
        order.raw ? structuredClone(order.event) : JSON.parse(text),
      )
      const statuses = new Set<number>()
      let bytes = 0
      const costs = await measured(async () => {
        for (const event of events) {
          const invoked = await invoke(handler!, event, false)
          statuses.add(invoked.status)
          bytes += invoked.bytes
        }
      })
      return { ...costs, statuses: [...statuses], bytes }
    }
    case 'memory': {
      globalThis.gc?.()
      const found = { nowMb: process.memoryUsage.rss() / 2 ** 20, peakMb: peakMb() }
      forgetPeak()
      return found
    }
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  carryOut(order).then(
    (result) => process.send?.({ id, result } satisfies Report),
    (error: Error) => process.send?.({ id, failure: error.stack ?? String(error) } satisfies Report),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, result: 'ready' } satisfies Report)
