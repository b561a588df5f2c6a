// The keeper's round: every account whose turn has come, many at a time, none holding up another.
import { encryptToken } from '../aws/secrets.ts'
import { METRICS } from '../contract.ts'
import { keepDaily } from '../insights/keep-daily.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { platformOf } from '../platforms/connectors.ts'
import { isPublishing } from '../platforms/providers.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { getAccount } from './account-store.ts'
import { copyPicture, dropCopyOfEnded } from './copy-picture.ts'
import { credentialsOf } from './credentials.ts'
import { type Keeping, keepAccount } from './keep-account.ts'
import { claimAccount, type DueAccount, overdueAccounts, saveKept } from './keep-store.ts'
import { renewSession } from './renew-session.ts'
import type { Account } from './rules/account.ts'
import { mustRenew, refreshDueAt, sessionOf } from './rules/account-rules.ts'

/** In each shard. Together they bring 100,000 accounts round in 6 hours with time to spare. */
const AT_ONCE = 6

/** A claim that nothing was saved for, because the function was stopped, ends after this. */
const CLAIM_MS = 20 * 60_000

/** No account is started with less time than its calls to a platform can take. */
const ENOUGH_MS = 90_000

/** Accounts that must get this answer before the platform is left alone: a single one does not stop the others. */
const TOLD_BY = 3

/** A platform that answers takes a second or two for an account; a server that somebody set up to be slow takes most of a minute. */
const SLOW_MS = 15_000

/** So many slow accounts of one owner are looked after in a round, and those that have begun by then: the others wait for the next. */
const SLOW_BY = 3

/** The next round comes after this. */
const NEXT_ROUND_MS = 15 * 60_000

export interface Round {
  kept: number
  refreshed: number
  /** Accounts that were found in another state than they had. */
  changed: number
  /** Accounts that failed this time: their turn comes again. */
  failed: number
  /** Those of them that failed for a fault of ours, as a key that cannot be used; absent where there are none. */
  broken?: number
  /** Accounts left to the next round because the platform throttles the app, or others of the same owner were slow. */
  postponed: number
}

/** How often each platform turned an account away for the app's sake in this round. */
type Turned = Map<string, number>

/** How many accounts of each owner were slow in this round. */
type Slow = Map<string, number>

const countIn = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const keepingOf = async (account: Account, turned: Turned): Promise<Keeping> => {
  const { provider, external_account_id: external_id } = account
  if (!isPublishing(provider)) throw new Error(`an account of ${provider} has a token`)
  const platform = await platformOf(provider)
  return {
    now: () => Date.now(),
    decrypt: async (current) => {
      const credentials = await credentialsOf(current)
      if (!credentials) throw new Error('the account has no token')
      return credentials.token
    },
    encrypt: (current, token) => encryptToken(current.id, token),
    refresh: async (token) => {
      const answer = await platform.refresh(token)
      // A limit of the platform passes by itself, long before a token ends.
      if (!answer.ok && answer.error.class !== 'wait') {
        measure({ [METRICS.refreshFailures]: 1 }, { context: { platform: provider, account_id: account.id } })
      }
      return answer
    },
    profile: (token) => platform.profile(token),
    quota: (token) => platform.quota({ external_id, token }),
    figures: async (current, token) => {
      // Figures are the first to be left out.
      if ((turned.get(provider) ?? 0) > 0) return {}
      const { problem, ...noted } = await keepDaily(current, token, () => Date.now())
      if (problem?.of_app) countIn(turned, provider)
      return noted
    },
    picture: (current, url) => copyPicture(current, provider, url),
    save: async (current, changes, keepAt) => {
      const saved = await saveKept(current, changes, Date.now(), keepAt)
      if (!saved && changes.picture_key) await dropCopyOfEnded(current.id, changes.picture_key)
      return saved
    },
  }
}

/** The account with a session that can be used: where that takes a refresh token that is good once, it is renewed here. */
async function renewed(account: Account): Promise<Account> {
  const due = refreshDueAt(account)
  const now = Date.now()
  if (sessionOf(account).renewed !== 'single_use' || account.status === 'reconnect_required') return account
  if (!mustRenew(account, now) && (due === null || now < due)) return account
  const credentials = await credentialsOf(account)
  const answer = credentials && (await renewSession(account, credentials))
  if (answer?.ok) return answer.value
  return (await getAccount(account.id)) ?? account
}

/** The account after its session was renewed; nothing where that failed. */
async function renewedNow({ id }: Account): Promise<Account | undefined> {
  const account = await getAccount(id)
  const credentials = account && (await credentialsOf(account))
  if (!account || !credentials) return undefined
  const answer = await renewSession(account, credentials)
  return answer.ok ? answer.value : undefined
}

/** @param slowMs after which an account counts as slow. */
async function keepOne(due: DueAccount, round: Round, turned: Turned, slow: Slow, slowMs: number): Promise<void> {
  try {
    const account = await claimAccount(due, Date.now() + CLAIM_MS)
    if (!account) return
    const { provider: platform, owner_id } = account
    // Each further call would prolong the block; or take the round from other owners.
    if ((turned.get(platform) ?? 0) >= TOLD_BY || (slow.get(owner_id) ?? 0) >= SLOW_BY) {
      await saveKept(account, {}, Date.now(), Date.now() + NEXT_ROUND_MS)
      round.postponed += 1
      return
    }
    const startedAt = Date.now()
    const current = await renewed(account)
    let kept = await keepAccount(current, await keepingOf(current, turned))
    // Ended before its time, as a platform may have it.
    if (kept.problem?.class === 'renew' && sessionOf(current).renewed === 'single_use') {
      const fresh = await renewedNow(current)
      if (fresh) kept = await keepAccount(fresh, await keepingOf(fresh, turned))
    }
    if (Date.now() - startedAt > slowMs) countIn(slow, owner_id)
    const { refreshed, status, problem } = kept
    round.kept += 1
    if (refreshed) round.refreshed += 1
    if (problem?.of_app) countIn(turned, platform)
    if (status !== account.status) {
      round.changed += 1
      log.warn('account changed', { account_id: account.id, platform, from: account.status, to: status, problem })
    } else if (problem) {
      round.failed += 1
      log.info('account could not be looked after', { account_id: account.id, platform, status, problem })
    }
  } catch (error) {
    round.failed += 1
    round.broken = (round.broken ?? 0) + 1
    log.error('looking after an account failed', { account_id: due.account_id, error: error as Error })
  }
}

/** Processes everything that is due, for as long as there is time; the rest is left to the next round. */
export async function keepAccounts(remainingMs: () => number, atOnce = AT_ONCE, slowMs = SLOW_MS): Promise<Round> {
  const round: Round = { kept: 0, refreshed: 0, changed: 0, failed: 0, postponed: 0 }
  const turned: Turned = new Map()
  const slow: Slow = new Map()
  const startedAt = Date.now()
  const keepShard = async (shard: number): Promise<void> => {
    for await (const due of overdueAccounts(shard, startedAt)) {
      const waiting = due.values()
      const lane = async (): Promise<void> => {
        for (const one of waiting) {
          if (remainingMs() < ENOUGH_MS) return
          await keepOne(one, round, turned, slow, slowMs)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      if (remainingMs() < ENOUGH_MS) return
    }
  }
  const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => keepShard(shard)))
  for (const outcome of shards) if (outcome.status === 'rejected') throw outcome.reason
  return round
}
