// From a secret to the caller. A mistyped key costs no read; a good one costs one, then none for half a minute.
import { ConditionFailed } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { log } from '../log.ts'
import type { Role } from '../people/rules/roles.ts'
import type { KeySecret } from './api-key.ts'
import { findSecret, noteUse } from './key-store.ts'
import { hashOf, isWellFormed } from './secret.ts'

export interface Caller {
  /** Empty for the session of a person who belongs to no owner. */
  owner_id: string
  /** The id of the key, or of the session. */
  key_id: string
  rate_limit: number
  /** Of a person who signed in; absent for a key. */
  session?: SessionCaller
}

export interface SessionCaller {
  person_id: string
  /** What the person is for the owner; null without one. */
  role: Role | null
  /** Which of its states the session was found in. */
  generation: number
}

/** Last use is told to within this. */
const USE_GRAIN_MS = 5 * 60_000
/** Well below the time in which a revoked key has to stop. */
const CACHE_MS = (AUTHORIZER_CACHE_SECONDS / 2) * 1000
const CACHE_MAX = 2000

const cache = new Map<string, { caller: Caller; until: number }>()

/**
 * Looks the key up in the table, always. The gateway keeps the authorizer's answer for a minute; a second cache behind
 * that one would let a revoked key live longer than it may.
 */
export async function lookUpKey(secret: string, now = Date.now()): Promise<KeySecret | undefined> {
  if (!isWellFormed(secret)) return undefined
  const hash = hashOf(secret)
  const found = await findSecret(hash)
  if (found && now - (found.last_used_at ?? 0) >= USE_GRAIN_MS) {
    await noteUse(hash, now).catch((error: unknown) => {
      // Revoked since it was read: nothing to note. Any other failure must not keep a caller out.
      if (!(error instanceof ConditionFailed))
        log.warn('last use of a key was not noted', { key_id: found.key_id, error: error as Error })
    })
  }
  return found
}

/** Who calls with this secret, for endpoints that the gateway lets through without a key. */
export async function resolveKey(secret: string): Promise<Caller | undefined> {
  if (!isWellFormed(secret)) return undefined
  const now = Date.now()
  const hash = hashOf(secret)
  const known = cache.get(hash)
  if (known && known.until > now) return known.caller
  cache.delete(hash)
  const found = await lookUpKey(secret, now)
  if (!found) return undefined
  const caller = { owner_id: found.owner_id, key_id: found.key_id, rate_limit: found.rate_limit }
  // The oldest goes first: a Map keeps the order of insertion.
  if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value as string)
  cache.set(hash, { caller, until: now + CACHE_MS })
  return caller
}
