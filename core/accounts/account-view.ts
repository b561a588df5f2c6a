// A social account as the API lists it.
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { POST_TYPES } from '../platforms/post-types.ts'
import { isPublishing, providerNamed } from '../platforms/providers.ts'
import type { Account } from './rules/account.ts'
import { isListed, stateNow } from './rules/account-rules.ts'

export interface AccountView {
  id: string
  created_at: number
  external_account_id: string
  external_username: string
  external_name: string
  external_bio: string
  external_profile_url: string
  metadata: string | null
  social_provider: {
    id: number
    name: string
    display_name: string
    kr_name: string | null
    config: string | null
    icon_url: string | null
  }
}

/** Which types of post go there; null for a platform that is only listed. */
function configOf(account: Account): string | null {
  const { provider } = account
  if (!isPublishing(provider) || isListed(account)) return null
  const types = Object.entries(POST_TYPES).flatMap(([type, rule]) => (rule.platforms[provider] ? [type] : []))
  return JSON.stringify({ post_types: types })
}

/** The specification gives `metadata` as text that holds JSON: the state of the connection is in there. */
function metadataOf(account: Account, now: number): string {
  const { status, status_reason: reason } = stateNow(account, now)
  return JSON.stringify({
    status,
    reason,
    publishing: !isListed(account),
    account_type: account.account_type,
    permissions: account.permissions,
    token_expires_at: account.token_expires_at,
    // False: it is the latest that it can be.
    token_expiry_known: account.token_refreshed_at !== null,
    token_refreshed_at: account.token_refreshed_at,
    refresh_problem: account.refresh_problem,
    profile_synced_at: account.profile_synced_at,
  })
}

/** The CDN's address can change; the copy is found under its key at any address. */
export const pictureUrl = ({ picture_key, external_profile_url }: Account): string =>
  picture_key === null ? external_profile_url : `${setting(ENV.cdnUrl).replace(/\/$/, '')}/${picture_key}`

export function accountView(account: Account, now = Date.now()): AccountView {
  const { id, name, display_name, kr_name } = providerNamed(account.provider)
  return {
    id: account.id,
    created_at: account.created_at,
    external_account_id: account.external_account_id,
    external_username: account.external_username,
    external_name: account.external_name,
    external_bio: account.external_bio,
    external_profile_url: pictureUrl(account),
    metadata: metadataOf(account, now),
    social_provider: { id, name, display_name, kr_name, config: configOf(account), icon_url: null },
  }
}
