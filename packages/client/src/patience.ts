// Requests that are repeated by themselves: after how long, and which of them.
import { ASK_ADDRESS, noAnswer, Unreachable } from './errors.ts'
import { KEYS_LAST_HOURS } from './generated/limits.ts'

/** The service is busy or away for a moment. */
const PASSING = [502, 503, 504]
const FIRST_WAIT_MS = 500
/**
 * How long a request that may have taken effect is repeated: an hour less than the service keeps its key. A machine that is put to sleep
 * with a request under way may wake up days later, and would post a second time.
 */
const MADE_AGAIN_MS = (KEYS_LAST_HOURS - 1) * 3_600_000

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
    signal?.addEventListener('abort', stop)
  })
}

/** Milliseconds that the service asks to wait: `Retry-After` in seconds or as a date; 0 where it says nothing. */
export function askedWait(response: Response, now = Date.now()): number {
  const given = response.headers.get('Retry-After')
  // Without the header it is null, and the number 0.
  const seconds = Number(given)
  return Math.max(0, Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given!) - now) || 0
}

/** Milliseconds until the limit of the key begins anew, where this answer used up the last of it; else 0. */
function restAfter(response: Response): number {
  const [, left, seconds] = /\br=(\d+);t=(\d+)/.exec(response.headers.get('RateLimit') ?? '') ?? []
  return left === '0' ? Number(seconds) * 1000 : 0
}

/** The first request with the same key is still being worked on: its answer will be the one to have. */
const inFlight = (response: Response) => response.status === 409 && response.headers.has('Retry-After')

export const isJson = ({ headers }: { headers: Headers }): boolean =>
  /\bjson\b/i.test(headers.get('Content-Type') ?? '')

/** How long a try waits by itself: 4 MB at 64 KB a second and the longest that the service takes, with room. */
const TIMEOUT_MS = 120_000
/** As long as the service may take to fetch a file. */
const FETCH_MS = 300_000
const fetchesFile = (request: Request): boolean => request.url.endsWith('/v1/media') && isJson(request)

const asked = new WeakMap<Response, Promise<boolean>>()

/**
 * Whether it is JSON to its end: some connections end where they break, and nothing else tells. An answer is read once for it.
 * @throws where it does not come.
 */
export function isWhole(response: Response): Promise<boolean> {
  const answer =
    asked.get(response) ??
    response
      .clone()
      .json()
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof SyntaxError) return false
          throw error
        },
      )
  asked.set(response, answer)
  return answer
}

/** A request that reads may be refused after all; of one that takes effect, a try before may have done so already. */
const reads = ({ method }: Request) => ['GET', 'HEAD'].includes(method)

/** Refusals that come before the service looks whether it already has the request, and pages of something on the way. */
const saysNothingOfBefore = (response: Response): boolean =>
  [401, 403, 429].includes(response.status) || (!response.ok && !isJson(response))

/** In browsers nobody can read where an answer leads to; there, another host has to allow the header of the key before it gets it. */
const inBrowser = 'XMLHttpRequest' in globalThis
const REDIRECTS = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 5

const led = (where: string) => new Error(`it leads ${where}. ${ASK_ADDRESS}`)

/** `fetch` would take the key along to whichever host an answer leads to, as to the sign-in page of a network. @throws where what takes effect is led elsewhere. */
async function fetchGuarded(fetch: typeof globalThis.fetch, request: Request, signal: AbortSignal): Promise<Response> {
  if (inBrowser) return fetch(request, { signal })
  let response = await fetch(request, { signal, redirect: 'manual' })
  // In a service worker it is as in the browsers' pages.
  if (response.type === 'opaqueredirect') {
    if (reads(request)) return fetch(request, { signal })
    throw led('elsewhere')
  }
  const headers = new Headers(request.headers)
  let from = new URL(request.url)
  for (let followed = 0; followed < MOST_REDIRECTS && REDIRECTS.includes(response.status); followed += 1) {
    const to = response.headers.get('Location')
    if (to === null) break
    await response.body?.cancel()
    const next = new URL(to, from)
    if (!reads(request)) throw led(`to ${next.origin}`)
    // Files are led to where everybody may fetch them. From http to https of one host, it goes to the same service.
    const same = [from.origin, `https://${from.host}`].includes(next.origin)
    if (!same) headers.delete('X-Secret-Token')
    from = next
    response = await fetch(next, { method: request.method, headers, signal, redirect: 'manual' })
  }
  return response
}

