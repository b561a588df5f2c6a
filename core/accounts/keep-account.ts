// Looking after one account: its token is refreshed, its profile read again, its status follows what the platform says.
// Everything outside is an effect, so that tests can run years of it against a model of a platform.

import { boundedLimits } from '../platforms/account-limits.ts'
import type { PlatformError, Quota, Result } from '../platforms/outcome.ts'
import { isPublishing } from '../platforms/providers.ts'
import type { Profile, TokenGrant } from '../platforms/sign-in.ts'
import type { Kept } from './keep-store.ts'
import type { Account, AccountStatus } from './rules/account.ts'
import { careFor, expiredReason, hasExpired, nextKeepAt, statusFor, typeProblem } from './rules/account-rules.ts'
import { boundedGrant, boundedProfile } from './rules/bounded-answers.ts'

export interface Keeping {
  now(): number
  decrypt(account: Account): Promise<string>
  encrypt(account: Account, token: string): Promise<string>
  refresh(token: string): Promise<Result<TokenGrant>>
  profile(token: string): Promise<Result<Profile>>
  /** Only an account that may publish can read it. */
  quota(token: string): Promise<Result<Quota | null>>
  /** Keeps the day's figures where they are not kept yet; absent where nothing is. @returns what is noted of it. */
  figures?(account: Account, token: string): Promise<Pick<Partial<Kept>, 'figures_day'>>
  picture(
    account: Account,
    url: string,
  ): Promise<Pick<Kept, 'external_profile_url' | 'picture_key' | 'picture_version'>>
  /** @returns whether it was written: not when somebody connected, disconnected or marked the account meanwhile. */
  save(account: Account, changes: Partial<Kept>, keepAt?: number | null): Promise<boolean>
}

export interface KeepOutcome {
  refreshed: boolean
  synced: boolean
  status: AccountStatus
  /** The problem, if there was one. */
  problem?: PlatformError
}

/** The account on its way through one keeping, with what is to be written at the end. */
interface Visit {
  account: Account
  /** The status it was found in. */
  found: AccountStatus
  changes: Partial<Kept>
  refreshed: boolean
  synced: boolean
  problem?: PlatformError
}

const change = (visit: Visit, changes: Partial<Kept>): void => {
  visit.account = { ...visit.account, ...changes }
  visit.changes = { ...visit.changes, ...changes }
}

/** A platform that turns an account away is asked again at once: one wrong answer must not end a living connection. */
async function asked<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  const first = await call()
  return !first.ok && statusFor(first.error.class) ? call() : first
}

/** The new token is written before anything else is done: some platforms end the old one. @returns the token to use. */
async function refresh(visit: Visit, token: string, keeping: Keeping): Promise<string> {
  const { account } = visit
  const answer = await keeping.refresh(token)
  if (!answer.ok) {
    const { class: errorClass, message } = answer.error
    const refused = errorClass === 'permanent' || statusFor(errorClass) !== undefined
    change(visit, { refresh_tried_at: keeping.now(), ...(refused ? { refresh_problem: message } : {}) })
    visit.problem = answer.error
    return token
  }
  const { token: fresh, expires_at, renew_at } = boundedGrant(answer.value, keeping.now())
  const renewed: Partial<Kept> = {
    token_ciphertext: await keeping.encrypt(account, fresh),
    token_expires_at: expires_at,
    token_refreshed_at: keeping.now(),
    ...(renew_at === undefined ? {} : { renew_at }),
    refresh_tried_at: null,
    refresh_problem: null,
  }
  if (!(await keeping.save(account, renewed))) throw new Superseded()
  visit.account = { ...account, ...renewed }
  visit.refreshed = true
  return fresh
}

/** Another worker wrote the account: what was found out here is about a connection that has ended. */
class Superseded extends Error {}

/** Reads the profile; with what it says the status is settled. */
async function sync(visit: Visit, token: string, keeping: Keeping): Promise<void> {
  const answer = await asked(() => keeping.profile(token))
  if (!answer.ok) return settle(visit, answer.error)
  const { external_id, username_unsure, name, biography, picture_url, account_type, limits, ...said } = boundedProfile(
    answer.value,
  )
  const username = username_unsure ? visit.account.external_username : said.username
  if (external_id !== visit.account.external_account_id) {
    return settle(visit, { class: 'permanent', message: 'The platform answered for another account.' })
  }
  // A profile can be read with a grant that may not publish any more: what was marked must show that it may.
  const permission = visit.account.status === 'active' ? undefined : await keeping.quota(token)
  change(visit, {
    external_username: username,
    external_name: name,
    external_bio: biography,
    account_type,
    limits: boundedLimits(limits),
    ...(await keeping.picture(visit.account, picture_url)),
    profile_synced_at: keeping.now(),
  })
  visit.synced = true
  if (permission && !permission.ok) return settle(visit, permission.error)
  const { provider } = visit.account
  const problem = isPublishing(provider) ? typeProblem(provider, { account_type, username }) : undefined
  if (problem !== undefined) return settle(visit, { class: 'owner_action', message: problem })
  change(visit, { status: 'active', status_reason: null, keep_failures: 0 })
}

function settle(visit: Visit, problem: PlatformError): void {
  const status = statusFor(problem.class)
  visit.problem = problem
  if (status) change(visit, { status, status_reason: problem.message, keep_failures: 0 })
  else change(visit, { keep_failures: visit.account.keep_failures + 1 })
}

/** Does what is due for the account and writes when its turn comes next. */
export async function keepAccount(given: Account, keeping: Keeping): Promise<KeepOutcome> {
  const visit: Visit = { account: given, found: given.status, changes: {}, refreshed: false, synced: false }
  try {
    await care(visit, keeping)
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
  const { account, refreshed, synced, problem } = visit
  return { refreshed, synced, status: account.status, problem }
}

async function care(visit: Visit, keeping: Keeping): Promise<void> {
  const { refresh: renew, sync: read } = careFor(visit.account, keeping.now())
  if (hasExpired(visit.account, keeping.now())) {
    change(visit, { status: 'reconnect_required', status_reason: expiredReason(visit.account) })
  } else {
    let token = await keeping.decrypt(visit.account)
    if (renew) token = await refresh(visit, token, keeping)
    // Why the platform refused to refresh, only the profile shows: the account may be gone, or just this token fixed.
    const suspect = !visit.refreshed && visit.problem !== undefined && statusFor(visit.problem.class) !== undefined
    if (read || suspect) await sync(visit, token, keeping)
    // Last, and whatever the outcome: an account whose figures cannot be read works as well as any.
    if (visit.synced && visit.account.status === 'active')
      change(visit, (await keeping.figures?.(visit.account, token)) ?? {})
  }
  // Written over the status that was read; a status that somebody else set in the meantime is kept.
  const seen: Account = { ...visit.account, status: visit.found }
  await keeping.save(seen, visit.changes, nextKeepAt(visit.account, keeping.now()))
}
