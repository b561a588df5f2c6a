// The shared gateway key of a caller without its own: owners are spread over the shared keys, so that one who
// empties a bucket empties it for few others, and an owner who floods gets a narrow one alone.
import { get } from '../aws/table.ts'
import { sharedKeyAt } from '../contract.ts'
import { rateWindowKey } from '../table-keys.ts'
import { DEFAULT_RATE_LIMIT } from './api-key.ts'
import type { Caller } from './caller.ts'
import { MINUTE } from './windows.ts'

/** FNV-1a: the same owner always gets the same one. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** @param count how many shared keys there are. */
export const sharedKeyFor = ({ owner_id, session }: Caller, first: string, count: number): string =>
  sharedKeyAt(first, hashOf(owner_id || (session?.person_id ?? '')) % count)

/** The burst of a plan of the caller's own: a caller that sends more in a minute floods. */
const mostAtOnce = (rateLimit: number): number => 2 * Math.max(rateLimit, DEFAULT_RATE_LIMIT)

/**
 * Whether nearly all that the caller sends is refused: it is restricted, or sent more in this minute or the last than a plan of
 * its own would have let through. Read once for each of the gateway's answers that it remembers.
 */
export async function isFlooding({ key_id, session, rate_limit }: Caller, now: number): Promise<boolean> {
  const minute = Math.floor(now / MINUTE)
  // Requests of sessions are counted in the window of their person.
  const counted = session?.person_id ?? key_id
  const windows = await Promise.all([minute, minute - 1].map((one) => get(rateWindowKey(counted, one))))
  return windows.some(
    (window) => Number(window?.restricted_until ?? 0) > now || Number(window?.hits ?? 0) > mostAtOnce(rate_limit),
  )
}
