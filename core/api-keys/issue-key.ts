// Issues an API key. Its secret is in the answer and nowhere else, except that an answer to a request with an Idempotency-Key is
// kept encrypted for a day (`seal-key.ts`).
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { type ApiKey, DEFAULT_RATE_LIMIT, MAX_RATE_LIMIT } from './api-key.ts'
import { type Gateway, mirrorKey, unmirrorKey } from './gateway-keys.ts'
import { addKey, type KeyToAdd } from './key-store.ts'
import { hashOf, newSecret } from './secret.ts'

const MAX_LABEL = 100

export interface NewKey {
  ownerId: string
  rateLimit?: number
  label?: string
  /** The key's id; a new one by default. */
  keyId?: string
  /** Where a copy of the key is made; without it the key shares the plan of keys without a copy. */
  gateway?: Gateway
  /** Active keys that the owner may have with this one; without it, any number. */
  most?: number
  /** Set for an access token: the end of its secret, and the data of the refresh token. */
  assistant?: Pick<ApiKey, 'assistant' | 'refresh_hash'> & Pick<KeyToAdd, 'endsAt' | 'role' | 'also'>
  /** The admin who asks, who must still be one; without it, the operator. */
  by?: string
  now?: number
}

/** @throws {AppError} when rate or label is not one. @throws {TooManyKeys} @throws {NotAdmin} */
export async function issueKey({
  ownerId,
  rateLimit = DEFAULT_RATE_LIMIT,
  label,
  keyId = newId(),
  gateway,
  most,
  assistant: { endsAt, role, also, ...assistant } = {} as NonNullable<NewKey['assistant']>,
  by,
  now = Date.now(),
}: NewKey) {
  if (!Number.isInteger(rateLimit) || rateLimit < 1 || rateLimit > MAX_RATE_LIMIT) {
    throw refuse('invalid_value', `The rate limit must be a whole number of requests a minute, 1 to ${MAX_RATE_LIMIT}.`)
  }
  if (label !== undefined && (label === '' || [...label].length > MAX_LABEL || /\p{Cc}/u.test(label))) {
    throw refuse('invalid_value', `The label must be one line of 1 to ${MAX_LABEL} characters.`)
  }
  const secret = newSecret()
  // The gateway first: what it holds without an item in the table opens nothing, the other way round a caller would be refused.
  const gatewayKeyId = gateway && (await mirrorKey(gateway, keyId, rateLimit))
  const key: ApiKey & { secret_hash: string } = {
    key_id: keyId,
    owner_id: ownerId,
    label: label ?? null,
    rate_limit: rateLimit,
    status: 'active',
    secret_hash: hashOf(secret),
    generation: 1,
    old_secret_until: null,
    gateway_key_id: gatewayKeyId,
    created_by: by ?? null,
    ...assistant,
    created_at: now,
    rotated_at: null,
    revoked_at: null,
    last_used_at: null,
  }
  try {
    await addKey(key, { most, by, endsAt, role, also })
  } catch (error) {
    if (gatewayKeyId) await unmirrorKey(gatewayKeyId)
    throw error
  }
  return { key, secret }
}
