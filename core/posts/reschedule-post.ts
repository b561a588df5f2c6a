// Moving a post that has not started to another time.
import { getAccountsOf } from '../accounts/account-store.ts'
import { accountProblem } from '../accounts/rules/account-rules.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { dispatch, dropSchedule } from './dispatch.ts'
import { getPostWithPublications, rewritePost } from './post-store.ts'
import { deadlineProblem, type Post, scheduleProblem } from './rules/post.ts'
import { hasBegun, hasEnded, type Publication } from './rules/publication.ts'
import { withLines } from './rules/timeline.ts'

const TRIES = 5

/** The publications that can be moved. @throws {AppError} `not_scheduled`, `already_started` */
function movable(post: Post, publications: readonly Publication[]): Publication[] {
  if (post.scheduled_at === null) throw refuse('not_scheduled', 'The post was not scheduled: it is published at once.')
  const begun = publications.some(
    (publication) =>
      publication.state === 'published' ||
      publication.state === 'partially_published' ||
      publication.state === 'deleted' ||
      (!hasEnded(publication) && hasBegun(publication)),
  )
  if (begun) throw refuse('already_started', 'Publishing of the post has begun: it can no longer be moved.')
  const waiting = publications.filter((publication) => !hasEnded(publication))
  if (waiting.length === 0)
    throw refuse('not_scheduled', 'The post has ended on every account, so its time can no longer change.')
  return waiting
}

/** A time that outlives a token is refused, as it is for a new post. Other troubles of accounts are the same at any time. */
async function checkAccounts(ownerId: string, waiting: readonly Publication[], time: number, now: number) {
  const accounts = await getAccountsOf(
    ownerId,
    waiting.map(({ account_id }) => account_id),
  )
  const issues = accounts.flatMap((account) => {
    const problem = accountProblem(account, time, now)
    return problem?.code === 'token_expires_first' ? [{ ...problem, path: 'scheduled_at' }] : []
  })
  if (issues.length > 0) throw new AppError(issues)
}

/**
 * Moves every publication that has not ended, all or none.
 * @returns the post as it then is, and the sending that may go on beside the rest: when it fails the sweeper does it.
 * @throws {AppError} `not_found`, `not_scheduled`, `already_started`, `invalid_schedule`, `token_expires_first`
 */
export async function reschedulePost(
  ownerId: string,
  postId: string,
  { time, notAfter }: { time: number; notAfter?: number },
  now: number,
): Promise<{ post: Post; publications: Publication[]; dispatch: () => Promise<void> }> {
  for (let round = 0; ; round += 1) {
    const found = await getPostWithPublications(postId)
    if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
    const waiting = movable(found.post, found.publications)
    const problem = scheduleProblem(time, now)
    if (problem) throw refuse('invalid_schedule', problem, 'scheduled_at')
    const not_after = notAfter ?? found.post.not_after
    const deadline = deadlineProblem(not_after, time, now)
    if (deadline) throw refuse('invalid_schedule', deadline, 'not_after')
    await checkAccounts(ownerId, waiting, time, now)
    const until = not_after === undefined ? {} : { not_after }
    // Its slots are given back: from here on it goes out at a time of its own.
    const leaves = time === found.post.scheduled_at ? {} : { queued: undefined }
    const post: Post = { ...found.post, scheduled_at: time, ...leaves, ...until, updated_at: now }
    const moved = waiting.map((publication) =>
      withLines(
        { ...publication, not_before: time, due_at: time, ...until },
        [{ event: 'rescheduled', scheduled_at: time }],
        now,
      ),
    )
    try {
      const written = await rewritePost(post, found.post, moved, { claims: false })
      const publications = found.publications.map(
        (publication) => written.find(({ account_id }) => account_id === publication.account_id) ?? publication,
      )
      return { post, publications, dispatch: () => setAnew(post, found.post, written, now) }
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      // A worker or another request was quicker: what it left decides.
      if (round >= TRIES) throw refuse('conflict', 'The post was changed at the same moment; read it and try again.')
    }
  }
}

/** The old schedule goes. One that fires all the same finds that it is too early. */
async function setAnew(post: Post, before: Post, publications: readonly Publication[], now: number): Promise<void> {
  const { scheduled_at } = before
  if (scheduled_at !== null && scheduled_at !== post.scheduled_at) await dropSchedule(post.id, scheduled_at)
  await dispatch(post.id, publications, now)
}
