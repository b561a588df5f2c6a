// Requests that are repeated by themselves: after how long, and which of them.
import { Unreachable } from './errors.ts'

/** The service is busy or away for a moment. */
const PASSING = [502, 503, 504]
/** A wait that is longer is the caller's to decide on. */
const LONGEST_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/** Waits. @throws the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Milliseconds that the service asks to wait: `Retry-After` in seconds or as a date; 0 where it says nothing. */
export function askedWait(response: Response, now = Date.now()): number {
  const given = response.headers.get('Retry-After')
  if (given === null) return 0
  const seconds = Number(given)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

/** The first request with the same key is still being worked on: its answer will be the one to have. */
const inFlight = (response: Response) => response.status === 409 && response.headers.has('Retry-After')

export const isJson = (response: Response): boolean => /\bjson\b/i.test(response.headers.get('Content-Type') ?? '')

/** One try. @throws where no answer has begun within the time; where the answer is JSON, also where it has not come whole. */
async function answerOf(fetch: typeof globalThis.fetch, request: Request, timeoutMs: number): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) })
    // A connection that breaks in the middle of an answer is no answer either. Files are left to be read as they come.
    if (isJson(response)) await response.clone().arrayBuffer()
    return response
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `fetch` that repeats requests that did not arrive or were put off: those that change nothing, and those with an Idempotency-Key.
 * One that met a rate limit was not carried out, whatever it is.
 * @param retries how often at most.
 * @param timeoutMs how long each try waits for its answer.
 * @throws {Unreachable} where no answer came.
 */
export const patient =
  (fetch: typeof globalThis.fetch, retries: number, timeoutMs: number) =>
  async (request: Request): Promise<Response> => {
    const harmless = ['GET', 'HEAD'].includes(request.method) || request.headers.has('Idempotency-Key')
    for (let tried = 0; ; tried += 1) {
      const last = tried >= retries
      const backOff = FIRST_WAIT_MS * 2 ** tried
      try {
        const response = await answerOf(fetch, last ? request : request.clone(), timeoutMs)
        const asked = askedWait(response)
        const passes =
          response.status === 429 || (harmless && (PASSING.includes(response.status) || inFlight(response)))
        if (last || !passes || asked > LONGEST_WAIT_MS) return response
        await response.body?.cancel()
        await pause(Math.max(asked, backOff), request.signal)
      } catch (error) {
        if (request.signal.aborted) throw error
        if (last || !harmless)
          throw new Unreachable(`The service did not answer: ${request.method} ${new URL(request.url).origin}`, {
            cause: error,
          })
        await pause(backOff, request.signal)
      }
    }
  }
