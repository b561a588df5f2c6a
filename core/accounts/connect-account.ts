// Connecting an account: with a token that is given directly, or with the code of the platform's consent page.

import { refuseNotAdmin } from '../api-keys/actor.ts'
import { encryptToken } from '../aws/secrets.ts'
import { ConditionFailed, type TransactItem } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { allowedPlatformHosts } from '../outbound/allowed-hosts.ts'
import { boundedLimits } from '../platforms/account-limits.ts'
import type { PlatformError, Profile, TokenGrant } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../platforms/facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { inParallel } from '../run-bounded.ts'
import { addAccount, findAccountId, getAccount, NoPermit, OfAnotherOwner, replaceAccount } from './account-store.ts'
import { type Callback, findAuthorization, takeAuthorization } from './authorization.ts'
import { appFor, type OperatorsApp } from './begin-connection.ts'
import { type Choice, closeChoice, offerChoice, openChoice } from './choice-store.ts'
import { copyPicture } from './copy-picture.ts'
import { type AppUse, forgetApp } from './registered-app.ts'
import type { Account } from './rules/account.ts'
import { boundedGrant, boundedProfile, fits, LONGEST_SESSION } from './rules/bounded-answers.ts'
import { handleNamed, originNamed } from './rules/named-host.ts'

/** When a session ends that was given without saying so; null for one without end. */
function endOf(platform: PlatformId, via: PlatformId | undefined, now: number): number | null {
  const { life_ms } = factsOf(via ?? platform).session
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

/** Only a platform that is known to the service can be connected. */
function platformIn(platform: PlatformId, { of }: Pick<TokenGrant, 'of'>): PlatformId {
  const named = of?.platform ?? platform
  const known = PLATFORM_IDS.find((id) => id === named)
  if (!known) throw new Error(`a grant is for ${named}, which is no platform`)
  return known
}

/** What the account may do, as far as it can be known: from the grant, else by reading what only publishing may read. */
async function checkPermissions({ platform, via }: Given, grant: Grant, profile: Profile): Promise<void> {
  const { scopes } = accessOf(factsOf(platform), via)
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
  return boundedProfile(answer.value)
}

interface Given {
  ownerId: string
  platform: PlatformId
  /** The platform that was signed in to, where the account is of another. */
  via?: PlatformId
  /** Refuse an account that is connected to another owner. */
  alone?: boolean
  /** The admin who connects it; nobody for the operator. */
  by?: string
  permit?: Permit
  now?: number
}

/** What allows an account to be connected, beside the admin: used up with each account, and checked as it is stored. */
export interface Permit {
  use(account: Account): TransactItem
  /** The refusal where it allows it no more. */
  refusal(): AppError
}

/** How often a write is tried again when the same account is being connected twice at once. */
const TRIES = 5

async function store(given: Given, grant: Grant, profile: Profile): Promise<Account> {
  const { ownerId, platform, via, alone, by, permit, now = Date.now() } = given
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
      limits: boundedLimits(profile.limits),
      connected_via: via ?? null,
      permissions: grant.scopes,
      status: 'active',
      status_reason: null,
      token_ciphertext: await encryptToken(id, grant.token),
      token_expires_at: grant.expires_at ?? endOf(platform, via, now),
      token_refreshed_at: grant.expires_at === null ? null : now,
      renew_at: grant.renew_at ?? null,
      renewal_begun_at: null,
      refresh_tried_at: null,
      refresh_problem: null,
      profile_synced_at: now,
      keep_failures: 0,
      figures_day: null,
      created_by: by ?? null,
      connected_at: now,
      created_at: before?.created_at ?? now,
      updated_at: now,
    }
    try {
      // What an owner has is not taken from another by being connected anew: the operator may have given it to both.
      const terms = { by, permit: permit?.use(account) }
      const ended = before?.status === 'disconnected'
      if (before) await replaceAccount(account, before.updated_at, now, { ...terms, alone: alone && ended })
      else await addAccount(account, now, { ...terms, alone })
      log.info('account connected', { account_id: id, owner_id: ownerId, platform, again: before !== undefined })
      return account
    } catch (error) {
      if (error instanceof OfAnotherOwner) {
        throw refuse(
          'account_of_another_owner',
          `@${profile.username} on ${nameOf(platform)} is connected to another team already. Have it disconnected there first, or choose another account.`,
        )
      }
      if (permit && error instanceof NoPermit) throw permit.refusal()
      if (!(error instanceof ConditionFailed) || round >= TRIES) return refuseNotAdmin(error)
    }
  }
}

