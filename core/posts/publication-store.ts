// Publications in the table: one function per access pattern.
import { entryOf } from '../activity/activity-store.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { batchGet, ConditionFailed, Contended, get, put, queryAll, queryPages, transact } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { log } from '../log.ts'
import {
  duePublications,
  PARTITION,
  postKey,
  publicationKey,
  publicationSort,
  sortable,
  timed,
  unfinishedOf,
  unfinishedSort,
} from '../table-keys.ts'
import { eventItem, newEvent } from '../webhooks/event-store.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { asSeen, jobsOf, publicationItem, publicationOf, searchOf, UNCHANGED_POST } from './post-items.ts'
import { distinct, freedSlot, getPost, mediaUse } from './post-store.ts'
import { counted, isOver, Post } from './rules/post.ts'
import { hasEnded, isAtGate, type Publication, VersionConflict } from './rules/publication.ts'
import { sweepTime } from './rules/sweep-time.ts'

export async function getPublication(postId: string, accountId: string): Promise<Publication | undefined> {
  const item = await get(publicationKey(postId, accountId))
  return item && publicationOf(item)
}

/** With the name of the write that made it, if that had one. */
export async function getPublicationAsWritten(postId: string, accountId: string) {
  const item = await get(publicationKey(postId, accountId))
  return item && { publication: publicationOf(item), writer: item.writer as string | undefined }
}

/** Publication and post in one read. */
export async function getPublicationWithPost(postId: string, accountId: string) {
  const items = await batchGet([publicationKey(postId, accountId), postKey(postId)])
  const publication = items.find((item) => item.sk === publicationKey(postId, accountId).sk)
  const post = items.find((item) => item.sk === postKey(postId).sk)
  return publication && post ? { publication: publicationOf(publication), post: Post.parse(post) } : undefined
}

/** The event for webhooks when the last publication of a post has ended; none for a post that was cancelled. */
function endingEvent(post: Post, now: number): WebhookEvent | undefined {
  const { published, failed, partial = 0 } = post.progress
  if (!isOver(post.progress) || published + failed === 0) return undefined
  const type = failed === 0 ? 'post.published' : published + partial === 0 ? 'post.failed' : 'post.partially_failed'
  const { id, title, scheduled_at, progress, created_at } = post
  const data = { post_id: id, type: post.type, title, scheduled_at, progress, created_at, ended_at: now }
  return newEvent(post.owner_id, type, data, now)
}

/** The claims that no publication of the post needs any more once this one has ended. */
const freedMedia = ({ media_ids }: Publication, ended: Post): readonly string[] =>
  ended.holds_media
    ? [...media_ids.filter((id) => !ended.media_ids.includes(id)), ...(isOver(ended.progress) ? distinct(ended) : [])]
    : media_ids

const END_TRIES = 12
/** Further tries of an end that others of the post were in the way of: each of them waits for some seconds. */
const CONTENDED_ENDS = 4

/** Names one write, so that it can be told from a rival's. */
export const newWriter = (): string => crypto.randomUUID().slice(0, 8)

/** Writes a publication that has ended, with what somebody asked for. @throws {VersionConflict} when it was written since. */
export async function saveAsked(publication: Publication, deed: Deed, now: number): Promise<Publication> {
  const next = { ...publication, version: publication.version + 1, sweep_at: sweepTime(publication) }
  await transact([
    {
      Put: {
        Item: publicationItem(next),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': publication.version },
      },
    },
    { Put: entryOf(publication.owner_id, deed, now) },
  ]).catch((error: unknown) => {
    throw error instanceof ConditionFailed ? new VersionConflict() : error
  })
  return next
}

/**
 * Writes a publication if it still is at the version it was read with; one that ends, together with what counts it.
 * The SDK repeats a write whose answer got lost. If the first one took effect, the repeat finds its own version there: the
 * `writer` on the item says that it is no rival's.
 * @param before the state it was read in.
 * @param announced is called with the event that was stored with it, if the whole post has ended.
 * @param writer names this write.
 * @throws {VersionConflict} when it was written since, or when it is to be cancelled at a gate that was opened since.
 */
