// When an account is looked after, and when it can be posted to. Pure: times are passed in.

import type { Issue } from '../../errors.ts'
import type { PostType } from '../../platforms/enumerations.ts'
import { factsOf, PLATFORM_IDS, type PlatformId } from '../../platforms/facts.ts'
import type { ErrorClass } from '../../platforms/outcome.ts'
import type { SessionFacts } from '../../platforms/platform-facts.ts'
import { POST_TYPES } from '../../platforms/post-types.ts'
import { isPublishing, providerNamed } from '../../platforms/providers.ts'
import type { Account, AccountStatus } from './account.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Posts of one account that are still to go out are counted up to this, which then means as many or more. */
export const MOST_COUNTED = 1000

/** Profiles are read again this often. */
export const SYNC_EVERY_MS = 6 * HOUR

const NEVER_RENEWED: SessionFacts = { renewed: 'never', life_ms: null }

/** Whether the account is only shown: there is nothing by which anything could be published to it, and there never was. */
export const isListed = ({ provider, status, token_ciphertext }: Account): boolean =>
  !isPublishing(provider) || (token_ciphertext === undefined && status !== 'disconnected')

/** The account's platform if it takes the type of post from it; undefined too for an account that is only shown. */
export function takerOf(account: Account, type: PostType): PlatformId | undefined {
  const { provider } = account
  const takes = isPublishing(provider) && POST_TYPES[type].platforms[provider] !== undefined && !isListed(account)
  return takes ? provider : undefined
}

/** How sessions of the account are kept alive: as those of the platform that was signed in to. */
export const sessionOf = ({ provider, connected_via }: Pick<Account, 'provider' | 'connected_via'>): SessionFacts =>
  isPublishing(provider) ? factsOf(PLATFORM_IDS.find((id) => id === connected_via) ?? provider).session : NEVER_RENEWED

/** Renewed this long before it has run out, so that no call begins with the last of it. */
const RENEW_AHEAD_MS = MINUTE

/** Whether the session has to be renewed before it is used. */
export const mustRenew = ({ renew_at }: Account, now: number): boolean =>
  renew_at !== null && now >= renew_at - RENEW_AHEAD_MS

/** No worker can still be renewing after this: longer than the call and the write after it. */
const RENEWAL_MS = 2 * MINUTE

/** Whether somebody else is renewing the session at this moment. */
export const isBeingRenewed = ({ renewal_begun_at }: Account, now: number): boolean =>
  renewal_begun_at !== null && now - renewal_begun_at < RENEWAL_MS
/** A session with less than this left is renewed more often than daily. */
const PRESSING_MS = 5 * DAY
const PRESSING_EVERY_MS = 6 * HOUR
/** The last try is made while there is still this much time. */
const LAST_TRY_MS = HOUR

/** A session without an end that the platform has refused for so long is not tried any more. */
const HOPELESS_MS = 60 * DAY

const FIRST_RETRY_MS = 15 * MINUTE
/** An account that was marked while posting is looked at after this: what its owner must do takes a while. */
export const RECHECK_MS = { active: HOUR, reconnect_required: HOUR, action_required: 6 * HOUR } as const

/** A fraction of [0, 1) that belongs to an id: spreads accounts that were connected together. */
export function fractionOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** The next moment after `after` that is the account's own in every `period`. */
export function nextSlot(id: string, after: number, period: number): number {
  const phase = Math.floor(fractionOf(id) * period)
  return phase + (Math.floor((after - phase) / period) + 1) * period
}

const grantedAt = (account: Account): number => account.token_refreshed_at ?? account.connected_at ?? account.created_at

/** When the token is next due to be refreshed; null for an account without one. */
export function refreshDueAt(account: Account): number | null {
  const session = sessionOf(account)
  if (account.token_ciphertext === undefined || session.renewed === 'never') return null
  const { youngest_ms = 0, ahead_ms = 0 } = session
  const granted = grantedAt(account)
  const { token_expires_at: expires, refresh_tried_at: tried } = account
  const from = granted + youngest_ms
  // A token that was given directly may be old already: it is refreshed as soon as it certainly may be.
  const known = expires !== null && account.token_refreshed_at !== null
  const start = known ? Math.max(from, expires - ahead_ms) : from
  const pressing = tried !== null && expires !== null && expires - tried < PRESSING_MS
  const due = pressing ? tried + PRESSING_EVERY_MS : nextSlot(account.id, Math.max(start - 1, tried ?? 0), DAY)
  if (expires === null) return due
  const last = Math.max(start, expires - LAST_TRY_MS)
  // A try that failed in the last hour of a token is not repeated at every turn.
  return tried !== null && tried >= last ? due : Math.min(due, last)
}

export const syncDueAt = (account: Account): number =>
  account.profile_synced_at === null ? 0 : nextSlot(account.id, account.profile_synced_at, SYNC_EVERY_MS)

export const hasExpired = ({ token_expires_at }: Account, now: number): boolean =>
  token_expires_at !== null && now >= token_expires_at

/** Why an account whose token has run out must be connected again. */
export const expiredReason = ({ token_expires_at }: Account): string =>
  `The token expired on ${new Date(token_expires_at!).toISOString()}.`

