// Has what a platform will fetch ready before it asks.
import { request } from 'undici'

/** Making the largest variant takes seconds; more is a fault. */
const WARM_MS = 35_000

export type Warmed = { ok: true } | { ok: false; reason: string; permanent?: boolean }

/** Asks the CDN once, as the platform will: a variant is made by this and then stands ready. */
export async function warm(url: string): Promise<Warmed> {
  const picture = url.endsWith('.jpg')
  try {
    // The bytes of a video need not travel: that they are there is enough.
    const reply = await request(url, {
      method: picture ? 'GET' : 'HEAD',
      signal: AbortSignal.timeout(WARM_MS),
      headers: { accept: '*/*' },
    })
    const type = String(reply.headers['content-type'] ?? '')
    const said = reply.statusCode === 422 ? await reply.body.text() : ''
    if (said === '') await reply.body.dump()
    if (reply.statusCode === 200) {
      if (!picture || type.startsWith('image/jpeg')) return { ok: true }
      return { ok: false, reason: `it is ${type || 'of no type'} and not a JPEG` }
    }
    if (reply.statusCode === 422) return { ok: false, permanent: true, reason: said || 'it cannot be decoded' }
    // A 403 may be a firewall's or the CDN's own: whether the asset is gone, the table has said already.
    if (reply.statusCode === 404) return { ok: false, permanent: true, reason: 'the file is gone' }
    return { ok: false, reason: `the CDN answered with status ${reply.statusCode}` }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return { ok: false, reason: late ? `it took more than ${WARM_MS / 1000} seconds` : 'the CDN could not be reached' }
  }
}
