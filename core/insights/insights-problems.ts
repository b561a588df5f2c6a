// Why there are no figures of a post or an account, or none that are newer.
import type { Account } from '../accounts/rules/account.ts'
import { accountProblem } from '../accounts/rules/account-rules.ts'
import type { Code } from '../errors.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { PlatformError } from '../platforms/outcome.ts'
import { accessOf } from '../platforms/platform-facts.ts'
import { providerNamed } from '../platforms/providers.ts'

/** `platform_unavailable`: it did not answer this time. `no_figures`: it has none, or none yet. */
export const INSIGHTS_PROBLEMS = [
  'not_published',
  'permission_not_granted',
  'account_disconnected',
  'account_reconnect_required',
  'account_action_required',
  'no_figures',
  'platform_unavailable',
] as const
export type InsightsProblem = (typeof INSIGHTS_PROBLEMS)[number]

export interface Problem {
  code: InsightsProblem
  message: string
}

/** The obstacle that keeps the account's platform from being asked. */
export function obstacleOf(account: Account | undefined, platform: PlatformId, now: number): Problem | undefined {
  if (!account) return { code: 'account_disconnected', message: 'The account is not connected any more.' }
  const problem = accountProblem(account, now, now)
  if (problem && (INSIGHTS_PROBLEMS as readonly string[]).includes(problem.code))
    return { code: problem.code as InsightsProblem, message: problem.message }
  const permission = accessOf(factsOf(platform), account.connected_via).further_scopes?.insights?.[0]
  if (permission !== undefined && account.permissions !== null && !account.permissions.includes(permission)) {
    const who = `${providerNamed(platform).display_name} @${account.external_username}`
    const message = `Figures need the permission ${permission}, which the owner of ${who} did not grant: connect the account again and grant it.`
    return { code: 'permission_not_granted', message }
  }
  return undefined
}

/** The platform's refusal, in words for the caller. */
export function problemFrom({ permissions }: Account, platform: PlatformId, error: PlatformError): Problem {
  const { class: kind, code, message, ours, permission } = error
  const said = ours ? message : `${providerNamed(platform).display_name} answered: ${message}`
  // Also for a story that fewer than five people have seen; an account that has not granted it was not asked.
  if (code === 10) return { code: permissions === null ? 'permission_not_granted' : 'no_figures', message: said }
  if (permission) return { code: 'permission_not_granted', message: said }
  if (kind === 'reconnect') return { code: 'account_reconnect_required', message: said }
  if (kind === 'owner_action') return { code: 'account_action_required', message: said }
  return { code: kind === 'permanent' ? 'no_figures' : 'platform_unavailable', message: said }
}

/** The answer for each account of which nothing can be shown. */
export const REFUSALS: Record<InsightsProblem, Code> = {
  not_published: 'not_published',
  permission_not_granted: 'permission_not_granted',
  account_disconnected: 'account_disconnected',
  account_reconnect_required: 'account_reconnect_required',
  account_action_required: 'account_action_required',
  no_figures: 'not_possible_on_platform',
  platform_unavailable: 'platform_unavailable',
}
