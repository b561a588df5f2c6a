// The keys of an owner as its people manage them in the dashboard.

import { NotAdmin, noAdmin } from '../api-keys/actor.ts'
import { type ApiKey, DEFAULT_RATE_LIMIT, MOST_KEYS, REVOKED_SHOWN } from '../api-keys/api-key.ts'
import { revokeKey, rotateKey } from '../api-keys/change-key.ts'
import { countRequests } from '../api-keys/count-requests.ts'
import { issueKey } from '../api-keys/issue-key.ts'
import { getKey, listKeys, TooManyKeys } from '../api-keys/key-store.ts'
import type { OldSecretHours } from '../api-keys/rules/old-secret.ts'
import type { AssistantRole } from '../api-keys/rules/roles.ts'
import { COUNTED_MS } from '../api-keys/windows.ts'
import { Contended } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { type Attempt, firstAttempt } from '../idempotency/attempt.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import { inParallel } from '../run-bounded.ts'
import { requireOwnerById } from './owners.ts'

/** Keys whose requests are counted at a time. */
const COUNTED_AT_ONCE = 10

export interface OwnerKeyView {
  id: string
  name: string
  rate_limit: number
  status: 'active' | 'revoked'
  /** Null for the operator, and for keys that were made before this was noted. */
  created_by: Maker | null
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  rotated_at: number | null
  /** While the secret before the last rotation lives on: until when. */
  old_secret_until: number | null
  requests_last_day: number
  /** Set for the key of an assistant: its role, and how long it stays without use. It acts in the name of its maker. */
  assistant: { role: AssistantRole; redirect_host: string; until: number } | null
}

/** Oldest first, the last of the revoked ones among them; and the highest rate that one may be given. */
export async function describeKeys(
  ownerId: string,
  now: number,
): Promise<{ keys: OwnerKeyView[]; rateLimitMax: number }> {
  const [owner, keys] = await Promise.all([requireOwnerById(ownerId), listKeys(ownerId, REVOKED_SHOWN)])
  const makerOf = await makersOf(keys)
  const counts = new Map<string, number>()
  await inParallel(keys, COUNTED_AT_ONCE, async ({ key_id, revoked_at }) => {
    counts.set(key_id, revoked_at !== null && revoked_at < now - COUNTED_MS ? 0 : await countRequests(key_id, now))
  })
  return {
    rateLimitMax: owner.rate_limit_max,
    keys: keys.map((key) => ({
      id: key.key_id,
      name: key.label ?? '',
      rate_limit: key.rate_limit,
      status: key.status,
      created_by: makerOf(key.created_by),
      created_at: key.created_at,
      last_used_at: key.last_used_at,
      revoked_at: key.revoked_at,
      rotated_at: key.rotated_at,
      old_secret_until: key.old_secret_until !== null && key.old_secret_until > now ? key.old_secret_until : null,
      requests_last_day: counts.get(key.key_id) ?? 0,
      assistant: key.assistant
        ? { role: key.assistant.role, redirect_host: key.assistant.redirect_host, until: key.assistant.until }
        : null,
    })),
  }
}

/**
 * Issues a key within the owner's limits. The gateway holds no copy of it: functions that people reach over the network may
 * change nothing there. Such keys share one generous plan, and the exact limit of the functions holds each of them.
 * @param given.by the admin who asks.
 * @throws {AppError} `too_big` for a rate above the owner's; `conflict` where the owner has as many keys as it may;
 * `role_required`
 */
export async function createOwnerKey(given: {
  ownerId: string
  name: string
  rateLimit?: number
  by?: string
  now: number
  attempt?: Attempt
}) {
  const { ownerId, name, rateLimit, by, now, attempt = firstAttempt(given.now) } = given
  // Nobody was told the secret that an earlier try made: the key gets another.
  if (attempt.again && (await getKey(attempt.id))?.owner_id === ownerId) return rotateKey(attempt.id, { by, now })
  const owner = await requireOwnerById(ownerId)
  const most = owner.rate_limit_max
  if (rateLimit !== undefined && rateLimit > most) {
    throw refuse(
      'too_big',
      `rate_limit is ${rateLimit}; at most ${most} is allowed. The operator can raise it.`,
      'rate_limit',
    )
  }
  const wanted = rateLimit ?? Math.min(DEFAULT_RATE_LIMIT, most)
  const { id: keyId } = attempt
  return issueKey({ ownerId, keyId, label: name, rateLimit: wanted, most: MOST_KEYS, by, now }).catch(
    (error: unknown) => {
      if (error instanceof NotAdmin) throw noAdmin()
      if (error instanceof TooManyKeys)
        throw refuse('conflict', `There are ${MOST_KEYS} keys; revoke one that is no longer needed.`)
      if (error instanceof Contended)
        throw refuse('conflict', 'Several keys were created at the same moment, and this one was not. Try again.')
      throw error
    },
  )
}

async function requireOwnKey(ownerId: string, keyId: string): Promise<ApiKey> {
  const key = await getKey(keyId)
  if (key?.owner_id !== ownerId) throw refuse('not_found', 'There is no API key with this id.')
  return key
}

/**
 * Gives the key another secret.
 * @param given.keepOldHours how long the secret before it works. @param given.by the admin who asks.
 * @throws {AppError} `not_found` for another owner's; `conflict` for a revoked one, and one of an assistant; `role_required`
 */
export async function rotateOwnerKey(given: {
  ownerId: string
  keyId: string
  keepOldHours: OldSecretHours
  by?: string
  now: number
  attempt?: Attempt
}) {
  const { ownerId, keyId, ...more } = given
  await requireOwnKey(ownerId, keyId)
  return rotateKey(keyId, more)
}

/** @throws {AppError} `not_found` for another owner's; `conflict` for a revoked one; `role_required` */
export async function revokeOwnerKey(ownerId: string, keyId: string, now: number, by?: string): Promise<void> {
  await requireOwnKey(ownerId, keyId)
  await revokeKey(keyId, now, by)
}
