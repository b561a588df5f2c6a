// Connecting accounts, each way there is: with a token that is given directly, with the code of the platform's consent page, with a
// password made for apps, or by choosing from what one of those gave.

import { type AppError, refuse } from '../errors.ts'
import { allowedPlatformHosts } from '../outbound/allowed-hosts.ts'
import { platformOf } from '../platforms/connectors.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { TokenGrant } from '../platforms/sign-in.ts'
import { type Callback, findAuthorization, takeAuthorization } from './authorization.ts'
import { appFor, type OperatorsApp } from './begin-connection.ts'
import { type Choice, closeChoice, offerChoice, openChoice } from './choice-store.ts'
import {
  connectEach,
  connectOne,
  type Given,
  nameOf,
  type Permit,
  platformIn,
  refusalOf,
  type Tried,
} from './connect-granted.ts'
import { inConnectingPlace } from './connecting-places.ts'
import { type AppUse, forgetApp } from './registered-app.ts'
import type { Account } from './rules/account.ts'
import { handleNamed, originNamed } from './rules/named-host.ts'

interface WithToken extends Given {
  token: string
  /** The server that the account is on, where accounts have servers of their own: its name or address. */
  host?: string
  /** Ids of the accounts to connect, where a token may give several; without it all. */
  only?: readonly string[]
}

/** The grants of a token that the operator has. */
async function grantsOf({ platform, token, host }: WithToken): Promise<readonly TokenGrant[]> {
  const { signIn } = await platformOf(platform)
  if (!signIn.withToken) return [{ token, expires_at: null }]
  const answer = await signIn.withToken({ token, ...(host === undefined ? {} : { host }) })
  if (answer.ok) return answer.value
  if (host !== undefined && answer.error.class === 'permanent')
    throw refuse('invalid_value', `host: ${answer.error.message}`, 'host')
  throw refusalOf(platform, answer.error, 'invalid_token')
}

/**
 * Connects the accounts that a long-lived token gives access to; one that the owner has already keeps its id.
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
    throw refuse(
      'invalid_value',
      `The token gives no access to ${unknown}${there ? `; it is for ${there}` : ''}.`,
      'page',
    )
  }
  return connectAll(given, only ? grants.filter(({ of }) => of && only.includes(of.id)) : grants)
}

/** The first of them, of platforms on which one token is one account. */
export const connectWithToken = async (given: WithToken): Promise<Account> => (await connectAllWithToken(given))[0]

interface WithCode {
  ownerId: string
  /** The session that it was started in, if it was started in one. */
  sessionId?: string
  /** The admin whose session it is, or whose link. */
  by?: string
  /** Reads the app that the operator has. When it throws, the same answer can be handed in again. */
  operatorsApp: OperatorsApp
  callback: Callback
  now?: number
}

/** Exchanges what the consent page sent back for the grants. */
async function redeem(given: WithCode, now: number): Promise<{ platform: PlatformId; grants: readonly TokenGrant[] }> {
  const { ownerId, sessionId, operatorsApp, callback } = given
  const finisher = { ownerId, sessionId }
  const begun = await findAuthorization(finisher, callback, now)
  const use: AppUse = { platform: begun.platform, redirectUri: begun.redirect_uri, host: begun.host }
  const app = await appFor(use, operatorsApp)
  const { platform, ...taken } = await takeAuthorization(finisher, callback, now)
  const { signIn } = await platformOf(platform)
  if (!signIn.finish) throw new Error(`${platform} has no consent page`)
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
  const { ownerId, sessionId, by, now = Date.now() } = given
  const { platform, grants } = await redeem(given, now)
  // The operator may connect an account to several owners; people may not take one from another.
  return connectAll({ ownerId, platform, alone: sessionId !== undefined, by, now }, grants)
}

/** The first of them, of platforms on which one sign-in is one account. */
export const connectWithCode = async (given: WithCode): Promise<Account> => (await connectAllWithCode(given))[0]

const noneGranted = (platform: PlatformId): AppError =>
  refuse('connection_refused', `${nameOf(platform)} granted no account: choose one when you connect.`)