interface WithToken extends Given {
  token: string
  /** The server that the account is on, where accounts have servers of their own: its name or address. */
  host?: string
  /** Ids of those to connect, where a token may be good for several; all without. */
  only?: readonly string[]
}

/** The grants of a token that the operator has. */
async function grantsOf({ platform, token, host }: WithToken): Promise<readonly TokenGrant[]> {
  const { signIn } = platformOf(platform)
  if (!signIn.withToken) return [{ token, expires_at: null }]
  const answer = await signIn.withToken({ token, ...(host === undefined ? {} : { host }) })
  if (answer.ok) return answer.value
  if (host !== undefined && answer.error.class === 'permanent')
    throw refuse('invalid_value', `host: ${answer.error.message}`, 'host')
  throw refusalOf(platform, answer.error, 'invalid_token')
}

/**
 * Connects the accounts that a long-lived token is good for; one that the owner has already keeps its id.
 * @throws {AppError} when the platform does not accept the token, for a personal account, for missing permissions.
 */
export async function connectAllWithToken(given: WithToken): Promise<[Account, ...Account[]]> {
  const { platform, only } = given
  const { asks } = factsOf(platform).sign_in
  const token = given.token.trim()
  if (token === '') throw refuse('invalid_token', 'The token is empty.')
  if (asks === 'host' && given.host === undefined)
    throw refuse('required', 'host: name the server that the account is on.', 'host')
  const host = given.host === undefined ? {} : { host: originNamed(given.host, allowedPlatformHosts()) }
  const grants = await grantsOf({ ...given, token, ...host })
  const unknown = only?.find((id) => !grants.some(({ of }) => of?.id === id))
  if (unknown !== undefined) {
    const there = grants.flatMap(({ of }) => of?.id ?? []).join(', ')
    throw refuse('invalid_value', `The token is not good for ${unknown}${there ? `; it is for ${there}` : ''}.`, 'page')
  }
  return connectAll(given, only ? grants.filter(({ of }) => of && only.includes(of.id)) : grants)
}

/** The first of them, of platforms on which one token is one account. */
export const connectWithToken = async (given: WithToken): Promise<Account> => (await connectAllWithToken(given))[0]

interface WithCode {
  ownerId: string
  /** When it was begun in a session: that one. */
  sessionId?: string
  /** The admin whose session it is, or whose link. */
  by?: string
  permit?: Permit
  /** Reads the app that the operator has. When it throws, the same answer can be handed in again. */
  operatorsApp: OperatorsApp
  callback: Callback
  now?: number
}

/** What came back from a page of consent, to what was granted. */
async function redeem(given: WithCode, now: number): Promise<{ platform: PlatformId; grants: readonly TokenGrant[] }> {
  const { ownerId, sessionId, operatorsApp, callback } = given
  const finisher = { ownerId, sessionId }
  const begun = await findAuthorization(finisher, callback, now)
  const use: AppUse = { platform: begun.platform, redirectUri: begun.redirect_uri, host: begun.host }
  const app = await appFor(use, operatorsApp)
  const { platform, ...taken } = await takeAuthorization(finisher, callback, now)
  const { signIn } = platformOf(platform)
  if (!signIn.finish) throw new Error(`${platform} has no page of consent`)
  const answer = await signIn.finish({ ...app, ...taken })
  if (answer.ok) return { platform, grants: answer.value }
  // The next to connect there is given an app that the host knows.
  if (answer.error.app_gone) await forgetApp(use, app)
  throw refusalOf(platform, answer.error, 'invalid_code')
}

