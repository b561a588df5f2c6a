// One HTTP call to a platform: the answer, or how the connection failed. Knows nothing of error codes.
import { exactJson } from '../../outbound/exact-json.ts'
import { FAILED, RequestFailed, readText, sendRequest } from '../../outbound/http-request.ts'

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  /** Without query. Never logged: some documented calls leave no place for a token but the query. */
  url: string
  query?: Record<string, string>
  /** A body, one of the two. */
  form?: Record<string, string>
  json?: Record<string, unknown>
  /** Sent as `Authorization: Bearer`. */
  token?: string
  /** Further parameters. */
  headers?: Readonly<Record<string, string>>
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

const CONNECT_MS = 10_000
const MAX_BODY_BYTES = 2 * 1024 * 1024
const TOKEN = /^[\x21-\x7e]+$/

/** How a call failed. What a failure itself says may hold the address, and with it a token: only its code goes on. */
const faultOf = (error: unknown): { fault: string; sent: boolean } => {
  if (!(error instanceof RequestFailed)) return { fault: error instanceof Error ? error.name : 'UNKNOWN', sent: true }
  return { fault: error.code === FAILED.ended ? 'TIMEOUT' : error.code, sent: error.connected }
}

/** Never throws for what the other side does. */
export async function exchange(call: Call): Promise<Exchange> {
  if (call.token !== undefined && !TOKEN.test(call.token)) return { fault: 'INVALID_TOKEN', sent: false }
  const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
  const body = call.json ? JSON.stringify(call.json) : call.form ? `${new URLSearchParams(call.form)}` : undefined
  const type = call.json ? 'application/json' : 'application/x-www-form-urlencoded'
  try {
    const answer = await sendRequest(new URL(`${call.url}${query}`), {
      method: call.method,
      signal: AbortSignal.timeout(call.timeoutMs),
      connectMs: CONNECT_MS,
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await readText(answer, MAX_BODY_BYTES)
    return { reply: { status: answer.status, header: answer.header, body: exactJson(text) } }
  } catch (error) {
    return faultOf(error)
  }
}
