// Ends what is still to be published on an account that was disconnected.
import { dropSchedule, queueLater } from './dispatch.ts'
import { getPost, getPostWithPublications } from './post-store.ts'
import { getPublication, savePublication, unfinishedPostsOf } from './publication-store.ts'
import { failed } from './rules/changes.ts'
import { LEASE_MS } from './rules/pace.ts'
import { isOver } from './rules/post.ts'
import { hasBegun, hasEnded, VersionConflict } from './rules/publication.ts'
import { toldOn } from './rules/timeline.ts'

const AT_ONCE = 8
const TRIES = 5

/**
 * @returns `failed`: it was ended here; `left`: it is in a worker's hands, or has a publish call that is ambiguous, and ends there;
 * `over`: it had ended, and the index was behind.
 */
async function failOne(
  ownerId: string,
  postId: string,
  accountId: string,
  now: number,
): Promise<'failed' | 'left' | 'over'> {
  for (let round = 0; round < TRIES; round += 1) {
    const publication = await getPublication(postId, accountId)
    if (!publication || hasEnded(publication)) return 'over'
    // Whether it went live is not known: to call that failed could be a lie, and the engine finds out what it can.
    if (publication.attempt || publication.lease_until > now) {
      const delayMs = Math.max(0, publication.lease_until - now, publication.attempt ? 0 : LEASE_MS) + 1000
      await queueLater({ post_id: postId, account_id: accountId, owner_id: ownerId }, delayMs)
      return 'left'
    }
    try {
      const ended = failed(publication, 'account_disconnected', now)
      await savePublication(toldOn(publication, ended, now), publication.state)
      if (publication.together) await stopOthers(postId, now)
      if (publication.not_before > now) await dropScheduleOfOver(postId)
      return 'failed'
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
    }
  }
  return 'left'
}

/**
 * Ends the other accounts of a post that goes out on all or on none: they would be shown as scheduled until their time, and then fail.
 * A publication that a worker has taken ends when the worker finds that not all accounts are ready.
 */
async function stopOthers(postId: string, now: number): Promise<void> {
  const found = await getPostWithPublications(postId)
  if (!found || found.post.gate_open) return
  for (const publication of found.publications) {
    if (hasEnded(publication) || hasBegun(publication)) continue
    try {
      await savePublication(toldOn(publication, failed(publication, 'stopped', now), now), publication.state)
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error
    }
  }
}

/** Where no other account of the post waits for its time, nothing is left for its schedule to fire for. */
async function dropScheduleOfOver(postId: string): Promise<void> {
  const post = await getPost(postId)
  if (post && post.scheduled_at !== null && isOver(post.progress)) await dropSchedule(postId, post.scheduled_at)
}

/** @returns how many publications ended failed with `account_disconnected`, and how many a worker ends. */
export async function failPublicationsOf(
  ownerId: string,
  accountId: string,
  now: number,
): Promise<{ failed: number; left: number }> {
  const posts = await unfinishedPostsOf(ownerId, accountId)
  const outcomes: Awaited<ReturnType<typeof failOne>>[] = []
  for (let at = 0; at < posts.length; at += AT_ONCE) {
    const batch = posts.slice(at, at + AT_ONCE)
    outcomes.push(...(await Promise.all(batch.map((postId) => failOne(ownerId, postId, accountId, now)))))
  }
  const count = (wanted: 'failed' | 'left') => outcomes.filter((outcome) => outcome === wanted).length
  return { failed: count('failed'), left: count('left') }
}
