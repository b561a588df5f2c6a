// Whether a post can be taken: all that is wrong with a request, before anything is stored.
import { getAccountsOf } from '../accounts/account-store.ts'
import { lookAgain } from '../accounts/look-again.ts'
import type { Account } from '../accounts/rules/account.ts'
import { accountProblem, takerOf } from '../accounts/rules/account-rules.ts'
import { AppError, type Issue } from '../errors.ts'
import { getMediaMany } from '../media/media-store.ts'
import type { Media } from '../media/rules/media.ts'
import { captionOf } from '../platforms/caption-length.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { contentOf, hasOptions } from './rules/account-content.ts'
import { accountName, type Checked, checkPost } from './rules/check-post.ts'
import { deadlineProblem, scheduleProblem } from './rules/post.ts'
import { NEXT_SLOT, type PostRequest } from './rules/post-request.ts'

export interface Given {
  type: PostType
  ownerId: string
  request: PostRequest
  now: number
}

export type Prepared = Checked & {
  media: ReadonlyMap<string, Media>
  /** When it is to go out, Unix ms: of a queued post the slot that was free when this was looked up. */
  scheduled_at?: number
}

/**
 * Reads what the request names and checks it. Reads only.
 * @throws {AppError} for one that says so much that it is not looked at piece by piece.
 */
export async function examinePost({ type, ownerId, request, now }: Given): Promise<Prepared> {
  const mediaIds = request.media?.media_asset_ids ?? []
  const content = contentOf(request)
  const checks = hasOptions(content) ? await import('./options-and-slots.ts') : undefined
  const tooLarge = checks?.sizeIssues(content, mediaIds.length) ?? []
  if (tooLarge.length > 0) throw new AppError(tooLarge)
  const [accounts, found] = await Promise.all([
    getAccountsOf(ownerId, request.accounts).then(lookAgain),
    getMediaMany([...mediaIds, ...(checks?.allOptionMedia(content) ?? [])]),
  ])
  const media = new Map([...found].filter(([, asset]) => asset.owner_id === ownerId && asset.status === 'active'))
  const slot =
    request.scheduled_at === NEXT_SLOT ? await slotOf(takers(type, accounts, request.accounts), now) : undefined
  const scheduledAt =
    typeof slot === 'number' ? slot : typeof request.scheduled_at === 'number' ? request.scheduled_at : undefined
  const publishAt = scheduledAt ?? now
  const checked = checkPost({
    type,
    caption: captionOf(request),
    account_ids: request.accounts,
    media_ids: mediaIds,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    media,
    content,
    ...(checks ? { optionIssues: checks.optionIssues, countedBeside: checks.countedBeside } : {}),
    ...(request.media?.items ? { mediaField: itemField } : {}),
    accountProblem: (account) => accountProblem(account, publishAt, now),
  })
  const problem = scheduleProblem(scheduledAt, now)
  const deadline = problem ? undefined : deadlineProblem(request.not_after, publishAt, now)
  const issues: Issue[] = [
    ...checked.issues,
    ...(typeof slot === 'object' ? [slot] : []),
    ...(problem ? [{ code: 'invalid_schedule' as const, path: 'scheduled_at', message: problem }] : []),
    ...(deadline ? [{ code: 'invalid_schedule' as const, path: 'not_after', message: deadline }] : []),
    ...(request.on_failure === 'stop' ? captionIssues(checked) : []),
  ]
  return { ...checked, issues, media, ...(scheduledAt === undefined ? {} : { scheduled_at: scheduledAt }) }
}

const slotOf = async (accounts: readonly Account[], now: number): Promise<number | Issue> =>
  (await import('./options-and-slots.ts')).nextSlotOf(accounts, now)

/** Where all accounts are to be published or none, a caption that one does not take would stop them all. */
const captionIssues = ({ targets }: Checked): Issue[] =>
  targets.flatMap(({ account, caption_problem }) =>
    caption_problem
      ? [{ code: 'too_long' as const, path: 'content', message: `${accountName(account)}: ${caption_problem}` }]
      : [],
  )

/** Accounts that a queued post goes to: the others are skipped, and need no slot. */
const takers = (type: PostType, accounts: readonly Account[], wanted: readonly string[]): Account[] =>
  wanted
    .flatMap((id) => accounts.find((account) => account.id === id) ?? [])
    .filter((account) => takerOf(account, type))

/** Where the long form names a medium. */
export const itemField = (at: number): string => `media.items[${at}].media_asset_id`