/**
 * Finishes what `beginAuthorization` began, with what the platform sent back in the address: all that was granted.
 * @param given.ownerId who is signed in: an answer to what somebody else began is refused.
 * @throws {AppError} when access was refused, the state or the code is not good, and as `connectWithToken`.
 */
export async function connectAllWithCode(given: WithCode): Promise<[Account, ...Account[]]> {
  const { ownerId, sessionId, by, permit, now = Date.now() } = given
  const { platform, grants } = await redeem(given, now)
  // Whoever runs the service may connect an account to several owners; people may not take one from another.
  return connectAll({ ownerId, platform, alone: sessionId !== undefined, by, permit, now }, grants)
}

/** The first of them, of platforms on which one sign-in is one account. */
export const connectWithCode = async (given: WithCode): Promise<Account> => (await connectAllWithCode(given))[0]

const noneGranted = (platform: PlatformId): AppError =>
  refuse('connection_refused', `${nameOf(platform)} granted no account: choose one when you connect.`)

async function connectOne(given: Given, { of, scopes, ...rest }: TokenGrant): Promise<Account> {
  const platform = platformIn(given.platform, { of })
  const via = platform === given.platform ? {} : { via: given.platform }
  if (of?.problem) throw refuse('missing_permissions', `${of.name || of.username}: ${of.problem}`)
  if (!fits(rest))
    throw refuse(
      'invalid_token',
      `The session that ${nameOf(platform)} gave has more than ${LONGEST_SESSION} bytes, which is too long to be stored.`,
    )
  const grant: Grant = { ...boundedGrant(rest, given.now ?? Date.now()), scopes: scopes ?? null }
  const profile = await readProfile(platform, grant.token)
  if (of && profile.external_id !== of.id)
    throw refuse('invalid_token', `${nameOf(platform)} answered for another account.`)
  const connecting = { ...given, platform, ...via }
  await checkPermissions(connecting, grant, profile)
  return store(connecting, grant, profile)
}

/** Connects all that a sign-in gave and that can be connected. @returns the accounts in its order, one at least. */
async function connectAll(given: Given, grants: readonly TokenGrant[]): Promise<[Account, ...Account[]]> {
  const able = grants.filter(({ of }) => !of?.problem)
  const accounts: Account[] = []
  for (const grant of able.length > 0 ? able : grants.slice(0, 1)) accounts.push(await connectOne(given, grant))
  const [first, ...others] = accounts
  if (!first) throw noneGranted(given.platform)
  return [first, ...others]
}

/** What a sign-in in the dashboard came to: an account, or several to choose from. */
export type SignedIn = { account: Account } | { choice: Choice }

/** One account is connected at once; of several their owner chooses. */
async function connectOrOffer(
  given: Given & { sessionId: string },
  grants: readonly TokenGrant[],
  now: number,
): Promise<SignedIn> {
  const [only] = grants
  if (!only) throw noneGranted(given.platform)
  if (grants.length === 1) return { account: await connectOne(given, only) }
  return { choice: await offerChoice(given, given.platform, grants, now) }
}

/**
 * As `connectAllWithCode`, for people in their session, or by a link.
 * @param given.only the platforms whose accounts may be connected, where not all of what is granted may.
 */
export async function finishInSession(
  given: WithCode & { sessionId: string; only?: readonly string[] },
): Promise<SignedIn> {
  const { ownerId, sessionId, by, permit, only, now = Date.now() } = given
  const { platform, grants } = await redeem(given, now)
  const wanted = only ? grants.filter((grant) => only.includes(platformIn(platform, grant))) : grants
  return connectOrOffer({ ownerId, sessionId, platform, alone: true, by, permit, now }, wanted, now)
}

