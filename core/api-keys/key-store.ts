// API keys in the table: one function per access pattern.
import { batchGet, get, queryAll, type TransactItem, transact, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { apiKeyHashKey, apiKeyKey, apiKeysOf, sortable } from '../table-keys.ts'
import { ApiKey, KeySecret } from './api-key.ts'

const keyItem = (key: ApiKey) => ({
  ...apiKeyKey(key.key_id),
  owner_pk: apiKeysOf(key.owner_id),
  owner_sk: `${sortable(key.created_at)}#${key.key_id}`,
  ...key,
})

const secretItem = (key: ApiKey, hash: string) => ({
  ...apiKeyHashKey(hash),
  key_id: key.key_id,
  owner_id: key.owner_id,
  rate_limit: key.rate_limit,
  mirrored: key.gateway_key_id !== undefined,
  last_used_at: key.last_used_at,
})

const absent = { ConditionExpression: 'attribute_not_exists(pk)' }

/** Stores a new key and what its secret resolves to. */
export async function addKey(key: ApiKey & { secret_hash: string }): Promise<void> {
  await transact([
    { Put: { Item: keyItem(key), ...absent } },
    { Put: { Item: secretItem(key, key.secret_hash), ...absent } },
  ])
}

export async function getKey(keyId: string): Promise<ApiKey | undefined> {
  const item = await get(apiKeyKey(keyId))
  return item && ApiKey.parse(item)
}

/** What a secret resolves to, by its hash: the one read of a request that the gateway has no answer for. */
export async function findSecret(hash: string): Promise<KeySecret | undefined> {
  const item = await get(apiKeyHashKey(hash))
  return item && KeySecret.parse(item)
}

/** All keys of an owner, oldest first, with their last use. */
export async function listKeys(ownerId: string): Promise<ApiKey[]> {
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': apiKeysOf(ownerId) },
  })
  const keys = (await batchGet(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))).map((item) =>
    ApiKey.parse(item),
  )
  const hashes = keys.flatMap((key) => (key.secret_hash ? [apiKeyHashKey(key.secret_hash)] : []))
  const uses = new Map((await batchGet(hashes)).map((item) => [item.key_id, KeySecret.parse(item).last_used_at]))
  return keys
    .map((key) => ({ ...key, last_used_at: uses.get(key.key_id) ?? key.last_used_at }))
    .sort((a, b) => a.created_at - b.created_at || a.key_id.localeCompare(b.key_id))
}

/** The key as it was read, and still active with the same secret: what rotating and revoking build on. */
const unchanged = (hash: string) => ({
  ConditionExpression: '#status = :active AND secret_hash = :old',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':active': 'active', ':old': hash } as Record<string, unknown>,
})

/** Swaps the secret: the old one is gone in the same moment as the new one works. @throws {ConditionFailed} */
export async function replaceSecret(key: ApiKey, oldHash: string, newHash: string, now: number): Promise<void> {
  const guard = unchanged(oldHash)
  const changed = { ...key, secret_hash: newHash }
  const swap: TransactItem[] = [
    {
      Update: {
        Key: apiKeyKey(key.key_id),
        ...guard,
        UpdateExpression: 'SET secret_hash = :new, rotated_at = :now, last_used_at = :used',
        ExpressionAttributeValues: {
          ...guard.ExpressionAttributeValues,
          ':new': newHash,
          ':now': now,
          ':used': key.last_used_at,
        },
      },
    },
    { Delete: { Key: apiKeyHashKey(oldHash) } },
    { Put: { Item: secretItem(changed, newHash), ...absent } },
  ]
  await transact(swap)
}

/** Ends the key. The item stays for the list; what its secret resolved to is deleted. @throws {ConditionFailed} */
export async function endKey(key: ApiKey, oldHash: string, now: number): Promise<void> {
  const guard = unchanged(oldHash)
  await transact([
    {
      Update: {
        Key: apiKeyKey(key.key_id),
        ...guard,
        UpdateExpression: 'SET #status = :revoked, revoked_at = :now, last_used_at = :used REMOVE secret_hash',
        ExpressionAttributeValues: {
          ...guard.ExpressionAttributeValues,
          ':revoked': 'revoked',
          ':now': now,
          ':used': key.last_used_at,
        },
      },
    },
    { Delete: { Key: apiKeyHashKey(oldHash) } },
  ])
}

/** Notes when a key was last used; never brings back what was deleted meanwhile. @throws {ConditionFailed} */
export async function noteUse(hash: string, now: number): Promise<void> {
  await update(apiKeyHashKey(hash), {
    UpdateExpression: 'SET last_used_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  })
}

/** Forgets the mirrored key of a revoked one, after it was deleted in API Gateway. */
export async function forgetMirror(keyId: string): Promise<void> {
  await update(apiKeyKey(keyId), {
    UpdateExpression: 'REMOVE gateway_key_id',
    ConditionExpression: 'attribute_exists(pk)',
  })
}
