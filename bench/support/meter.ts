// Preloaded into a function's process (`node --import`): records every call to AWS and counts how many go one after
// another. Calls are held until the function has nothing more to send and nothing outstanding; then they leave together.
// So each release is one round trip in sequence, however fast or slow the machine is.
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

export interface RecordedCall {
  /** Which round trip in sequence it belongs to, from 1. */
  round: number
  method: string
  /** Path and query. */
  path: string
  /** By their names in lower case. */
  headers: Record<string, string>
  body: string | Buffer
  status: number
  answerHeaders: Record<string, string>
  answer: Buffer
}

/** Turns of the event loop, and milliseconds, without a new call: then the function waits for answers. */
const QUIET_TURNS = 50
const QUIET_MS = 10

const calls: RecordedCall[] = []
let waiting: (() => void)[] = []
let outstanding = 0
let round = 0
let watching = false

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function releaseWhenQuiet(): Promise<void> {
  if (watching) return
  watching = true
  let [turns, seen, since] = [0, waiting.length, performance.now()]
  while (turns < QUIET_TURNS || performance.now() - since < QUIET_MS || outstanding > 0) {
    await turn()
    turns += 1
    if (waiting.length > seen || outstanding > 0) {
      ;[turns, seen, since] = [0, waiting.length, performance.now()]
    }
  }
  watching = false
  const leaving = waiting
  waiting = []
  round += 1
  for (const leave of leaving) leave()
}

/** Has the table say what each call consumed; the function's own code does not ask for it. */
const asksForUnits = (body: string): string => JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' })

function record(request: ClientRequest): void {
  const call: RecordedCall = {
    round: 0,
    method: request.method,
    path: request.path,
    headers: {},
    body: '',
    status: 0,
    answerHeaders: {},
    answer: Buffer.alloc(0),
  }
  calls.push(call)
  const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest
  request.end = ((...args: unknown[]) => {
    call.headers = Object.fromEntries(
      Object.entries(request.getHeaders()).map(([name, value]) => [name, String(value)]),
    )
    const [body, ...rest] = args
    if (typeof body === 'string') call.body = body
    else if (body instanceof Uint8Array) call.body = Buffer.from(body)
    let sent = args
    if (call.headers['x-amz-target']?.startsWith('DynamoDB_')) {
      const asking = asksForUnits(call.body.toString())
      request.setHeader('content-length', Buffer.byteLength(asking))
      sent = [asking, ...rest]
    }
    waiting.push(() => {
      call.round = round
      outstanding += 1
      end(...sent)
    })
    void releaseWhenQuiet()
    return request
  }) as ClientRequest['end']
  let over = false
  const done = () => {
    if (over || call.round === 0) return
    over = true
    outstanding -= 1
  }
  request.once('close', done)
  request.prependListener('response', (response: IncomingMessage) => {
    call.status = response.statusCode ?? 0
    call.answerHeaders = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    )
    const chunks: Buffer[] = []
    // Reading along without reading: a listener would make the answer flow before the client listens.
    const push = response.push.bind(response)
    response.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (chunk) chunks.push(chunk)
      else {
        call.answer = Buffer.concat(chunks)
        done()
      }
      return push(chunk, encoding)
    }
  })
}

/** Timers that ended are what the function sat out: those of calls are cleared when their answer is there. */
const SAT_OUT_MS = 500
let satOut: { from: number; to: number }[] = []

const timer = globalThis.setTimeout
const watched = (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
  const from = performance.now()
  const ended = () => {
    if (ms >= SAT_OUT_MS) satOut.push({ from, to: performance.now() })
    act(...given)
  }
  return timer(ended, ms)
}
// What `promisify` makes of it stands as its property.
globalThis.setTimeout = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(timer)) as typeof setTimeout

const original = http.request
http.request = ((...args: Parameters<typeof original>) => {
  const request = original(...args)
  const options = args[0] as RequestOptions & { headers?: Record<string, string> }
  // The SDK's calls are signed or carry its user agent; those to platforms and sources are not calls to AWS.
  const headers = Object.keys(options.headers ?? {}).map((name) => name.toLowerCase())
  if (headers.includes('x-amz-user-agent') || headers.includes('amz-sdk-invocation-id')) record(request)
  return request
}) as typeof original
syncBuiltinESMExports()

/** The calls recorded since the last reading. */
globalThis.takeCalls = () => {
  round = 0
  return calls.splice(0)
}

/** Milliseconds that were sat out since the last time; what was side by side counts once. */
globalThis.takeSatOut = () => {
  let [sum, until] = [0, 0]
  for (const { from, to } of satOut.sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  satOut = []
  return sum
}

declare global {
  var takeSatOut: (() => number) | undefined
  var takeCalls: (() => RecordedCall[]) | undefined
}
