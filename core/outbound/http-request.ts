// One HTTP request over a connection of its own, made with Node's own client: the SDK has it loaded already.
import type { Agent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Outgoing {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** In pieces only with a `content-length` among the headers. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Ends it, wherever it is: the answer's body breaks off then. */
  signal: AbortSignal
  /** Says what to connect to in place of the name service. */
  lookup?: LookupFunction
  /** Until the connection stands, TLS included. */
  connectMs?: number
  /** Until the answer begins, and between any two pieces of it. */
  silenceMs?: number
}

export interface Answer {
  status: number
  /** The first of that name, which is in lower case. */
  header(name: string): string | undefined
  body: Readable
  /** Hangs up, even if more is to come. */
  close(): void
}

/** Codes of our own beside those of Node. */
export const FAILED = {
  connectTimeout: 'CONNECT_TIMEOUT',
  headersTimeout: 'HEADERS_TIMEOUT',
  bodyTimeout: 'BODY_TIMEOUT',
  tooLarge: 'BODY_TOO_LARGE',
  /** The body to send could not be read to its end. */
  unreadable: 'BODY_UNREADABLE',
  /** The caller's signal ended it; its reason is the cause. */
  ended: 'ENDED',
} as const

/** Its message has only the code: an address may contain a secret. */
export class RequestFailed extends Error {
  /** One of our codes, or Node's: `ECONNRESET`, `HPE_INVALID_CONSTANT`, `CERT_HAS_EXPIRED`. */
  readonly code: string
  /** False where no connection was made, so that nothing can have been sent. */
  readonly connected: boolean

  constructor(code: string, connected: boolean, cause?: unknown) {
    super(`the request failed (${code})`, { cause })
    this.name = 'RequestFailed'
    this.code = code
    this.connected = connected
  }
}

const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  // A host with several addresses has one error for each.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return typeof name === 'string' ? name : 'UNKNOWN'
}

/**
 * A frozen function wakes up with dead idle connections, and a reset on one of those cannot be told from a lost answer:
 * so no connection is used twice.
 */
const AGENT_OPTIONS = { keepAlive: false }
const HTTPS = { agent: new HttpsAgent(AGENT_OPTIONS) as Agent, send: requestHttps }
let http: Promise<typeof HTTPS> | undefined

/** Loading `node:http` loads Node's WebSocket with it, which takes as long as half of the SDK: only where it is needed. */
const plainHttp = (): Promise<typeof HTTPS> => {
  http ??= import('node:http').then(({ Agent, request }) => ({ agent: new Agent(AGENT_OPTIONS), send: request }))
  return http
}

const MAX_HEADER_BYTES = 32 * 1024

const noop = () => undefined

/** A slow reader also keeps the connection silent, and after the whole body no further data arrives. */
const isHeldBack = (body: IncomingMessage): boolean =>
  body.complete || body.readableLength >= body.readableHighWaterMark

/**
 * Sends a request and returns with the head of the answer. Redirects are not followed.
 * @throws {RequestFailed}; a body that breaks off fails with one too, or with Node's own error.
 */
export async function sendRequest(url: URL, outgoing: Outgoing): Promise<Answer> {
  const { method = 'GET', headers = {}, body, signal, lookup, connectMs, silenceMs } = outgoing
  const secure = url.protocol === 'https:'
  const { agent, send } = secure ? HTTPS : await plainHttp()
  return new Promise((resolve, reject) => {
    let connected = false
    let answer: IncomingMessage | undefined
    let connecting: NodeJS.Timeout | undefined
    let failed = false

    const fail = (code: string, cause?: unknown) => {
      const failure = new RequestFailed(code, connected, cause)
      failed = true
      reject(failure)
      answer?.destroy(failure)
      request.destroy()
    }
    const end = () => fail(FAILED.ended, signal.reason)
    const watch = (socket: Socket) => {
      if (connectMs !== undefined) connecting = setTimeout(() => fail(FAILED.connectTimeout), connectMs)
      socket.once('connect', () => {
        connected = true
      })
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        if (silenceMs !== undefined) socket.setTimeout(silenceMs)
      })
      socket.on('timeout', () => {
        const { bytesRead } = socket
        // A process that was frozen or busy sees its timers before what has come in meanwhile.
        setImmediate(() => {
          const waits = (answer && isHeldBack(answer)) || socket.bytesRead > bytesRead
          if (waits) socket.setTimeout(silenceMs as number)
          else fail(answer ? FAILED.bodyTimeout : FAILED.headersTimeout)
        })
      })
    }

    const request = send(url, {
      method,
      headers,
      agent,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(lookup ? { lookup } : {}),
    })
    request.once('socket', watch)
    request.on('error', (error) => fail(codeOf(error), error))
    request.once('close', () => {
      clearTimeout(connecting)
      signal.removeEventListener('abort', end)
      // Where neither an answer nor an error came before, as after an upgrade that nobody asked for. An error that nobody
      // sees would cost each request a stack that is written down.
      if (!answer && !failed) reject(new RequestFailed('ECONNRESET', connected))
    })
    request.once('response', (incoming) => {
      answer = incoming
      // A reader of the body gets the error; without a reader nobody needs it.
      incoming.on('error', noop)
      resolve({
        status: incoming.statusCode as number,
        header: (name) => incoming.headersDistinct[name]?.[0],
        body: incoming,
        close: () => {
          incoming.destroy()
          request.destroy()
        },
      })
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
    else if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) request.end(body)
    else pipeline(Readable.from(unreadableNamed(body)), request).catch((error: unknown) => fail(codeOf(error), error))
  })
}

/** Its failures concern the content that is sent, not the connection. */
async function* unreadableNamed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    throw Object.assign(new Error('what was to be sent could not be read', { cause: error }), {
      code: FAILED.unreadable,
    })
  }
}

/** @throws {RequestFailed} where it is longer than `maxBytes`, or breaks off. */
export async function readText(answer: Answer, maxBytes: number): Promise<string> {
  return (await readBytes(answer, maxBytes)).toString('utf8')
}

/** @throws {RequestFailed} as `readText`. */
export async function readBytes({ body, close }: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new RequestFailed(FAILED.tooLarge, true)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof RequestFailed ? error : new RequestFailed(codeOf(error), true, error)
  } finally {
    close()
  }
  return Buffer.concat(chunks)
}