/** One try. @throws where no answer has begun within the time; where the answer is JSON or an error, also where it has not come whole. */
async function answerOf(fetch: typeof globalThis.fetch, request: Request, timeoutMs: number): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const response = await fetchGuarded(fetch, request, AbortSignal.any([request.signal, late.signal]))
    // A connection that breaks in the middle of an answer is no answer either. Files are left to be read as they come.
    if (isJson(response) || !response.ok) {
      const whole = await isWhole(response)
      // What is read may be a file, and refusals have nothing more to say than their status.
      if (!whole && response.ok && !reads(request)) throw new Error('the answer breaks off')
    }
    return response
  } finally {
    clearTimeout(timer)
  }
}

export interface Patience {
  /** How often a request is repeated at most. */
  retries: number
  /** How long each try waits for its answer. */
  timeoutMs: number | undefined
  /** A wait that is longer is the caller's to decide on. */
  longestWaitMs: number
}

/**
 * `fetch` that repeats requests that did not arrive or were put off: those that change nothing, and those with an Idempotency-Key.
 * One that met a rate limit was not carried out, whatever it is. Where the limit is used up, the next request waits: a key that
 * breaks its limit minute after minute is shut out for longer.
 * @throws {Unreachable} where no answer came.
 */
export function patient(
  fetch: typeof globalThis.fetch,
  { retries, timeoutMs, longestWaitMs }: Patience,
): (request: Request) => Promise<Response> {
  let restUntil = 0
  return async (request) => {
    const harmless = reads(request) || request.headers.has('Idempotency-Key')
    const unreachable = (cause: unknown) => noAnswer(`${request.method} ${new URL(request.url).origin}`, { cause })
    /** A try before may have taken effect. */
    let unclear = false
    const began = Date.now()
    const rest = restUntil - began
    if (retries > 0 && rest > 0 && rest <= longestWaitMs) await pause(rest, request.signal)
    for (let tried = 0; ; tried += 1) {
      const last = tried >= retries
      const backOff = FIRST_WAIT_MS * 2 ** tried
      let asked = 0
      let notCarriedOut = false
      try {
        const within = timeoutMs ?? (fetchesFile(request) ? FETCH_MS : TIMEOUT_MS)
        const response = await answerOf(fetch, last ? request : request.clone(), within)
        restUntil = Math.max(restUntil, Date.now() + restAfter(response))
        asked = askedWait(response)
        notCarriedOut = response.status === 429
        const passes = notCarriedOut || (harmless && (PASSING.includes(response.status) || inFlight(response)))
        if (last || !passes || asked > longestWaitMs) {
          // A fault speaks for itself: after it, everything may have happened.
          if (!unclear || response.status >= 500 || !saysNothingOfBefore(response)) return response
          throw unreachable(new Error(`the request was repeated then, and refused with ${response.status}`))
        }
        await response.body?.cancel()
      } catch (error) {
        if (request.signal.aborted || error instanceof Unreachable) throw error
        if (last || !harmless) throw unreachable(error)
      }
      unclear ||= !reads(request) && !notCarriedOut
      await pause(Math.max(asked, backOff), request.signal)
      if (unclear && Date.now() - began > MADE_AGAIN_MS)
        throw unreachable(new Error('the machine slept too long for it to be made again'))
    }
  }
}