/** The account's state at this moment: the keeper stores it only hours after the token has run out. */
export const stateNow = (account: Account, now: number): Pick<Account, 'status' | 'status_reason'> =>
  account.status === 'active' && hasExpired(account, now)
    ? { status: 'reconnect_required', status_reason: expiredReason(account) }
    : account

export interface Care {
  refresh: boolean
  /** Read the profile. Of an account that is not active it also shows whether it works again. */
  sync: boolean
}

/** The next action for an account whose turn it is. */
export function careFor(account: Account, now: number): Care {
  const refreshDue = refreshDueAt(account)
  // A session with a refresh token of single use is renewed before this, under a lock.
  const byKeeper = sessionOf(account).renewed === 'time'
  const refresh = byKeeper && refreshDue !== null && now >= refreshDue && account.status !== 'reconnect_required'
  return { refresh, sync: account.status !== 'active' || account.keep_failures > 0 || now >= syncDueAt(account) }
}

/** When the account is due next; null when nothing can be done for it any more. */
export function nextKeepAt(account: Account, now: number): number | null {
  const refreshDue = refreshDueAt(account)
  if (account.token_ciphertext === undefined || account.status === 'disconnected') return null
  const soonest = now + MINUTE
  if (account.status === 'reconnect_required') {
    // A refusal can be the platform's mistake: a token that still has time is tried again each day.
    const { life_ms } = sessionOf(account)
    const worked = Math.max(grantedAt(account), account.profile_synced_at ?? 0)
    const end = account.token_expires_at ?? (life_ms === null ? worked + HOPELESS_MS : grantedAt(account) + life_ms)
    const next = retryAt(account, now) ?? nextSlot(account.id, now, DAY)
    return next < end ? next : null
  }
  const sync = retryAt(account, now) ?? nextSlot(account.id, now, SYNC_EVERY_MS)
  return Math.max(soonest, Math.min(sync, refreshDue ?? sync))
}

/** After keepings that failed: 15 minutes, then twice as long each time, up to the usual 6 hours. */
function retryAt({ id, keep_failures }: Account, now: number): number | null {
  if (keep_failures === 0) return null
  const wait = Math.min(SYNC_EVERY_MS, FIRST_RETRY_MS * 2 ** Math.min(keep_failures - 1, 10))
  return now + Math.round(wait * (0.75 + fractionOf(id) / 4))
}

/** The account's problem that an error shows; undefined where it shows none. */
export function statusFor(errorClass: ErrorClass): AccountStatus | undefined {
  if (errorClass === 'reconnect') return 'reconnect_required'
  if (errorClass === 'owner_action') return 'action_required'
  return undefined
}

/**
 * The last moment for which the account can be promised to work. A grant that lives and can be refreshed has no end;
 * one that the platform refuses to refresh, or refreshes for nobody, ends with its token.
 */
export function worksUntil(account: Account, now: number): number {
  const { token_expires_at: expires } = account
  if (expires === null) return Number.POSITIVE_INFINITY
  const ends = account.refresh_problem !== null || sessionOf(account).renewed === 'never' || hasExpired(account, now)
  return ends ? expires : Number.POSITIVE_INFINITY
}

/** Why an account of this type cannot be published to; undefined where it can. Its owner may change it at any time. */
export function typeProblem(
  platform: PlatformId,
  { account_type: type, username }: { account_type: string | null; username: string },
): string | undefined {
  const { account_types, display_name } = factsOf(platform)
  if (type === null || !account_types || account_types.includes(type.toLowerCase())) return undefined
  return `@${username} is a ${type.toLowerCase()} account: ${display_name} lets only business and creator accounts be published to.`
}

/** Whether nothing could be published to the account when its profile was last read. */
export const isOfWrongType = ({ provider, account_type, external_username: username }: Account): boolean =>
  isPublishing(provider) && typeProblem(provider, { account_type, username }) !== undefined

/** A reason as a sentence behind another one. */
export const because = (reason: string | null): string =>
  reason ? ` ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}` : ''

/** Why nothing can be posted to the account at that time, if so. */
export function accountProblem(account: Account, publishAt: number, now: number): Issue | undefined {
  const who = `${providerNamed(account.provider).display_name} @${account.external_username}`
  if (account.status === 'disconnected') {
    return { code: 'account_disconnected', message: `${who} was disconnected.` }
  }
  if (account.status === 'reconnect_required') {
    return {
      code: 'account_reconnect_required',
      message: `${who} must be connected again.${because(account.status_reason)}`,
    }
  }
  if (account.status === 'action_required') {
    return {
      code: 'account_action_required',
      message: `${who} needs its owner to act in the app.${because(account.status_reason)}`,
    }
  }
  const end = worksUntil(account, now)
  if (end <= now) {
    const message = `${who} must be connected again: its token expired on ${new Date(end).toISOString()}.`
    return { code: 'account_reconnect_required', message }
  }
  if (publishAt >= end) {
    const message = `The token of ${who} expires on ${new Date(end).toISOString()} and the platform does not refresh it.${because(account.refresh_problem)}`
    return { code: 'token_expires_first', message }
  }
  return undefined
}
