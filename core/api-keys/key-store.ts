// API keys in the table: one function per access pattern.

import type { Deed } from '../activity/rules/activity.ts'
import {
  batchGet,
  ConditionFailed,
  get,
  type Item,
  queryPage,
  queryPages,
  type TransactItem,
  update,
} from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { apiKeyHashKey, apiKeyKey, apiKeysOf, revokedKeysOf, timed } from '../table-keys.ts'
import { transactAsAdmin } from './actor.ts'
import { ApiKey, KeySecret } from './api-key.ts'
import { beginCount, oneLess, oneMore } from './count-keys.ts'
import type { Role } from './rules/roles.ts'

const keyItem = (key: ApiKey) => ({
  ...apiKeyKey(key.key_id),
  owner_pk: apiKeysOf(key.owner_id),
  owner_sk: timed(key.created_at, key.key_id),
  ...key,
})

/** @param endsAt of an access token: Unix ms from which on it is refused. */
export const secretItem = (key: ApiKey, hash: string, endsAt?: number) => ({
  ...apiKeyHashKey(hash),
  key_id: key.key_id,
  owner_id: key.owner_id,
  rate_limit: key.rate_limit,
  mirrored: key.gateway_key_id !== undefined,
  // The copy is made with the key, and stays through all its secrets.
  mirrored_at: key.created_at,
  last_used_at: key.last_used_at,
  generation: key.generation,
  ...(key.assistant ? { person_id: key.assistant.person_id, role: key.assistant.role } : {}),
  ...(endsAt === undefined ? {} : { ends_at: endsAt, expires_at: secretExpiry(endsAt) }),
})

/** A secret that has ended is deleted by the table itself, some time afterwards. */
const secretExpiry = (endsAt: number): number => Math.ceil(endsAt / 1000) + 3600

export const absent = { ConditionExpression: 'attribute_not_exists(pk)' }

/** A key in what is remembered of changes. */
const named = ({ key_id, label }: ApiKey) => ({ target_id: key_id, target_name: label })

/** The owner has as many active keys as were to be allowed. */
export class TooManyKeys extends Error {}

export interface KeyToAdd {
  /** Active keys that the owner may have with it; without it, any number. */
  most?: number
  /** The person who asks; nobody for the operator. */
  by?: string
  /** The role that the person needs for it, where that is not admin. */
  role?: Role
  /** Unix ms from which on the secret is refused. */
  endsAt?: number
  /** Further writes of the same transaction. */
  also?: readonly TransactItem[]
}

/**
 * Stores a new key and what its secret resolves to.
 * @throws {TooManyKeys} @throws {NotAdmin} @throws {ConditionFailed} of `also`, by their place in it.
 */
export async function addKey(
  key: ApiKey & { secret_hash: string },
  { most, by, role, endsAt, also = [] }: KeyToAdd = {},
): Promise<void> {
  await beginCount(key.owner_id)
  const items: TransactItem[] = [
    ...also,
    { Put: { Item: keyItem(key), ...absent } },
    { Put: { Item: secretItem(key, key.secret_hash, endsAt), ...absent } },
  ]
  const deed: Deed = { action: 'key.created', ...named(key), details: { rate_limit: key.rate_limit } }
  if (key.assistant) deed.details = { ...deed.details, assistant: true, role: key.assistant.role }
  try {
    await transactAsAdmin(key.owner_id, by, [...items, oneMore(key.owner_id, most)], deed, role)
  } catch (error) {
    if (error instanceof ConditionFailed && error.failed.includes(items.length)) throw new TooManyKeys()
    throw error
  }
}

export async function getKey(keyId: string): Promise<ApiKey | undefined> {
  const item = await get(apiKeyKey(keyId))
  return item && ApiKey.parse(item)
}

/** The key or session of a secret, by its hash: the only read of a request that the gateway has no cached answer for. */
export async function findSecret(hash: string): Promise<KeySecret | undefined> {
  const item = await get(apiKeyHashKey(hash))
  return item && KeySecret.parse(item)
}

/** The hashes of all secrets of a key that the table may have something of. */
const secretsOf = ({ secret_hash, old_secret_hash }: ApiKey): string[] =>
  [secret_hash, old_secret_hash].filter((hash) => hash !== undefined)

/** The last of several uses, if there was any. */
export function latest(uses: readonly { last_used_at: number | null }[]): number | null {
  const times = uses.map(({ last_used_at }) => last_used_at).filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}

/** The keys of a list, the newest first, at most so many. */
async function newestOf(list: string, most: number): Promise<Item[]> {
  const query = {
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': list },
    ScanIndexForward: false,
  }
  if (Number.isFinite(most)) return (await queryPage({ ...query, Limit: most })).items
  return (await Array.fromAsync(queryPages(query))).flat()
}

/**
 * The keys of an owner, oldest first, with their last use: all active ones, and of the revoked ones those that were revoked last.
 * @param revoked how many of those; by default all.
 */