interface WithPassword extends Given {
  identifier: string
  password: string
  /** The server that the account is on, where it is known: its name or address. */
  host?: string
}

async function signInWithPassword({ platform, identifier, password, host }: WithPassword) {
  const { signIn } = platformOf(platform)
  if (!signIn.withPassword) throw refuse('invalid_value', `${nameOf(platform)} has no passwords for apps.`, 'platform')
  const origin = host === undefined ? {} : { host: originNamed(host, allowedPlatformHosts()) }
  const handle = handleNamed(identifier, 'identifier')
  const answer = await signIn.withPassword({ identifier: handle, password, ...origin })
  if (answer.ok) return answer.value
  const { class: kind, message } = answer.error
  const field = host === undefined ? 'identifier' : 'host'
  if (kind === 'permanent') throw refuse('invalid_value', `${field}: ${message}`, field)
  if (kind === 'reconnect')
    throw refuse('invalid_token', `${nameOf(platform)} does not accept the password: ${message}`, 'password')
  throw refusalOf(platform, answer.error, 'invalid_token')
}

/**
 * Connects the accounts that a password made for apps signs in to. The password is not kept.
 * @throws {AppError} as `connectWithToken`.
 */
export const connectWithPassword = async (given: WithPassword): Promise<[Account, ...Account[]]> =>
  connectAll(given, await signInWithPassword(given))

/** The same for people in their session. */
export async function passwordInSession(given: WithPassword & { sessionId: string }): Promise<SignedIn> {
  const grants = await signInWithPassword(given)
  return connectOrOffer({ ...given, alone: true }, grants, given.now ?? Date.now())
}

/** What became of each account that was chosen. */
export interface Chosen {
  connected: Account[]
  refused: { id: string; code: string; message: string }[]
}

/** Calls of platforms, pictures and writes of so many accounts at a time. */
const CONNECTED_AT_ONCE = 5

/**
 * Connects those of a choice that were chosen. What cannot be connected does not keep the others from it; it can be tried again.
 * @param given.accounts their ids, as the choice named them.
 * @throws {AppError} `invalid_state`; `invalid_value` for an id that was not offered; the first refusal where none was connected.
 */
export async function connectChosen(given: {
  ownerId: string
  sessionId: string
  by?: string
  permit?: Permit
  choice: string
  accounts: readonly string[]
  now?: number
}): Promise<Chosen> {
  const { ownerId, sessionId, by, permit, choice, accounts, now = Date.now() } = given
  const { platform, grants } = await openChoice(choice, { ownerId, sessionId }, now)
  const wanted = accounts.map((id, at) => {
    const grant = grants.find(({ of }) => of?.id === id)
    if (!grant)
      throw refuse('invalid_value', `accounts[${at}]: it is not one of those to choose from.`, `accounts[${at}]`)
    return { id, grant }
  })
  const connected: (Account | undefined)[] = wanted.map(() => undefined)
  const refusals: (AppError | undefined)[] = wanted.map(() => undefined)
  // A permit is one item, which each account writes: side by side they would only get in each other's way.
  await inParallel([...wanted.entries()], permit ? 1 : CONNECTED_AT_ONCE, async ([at, { grant }]) => {
    try {
      connected[at] = await connectOne({ ownerId, platform, alone: true, by, permit, now }, grant)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals[at] = error
    }
  })
  const done = connected.filter((account) => account !== undefined)
  const [first] = refusals.filter((refusal) => refusal !== undefined)
  if (done.length === 0 && first) throw first
  if (!first) await closeChoice(choice)
  return {
    connected: done,
    refused: wanted.flatMap(({ id }, at) => {
      const refusal = refusals[at]
      return refusal ? [{ id, code: refusal.code, message: refusal.message }] : []
    }),
  }
}
