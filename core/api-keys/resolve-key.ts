// Finds the caller of an API key's secret. A mistyped key costs no read; a good one costs one, then none for half a minute.
import { ConditionFailed, get } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { log } from '../log.ts'
import { memberKey } from '../table-keys.ts'
import { type KeySecret, MIRROR_SETTLES_MS } from './api-key.ts'
import { type Caller, callerOf } from './caller.ts'
import { findSecret, noteUse } from './key-store.ts'
import { isRole, reaches } from './rules/roles.ts'
import { hashOf, isWellFormed } from './secret.ts'

/** The precision of the last use. */
const USE_GRAIN_MS = 5 * 60_000
/** At most as long as the gateway's: both caches are outlived by what `endSecrets` writes. */
const CACHE_MS = (AUTHORIZER_CACHE_SECONDS / 2) * 1000
const CACHE_MAX = 2000

const cache = new Map<string, { caller: Caller; until: number }>()

/**
 * Looks the key up in the table, always. The gateway keeps the authorizer's answer for a minute; what ends meanwhile is
 * refused by its windows (`end-secrets.ts`), which a second cache behind that one would outlive.
 */
export async function lookUpKey(secret: string, now = Date.now()): Promise<KeySecret | undefined> {
  if (!isWellFormed(secret)) return undefined
  const hash = hashOf(secret)
  const found = await findSecret(hash)
  if (found && found.ends_at !== null && found.ends_at <= now) return undefined
  if (found && !(await stillMay(found))) return undefined
  if (found && now - (found.last_used_at ?? 0) >= USE_GRAIN_MS) {
    await noteUse(hash, now).catch((error: unknown) => {
      // Revoked since it was read: nothing to note. Any other failure must not keep a caller out.
      if (!(error instanceof ConditionFailed))
        log.warn('last use of a key was not noted', { key_id: found.key_id, error: error as Error })
    })
  }
  return found
}

/** Whether the person in whose name an assistant acts still has the role that it was given; true for keys of programs. */
async function stillMay({ owner_id, person_id, role }: KeySecret): Promise<boolean> {
  if (person_id === undefined || role === undefined) return true
  const own = (await get(memberKey(owner_id, person_id)))?.role
  return isRole(own) && reaches(own, role)
}

/** Whether the gateway lets requests through by its own copy of the key: it holds one, and that one has taken effect. */
export const hasOwnPlan = ({ mirrored, mirrored_at }: KeySecret, now: number): boolean =>
  mirrored && now - mirrored_at >= MIRROR_SETTLES_MS

/** The caller with this secret, for endpoints that the gateway lets through without a key. */
export async function resolveKey(secret: string): Promise<Caller | undefined> {
  if (!isWellFormed(secret)) return undefined
  const now = Date.now()
  const hash = hashOf(secret)
  const known = cache.get(hash)
  if (known && known.until > now) return known.caller
  cache.delete(hash)
  const found = await lookUpKey(secret, now)
  if (!found) return undefined
  const caller = callerOf(found)
  // The oldest goes first: a Map keeps the order of insertion.
  if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value as string)
  cache.set(hash, { caller, until: now + CACHE_MS })
  return caller
}
