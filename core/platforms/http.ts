// One HTTP call to a platform: what was said, or how the connection failed. Knows nothing of error codes.
import { Agent, request } from 'undici'

export interface Call {
  method: 'GET' | 'POST'
  /** Without query. Never logged: some documented calls leave no place for a token but the query. */
  url: string
  query?: Record<string, string>
  /** A body, one of the two. */
  form?: Record<string, string>
  json?: Record<string, unknown>
  /** Sent as `Authorization: Bearer`. */
  token?: string
  timeoutMs: number
}

export interface Reply {
  status: number
  header(name: string): string | undefined
  /** The JSON body, ids exact; undefined where it was something else. */
  body: unknown
}

export type Exchange =
  | { reply: Reply }
  /** `sent` is false only where the connection was never made, so nothing can have happened. */
  | { fault: string; sent: boolean }

/**
 * A frozen function wakes up with dead idle connections, and a reset while publishing cannot be told from a lost
 * reply: so every call makes its own. HTTP/2 would share them again.
 */
const agent = new Agent({
  pipelining: 0,
  allowH2: false,
  maxResponseSize: 2 * 1024 * 1024,
  connect: { timeout: 10_000 },
})

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
const TOKEN = /^[\x21-\x7e]+$/

type SourceReviver = (key: string, value: unknown, context: { source: string }) => unknown

/** Whole numbers beyond 2^53 come out as the decimal string that was sent. */
export function parseJson(text: string): unknown {
  const exact: SourceReviver = (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source) ? context.source : value
  try {
    // The third argument is in Node 24, not yet in the type.
    return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN'
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  const { code } = error as { code?: unknown }
  // With several addresses each fails by itself.
  if (error instanceof AggregateError && code === undefined) return codeOf(error.errors[0])
  return typeof code === 'string' ? code : error.name
}

/** Never throws for what the other side does. */
export async function exchange(call: Call): Promise<Exchange> {
  if (call.token !== undefined && !TOKEN.test(call.token)) return { fault: 'INVALID_TOKEN', sent: false }
  const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
  const body = call.json ? JSON.stringify(call.json) : call.form ? `${new URLSearchParams(call.form)}` : undefined
  const type = call.json ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const response = await request(`${call.url}${query}`, {
      method: call.method,
      dispatcher: agent,
      signal: AbortSignal.timeout(call.timeoutMs),
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.body.text()
    const header = (name: string) => [response.headers[name]].flat()[0]
    return { reply: { status: response.statusCode, header, body: parseJson(text) } }
  } catch (error) {
    // The error's own message may hold the address, and with it a token: only its code goes on.
    const code = codeOf(error)
    return { fault: code, sent: !NEVER_CONNECTED.has(code) }
  }
}