export async function listKeys(ownerId: string, revoked = Number.POSITIVE_INFINITY): Promise<ApiKey[]> {
  const lists = await Promise.all([
    newestOf(apiKeysOf(ownerId), Number.POSITIVE_INFINITY),
    revoked === 0 ? [] : newestOf(revokedKeysOf(ownerId), revoked),
  ])
  const rows = lists.flat()
  const keys = (await batchGet(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))).map((item) =>
    ApiKey.parse(item),
  )
  const hashes = keys.flatMap(secretsOf).map(apiKeyHashKey)
  const uses = Map.groupBy(
    (await batchGet(hashes)).map((item) => KeySecret.parse(item)),
    ({ key_id }) => key_id,
  )
  return keys
    .map((key) => ({ ...key, last_used_at: latest([key, ...(uses.get(key.key_id) ?? [])]) }))
    .sort((a, b) => a.created_at - b.created_at || a.key_id.localeCompare(b.key_id))
}

/** The key as it was read, and still active with the same secret: what rotating and revoking build on. */
const unchanged = (hash: string) => ({
  ConditionExpression: '#status = :active AND secret_hash = :old',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':active': 'active', ':old': hash } as Record<string, unknown>,
})

interface Rotation {
  oldHash: string
  newHash: string
  now: number
  /** Unix ms until which the old secret works too; absent when it ends as soon as the new one works. */
  keepOldUntil?: number
  /** The secret before the one that is replaced stays as it is. */
  keepEarlier?: boolean
  /** The admin who asks; nobody for the operator. */
  by?: string
}

/**
 * Swaps the secret. Only the secret that it replaces may stay valid for a while, no earlier one.
 * @throws {ConditionFailed} @throws {NotAdmin}
 */
export async function replaceSecret(
  key: ApiKey,
  { oldHash, newHash, now, keepOldUntil, keepEarlier = false, by }: Rotation,
): Promise<void> {
  const guard = unchanged(oldHash)
  const changed = { ...key, secret_hash: newHash, generation: key.generation + 1 }
  const set = 'SET secret_hash = :new, generation = :generation, rotated_at = :now, last_used_at = :used'
  const kept = keepOldUntil !== undefined
  const swap: TransactItem[] = [
    {
      Update: {
        Key: apiKeyKey(key.key_id),
        ...guard,
        UpdateExpression: kept
          ? `${set}, old_secret_hash = :old, old_secret_until = :until`
          : keepEarlier
            ? set
            : `${set} REMOVE old_secret_hash, old_secret_until`,
        ExpressionAttributeValues: {
          ...guard.ExpressionAttributeValues,
          ':new': newHash,
          ':generation': changed.generation,
          ':now': now,
          ':used': key.last_used_at,
          ...(kept ? { ':until': keepOldUntil } : {}),
        },
      },
    },
    { Put: { Item: secretItem(changed, newHash), ...absent } },
    kept
      ? {
          Update: {
            Key: apiKeyHashKey(oldHash),
            ConditionExpression: 'attribute_exists(pk)',
            UpdateExpression: 'SET ends_at = :until, expires_at = :expiry',
            ExpressionAttributeValues: { ':until': keepOldUntil, ':expiry': secretExpiry(keepOldUntil) },
          },
        }
      : { Delete: { Key: apiKeyHashKey(oldHash) } },
  ]
  if (key.old_secret_hash !== undefined && !keepEarlier)
    swap.push({ Delete: { Key: apiKeyHashKey(key.old_secret_hash) } })
  await transactAsAdmin(key.owner_id, by, swap, {
    action: 'key.rotated',
    ...named(key),
    details: { old_secret_until: keepOldUntil ?? (keepEarlier ? key.old_secret_until : null) },
  })
}

/**
 * Ends the key. The item stays for the list; what its secrets resolved to is deleted.
 * @param by the admin who asks; nobody for the operator. @throws {ConditionFailed} @throws {NotAdmin}
 */
export async function endKey(key: ApiKey, oldHash: string, now: number, by?: string): Promise<void> {
  const guard = unchanged(oldHash)
  await beginCount(key.owner_id)
  await transactAsAdmin(
    key.owner_id,
    by,
    [
      {
        Update: {
          Key: apiKeyKey(key.key_id),
          ...guard,
          UpdateExpression:
            'SET #status = :revoked, revoked_at = :now, last_used_at = :used, owner_pk = :list, owner_sk = :place ' +
            'REMOVE secret_hash, old_secret_hash, old_secret_until, refresh_hash',
          ExpressionAttributeValues: {
            ...guard.ExpressionAttributeValues,
            ':revoked': 'revoked',
            ':now': now,
            ':used': key.last_used_at,
            ':list': revokedKeysOf(key.owner_id),
            ':place': timed(now, key.key_id),
          },
        },
      },
      oneLess(key.owner_id),
      ...secretsOf(key).map((hash) => ({ Delete: { Key: apiKeyHashKey(hash) } })),
    ],
    { action: 'key.revoked', ...named(key) },
  )
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
