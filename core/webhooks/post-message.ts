// One POST to a receiver: guarded like every address that callers name, pinned to what was checked, bounded in time.
// Nothing of the answer is read but its head, and no redirect is followed.
import type { LookupFunction } from 'node:net'
import { AppError } from '../errors.ts'
import { addressOf, CONNECT_MS, pinned } from '../outbound/fetch-url.ts'
import type { Address } from '../outbound/host-addresses.ts'
import { type Answer, FAILED, sendRequest } from '../outbound/http-request.ts'
import { checkUrl } from '../outbound/rules/address-guard.ts'
import { FAILURES } from './rules/failures.ts'
import type { Outcome } from './rules/webhooks.ts'

/** From the look-up of the name to the head of the answer. */
export const ANSWER_MS = 10_000

interface Message {
  url: string
  payload: string
  headers: Record<string, string>
  /** `host:port` pairs that are let through although they are not public. */
  allowed: ReadonlySet<string>
  timeoutMs?: number
  resolve?: (host: string) => Promise<Address[]>
  pin?: (to: Address) => LookupFunction
}

const REASONS: Record<string, string> = {
  [FAILED.connectTimeout]: FAILURES.connect_timeout,
  ETIMEDOUT: FAILURES.connect_timeout,
  HPE_HEADER_OVERFLOW: FAILURES.too_many_headers,
  ECONNREFUSED: FAILURES.connection_refused,
  ENOTFOUND: FAILURES.unknown_host,
}

/** Why there was no answer, in our own words: a transport's message may contain the address and its secrets. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return FAILURES.answer_timeout
  if (error instanceof AppError) {
    if (error.code === 'url_not_allowed') return error.message
    return reasonOf(error.cause, signal)
  }
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown }
  if (code in REASONS) return REASONS[code]!
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT')) return FAILURES.certificate
  return cause === undefined ? FAILURES.broke_off : reasonOf(cause, signal)
}

/** Seconds or a date, as milliseconds from now. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Never throws: what went wrong is the outcome. */
export async function postMessage(message: Message): Promise<Outcome> {
  const signal = AbortSignal.timeout(message.timeoutMs ?? ANSWER_MS)
  let answer: Answer | undefined
  try {
    const url = checkUrl(message.url, message.allowed)
    // A look-up cannot be called off; it is not waited for any longer.
    const address = await Promise.race([addressOf(url, { ...message, signal }), aborted(signal)])
    answer = await sendRequest(url, {
      method: 'POST',
      lookup: (message.pin ?? pinned)(address),
      signal,
      connectMs: CONNECT_MS,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        accept: '*/*',
        'user-agent': 'social-publisher',
        ...message.headers,
      },
      body: message.payload,
    })
    const { status, header } = answer
    if (status >= 200 && status < 300) return { status, error: null }
    const redirect = status >= 300 && status < 400
    return {
      status,
      error: redirect
        ? `The receiver redirected (status ${status}), which is not followed.`
        : `The receiver answered with status ${status}.`,
      retry_after_ms: retryAfter(header('retry-after'), Date.now()),
    }
  } catch (error) {
    return { status: null, error: reasonOf(error, signal) }
  } finally {
    answer?.close()
  }
}
