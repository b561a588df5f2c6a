// Cancelling a post: publications that have not started, or that wait with nothing published, are cancelled; others go on.
import { refuse } from '../errors.ts'
import { dropSchedule } from './dispatch.ts'
import { getPostWithPublications } from './post-store.ts'
import { getPublicationWithPost, savePublication } from './publication-store.ts'
import { cancelled } from './rules/changes.ts'
import type { Post } from './rules/post.ts'
import { canBeCancelled, type Publication, VersionConflict } from './rules/publication.ts'
import { toldOn } from './rules/timeline.ts'

/** All of them count on the one item of the post: many at once would only be in each other's way. */
const AT_ONCE = 5

interface Found {
  post: Post
  publication: Publication
}

/** @param left of so many accounts those on which it goes on, or has ended; it was cancelled before on the others. */
function whyNot(left: number, accounts: number): string {
  if (left === 0) return 'The post is cancelled already.'
  if (left === accounts)
    return 'Publishing has begun or ended on every account of the post: it can no longer be cancelled.'
  return `The post is cancelled already where it can be. On ${left} account${left === 1 ? '' : 's'} publishing has begun or ended.`
}

/** @returns `left`: it had begun or ended, or a worker was quicker; `before`: somebody else has cancelled it. */
async function cancelOne(found: Found, now: number): Promise<'cancelled' | 'before' | 'left'> {
  for (let current: Found | undefined = found; current; ) {
    const { post, publication }: Found = current
    if (publication.state === 'cancelled') return 'before'
    if (!canBeCancelled(publication, post.gate_open === true)) return 'left'
    try {
      await savePublication(toldOn(publication, cancelled(publication, now), now), publication.state)
      return 'cancelled'
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
      current = await getPublicationWithPost(publication.post_id, publication.account_id)
    }
  }
  return 'left'
}

/**
 * @returns how many publications were cancelled, and how many go on or have ended.
 * @throws {AppError} `not_found`; `already_started` where none could be cancelled.
 */
export async function cancelPost(
  ownerId: string,
  postId: string,
  now: number,
): Promise<{ cancelled: number; left: number }> {
  const found = await getPostWithPublications(postId)
  if (!found || found.post.owner_id !== ownerId) throw refuse('not_found', 'There is no post with this id.')
  const { post } = found
  const outcomes: Awaited<ReturnType<typeof cancelOne>>[] = []
  for (let at = 0; at < found.publications.length; at += AT_ONCE) {
    const batch = found.publications.slice(at, at + AT_ONCE)
    outcomes.push(...(await Promise.all(batch.map((publication) => cancelOne({ post, publication }, now)))))
  }
  const count = outcomes.filter((outcome) => outcome === 'cancelled').length
  const left = outcomes.filter((outcome) => outcome === 'left').length
  if (count === 0) throw refuse('already_started', whyNot(left, outcomes.length))
  // Nothing is left for it to fire for.
  const { scheduled_at } = post
  if (scheduled_at !== null) await dropSchedule(postId, scheduled_at)
  return { cancelled: count, left }
}
