// Publishing again where it failed in a way that can pass. What may be live is never published again.
import { markActive } from '../accounts/account-state-store.ts'
import { getAccountsOf } from '../accounts/account-store.ts'
import { lookAgain } from '../accounts/look-again.ts'
import type { Account } from '../accounts/rules/account.ts'
import { accountProblem } from '../accounts/rules/account-rules.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, type Issue, refuse } from '../errors.ts'
import { type Attempt, firstAttempt } from '../idempotency/attempt.ts'
import { getMediaMany } from '../media/media-store.ts'
import type { Media } from '../media/rules/media.ts'
import { dispatch } from './dispatch.ts'
import { getPostWithPublications, MediaGone, rewritePost } from './post-store.ts'
import { stepsAgain } from './rules/after-steps.ts'
import { isShut } from './rules/gate.ts'
import { newPublication } from './rules/new-publication.ts'
import { liveParts, mediaNeeded } from './rules/parts.ts'
import { type Post, without } from './rules/post.ts'
import { canRetry, hasEnded, isPastRetrying, type Publication } from './rules/publication.ts'
import { publicationPlan } from './rules/publication-plan.ts'
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

const goneIssue = (id: string): Issue => ({
  code: 'unknown_media',
  message: `The medium ${id} of the post was deleted: it cannot be published again.`,
})

interface MediaOfRetry {
  found: Map<string, Media>
  /** Those that are published again, all of them active. */
  needed: readonly string[]
  /** Others of the post: deleted since their part is live. */
  gone: readonly string[]
}

/** @throws {AppError} `unknown_media` */
async function mediaOf({ media_ids }: Post, publications: readonly Publication[]): Promise<MediaOfRetry> {
  const needed = [...new Set(publications.flatMap(mediaNeeded))]
  const ofPost = publications.length > 0 ? media_ids : []
  const found = await getMediaMany([...new Set([...needed, ...ofPost])])
  const isGone = (id: string) => found.get(id)?.status !== 'active'
  if (needed.some(isGone)) throw new AppError(needed.filter(isGone).map(goneIssue))
  return { found, needed, gone: ofPost.filter(isGone) }
}

/** The parts of a thread that are live stay as they are, with the jobs that made them; the rest starts again. */
function goingOn(publication: Publication, fresh: Publication): Publication {
  const live = liveParts(publication)
  if (live === 0) return fresh
  const done = publication.jobs.filter(({ part = 0 }) => part < live).map((job) => ({ ...job, counted: true }))
  const parts = publication.parts!.map((part) => ({ ...part, lookups: 0 }))
  const jobs = [...done, ...fresh.jobs.filter(({ part = 0 }) => part >= live)]
  const { started_at, permalink, notes } = publication
  const media_ids = mediaNeeded(publication)
  // It has started: it can no longer be called back.
  return {
    ...fresh,
    state: 'preparing',
    jobs,
    parts,
    media_ids,
    started_at,
    ...(permalink === undefined ? {} : { permalink }),
    ...(notes ? { notes } : {}),
  }
}

/** The publication from where it failed, with new jobs; it keeps its age, its version and its timeline. */
function again(post: Post, publication: Publication, media: ReadonlyMap<string, Media>, now: number): Publication {
  if (publication.state === 'published') return withLines(stepsAgain(publication, now), [{ event: 'retried' }], now)
  const { post_id, account_id, owner_id, platform, type } = publication
  const plan = publicationPlan(post, account_id, platform, media, liveParts(publication))
  const { not_after, together } = publication
  const keeps_figures = publication.figures !== undefined
  const given = { post_id, account_id, owner_id, platform, type, ...plan, not_after, together, keeps_figures, now }
  const fresh = newPublication({ ...given, not_before: now })
  const { version, created_at, events } = publication
  return withLines({ ...goingOn(publication, fresh), version, created_at, events }, [{ event: 'retried' }], now)
}

/** The accounts, those whose owner was to act as their platforms see them at this moment: retrying is to say that it was done. */
async function lookedAt(stored: readonly Account[], now: number): Promise<Account[]> {
  const accounts = await lookAgain(stored)
  for (const [at, { id, status, token_ciphertext }] of accounts.entries())
    if (status !== stored[at]!.status) await markActive(id, token_ciphertext, now)
  return accounts
}

