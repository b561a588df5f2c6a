// Rotating and revoking: the old secret ends in one transaction. Then the windows of its key learn of it, so that it is
// refused although the gateway still has a cached answer for it.
import { ConditionFailed } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { refuse } from '../errors.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { log } from '../log.ts'
import { refuseNotAdmin } from './actor.ts'
import type { ApiKey } from './api-key.ts'
import { endSecrets } from './end-secrets.ts'
import { unmirrorKey } from './gateway-keys.ts'
import { endKey, findSecret, forgetMirror, getKey, latest, listKeys, replaceSecret } from './key-store.ts'
import type { OldSecretHours } from './rules/old-secret.ts'
import { hashOf, newSecret } from './secret.ts'

async function activeKey(keyId: string): Promise<ApiKey & { secret_hash: string }> {
  const key = await getKey(keyId)
  if (!key) throw refuse('not_found', `There is no API key with the id ${keyId}.`)
  const { secret_hash } = key
  if (key.status !== 'active' || secret_hash === undefined)
    throw refuse('conflict', `The API key ${keyId} is revoked already.`)
  // The last use stands with the secret; it goes with the key from here on.
  const used = await findSecret(secret_hash)
  return { ...key, secret_hash, last_used_at: latest(used ? [key, used] : [key]) }
}

const contended = (keyId: string) => (error: unknown) => {
  if (error instanceof ConditionFailed) throw refuse('conflict', `The API key ${keyId} was changed at the same moment.`)
  return refuseNotAdmin(error)
}

/** Ends the key's secrets up to a generation. @returns when they end at the latest, Unix ms. */
async function stopAtOnce(keyId: string, generation: number, now: number): Promise<number> {
  try {
    await endSecrets(keyId, generation, now)
    return now
  } catch (error) {
    // The table no longer knows the secret, so it ends by itself when the gateway has forgotten it.
    log.warn('an ended secret could not be stopped at once', { key_id: keyId, error: error as Error })
    return now + AUTHORIZER_CACHE_SECONDS * 1000
  }
}

export interface RotateOptions {
  /** Hours that the old secret lives on; by default it stops at once. */
  keepOldHours?: OldSecretHours
  /** The admin who asks; undefined for the operator. */
  by?: string
  now?: number
  attempt?: Attempt
}

/**
 * Gives the key a new secret. The old one stops at once, or lives on for some hours; any before that stops. Where an earlier try
 * of the request did so, the secret that nobody was told is replaced, and the old one lives on for as long as it was given.
 * @returns with `oldStopsAt`, the Unix ms by which the old secret is refused.
 * @throws {AppError} when there is no such key, it is revoked or an assistant's, or another change came in between.
 */
export async function rotateKey(
  keyId: string,
  { keepOldHours = 0, by, now = Date.now(), attempt }: RotateOptions = {},
) {
  const key = await activeKey(keyId)
  // A secret of ours would have no end, and the assistant, which knows nothing of it, could not renew it.
  if (key.assistant) throw refuse('conflict', 'An assistant renews its key by itself. Revoke it to end the connection.')
  const secret = newSecret()
  const swap = { oldHash: key.secret_hash, newHash: hashOf(secret), now: attempt?.begunAt ?? now, by }
  const { old_secret_until: until } = key
  if (attempt?.again && key.rotated_at === attempt.begunAt && until !== null) {
    await replaceSecret(key, { ...swap, keepEarlier: true }).catch(contended(keyId))
    return { key, secret, oldStopsAt: until }
  }
  const keepOldUntil = keepOldHours === 0 ? undefined : now + keepOldHours * 3_600_000
  await replaceSecret(key, { ...swap, keepOldUntil }).catch(contended(keyId))
  const ended = keepOldUntil === undefined ? key.generation : key.generation - 1
  const stoppedBy = ended > 0 ? await stopAtOnce(keyId, ended, now) : now
  return { key, secret, oldStopsAt: keepOldUntil ?? stoppedBy }
}

/**
 * Stops the key for good.
 * @param by the admin who asks; undefined for the operator.
 * @returns with `stopsAt`, the Unix ms by which it is refused. @throws {AppError}
 */
export async function revokeKey(
  keyId: string,
  now = Date.now(),
  by?: string,
): Promise<{ key: ApiKey; stopsAt: number }> {
  const key = await activeKey(keyId)
  await endKey(key, key.secret_hash, now, by).catch(contended(keyId))
  return { key, stopsAt: await stopAtOnce(keyId, key.generation, now) }
}

/**
 * Deletes the gateway's copies of keys that were revoked a while ago. Not on revoking: as long as the gateway's authorizer
 * answer is cached, a missing copy would turn the 401 into a 403.
 */
export async function dropRevokedMirrors(ownerId: string, now = Date.now()): Promise<void> {
  const settled = now - 2 * AUTHORIZER_CACHE_SECONDS * 1000
  for (const key of await listKeys(ownerId)) {
    if (key.gateway_key_id === undefined || key.revoked_at === null || key.revoked_at > settled) continue
    await unmirrorKey(key.gateway_key_id)
    await forgetMirror(key.key_id)
  }
}
