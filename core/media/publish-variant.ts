// Makes the file that a platform will fetch, before the platform asks for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'
import { type Answer, FAILED, RequestFailed, readText, sendRequest } from '../outbound/http-request.ts'

/** Making the largest variant takes seconds; more is a fault. */
const WARM_MS = 35_000
/** While the CDN's function is held back, it is asked again after so long, then twice as long, and so on. */
const FIRST_BACK_OFF_MS = 200
const LONGEST_BACK_OFF_MS = 3000
const HELD_BACK = 429
/** Characters of the sentence that says why a picture cannot be used. */
const MAX_REASON_BYTES = 16 * 1024

export interface NotReady {
  ok: false
  reason: string
  /** The variant will never be there. */
  permanent?: true
  /** It was not its turn, as others are being made: that says nothing about this one. */
  held_back?: true
}

const NO_ROOM: NotReady = { ok: false, held_back: true, reason: 'there was no room for it beside other pictures' }

/**
 * Asks again and again while the function behind the CDN is held back.
 * @returns undefined when the time is up and it has been. @throws {RequestFailed}
 */
async function answerOf(url: string, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<Answer | undefined> {
  for (let wait = FIRST_BACK_OFF_MS; ; wait = Math.min(2 * wait, LONGEST_BACK_OFF_MS)) {
    const heldBefore = wait > FIRST_BACK_OFF_MS
    try {
      const answer = await sendRequest(new URL(url), { method, signal, headers: { accept: '*/*' } })
      if (answer.status !== HELD_BACK) return answer
      answer.close()
    } catch (error) {
      // Most of its time went by before it was let in.
      if (heldBefore && signal.aborted) return undefined
      throw error
    }
    await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
  }
}

/**
 * Asks the CDN for what a platform will be given, as the platform will: a variant is made by this and then stands ready.
 * @param read what is wanted of the answer, which is closed after it.
 */
export async function askForSent<T>(
  url: string,
  timeoutMs: number,
  read: (answer: Answer) => T | Promise<T>,
): Promise<{ ok: true; value: T } | NotReady> {
  const picture = url.endsWith('.jpg')
  try {
    // The bytes of a video need not be read: it is enough that they exist.
    const answer = await answerOf(url, picture ? 'GET' : 'HEAD', AbortSignal.timeout(timeoutMs))
    if (!answer) return NO_ROOM
    const { status } = answer
    const type = answer.header('content-type') ?? ''
    try {
      if (status === 200) {
        if (!picture || type.startsWith('image/jpeg')) return { ok: true, value: await read(answer) }
        return { ok: false, reason: `it is ${type || 'of no type'} and not a JPEG` }
      }
      if (status === 422) {
        const said = await readText(answer, MAX_REASON_BYTES)
        return { ok: false, permanent: true, reason: said || 'it cannot be decoded' }
      }
      // Errors of the CDN itself are HTML pages.
      const said = status === 503 && type.startsWith('text/plain') ? await readText(answer, MAX_REASON_BYTES) : ''
      if (said) return { ok: false, reason: said }
    } finally {
      answer.close()
    }
    // A 403 may come from a firewall or the CDN itself: the table has already said whether the asset is gone.
    if (status === 404) return { ok: false, permanent: true, reason: 'the file is gone' }
    return { ok: false, reason: `the CDN answered with status ${status}` }
  } catch (error) {
    const late = error instanceof RequestFailed && error.code === FAILED.ended
    return {
      ok: false,
      reason: late ? `it took more than ${timeoutMs / 1000} seconds` : 'the CDN could not be reached',
    }
  }
}

/** Variants that a worker has made at once, where the stack does not say. */
const AT_ONCE = 4

let making = 0
const waiting = new Set<(admitted: boolean) => void>()

/** Takes a place, or waits for one. @returns false when none came free in that time. */
async function takePlace(timeoutMs: number): Promise<boolean> {
  if (making < Number(optionalSetting(ENV.variantsAtOnce) ?? AT_ONCE)) {
    making += 1
    return true
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  waiting.add(resolve)
  const timer = setTimeout(resolve, timeoutMs, false)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    waiting.delete(resolve)
  }
}

/** The place goes to the one that has waited longest. */
function leavePlace(): void {
  const [next] = waiting
  if (!next) {
    making -= 1
    return
  }
  waiting.delete(next)
  next(true)
}

const beingMade = new Map<string, Promise<{ ok: true } | NotReady>>()

/** Has it ready. Publications that need the same one at the same time have it made once. */
export function warm(url: string): Promise<{ ok: true } | NotReady> {
  const begun = beingMade.get(url)
  if (begun) return begun
  const made = make(url).finally(() => beingMade.delete(url))
  beingMade.set(url, made)
  return made
}

/**
 * The stack sets how many are made at once: each runs a function of the CDN. If all publications of all workers had theirs made
 * together, a small AWS account would have nothing left for the API.
 */
async function make(url: string): Promise<{ ok: true } | NotReady> {
  const until = Date.now() + WARM_MS
  if (!(await takePlace(WARM_MS))) return NO_ROOM
  try {
    return await askForSent(url, Math.max(1, until - Date.now()), () => undefined)
  } finally {
    leavePlace()
  }
}
