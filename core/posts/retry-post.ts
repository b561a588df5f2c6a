// Publishing again where it failed in a way that can pass. What may be live is never published again.
import { getAccountsOf } from '../accounts/account-store.ts'
import { accountProblem } from '../accounts/rules/account-rules.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { getMediaMany } from '../media/media-store.ts'
import { kindOf, type Media } from '../media/rules/media.ts'
import { dispatch } from './dispatch.ts'
import { getPostWithPublications, MediaGone, rewritePost } from './post-store.ts'
import { planOf } from './rules/plan.ts'
import type { Post } from './rules/post.ts'
import { newPublication, type Publication, RETRYABLE } from './rules/publication.ts'
import { withLines } from './rules/timeline.ts'

const TRIES = 5

export interface Retried {
  post: Post
  /** Those that are published again. */
  retried: string[]
  /** Those that could be, but for their account. */
  left: { account_id: string; code: string; message: string }[]
  dispatch: () => Promise<void>
}

export const canRetry = ({ state, failure }: Publication): boolean =>
  state === 'failed' && failure !== undefined && RETRYABLE.includes(failure.code)

const goneIssue = (id: string): Issue => ({
  code: 'unknown_media',
  message: `The medium ${id} of the post was deleted: it cannot be published again.`,
})

/** The media of the post, all of them active, as are those that options of the publications name. @throws {AppError} `unknown_media` */
async function mediaOf(post: Post, publications: readonly Publication[]): Promise<Media[]> {
  const wanted = [...new Set([...post.media_ids, ...publications.flatMap(({ media_ids }) => media_ids)])]
  const found = await getMediaMany(wanted)
  const gone = wanted.filter((id) => found.get(id)?.status !== 'active')
  if (gone.length > 0) throw new AppError(gone.map(goneIssue))
  return post.media_ids.map((id) => found.get(id)!)
}

/** The publication from its beginning, with new jobs; it keeps its age, its version and its timeline. */
function again(publication: Publication, media: readonly Media[], now: number): Publication {
  const { post_id, account_id, owner_id, platform, type } = publication
  const plan = planOf(
    type,
    platform,
    media.map((asset) => ({ id: asset.id, kind: kindOf(asset.content_type) })),
  )
  const option_media = publication.media_ids
  const fresh = newPublication({
    post_id,
    account_id,
    owner_id,
    platform,
    type,
    plan,
    option_media,
    not_before: now,
    now,
  })
  const { version, created_at, events } = publication
  return withLines({ ...fresh, version, created_at, events }, [{ event: 'retried' }], now)
}

/**
 * All that can be published again, in one transaction; an account that cannot be posted to now is left out and named.
 * @throws {AppError} `not_found`; `not_retryable`; what is wrong with the accounts where none is left; `unknown_media`.
 */
export async function retryPost(ownerId: string, postId: string, now: number): Promise<Retried> {
  for (let round = 0; ; round += 1) {
    const found = await getPostWithPublications(postId)
    if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
    const failed = found.publications.filter(canRetry)
    if (failed.length === 0) throw refuse('not_retryable', whyNot(found.publications))
    const accounts = await getAccountsOf(
      ownerId,
      failed.map(({ account_id }) => account_id),
    )
    const problems = new Map(
      failed.flatMap(({ account_id }): [string, Issue][] => {
        const account = accounts.find(({ id }) => id === account_id)
        const problem: Issue | undefined = account
          ? accountProblem(account, now, now)
          : { code: 'unknown_account', message: `${account_id} is not one of your connected accounts.` }
        return problem ? [[account_id, problem]] : []
      }),
    )
    const going = failed.filter(({ account_id }) => !problems.has(account_id))
    if (going.length === 0) throw new AppError([...problems.values()])
    const media = await mediaOf(found.post, going)
    const { progress } = found.post
    const post: Post = {
      ...found.post,
      progress: { ...progress, failed: progress.failed - going.length },
      updated_at: now,
    }
    try {
      const written = await rewritePost(
        post,
        found.post,
        going.map((publication) => again(publication, media, now)),
        { claims: true },
      )
      return {
        post,
        retried: written.map(({ account_id }) => account_id),
        left: [...problems].map(([account_id, { code, message }]) => ({ account_id, code, message })),
        dispatch: () => dispatch(post.id, written, now),
      }
    } catch (error) {
      if (error instanceof MediaGone) throw new AppError(error.mediaIds.map(goneIssue))
      if (!(error instanceof ConditionFailed)) throw error
      if (round >= TRIES) throw refuse('conflict', 'The post was changed at the same moment; read it and try again.')
    }
  }
}

const whyNot = (publications: readonly Publication[]): string =>
  publications.some(({ failure }) => failure?.code === 'outcome_unknown')
    ? 'Whether the post went live is not known on an account where it failed: look there, and post anew if it did not.'
    : 'No account of the post has failed in a way that publishing again can help.'