/** Connects all that a sign-in gave and that can be connected. @returns the accounts in its order, one at least. */
async function connectAll(given: Given, grants: readonly TokenGrant[]): Promise<[Account, ...Account[]]> {
  const accounts: Account[] = []
  for (const grant of ableOf(grants)) accounts.push(await connectOne(given, grant))
  const [first, ...others] = accounts
  if (!first) throw noneGranted(given.platform)
  return [first, ...others]
}

/** The grants that can be connected; where none can, the first one, which says why. */
function ableOf(grants: readonly TokenGrant[]): readonly TokenGrant[] {
  const able = grants.filter(({ of }) => !of?.problem)
  return able.length > 0 ? able : grants.slice(0, 1)
}

/** Accounts that were connected, and what kept others from it. */
export interface Connected {
  connected: Account[]
  refused: { id: string; code: string; message: string }[]
}

/** @throws {AppError} the first refusal, where nothing was connected. */
function outcomeOf(grants: readonly TokenGrant[], tried: readonly Tried[]): Connected {
  const connected = tried.flatMap((one) => ('account' in one ? [one.account] : []))
  const refused = tried.flatMap((one, at) => {
    if ('account' in one) return []
    return [{ id: grants[at]!.of?.id ?? '', code: one.refusal.code, message: one.refusal.message }]
  })
  const [first] = tried.flatMap((one) => ('refusal' in one ? [one.refusal] : []))
  if (connected.length === 0 && first) throw first
  return { connected, refused }
}

/** The result of a sign-in in the dashboard: an account, or several to choose from. */
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
 * @param given.only the platforms whose accounts may be connected, if not all granted ones may.
 * @throws {AppError} also `rate_limit_exceeded`, as the others that people use.
 */
export function finishInSession(
  given: WithCode & Pick<Given, 'permit' | 'checkRoom'> & { sessionId: string; only?: readonly string[] },
): Promise<SignedIn> {
  const { ownerId, sessionId, by, permit, checkRoom, only, now = Date.now() } = given
  return inConnectingPlace(ownerId, async () => {
    const { platform, grants } = await redeem(given, now)
    const wanted = only ? grants.filter((grant) => only.includes(platformIn(platform, grant))) : grants
    return connectOrOffer({ ownerId, sessionId, platform, alone: true, by, permit, checkRoom, now }, wanted, now)
  })
}

interface WithPassword extends Given {
  identifier: string
  password: string
  /** The server that the account is on, where it is known: its name or address. */
  host?: string
}

async function signInWithPassword({ platform, identifier, password, host }: WithPassword) {
  const { signIn } = await platformOf(platform)
  if (!signIn.withPassword) throw refuse('invalid_value', `${nameOf(platform)} has no app passwords.`, 'platform')
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
export const passwordInSession = (given: WithPassword & { sessionId: string }): Promise<SignedIn> =>
  inConnectingPlace(given.ownerId, async () => {
    const grants = await signInWithPassword(given)
    return connectOrOffer({ ...given, alone: true }, grants, given.now ?? Date.now())
  })

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
  checkRoom?: Given['checkRoom']
  choice: string
  accounts: readonly string[]
  now?: number
}): Promise<Connected> {
  const { ownerId, sessionId, by, permit, checkRoom, choice, accounts, now = Date.now() } = given
  const { platform, grants } = await openChoice(choice, { ownerId, sessionId }, now)
  const chosen = accounts.map((id, at) => {
    const grant = grants.find(({ of }) => of?.id === id)
    if (!grant)
      throw refuse('invalid_value', `accounts[${at}]: it is not one of the accounts to choose from.`, `accounts[${at}]`)
    return grant
  })
  // A permit is one item, which each account writes: side by side they would only get in each other's way.
  const atOnce = permit ? 1 : CONNECTED_AT_ONCE
  const tried = await inConnectingPlace(ownerId, () =>
    connectEach({ ownerId, platform, alone: true, by, permit, checkRoom, now }, chosen, atOnce),
  )
  const came = outcomeOf(chosen, tried)
  if (came.refused.length === 0) await closeChoice(choice)
  return came
}
