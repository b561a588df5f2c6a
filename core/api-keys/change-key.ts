// Rotating and revoking: the old secret ends in one transaction. The gateway may go on with its cached answer for a minute.
import { ConditionFailed } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { refuse } from '../errors.ts'
import type { ApiKey } from './api-key.ts'
import { unmirrorKey } from './gateway-keys.ts'
import { endKey, findSecret, forgetMirror, getKey, listKeys, replaceSecret } from './key-store.ts'
import { hashOf, newSecret } from './secret.ts'

async function activeKey(keyId: string): Promise<ApiKey & { secret_hash: string }> {
  const key = await getKey(keyId)
  if (!key) throw refuse('not_found', `There is no API key with the id ${keyId}.`)
  const { secret_hash } = key
  if (key.status !== 'active' || secret_hash === undefined) throw refuse('conflict', `The API key ${keyId} is revoked.`)
  // The last use stands with the secret; it goes with the key from here on.
  const used = (await findSecret(secret_hash))?.last_used_at ?? key.last_used_at
  return { ...key, secret_hash, last_used_at: used }
}

const contended = (keyId: string) => (error: unknown) => {
  if (error instanceof ConditionFailed) throw refuse('conflict', `The API key ${keyId} was changed at the same moment.`)
  throw error
}

/** Gives the key a new secret; the old one stops. @throws {AppError} */
export async function rotateKey(keyId: string, now = Date.now()): Promise<{ key: ApiKey; secret: string }> {
  const key = await activeKey(keyId)
  const secret = newSecret()
  await replaceSecret(key, key.secret_hash, hashOf(secret), now).catch(contended(keyId))
  return { key, secret }
}

/** Stops the key for good. @throws {AppError} */
export async function revokeKey(keyId: string, now = Date.now()): Promise<ApiKey> {
  const key = await activeKey(keyId)
  await endKey(key, key.secret_hash, now).catch(contended(keyId))
  return key
}

/**
 * Deletes the gateway's copies of keys that were revoked a while ago. Not on revoking: as long as the gateway's authorizer
 * answer is cached, a missing copy would make a 403 of what is to be a 401.
 */
export async function dropRevokedMirrors(ownerId: string, now = Date.now()): Promise<void> {
  const settled = now - 2 * AUTHORIZER_CACHE_SECONDS * 1000
  for (const key of await listKeys(ownerId)) {
    if (key.gateway_key_id === undefined || key.revoked_at === null || key.revoked_at > settled) continue
    await unmirrorKey(key.gateway_key_id)
    await forgetMirror(key.key_id)
  }
}
