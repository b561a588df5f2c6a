// An account's standing by the platform's answer about its quota: how much is left, and whether the token works.
import { worksUntil } from '../accounts/rules/account-rules.ts'
import { factsOf } from '../platforms/facts.ts'
import type { Quota, Result } from '../platforms/outcome.ts'
import { providerNamed } from '../platforms/providers.ts'
import type { Target } from './rules/check-post.ts'

const HOUR_SECONDS = 3600

export type StandingProblem = 'account_reconnect_required' | 'account_action_required'
export type StandingWarning = 'quota_used_up' | 'quota_not_known'

interface Judged {
  /** Null where the platform did not say. */
  works: boolean | null
  /** Why something is not known or does not work, in words for the owner. */
  reason: string | null
  quota: { posts: number; hours: number; used: number | null; remaining: number | null }
  problem?: { code: StandingProblem; message: string }
  warning?: { code: StandingWarning; message: string }
}

function judge({ platform }: Target, answer: Result<Quota | null>): Judged {
  const { display_name } = providerNamed(platform)
  const { daily_posts } = factsOf(platform)
  const unread = { posts: daily_posts, hours: 24, used: null, remaining: null }
  if (answer.ok) {
    if (!answer.value) return { works: true, reason: null, quota: unread }
    const { used, total, window_seconds } = answer.value
    const quota = { posts: total, hours: window_seconds / HOUR_SECONDS, used, remaining: Math.max(0, total - used) }
    const message = `All ${total} posts that ${display_name} grants within ${quota.hours} hours are used up: a post would wait until there is room.`
    return {
      works: true,
      reason: null,
      quota,
      // It is waited for, not refused; and what is scheduled may find room.
      ...(quota.remaining === 0 ? { warning: { code: 'quota_used_up', message } } : {}),
    }
  }
  const { class: kind, message: said, ours } = answer.error
  const message = ours ? said : `${display_name} answered: ${said}`
  const unknown = {
    reason: message,
    quota: unread,
  }
  if (kind === 'reconnect')
    return { ...unknown, works: false, problem: { code: 'account_reconnect_required', message } }
  if (kind === 'owner_action') return { ...unknown, works: null, problem: { code: 'account_action_required', message } }
  return { ...unknown, works: null, warning: { code: 'quota_not_known', message } }
}

/** @param answer of the platform, with the account's token. */
export function standingOf(target: Target, answer: Result<Quota | null>, now: number) {
  const { account } = target
  const { works, reason, quota, problem, warning } = judge(target, answer)
  const end = worksUntil(account, now)
  return {
    token: {
      status: account.status,
      expires_at: account.token_expires_at,
      ends_at: Number.isFinite(end) ? end : null,
      works,
      reason,
    },
    quota: { ...quota, reason },
    problems: problem ? [{ ...problem, media_asset_id: null }] : [],
    warnings: warning ? [{ ...warning, media_asset_id: null }] : [],
  }
}
