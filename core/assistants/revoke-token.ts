// An assistant gives up what it was allowed (RFC 7009): the key ends, with its access token and its refresh tokens.
import { askedBy } from '../activity/asking.ts'
import type { ApiKey } from '../api-keys/api-key.ts'
import { endAssistantKey, keyOfRefreshToken } from '../api-keys/assistant-keys.ts'
import { findSecret, getKey } from '../api-keys/key-store.ts'
import { hashOf, isWellFormed } from '../api-keys/secret.ts'
import { REFRESH_PREFIX, TokenRefused } from './give-tokens.ts'

/** The active key of an access or refresh token; undefined for a token that has ended or was never given. */
async function keyOf(token: string, now: number): Promise<ApiKey | undefined> {
  if (isWellFormed(token, REFRESH_PREFIX)) return keyOfRefreshToken(hashOf(token))
  if (!isWellFormed(token)) return undefined
  const secret = await findSecret(hashOf(token))
  if (!secret || (secret.ends_at !== null && secret.ends_at <= now)) return undefined
  return getKey(secret.key_id)
}

/**
 * Ends the connection that the token belongs to. An invalid token, or one that is not an assistant's, changes nothing.
 * @throws {TokenRefused} where it was given to another client. @throws {AppError} `conflict`
 */
export async function revokeToken({ token, client_id, now }: { token: string; client_id: string; now: number }) {
  const key = await keyOf(token, now)
  if (key?.status !== 'active' || !key.assistant) return
  const { assistant, key_id } = key
  if (assistant.client_id !== client_id) throw new TokenRefused('invalid_grant', 'The token belongs to another client.')
  await askedBy({ kind: 'person', id: assistant.person_id, from: null }, () => endAssistantKey(key_id, now))
}
