// Connecting accounts by a link: what a client without a user may do with one.
import { createHash } from 'node:crypto'
import { admitByLink } from '../api-keys/limiter.ts'
import { hashOf, isWellFormed } from '../api-keys/secret.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { type Brand, brand } from '../owners/brand.ts'
import { getOwner } from '../owners/owner-store.ts'
import { type ConnectLink, stateOf } from '../people/connect-link.ts'
import { findConnectLink, getConnectLink, useOfConnectLink } from '../people/connect-link-store.ts'
import { getMember } from '../people/team-store.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { AbilityGroup } from '../platforms/platform-facts.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { isPublishing } from '../platforms/providers.ts'
import { findAccountId } from './account-store.ts'
import type { Callback } from './authorization.ts'
import { beginConnection, type NamedAs } from './begin-connection.ts'
import { type Choice, openChoice } from './choice-store.ts'
import { connectChosen, finishInSession } from './connect-account.ts'
import { type Permit, platformIn } from './connect-granted.ts'
import { LINK_PREFIX, type Named, named } from './connect-links.ts'
import { platformApp } from './platform-app.ts'
import type { Account } from './rules/account.ts'

/** Requests that one link may make in a minute: a person needs a handful. */
const LINK_RATE = 30

/** One sentence for every reason that a link cannot be used, so that nobody learns which links exist. */
const ended = () =>
  refuse('not_found', 'This link cannot be used: it was used, was revoked, or is older than 7 days. Ask for a new one.')

/** @throws {AppError} `not_found`, `rate_limit_exceeded` */
async function openLink(secret: string, now: number): Promise<ConnectLink> {
  if (!isWellFormed(secret, LINK_PREFIX)) throw ended()
  const link = await findConnectLink(hashOf(secret))
  if (!link) throw ended()
  await admitByLink(link.id, LINK_RATE, now)
  if (link.revoked_at !== null || link.until <= now) throw ended()
  if ((await getMember(link.owner_id, link.created_by))?.role !== 'admin') throw ended()
  return link
}

export interface OpenedLink {
  owner: { name: string }
  label: string
  platforms: Named[]
  accounts_left: number
  connected: { platform: Named; username: string }[]
  expires_at: number
  brand: Brand
}

/** A client's view of a link, also of one whose accounts are all connected. @throws {AppError} as `openLink` */
export async function describeConnectLink(secret: string, now: number): Promise<OpenedLink> {
  const link = await openLink(secret, now)
  const owner = await getOwner(link.owner_id)
  if (!owner) throw ended()
  return {
    owner: { name: owner.name },
    label: link.label,
    platforms: link.platforms.map(named),
    accounts_left: Math.max(0, link.max_accounts - link.account_ids.length),
    connected: link.connected.map(({ platform, username }) => ({ platform: named(platform), username })),
    expires_at: link.until,
    brand: brand(),
  }
}

/** Begins the states of connections by links; the dashboard's callback page knows it too. */
const LINK_MARK = 'link.'

/** Stands in for the session: the link, and the browser that began. The state of one cannot be used with another. */
const visitOf = (link: ConnectLink, visit: string): string =>
  `link-${link.id}-${createHash('sha256').update(visit).digest('hex')}`

/** The link, if it can connect one more account of this platform. */
async function usableLink(secret: string, now: number): Promise<ConnectLink> {
  const link = await openLink(secret, now)
  if (stateOf(link, now) !== 'open') throw ended()
  return link
}

export async function beginByLink(given: {
  secret: string
  visit: string
  platform: PlatformId
  /** Where the account is, as the client typed it, on platforms whose accounts have servers of their own. */
  named?: NamedAs
  redirectUri: string
  now: number
}): Promise<{ url: string; expires_at: number }> {
  const { secret, visit, platform, named: typed = {}, redirectUri, now } = given
  const link = await usableLink(secret, now)
  if (!link.platforms.includes(platform))
    throw refuse('invalid_value', 'platform: This link is not for accounts of this platform.', 'platform')
  return beginConnection({
    ...{ ownerId: link.owner_id, sessionId: visitOf(link, visit), mark: LINK_MARK, platform },
    ...{ named: typed, operatorsApp: platformApp, redirectUri, now },
  })
}

/** The link connects each account once: who is still signed in at the platform as the one before gets that one again. */
const connectedAlready = ({ provider, external_username }: Account) =>
  refuse(
    'conflict',
    `@${external_username} on ${named(provider).display_name} was connected by this link already. To connect another account, sign in at the platform as that one.`,
  )

