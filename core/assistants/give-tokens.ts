// The token endpoint's work: a code becomes a key with a refresh token, a refresh token gives the key its next secret.
import { askedBy } from '../activity/asking.ts'
import { NotAdmin } from '../api-keys/actor.ts'
import { DEFAULT_RATE_LIMIT, MOST_KEYS } from '../api-keys/api-key.ts'
import {
  codeUsed,
  endAssistantKey,
  endUnusedAssistants,
  getCode,
  isAssistantKey,
  keyOfRefreshToken,
  refreshTokenItem,
  renewSecrets,
  spoilCode,
} from '../api-keys/assistant-keys.ts'
import { issueKey } from '../api-keys/issue-key.ts'
import { TooManyKeys } from '../api-keys/key-store.ts'
import { hashOf, isWellFormed, newSecret } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import { challengeFits } from './proof.ts'
import { mcpResource } from './rules/client.ts'
import { ACCESS_MS, SENT_TWICE_MS, UNUSED_MS } from './rules/grant-life.ts'
import { placeOf } from './rules/redirect-address.ts'

/** Begins a refresh token. */
export const REFRESH_PREFIX = 'spr_'

export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  /** Seconds. */
  expires_in: number
  refresh_token: string
  scope: string
}

/** A refusal in the words of OAuth (RFC 6749, 5.2). */
export class TokenRefused extends Error {
  readonly code: 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type'
  constructor(code: TokenRefused['code'], message: string) {
    super(message)
    this.name = 'TokenRefused'
    this.code = code
  }
}

/** The same words whatever was wrong with it: who tries codes learns nothing. */
const badCode = () => new TokenRefused('invalid_grant', 'The code is not valid, has ended, or was used.')
const badRefresh = () =>
  new TokenRefused('invalid_grant', 'The refresh token is not valid, or the connection has ended.')

function checkResource(resource: string | undefined): void {
  if (resource !== undefined && resource !== mcpResource(setting(ENV.dashboardUrl)))
    throw new TokenRefused('invalid_target', 'This service issues no tokens for this resource.')
}

const tokens = (secret: string, refresh: string, role: string): Tokens => ({
  access_token: secret,
  token_type: 'Bearer',
  expires_in: ACCESS_MS / 1000,
  refresh_token: refresh,
  scope: role,
})

export interface CodeShown {
  code: string
  client_id: string
  redirect_uri: string
  code_verifier: string
  resource?: string
  now: number
}

/** Makes a key of a code. @throws {TokenRefused} */
export async function exchangeCode({ code, now, ...shown }: CodeShown): Promise<Tokens> {
  checkResource(shown.resource)
  const hash = hashOf(code)
  const given = await getCode(hash)
  if (!given) throw badCode()
  const { key_id, owner_id, person_id, role, client_id } = given
  if (given.used_at !== undefined) {
    log.warn('a code was shown twice: its key ends', { key_id, owner_id })
    await endAssistantKey(key_id, now)
    throw badCode()
  }
  if (given.until <= now) throw badCode()
  const isOurs =
    client_id === shown.client_id &&
    given.redirect_uri === shown.redirect_uri &&
    given.resource === mcpResource(setting(ENV.dashboardUrl)) &&
    challengeFits(shown.code_verifier, given.code_challenge)
  const owner = isOurs ? await getOwner(owner_id) : undefined
  if (!owner) {
    // The caller is not the one that asked for the code: the code is used up.
    await spoilCode(hash, now)
    throw badCode()
  }
  await endUnusedAssistants(owner_id, now)
  const refresh = newSecret(REFRESH_PREFIX)
  const until = now + UNUSED_MS
  try {
    const { secret } = await askedBy({ kind: 'person', id: person_id, from: null }, () =>
      issueKey({
        ownerId: owner_id,
        label: given.client_name,
        rateLimit: Math.min(DEFAULT_RATE_LIMIT, owner.rate_limit_max),
        most: MOST_KEYS,
        by: person_id,
        now,
        keyId: key_id,
        assistant: {
          role,
          endsAt: now + ACCESS_MS,
          refresh_hash: hashOf(refresh),
          assistant: { person_id, role, client_id, redirect_host: placeOf(new URL(given.redirect_uri)), until },
          also: [codeUsed(hash, now), refreshTokenItem(hashOf(refresh), key_id, until)],
        },
      }),
    )
    return tokens(secret, refresh, role)
  } catch (error) {
    if (error instanceof TooManyKeys)
      throw new TokenRefused('invalid_grant', `The team has ${MOST_KEYS} keys; revoke one that is no longer needed.`)
    // Used at the same moment, or the person has the role no more.
    if (error instanceof ConditionFailed || error instanceof NotAdmin) throw badCode()
    throw error
  }
}

export interface RefreshShown {
  refresh_token: string
  client_id: string
  resource?: string
  now: number
}

/** Gives the key of a refresh token its next secret, and another refresh token. @throws {TokenRefused} */
export async function refreshTokens({ refresh_token, client_id, resource, now }: RefreshShown): Promise<Tokens> {
  checkResource(resource)
  if (!isWellFormed(refresh_token, REFRESH_PREFIX)) throw badRefresh()
  const hash = hashOf(refresh_token)
  const key = await keyOfRefreshToken(hash)
  if (key?.status !== 'active' || !isAssistantKey(key) || key.assistant.client_id !== client_id) throw badRefresh()
  const { key_id, owner_id, assistant } = key
  if (key.refresh_hash !== hash) {
    if (now - (key.rotated_at ?? 0) > SENT_TWICE_MS) {
      log.warn('a refresh token was used that had been replaced: its key ends', { key_id, owner_id })
      await endAssistantKey(key_id, now)
    }
    throw badRefresh()
  }
  if (assistant.until <= now) {
    await endAssistantKey(key_id, now)
    throw badRefresh()
  }
  const secret = newSecret()
  const next = newSecret(REFRESH_PREFIX)
  await renewSecrets(key, {
    secretHash: hashOf(secret),
    endsAt: now + ACCESS_MS,
    refreshHash: hashOf(next),
    until: now + UNUSED_MS,
    now,
  }).catch((error: unknown) => {
    if (error instanceof ConditionFailed) throw badRefresh()
    throw error
  })
  return tokens(secret, next, assistant.role)
}
