// Keys of assistants in the table: the code that becomes one, the refresh token that gives it its next secret.
import * as z from 'zod/mini'
import { ConditionFailed, get, put, type TransactItem, transact, update } from '../aws/table.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import { apiKeyHashKey, apiKeyKey, grantCodeKey, refreshTokenKey } from '../table-keys.ts'
import { hasRoleNow } from './actor.ts'
import type { ApiKey } from './api-key.ts'
import { revokeKey } from './change-key.ts'
import { endSecrets } from './end-secrets.ts'
import { absent, getKey, listKeys, secretItem } from './key-store.ts'
import { ASSISTANT_ROLES, type Role, reaches } from './rules/roles.ts'

/** A person's consent, until the assistant fetches its key. */
export const GrantCode = z.lazy(() =>
  z.object({
    /** The id that the key gets: a code that is shown twice ends it. */
    key_id: z.string(),
    owner_id: z.string(),
    person_id: z.string(),
    role: z.enum(ASSISTANT_ROLES),
    client_id: z.string(),
    client_name: z.string(),
    redirect_uri: z.string(),
    code_challenge: z.string(),
    resource: z.string(),
    /** Unix ms. */
    until: z.number(),
    used_at: z.optional(z.number()),
  }),
)
export type GrantCode = z.infer<typeof GrantCode>

/** Seconds that the table keeps something for after its end: what comes again later is still known for that. */
const KEPT_SECONDS = 3600
const expiry = (until: number): number => Math.ceil(until / 1000) + KEPT_SECONDS

/** Without a condition: where an answer got lost the SDK repeats the write, which would then meet itself. */
export const addCode = (hash: string, code: GrantCode): Promise<void> =>
  put({ ...grantCodeKey(hash), ...code, expires_at: expiry(code.until) })

export async function getCode(hash: string): Promise<GrantCode | undefined> {
  const item = await get(grantCodeKey(hash))
  return item && GrantCode.parse(item)
}

const use = (hash: string, now: number) => ({
  Key: grantCodeKey(hash),
  UpdateExpression: 'SET used_at = :now',
  ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(used_at)',
  ExpressionAttributeValues: { ':now': now },
})

/** As part of the transaction that makes the key: of two that show the code, one gets it. */
export const codeUsed = (hash: string, now: number): TransactItem => ({ Update: use(hash, now) })

/** Uses the code up without making a key of it. */
export async function spoilCode(hash: string, now: number): Promise<void> {
  const { Key, ...rest } = use(hash, now)
  await update(Key, rest).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

export const refreshTokenItem = (hash: string, keyId: string, until: number): TransactItem => ({
  Put: { Item: { ...refreshTokenKey(hash), key_id: keyId, expires_at: expiry(until) }, ...absent },
})

/** The key that a refresh token was made for, whether the token is the current one or an earlier one. */
export async function keyOfRefreshToken(hash: string): Promise<ApiKey | undefined> {
  const item = await get(refreshTokenKey(hash))
  return item && getKey(String(item.key_id))
}

type AssistantKey = ApiKey & { assistant: NonNullable<ApiKey['assistant']>; secret_hash: string }

export const isAssistantKey = (key: ApiKey): key is AssistantKey =>
  key.assistant !== undefined && key.secret_hash !== undefined

interface Renewal {
  secretHash: string
  /** Unix ms from which on the new secret is refused. */
  endsAt: number
  refreshHash: string
  /** Unix ms until which the new refresh token is good. */
  until: number
  now: number
}

/**
 * Gives the key its next secret and refresh token; those before stop at once. The person must still have the role.
 * @throws {ConditionFailed} where the key ended, was renewed, or the person has the role no more.
 */
export async function renewSecrets(key: AssistantKey, { secretHash, endsAt, refreshHash, until, now }: Renewal) {
  const changed = { ...key, generation: key.generation + 1 }
  const { owner_id, key_id, assistant } = key
  await transact([
    {
      Update: {
        Key: apiKeyKey(key_id),
        ConditionExpression: '#status = :active AND refresh_hash = :oldRefresh AND secret_hash = :old',
        UpdateExpression:
          'SET secret_hash = :new, refresh_hash = :newRefresh, generation = :generation, rotated_at = :now, ' +
          'last_used_at = :now, assistant.#until = :until',
        ExpressionAttributeNames: { '#status': 'status', '#until': 'until' },
        ExpressionAttributeValues: {
          ':active': 'active',
          ':old': key.secret_hash,
          ':new': secretHash,
          ':oldRefresh': key.refresh_hash,
          ':newRefresh': refreshHash,
          ':generation': changed.generation,
          ':now': now,
          ':until': until,
        },
      },
    },
    { Put: { Item: secretItem(changed, secretHash, endsAt), ...absent } },
    { Delete: { Key: apiKeyHashKey(key.secret_hash) } },
    refreshTokenItem(refreshHash, key_id, until),
    hasRoleNow(owner_id, assistant.person_id, assistant.role),
  ])
  await endSecrets(key_id, key.generation, now).catch((error: unknown) => {
    // The table no longer knows the secret, so it ends by itself when the gateway has forgotten it.
    log.warn('an ended secret could not be stopped at once', { key_id, error: error as Error })
  })
}

/** How often ending is tried where the key is renewed, or ended by somebody else, at the same moment. */
const TRIES = 4

/** Ends the key, if it has not ended yet. @throws {AppError} `conflict` where it is renewed again and again meanwhile. */
export async function endAssistantKey(keyId: string, now: number): Promise<void> {
  for (let tried = 1; (await getKey(keyId))?.status === 'active'; tried += 1)
    try {
      await revokeKey(keyId, now)
    } catch (error) {
      if (tried === TRIES || !(error instanceof AppError && error.code === 'conflict')) throw error
    }
}

/** Ends the keys of an owner that assistants no longer refresh: they do not count among those that the owner may have. */
export async function endUnusedAssistants(ownerId: string, now: number): Promise<void> {
  for (const key of await listKeys(ownerId, 0))
    if (key.assistant && key.assistant.until <= now) await endAssistantKey(key.key_id, now)
}

/**
 * Ends what assistants may do for the owner in the name of a person who left, or whose role no longer reaches it. Never throws: the person
 * has left by then. A key that could not be ended is refused all the same, once the gateway has forgotten it (`resolve-key.ts`).
 * @param role the person's role now; undefined for who left.
 */
export async function endAssistantsOf(
  ownerId: string,
  personId: string,
  role: Role | undefined,
  now: number,
): Promise<void> {
  try {
    const theirs = (await listKeys(ownerId, 0)).filter(
      ({ assistant }) => assistant?.person_id === personId && (role === undefined || !reaches(role, assistant.role)),
    )
    for (const { key_id } of theirs) await endAssistantKey(key_id, now)
  } catch (error) {
    log.error('assistants of a person were not ended', {
      owner_id: ownerId,
      person_id: personId,
      error: error as Error,
    })
  }
}
