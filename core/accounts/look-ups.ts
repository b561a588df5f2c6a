// Look-ups with an account while somebody writes a post: places for its location, and whether a hashtag is used.
import { refuse } from '../errors.ts'
import type { HashtagPost, Place } from '../platforms/connector.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import type { LookUp } from '../platforms/platform-facts.ts'
import { getAccount } from './account-store.ts'
import { askLookUps } from './ask-look-ups.ts'
import type { QuotaQuestion } from './ask-quota.ts'
import { asError, lookUpObstacle, lookUpProblem } from './look-up-problems.ts'
import type { Account } from './rules/account.ts'

/** The account as it is asked about. */
export const askedAs = ({ id, external_account_id, token_ciphertext, provider }: Account): QuotaQuestion => ({
  ...{ id, external_account_id, token_ciphertext },
  platform: provider as PlatformId,
})

/** @throws {AppError} `not_found`, or what keeps its platform from being asked. */
async function accountFor(ownerId: string, accountId: string, what: LookUp, now: number): Promise<Account> {
  const account = await getAccount(accountId)
  if (account?.owner_id !== ownerId || account.status === 'disconnected')
    throw refuse('not_found', 'There is no account with this id.')
  const obstacle = lookUpObstacle(account, what, now)
  if (obstacle) throw asError(obstacle)
  return account
}

export interface FoundPlaces {
  account_id: string
  /** Those with coordinates: of others the platform takes no location. */
  places: Place[]
}

/** @throws {AppError} `not_found`, what keeps the platform from being asked, or what it refused. */
export async function findPlaces(ownerId: string, accountId: string, text: string, now: number): Promise<FoundPlaces> {
  const account = await accountFor(ownerId, accountId, 'places', now)
  const [answer] = await askLookUps([{ account: askedAs(account), places: text }])
  if (!answer!.ok) throw asError(lookUpProblem(account, answer!.error))
  return { account_id: accountId, places: answer!.value }
}

export interface FoundHashtag {
  account_id: string
  /** Without `#`, in lower case. */
  hashtag: string
  found: boolean
  /** Its most popular posts, of anybody. */
  posts: HashtagPost[]
  /** Different hashtags that the account has searched for within the span that the platform counts. */
  searches: { used: number; limit: number; period_ms: number }
}

/**
 * @param hashtag without `#`, in lower case.
 * @throws {AppError} as `findPlaces`, and `search_limit_reached`.
 */
export async function findHashtag(
  ownerId: string,
  accountId: string,
  hashtag: string,
  now: number,
): Promise<FoundHashtag> {
  const account = await accountFor(ownerId, accountId, 'hashtags', now)
  const asked = askedAs(account)
  const [answer] = await askLookUps([{ account: asked, hashtag }])
  if (!answer!.ok) throw asError(lookUpProblem(account, answer!.error))
  const { posts, searched: used } = answer!.value
  const { most: limit, within_ms: period_ms } = factsOf(asked.platform).hashtag_searches!
  return {
    ...{ account_id: accountId, hashtag, found: posts !== null, posts: posts ?? [] },
    searches: { used, limit, period_ms },
  }
}
