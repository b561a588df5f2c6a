// Links by which a client without a user connects accounts for an owner: made and revoked by admins, valid for 7 days and a
// number of accounts, and only while the admin who made them is one.
import { NotAdmin, noAdmin } from '../api-keys/actor.ts'
import { hashOf, newSecret } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import {
  CONNECT_LINK_MS,
  type ConnectLink,
  type ConnectLinkState,
  MOST_CONNECT_LINKS,
  stateOf,
} from '../people/connect-link.ts'
import { addConnectLink, connectLinksOf, endConnectLink } from '../people/connect-link-store.ts'
import { type Maker, makersOf } from '../people/makers.ts'
import type { PlatformId } from '../platforms/facts.ts'
import { providerNamed } from '../platforms/providers.ts'
import { checkRoom } from './account-room.ts'

/** What the secrets of links begin with. */
export const LINK_PREFIX = 'scl_'

/** The page of the dashboard that a link opens. Its secret is behind the `#`, which browsers do not send. */
export const CONNECT_LINK_PAGE = '/connect-link'

export interface Named {
  name: string
  display_name: string
}
/** A platform, or a provider of several, as links name it. */
export const named = (platform: string): Named => {
  const { name, display_name } = providerNamed(platform)
  return { name, display_name }
}

export interface ConnectLinkView {
  id: string
  label: string
  platforms: Named[]
  max_accounts: number
  connected: { platform: Named; username: string; at: number }[]
  state: ConnectLinkState
  created_by: Maker | null
  created_at: number
  expires_at: number
}

const viewOf = (link: ConnectLink, maker: Maker | null, now: number): ConnectLinkView => ({
  id: link.id,
  label: link.label,
  platforms: link.platforms.map(named),
  max_accounts: link.max_accounts,
  connected: link.connected.map(({ platform, username, at }) => ({ platform: named(platform), username, at })),
  state: stateOf(link, now),
  created_by: maker,
  created_at: link.created_at,
  expires_at: link.until,
})

/** The links of an owner, the newest first; those that ended are kept for a month. */
export async function listConnectLinks(ownerId: string, now: number): Promise<ConnectLinkView[]> {
  const links = await connectLinksOf(ownerId, now)
  const makerOf = await makersOf(links)
  return links.map((link) => viewOf(link, makerOf(link.created_by), now))
}

/** @returns the link with its address, which is shown this once. @throws {AppError} `role_required`, `conflict` */
export async function createConnectLink(given: {
  ownerId: string
  by: string
  label: string
  platforms: readonly PlatformId[]
  maxAccounts: number
  now: number
}): Promise<ConnectLinkView & { url: string }> {
  const { ownerId, by, label, platforms, maxAccounts, now } = given
  const open = (await connectLinksOf(ownerId, now)).filter((link) => stateOf(link, now) === 'open')
  if (open.length >= MOST_CONNECT_LINKS)
    throw refuse('conflict', `There are ${MOST_CONNECT_LINKS} open connect links; revoke one first.`)
  await checkRoom(ownerId)
  const secret = newSecret(LINK_PREFIX)
  const link: ConnectLink = {
    id: newId(),
    owner_id: ownerId,
    label,
    platforms: [...platforms],
    max_accounts: maxAccounts,
    secret_hash: hashOf(secret),
    created_by: by,
    account_ids: [],
    connected: [],
    created_at: now,
    until: now + CONNECT_LINK_MS,
    revoked_at: null,
  }
  await addConnectLink(link).catch((error: unknown) => {
    throw error instanceof NotAdmin ? noAdmin() : error
  })
  log.info('connect link made', { owner_id: ownerId, connect_link_id: link.id, platforms, by })
  const makerOf = await makersOf([link])
  return {
    ...viewOf(link, makerOf(by), now),
    url: Object.assign(new URL(`${setting(ENV.dashboardUrl)}${CONNECT_LINK_PAGE}`), { hash: secret }).href,
  }
}

/** Ends a link at once. @throws {AppError} `not_found`, also for one that was revoked; `role_required` */
export async function revokeConnectLink(ownerId: string, id: string, by: string, now: number): Promise<void> {
  await endConnectLink(ownerId, id, by, now).catch((error: unknown) => {
    if (error instanceof NotAdmin) throw noAdmin()
    if (error instanceof ConditionFailed) throw refuse('not_found', 'There is no open connect link with this id.')
    throw error
  })
  log.info('connect link revoked', { owner_id: ownerId, connect_link_id: id, by })
}
