// Records an account of a platform that is listed only: nothing is published there.
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { CAN_BE_LISTED, type ProviderName } from '../platforms/providers.ts'
import { addAccount, findAccountId, getAccount, replaceAccount } from './account-store.ts'
import type { Account } from './rules/account.ts'

export interface Listed {
  ownerId: string
  platform: string
  username: string
  /** The account's id at the platform, where it is known; the username stands in for it otherwise. */
  externalId?: string
  name?: string
  bio?: string
  profileUrl?: string
  now?: number
}

const canBeListed = (name: string): name is ProviderName => (CAN_BE_LISTED as readonly string[]).includes(name)

/** @throws {AppError} for another platform, without a username, and for an account that is connected: its token would be lost. */
export async function addListed(listed: Listed): Promise<Account> {
  const { ownerId, platform, now = Date.now() } = listed
  const username = listed.username.trim().replace(/^@/, '')
  if (!canBeListed(platform))
    throw refuse('invalid_value', `The platform must be one of ${CAN_BE_LISTED.join(', ')}.`, 'platform')
  if (!/^\S{1,100}$/.test(username)) {
    throw refuse('invalid_value', 'The username must be 1 to 100 characters without spaces.', 'username')
  }
  const externalId = listed.externalId ?? username.toLowerCase()
  const known = await findAccountId(ownerId, platform, externalId)
  const before = known === undefined ? undefined : await getAccount(known)
  if (before?.token_ciphertext !== undefined)
    throw refuse('conflict', `@${before.external_username} is connected already; to list it only, disconnect it first.`)
  const account: Account = {
    id: known ?? newId(),
    owner_id: ownerId,
    provider: platform,
    external_account_id: externalId,
    external_username: username,
    external_name: listed.name ?? username,
    external_bio: listed.bio ?? '',
    external_profile_url: listed.profileUrl ?? '',
    account_type: null,
    limits: null,
    connected_via: null,
    permissions: null,
    status: 'active',
    status_reason: null,
    token_expires_at: null,
    token_refreshed_at: null,
    renew_at: null,
    renewal_begun_at: null,
    refresh_tried_at: null,
    refresh_problem: null,
    profile_synced_at: null,
    keep_failures: 0,
    figures_day: null,
    picture_key: null,
    picture_version: null,
    connected_at: now,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
  try {
    if (before) await replaceAccount(account, before.updated_at, now)
    else await addAccount(account, now)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    throw refuse('conflict', 'Another request is adding this account at this moment; try again.')
  }
  return account
}