export async function savePublication(
  publication: Publication,
  before: Publication['state'],
  announced?: (event: WebhookEvent) => void,
  writer = newWriter(),
): Promise<Publication> {
  const next = { ...publication, version: publication.version + 1, sweep_at: sweepTime(publication) }
  const unchanged = {
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': publication.version },
  }
  if (!hasEnded(next) || hasEnded({ state: before })) {
    await put({ ...publicationItem(next), writer }, unchanged).catch(async (error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
      const stored = await get(publicationKey(next.post_id, next.account_id))
      if (stored?.writer !== writer) throw new VersionConflict()
    })
    return next
  }
  const lost = new Set<string>()
  const cancelledAtGate = next.state === 'cancelled' && isAtGate(next)
  // Several publications of a post often end at the same moment: the count of the post is written by one at a time.
  for (let attempt = 0; ; attempt += 1) {
    const post = await getPost(next.post_id)
    if (!post) throw new Error(`the post of publication ${next.post_id}/${next.account_id} is missing`)
    if (cancelledAtGate && post.gate_open) throw new VersionConflict()
    const progress = counted(post.progress, next.state)
    const ended = { ...post, progress }
    const event = endingEvent(ended, next.ended_at!)
    const freed = freedMedia(next, ended).filter((id) => !lost.has(id))
    try {
      await transact([
        { Put: { Item: { ...publicationItem(next), writer }, ...unchanged } },
        {
          Update: {
            Key: postKey(post.id),
            // `search` is a reserved word.
            UpdateExpression: 'SET progress = :progress, #search = :search, updated_at = :now',
            ExpressionAttributeNames: { '#search': 'search' },
            ConditionExpression: cancelledAtGate
              ? `${UNCHANGED_POST} AND attribute_not_exists(gate_open)`
              : UNCHANGED_POST,
            ExpressionAttributeValues: {
              ...asSeen(post),
              ':progress': progress,
              ':search': searchOf(ended),
              ':now': next.ended_at,
            },
          },
        },
        ...freed.map((id) => mediaUse(id, -1)),
        ...jobsOf(next).map((record) => ({ Put: { Item: record } })),
        ...(event ? [{ Put: { Item: eventItem(event) } }] : []),
        // Before its time only what does not go out ends.
        ...(next.ended_at! < (post.scheduled_at ?? 0) ? freedSlot(post, next.account_id) : []),
      ])
      if (event) announced?.(event)
      return next
    } catch (error) {
      // Given up, it would lose the platform's answer. Those in the way end too, so there are fewer of them each time.
      if (error instanceof Contended && attempt < CONTENDED_ENDS) continue
      if (!(error instanceof ConditionFailed)) throw error
      if (error.failed.includes(0)) throw new VersionConflict()
      const missing = freed.filter((_, at) => error.failed.includes(2 + at))
      if (missing.length > 0) {
        // An asset whose row is gone has no uses to count any more: that must not keep the publication from its end.
        log.warn('media of a publication are missing', { post_id: next.post_id, media_ids: missing })
        for (const id of missing) lost.add(id)
        continue
      }
      if (!error.failed.includes(1) || attempt >= END_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** Math.min(attempt, 5)))
    }
  }
}

export interface DuePublication {
  post_id: string
  account_id: string
  owner_id: string
  due_sk: string
}

/** Overdue publications of one shard of the index, oldest first. */
export async function* overduePublications(shard: number, before: number): AsyncGenerator<DuePublication[]> {
  const pages = queryPages({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: 'due_pk = :pk AND due_sk < :before',
    ExpressionAttributeValues: { ':pk': duePublications(shard), ':before': sortable(before) },
  })
  for await (const items of pages) {
    yield items.map((item) => ({
      post_id: PARTITION.post.read(String(item.pk))[0],
      account_id: publicationSort.read(String(item.sk))[0],
      owner_id: timed.read(String(item.due_sk))[1],
      due_sk: String(item.due_sk),
    }))
  }
}

/** Ids of the posts whose publication on the account has not ended. */
export async function unfinishedPostsOf(ownerId: string, accountId: string): Promise<string[]> {
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :pk AND begins_with(owner_sk, :account)',
    ExpressionAttributeValues: { ':pk': unfinishedOf(ownerId), ':account': unfinishedSort(accountId, '') },
  })
  return rows.map((row) => PARTITION.post.read(String(row.pk))[0])
}
