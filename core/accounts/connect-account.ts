// Connecting an account: with a token that is given directly, or with the code of the platform's consent page.

import { refuseNotAdmin } from '../api-keys/actor.ts'
import { encryptToken } from '../aws/secrets.ts'
import { ConditionFailed } from '../aws/table.ts'
import { type AppError, refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import type { PlatformApp, PlatformError, Profile, TokenGrant } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { addAccount, findAccountId, getAccount, OfAnotherOwner, replaceAccount } from './account-store.ts'
import { type Callback, findAuthorization, takeAuthorization } from './authorization.ts'
import { copyPicture } from './copy-picture.ts'
import type { Account } from './rules/account.ts'

/** When a session ends that was given without saying so; null for one without end. */
function endOf(platform: PlatformId, now: number): number | null {
  const { life_ms } = factsOf(platform).session
  return life_ms === null ? null : now + life_ms
}

const nameOf = (platform: PlatformId): string => factsOf(platform).display_name

const missing = (platform: PlatformId, scopes: readonly string[]): AppError =>
  refuse(
    'missing_permissions',
    `${nameOf(platform)} was not granted ${scopes.join(' and ')}: connect the account again and grant all that is asked.`,
  )

/** A platform's refusal as ours. Its words were freed of anything secret by the connector. */
function refusalOf(platform: PlatformId, error: PlatformError, otherwise: 'invalid_token' | 'invalid_code'): AppError {
  const who = nameOf(platform)
  if (error.permission) return missing(platform, factsOf(platform).scopes.slice(0, 1))
  if (error.class === 'owner_action') {
    return refuse(
      'account_action_required',
      `${who} wants the account's owner to act in the app first: ${error.message}`,
    )
  }
  if (error.class === 'reconnect' || error.class === 'permanent') {
    if (otherwise === 'invalid_token') return refuse(otherwise, `${who} does not accept the token: ${error.message}`)
    const said = error.message.replace(/\.$/, '')
    return refuse(
      otherwise,
      `${who} does not accept the code: ${said}. A code works once, within an hour, with the secret of the app it was given to. Begin again.`,
    )
  }
  return refuse('platform_unavailable', `${who} cannot be asked now: ${error.message}`)
}

interface Grant {
  token: string
  /** Null where the platform did not say. */
  expires_at: number | null
  renew_at?: number
  scopes: string[] | null
}

/** What the account may do, as far as it can be known: from the grant, else by reading what only publishing may read. */
async function checkPermissions(platform: PlatformId, grant: Grant, profile: Profile): Promise<void> {
  const { scopes } = factsOf(platform)
  if (grant.scopes) {
    const lacking = scopes.filter((scope) => !grant.scopes!.includes(scope))
    if (lacking.length > 0) throw missing(platform, lacking)
    return
  }
  const answer = await platformOf(platform).quota({ external_id: profile.external_id, token: grant.token })
  if (!answer.ok && answer.error.permission) throw missing(platform, scopes.slice(1))
}

async function readProfile(platform: PlatformId, token: string): Promise<Profile> {
  const answer = await platformOf(platform).profile(token)
  if (!answer.ok) throw refusalOf(platform, answer.error, 'invalid_token')
  const { account_type: type, username } = answer.value
  const { account_types } = factsOf(platform)
  if (type !== null && account_types && !account_types.includes(type.toLowerCase())) {
    throw refuse(
      'personal_account',
      `@${username} is a ${type.toLowerCase()} account: ${nameOf(platform)} lets only business and creator accounts be published to.`,
    )
  }
  return answer.value
}

interface Given {
  ownerId: string
  platform: PlatformId
  /** Refuse an account that is connected to another owner. */
  alone?: boolean
  /** The admin who connects it; nobody for the operator. */
  by?: string
  now?: number
}

/** How often a write is tried again when the same account is being connected twice at once. */
const TRIES = 5

async function store(given: Given, grant: Grant, profile: Profile): Promise<Account> {
  const { ownerId, platform, alone, by, now = Date.now() } = given
  for (let round = 1; ; round += 1) {
    const known = await findAccountId(ownerId, platform, profile.external_id)
    const before = known === undefined ? undefined : await getAccount(known)
    const id = known ?? newId()
    const picture = await copyPicture(
      { id, external_profile_url: '', picture_key: null, ...before },
      platform,
      profile.picture_url,
    )
    const account: Account = {
      id,
      owner_id: ownerId,
      provider: platform,
      external_account_id: profile.external_id,
      external_username: profile.username,
      external_name: profile.name,
      external_bio: profile.biography,
      ...picture,
      account_type: profile.account_type,
      permissions: grant.scopes,
      status: 'active',
      status_reason: null,
      token_ciphertext: await encryptToken(id, grant.token),
      token_expires_at: grant.expires_at ?? endOf(platform, now),
      token_refreshed_at: grant.expires_at === null ? null : now,
      renew_at: grant.renew_at ?? null,
      renewal_begun_at: null,
      refresh_tried_at: null,
      refresh_problem: null,
      profile_synced_at: now,
      keep_failures: 0,
      created_by: by ?? null,
      connected_at: now,
      created_at: before?.created_at ?? now,
      updated_at: now,
    }
    try {
      // What an owner has is not taken from another by being connected anew: the operator may have given it to both.
      if (before) await replaceAccount(account, before.updated_at, now, alone && before.status === 'disconnected', by)
      else await addAccount(account, now, alone, by)
      log.info('account connected', { account_id: id, owner_id: ownerId, platform, again: before !== undefined })
      return account
    } catch (error) {
      if (error instanceof OfAnotherOwner) {
        throw refuse(
          'account_of_another_owner',
          `@${profile.username} on ${nameOf(platform)} is connected to another team already. Have it disconnected there first, or choose another account.`,
        )
      }
      if (!(error instanceof ConditionFailed) || round >= TRIES) return refuseNotAdmin(error)
    }
  }
}

/**
 * Connects the account that a long-lived token belongs to; one that the owner has already keeps its id.
 * @throws {AppError} when the platform does not accept the token, for a personal account, for missing permissions.
 */
export async function connectWithToken(given: Given & { token: string }): Promise<Account> {
  const { platform, token } = given
  if (token.trim() === '') throw refuse('invalid_token', 'The token is empty.')
  const grant: Grant = { token: token.trim(), expires_at: null, scopes: null }
  const profile = await readProfile(platform, grant.token)
  await checkPermissions(platform, grant, profile)
  return store(given, grant, profile)
}

interface WithCode {
  ownerId: string
  /** When it was begun in a session: that one. */
  sessionId?: string
  /** The admin whose session it is. */
  by?: string
  appOf: (platform: PlatformId) => Promise<PlatformApp>
  callback: Callback
  now?: number
}

/**
 * Finishes what `beginAuthorization` began, with what the platform sent back in the address.
 * @param given.ownerId who is signed in: an answer to what somebody else began is refused.
 * @param given.appOf reads the app. When it throws, the same answer can be handed in again.
 * @throws {AppError} when access was refused, the state or the code is not good, and as `connectWithToken`.
 */
export async function connectAllWithCode(given: WithCode): Promise<[Account, ...Account[]]> {
  const { ownerId, sessionId, by, appOf, callback, now = Date.now() } = given
  const finisher = { ownerId, sessionId }
  const app = await appOf((await findAuthorization(finisher, callback, now)).platform)
  const { platform, ...taken } = await takeAuthorization(finisher, callback, now)
  const { signIn } = platformOf(platform)
  if (!signIn.finish) throw new Error(`${platform} has no page of consent`)
  const answer = await signIn.finish({ ...app, ...taken })
  if (!answer.ok) throw refusalOf(platform, answer.error, 'invalid_code')
  // Whoever runs the service may connect an account to several owners; people may not take one from another.
  return connectAll({ ownerId, platform, alone: sessionId !== undefined, by, now }, answer.value)
}

/** The first of them, of platforms on which one sign-in is one account. */
export const connectWithCode = async (given: WithCode): Promise<Account> => (await connectAllWithCode(given))[0]

/** Connects all that a sign-in gave. @returns the accounts in its order, one at least. */
async function connectAll(given: Given, grants: readonly TokenGrant[]): Promise<[Account, ...Account[]]> {
  const { platform } = given
  const accounts: Account[] = []
  for (const { scopes = null, ...rest } of grants) {
    const grant: Grant = { ...rest, scopes }
    const profile = await readProfile(platform, grant.token)
    await checkPermissions(platform, grant, profile)
    accounts.push(await store(given, grant, profile))
  }
  const [first, ...others] = accounts
  if (!first) throw refuse('connection_refused', `${nameOf(platform)} granted no account: choose one when you connect.`)
  return [first, ...others]
}

/**
 * Connects the accounts that a password made for apps signs in to. The password is not kept.
 * @throws {AppError} as `connectWithToken`.
 */
export async function connectWithPassword(
  given: Given & { identifier: string; password: string; host?: string },
): Promise<[Account, ...Account[]]> {
  const { platform, identifier, password, host } = given
  const { signIn } = platformOf(platform)
  if (!signIn.withPassword) throw refuse('invalid_value', `${nameOf(platform)} has no passwords for apps.`, 'platform')
  const answer = await signIn.withPassword({ identifier, password, ...(host === undefined ? {} : { host }) })
  if (!answer.ok) throw refusalOf(platform, answer.error, 'invalid_token')
  return connectAll(given, answer.value)
}