const isRetriedSince = ({ events = [] }: Publication, from: number): boolean =>
  events.some(({ event, at, last_at = at }) => event === 'retried' && last_at >= from)

const leftOut = (problems: ReadonlyMap<string, Issue>): Retried['left'] =>
  [...problems].map(([account_id, { code, message }]) => ({ account_id, code, message }))

/**
 * All that can be published again, in one transaction; an account that cannot be posted to now is left out and named.
 * @throws {AppError} `not_found`; `not_retryable`; what is wrong with the accounts where none is left; `unknown_media`.
 */
export async function retryPost(
  ownerId: string,
  postId: string,
  now: number,
  { begunAt, again: triedBefore }: Attempt = firstAttempt(now),
): Promise<Retried> {
  for (let round = 0; ; round += 1) {
    const found = await getPostWithPublications(postId)
    if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
    // An earlier try of the request may have done it: the answer says so. A refusal would have the caller make the post anew.
    const before = triedBefore ? found.publications.filter((one) => isRetriedSince(one, begunAt)) : []
    const failed = found.publications.filter((one) => canRetry(one, now) && !before.includes(one))
    if (failed.length + before.length === 0) throw refuse('not_retryable', whyNot(found.publications, now))
    const stored = await getAccountsOf(
      ownerId,
      failed.map(({ account_id }) => account_id),
    )
    const accounts = round === 0 ? await lookedAt(stored, now) : stored
    const problems = new Map(
      failed.flatMap(({ account_id }): [string, Issue][] => {
        const account = accounts.find(({ id }) => id === account_id)
        const problem: Issue | undefined = account
          ? accountProblem(account, now, now)
          : { code: 'unknown_account', message: `${account_id} is not one of your connected accounts.` }
        return problem ? [[account_id, problem]] : []
      }),
    )
    if (before.length > 0) {
      const retried = before.map(({ account_id }) => account_id)
      const open = before.filter((publication) => !hasEnded(publication))
      return { post: found.post, retried, left: leftOut(problems), dispatch: () => dispatch(postId, open, now) }
    }
    const going = failed.filter(({ account_id }) => !problems.has(account_id))
    if (going.length === 0) throw new AppError([...problems.values()])
    const posted = going.filter(({ state }) => state !== 'published')
    if (isShut(found.post, posted.length))
      throw refuse('not_retryable', [SHUT, ...[...problems.values()].map(({ message }) => message)].join(' '))
    const { found: media, needed, gone } = await mediaOf(found.post, posted)
    const post: Post = { ...found.post, progress: without(found.post.progress, posted), updated_at: now }
    try {
      const written = await rewritePost(
        post,
        found.post,
        going.map((publication) => again(post, publication, media, now)),
        { claims: true, gone },
      )
      return {
        post,
        retried: written.map(({ account_id }) => account_id),
        left: leftOut(problems),
        dispatch: () => dispatch(post.id, written, now),
      }
    } catch (error) {
      const lost = error instanceof MediaGone ? error.mediaIds.filter((id) => needed.includes(id)) : []
      if (lost.length > 0) throw new AppError(lost.map(goneIssue))
      if (!(error instanceof MediaGone || error instanceof ConditionFailed)) throw error
      if (round >= TRIES) throw refuse('conflict', 'The post was changed at the same moment; read it and try again.')
    }
  }
}

const SHUT = 'The post goes out on all of its accounts or on none, and on one of them it cannot be published again.'

function whyNot(publications: readonly Publication[], now: number): string {
  if (publications.some(({ failure }) => failure?.code === 'outcome_unknown'))
    return 'On an account where it failed it is not known whether the post went live: look there, and create a new post if it did not.'
  const late = publications.find((publication) => isPastRetrying(publication, now))
  if (!late && publications.some((publication) => !hasEnded(publication)))
    return 'There is nothing to publish again now: the post is still being published, or waits for its time.'
  return late
    ? `The post was not to be published after ${new Date(late.not_after!).toISOString()}: create a new post if it should still be published.`
    : 'No account of the post has failed in a way that publishing again can help.'
}
