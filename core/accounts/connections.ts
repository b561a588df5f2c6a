// The accounts of an owner as people look after them: how each connection stands, and what it can do.
import { refuse } from '../errors.ts'
import { type Maker, type MakerOf, makersOf } from '../people/makers.ts'
import type { AccountLimits } from '../platforms/account-limits.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { factsOf } from '../platforms/facts.ts'
import type { PlatformError } from '../platforms/outcome.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { POST_TYPES } from '../platforms/post-types.ts'
import { isPublishing, providerNamed } from '../platforms/providers.ts'
import { inParallel } from '../run-bounded.ts'
import { type Abilities, abilitiesOf } from './abilities.ts'
import { getAccount, listAccounts } from './account-store.ts'
import { pictureUrl } from './account-view.ts'
import { askQuotas } from './ask-quota.ts'
import type { Account } from './rules/account.ts'
import { isListed, stateNow } from './rules/account-rules.ts'
import { countUnfinished } from './unfinished-posts.ts'

/** Only those limits of a server that matter to somebody who writes for it. */
type ServerLimits = Pick<AccountLimits, 'text_max' | 'link_length' | 'media_max'>

/** `action_required`: the platform wants the account's owner to act in its app. `listed`: nothing is published there. */
export type ConnectionStatus = 'connected' | 'reconnect_required' | 'action_required' | 'listed'

export interface Connection {
  id: string
  platform: { name: string; display_name: string }
  /** The platform that was signed in to, where it is another than the account's own. */
  connected_via?: string
  username: string
  name: string
  profile_url: string
  status: ConnectionStatus
  status_reason: string | null
  token_ends_at: number | null
  last_synced_at: number | null
  last_error: string | null
  missing_permissions: string[]
  scheduled_posts: number
  /** Limits of the account's own server, in place of its platform's. */
  server_limits?: ServerLimits
  /** The person who connected it last; shown only to people. */
  created_by?: Maker | null
}

function statusOf(account: Account, status: Account['status']): ConnectionStatus {
  if (isListed(account)) return 'listed'
  if (status === 'active') return 'connected'
  return status === 'action_required' ? 'action_required' : 'reconnect_required'
}

function missingPermissions({ provider, permissions, connected_via }: Account): string[] {
  if (!isPublishing(provider) || permissions === null) return []
  return accessOf(factsOf(provider), connected_via).scopes.filter((scope) => !permissions.includes(scope))
}

/** Undefined where its server says nothing of its own. */
function serverLimits({ limits }: Account): ServerLimits | undefined {
  const { text_max, link_length, media_max } = limits ?? {}
  const said = Object.entries({ text_max, link_length, media_max }).filter(([, value]) => value !== undefined)
  return said.length === 0 ? undefined : Object.fromEntries(said)
}

/** @param scheduledPosts how many of its posts have not ended. */
function connectionOf(account: Account, scheduledPosts: number, now: number, makerOf?: MakerOf): Connection {
  const { name, display_name } = providerNamed(account.provider)
  const server_limits = serverLimits(account)
  const { status, status_reason } = stateNow(account, now)
  return {
    id: account.id,
    platform: { name, display_name },
    ...(account.connected_via === null ? {} : { connected_via: account.connected_via }),
    username: account.external_username,
    name: account.external_name,
    profile_url: pictureUrl(account),
    status: statusOf(account, status),
    status_reason,
    token_ends_at: account.token_expires_at,
    last_synced_at: account.profile_synced_at,
    last_error: account.refresh_problem ?? status_reason,
    missing_permissions: missingPermissions(account),
    scheduled_posts: scheduledPosts,
    ...(server_limits ? { server_limits } : {}),
    ...(makerOf ? { created_by: makerOf(account.created_by) } : {}),
  }
}

/** Accounts whose posts are counted at a time. */
const COUNTED_AT_ONCE = 10

/**
 * Every connected account of the owner, in the order of connecting.
 * @param withMakers whether each says who connected it.
 */
export async function listConnections(ownerId: string, now: number, withMakers = false): Promise<Connection[]> {
  const accounts = await listAccounts(ownerId)
  const makerOf = withMakers ? await makersOf(accounts) : undefined
  const unfinished = new Map<string, number>()
  await inParallel(accounts, COUNTED_AT_ONCE, async ({ id }) => {
    unfinished.set(id, await countUnfinished(ownerId, id))
  })
  return accounts.map((account) => connectionOf(account, unfinished.get(account.id) ?? 0, now, makerOf))
}

/** One account of the owner, as it has just been connected. */
export async function connectionFor(account: Account, now: number): Promise<Connection> {
  return connectionOf(account, await countUnfinished(account.owner_id, account.id), now)
}

/** `not_told`: the platform tells no account its quota. `ask_later`: it was not asked, or did not answer. `refused`: it refused. */
export const QUOTA_PROBLEMS = ['not_told', 'ask_later', 'refused'] as const
type QuotaProblem = (typeof QUOTA_PROBLEMS)[number]

const isPassing = ({ class: kind }: PlatformError): boolean => kind === 'retry' || kind === 'wait'

/** Nothing is published to an account that is listed only: it has no abilities. */
export interface Capabilities extends Partial<Abilities> {
  account_id: string
  /** All that its own server says that it takes, in place of what its platform does; absent where it says nothing. */
  server_limits?: AccountLimits
  platform: string
  post_types: PostType[]
  permissions: string[] | null
  quota: { used: number; total: number; period_ms: number } | null
  quota_problem: string | null
  quota_problem_code: QuotaProblem | null
}

/** The limits of an account and how much more it can post today, as its platform answers. @throws {AppError} `not_found` */
export async function capabilitiesOf(ownerId: string, accountId: string): Promise<Capabilities> {
  const account = await getAccount(accountId)
  if (account?.owner_id !== ownerId || account.status === 'disconnected') {
    throw refuse('not_found', 'There is no account with this id.')
  }
  const { provider } = account
  const known = {
    account_id: account.id,
    platform: provider,
    permissions: account.permissions,
    ...(account.limits ? { server_limits: account.limits } : {}),
  }
  if (!isPublishing(provider) || isListed(account))
    return { ...known, post_types: [], quota: null, quota_problem: null, quota_problem_code: null }
  const abilities = abilitiesOf(provider, account)
  const post_types = (Object.keys(POST_TYPES) as PostType[]).filter((type) => POST_TYPES[type].platforms[provider])
  const answer = (await askQuotas([{ account, platform: provider }])).get(account.id)
  if (!answer?.ok) {
    return {
      ...known,
      ...abilities,
      post_types,
      quota: null,
      quota_problem: answer?.error.message ?? 'The platform was not asked.',
      quota_problem_code: !answer || isPassing(answer.error) ? 'ask_later' : 'refused',
    }
  }
  if (!answer.value) {
    const { display_name } = factsOf(provider)
    const quota_problem = `${display_name} does not tell it.`
    return { ...known, ...abilities, post_types, quota: null, quota_problem, quota_problem_code: 'not_told' }
  }
  const { used, total, window_seconds } = answer.value
  return {
    ...known,
    ...abilities,
    post_types,
    quota: { used, total, period_ms: window_seconds * 1000 },
    quota_problem: null,
    quota_problem_code: null,
  }
}
