// Why something cannot be looked up with an account, or was not.
import { AppError, type Issue } from '../errors.ts'
import { factsOf } from '../platforms/facts.ts'
import type { PlatformError } from '../platforms/outcome.ts'
import { accessOf, type LookUp } from '../platforms/platform-facts.ts'
import { isPublishing, providerNamed } from '../platforms/providers.ts'
import { notAnswering } from './not-answering.ts'
import type { Account } from './rules/account.ts'
import { accountProblem, isListed } from './rules/account-rules.ts'
import { SEARCH_LIMIT_SUBCODE } from './rules/asking.ts'

/** Answers of a Graph API to a permission that was not granted, or that its app was not given. */
const NO_PERMISSION: readonly (number | undefined)[] = [10, 200]

const WORDS: Readonly<Record<LookUp, string>> = {
  places: 'Searching for places',
  hashtags: 'Searching for hashtags',
  collaborators: 'Reading the answers to invitations',
}

/** The reason why the account's platform cannot be asked. */
export function lookUpObstacle(account: Account, what: LookUp, now: number): Issue | undefined {
  const { provider, connected_via } = account
  const { display_name } = providerNamed(provider)
  const no = (code: Issue['code'], why: string): Issue => ({ code, message: `${WORDS[what]} ${why}` })
  if (!isPublishing(provider) || isListed(account))
    return no('not_possible_on_platform', `is not possible: the service only lists accounts of ${display_name}.`)
  const facts = factsOf(provider)
  if (!accessOf(facts, connected_via).looks_up?.includes(what)) {
    const byFacebook = accessOf(facts, 'facebook').looks_up?.includes(what)
    return byFacebook
      ? no(
          'option_needs_facebook_login',
          `needs an account that is connected with Facebook Login; this one is connected with ${display_name} Login.`,
        )
      : no('not_possible_on_platform', `is not possible on ${display_name}.`)
  }
  return accountProblem(account, now, now)
}

/** The platform's refusal, as the caller is told. */
export function lookUpProblem({ provider }: Account, error: PlatformError): Issue {
  const { class: kind, code, subcode, ours, message: words } = error
  const message = ours ? words : `${providerNamed(provider).display_name} answered: ${words}`
  if (subcode === SEARCH_LIMIT_SUBCODE) return { code: 'search_limit_reached', message }
  if (NO_PERMISSION.includes(code)) {
    const who = "The account's owner, or the operator's app, lacks the permission for this."
    return { code: 'permission_not_granted', message: `${who} ${message}` }
  }
  if (kind === 'reconnect') return { code: 'account_reconnect_required', message }
  if (kind === 'owner_action') return { code: 'account_action_required', message }
  return { code: kind === 'permanent' ? 'not_possible_on_platform' : 'platform_unavailable', message }
}

export const asError = (issue: Issue): AppError =>
  issue.code === 'platform_unavailable' ? notAnswering(issue.message) : new AppError([issue])
