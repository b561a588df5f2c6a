// Has what a platform will fetch ready before it asks.
import { type Answer, FAILED, RequestFailed, readText, sendRequest } from '../outbound/http-request.ts'

/** Making the largest variant takes seconds; more is a fault. */
const WARM_MS = 35_000
/** Of the sentence that says why a picture cannot be used. */
const MAX_REASON_BYTES = 16 * 1024

export interface NotReady {
  ok: false
  reason: string
  /** It will never be there. */
  permanent?: true
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
    // The bytes of a video need not travel: that they are there is enough.
    const answer = await sendRequest(new URL(url), {
      method: picture ? 'GET' : 'HEAD',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: '*/*' },
    })
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
    } finally {
      answer.close()
    }
    // A 403 may be a firewall's or the CDN's own: whether the asset is gone, the table has said already.
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

/** Has it ready. */
export const warm = (url: string): Promise<{ ok: true } | NotReady> => askForSent(url, WARM_MS, () => undefined)