const permitOf = (link: ConnectLink, now: number): Permit => ({
  use: ({ id, provider, external_username }) =>
    useOfConnectLink(link, { id, platform: provider, username: external_username }, now),
  refusal: async (account) => {
    const current = await getConnectLink(link)
    const open = current !== undefined && stateOf(current, now) === 'open'
    return open && current.account_ids.includes(account.id) ? connectedAlready(account) : ended()
  },
})

export interface ConnectedByLink {
  platform: Named
  username: string
  name: string
  /** The owner's rights from now on. */
  granted: ('publish' | AbilityGroup)[]
  permissions: string[] | null
}

function connectedView({
  provider,
  connected_via,
  external_username,
  external_name,
  permissions,
}: Account): ConnectedByLink {
  const further = isPublishing(provider) ? (accessOf(factsOf(provider), connected_via).further_scopes ?? {}) : {}
  const groups = Object.entries(further) as [AbilityGroup, readonly string[]][]
  const has = (scopes: readonly string[]) => scopes.every((scope) => permissions?.includes(scope))
  return {
    platform: named(provider),
    username: external_username,
    name: external_name,
    granted: ['publish', ...groups.flatMap(([group, scopes]) => (has(scopes) ? [group] : []))],
    permissions,
  }
}

export interface FinishedByLink {
  connected: ConnectedByLink[]
  accounts_left: number
  /** Where the sign-in gave several accounts: nothing is connected until the client has chosen. */
  choice: Choice | null
  /** Those of the chosen that could not be connected. */
  refused: { id: string; code: string; message: string }[]
}

interface ByLink {
  secret: string
  visit: string
  now: number
}

const finisherOf = (link: ConnectLink, { visit, now }: ByLink) => ({
  ownerId: link.owner_id,
  sessionId: visitOf(link, visit),
  by: link.created_by,
  permit: permitOf(link, now),
  now,
})

const logConnected = ({ owner_id, id }: ConnectLink, count: number): void =>
  log.info('accounts connected by a link', { owner_id, connect_link_id: id, count })

const leftOf = (link: ConnectLink, more: number): number =>
  Math.max(0, link.max_accounts - link.account_ids.length - more)

/**
 * Connects what the client agreed to, for the link's owner; of several accounts the client chooses.
 * @throws {AppError} as `openLink` and `finishInSession`
 */
export async function finishByLink(given: ByLink & { callback: Callback }): Promise<FinishedByLink> {
  const link = await usableLink(given.secret, given.now)
  const came = await finishInSession({
    ...finisherOf(link, given),
    only: link.platforms,
    operatorsApp: platformApp,
    callback: given.callback,
  })
  if ('choice' in came) return { connected: [], accounts_left: leftOf(link, 0), choice: came.choice, refused: [] }
  logConnected(link, 1)
  return { connected: [connectedView(came.account)], accounts_left: leftOf(link, 1), choice: null, refused: [] }
}

/** How many of the chosen accounts the link has connected already: it was chosen before, and something failed in between. */
async function connectedBefore(link: ConnectLink, given: ByLink & Chosen): Promise<number> {
  const { platform, grants } = await openChoice(given.choice, finisherOf(link, given), given.now)
  const chosen = grants.filter(({ of }) => of !== undefined && given.accounts.includes(of.id))
  const found = await Promise.all(
    chosen.map((grant) => findAccountId(link.owner_id, platformIn(platform, grant), grant.of!.id)),
  )
  return found.filter((id) => id !== undefined && link.account_ids.includes(id)).length
}

interface Chosen {
  choice: string
  accounts: readonly string[]
}

/**
 * Connects those that the client chose, as many as the link still allows.
 * @param given.accounts ids that the choice named.
 * @throws {AppError} as `openLink` and `connectChosen`; `invalid_value` for more than the link connects.
 */
export async function chooseByLink(given: ByLink & Chosen): Promise<FinishedByLink> {
  const { secret, choice, now } = given
  const accounts = [...new Set(given.accounts)]
  const link = await usableLink(secret, now)
  const left = leftOf(link, 0)
  if (accounts.length > left && accounts.length - (await connectedBefore(link, given)) > left)
    throw refuse('invalid_value', `accounts: this link connects ${left} more.`, 'accounts')
  const chosen = connectChosen({ ...finisherOf(link, given), choice, accounts })
  const { connected, refused } = await chosen.catch(async (error: unknown) => {
    // A choice at the same moment may have used up the link: then the client cannot begin again, as the error may say.
    await usableLink(secret, now)
    throw error
  })
  logConnected(link, connected.length)
  return {
    connected: connected.map(connectedView),
    accounts_left: leftOf(link, connected.length),
    choice: null,
    refused,
  }
}
