// Posts in the table, with their publications: one function per access pattern.
import { batchGet, ConditionFailed, get, type Item, queryAll, type TransactItem, transact } from '../aws/table.ts'
import { mediaKey, postKey, publicationSort, slotKey } from '../table-keys.ts'
import { asSeen, postItem, publicationItem, publicationOf, searchOf, UNCHANGED_POST } from './post-items.ts'
import { isOver, Post } from './rules/post.ts'
import { hasEnded, type Publication } from './rules/publication.ts'
import { sweepTime } from './rules/sweep-time.ts'

/** Counts uses of a medium by posts that have not ended, up or down. */
export const mediaUse = (mediaId: string, change: number): TransactItem => ({
  Update: {
    Key: mediaKey(mediaId),
    UpdateExpression: 'ADD pending_uses :change',
    ...(change > 0
      ? { ConditionExpression: '#status = :active', ExpressionAttributeNames: { '#status': 'status' } }
      : { ConditionExpression: 'attribute_exists(pk)' }),
    ExpressionAttributeValues: { ':change': change, ...(change > 0 ? { ':active': 'active' } : {}) },
  },
})

/** A medium that a post names was deleted while the post was being accepted. */
export class MediaGone extends Error {
  readonly mediaIds: string[]
  constructor(mediaIds: string[]) {
    super('media of the post are gone')
    this.name = 'MediaGone'
    this.mediaIds = mediaIds
  }
}

/** The media of a post, each once. */
export const distinct = ({ media_ids }: Pick<Post, 'media_ids'>): string[] => [...new Set(media_ids)]

/**
 * The claims on each medium for publications that are to go out: those of the post once for all of them, others
 * for each that needs them.
 * @param held whether the post holds its media already. @param gone media of the post that were deleted after their part was live.
 */
const usesOf = (
  post: Post,
  publications: readonly Publication[],
  held = false,
  gone: readonly string[] = [],
): Map<string, number> => {
  const uses = new Map<string, number>()
  const going = publications.filter((one) => !hasEnded(one))
  if (post.holds_media && !held && going.length > 0)
    for (const id of distinct(post)) if (!gone.includes(id)) uses.set(id, 1)
  for (const { media_ids } of going)
    for (const id of media_ids)
      if (!post.holds_media || !post.media_ids.includes(id)) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

/** Another post has taken the slot. */
export class SlotTaken extends Error {}

/** The slot of each account that a queued post takes: an existing row belongs to another post. */
const slotItems = ({ id, queued, scheduled_at, accounts }: Post): TransactItem[] =>
  queued && scheduled_at !== null
    ? accounts.map((accountId) => ({
        Put: {
          Item: {
            ...slotKey(accountId, scheduled_at),
            post_id: id,
            expires_at: Math.ceil(scheduled_at / 1000) + 86_400,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }))
    : []

/**
 * Gives the slot of a queued post on an account back, in the transaction by which nothing goes out there: later it could be forgotten,
 * and no post could take a slot that nobody uses.
 */
export const freedSlot = ({ id, queued, scheduled_at }: Post, accountId: string): TransactItem[] =>
  queued && scheduled_at !== null
    ? [
        {
          Delete: {
            Key: slotKey(accountId, scheduled_at),
            ConditionExpression: 'attribute_not_exists(pk) OR post_id = :post',
            ExpressionAttributeValues: { ':post': id },
          },
        },
      ]
    : []

/** The writes that go along with the post were refused: their conditions did not hold. */
export class NotAlong extends Error {
  /** Positions in the list that was given. */
  readonly failed: readonly number[]
  constructor(failed: readonly number[]) {
    super('what goes along with the post was changed')
    this.failed = failed
  }
}

/** The idempotency record was there already. */
export class AlreadyAccepted extends Error {}

/**
 * Accepting: the post, its publications, the claim on its media and the idempotency record, all or nothing.
 * @param along writes of the same transaction.
 * @throws {MediaGone} @throws {AlreadyAccepted} @throws {SlotTaken} @throws {NotAlong}
 */
export async function putPost(
  post: Post,
  publications: readonly Publication[],
  idempotency?: Item,
  along: readonly TransactItem[] = [],
): Promise<void> {
  const uses = usesOf(post, publications)
  const media = [...uses.keys()]
  const fresh = { ConditionExpression: 'attribute_not_exists(pk)' }
  const items: TransactItem[] = [
    ...(idempotency
      ? [
          {
            Put: {
              Item: idempotency,
              ConditionExpression: 'attribute_not_exists(pk) OR expires_at < :now',
              ExpressionAttributeValues: { ':now': Math.floor(post.created_at / 1000) },
            },
          },
        ]
      : []),
    ...[...uses].map(([id, count]) => mediaUse(id, count)),
    { Put: { Item: postItem(post), ...fresh } },
    ...publications.map((publication) => ({ Put: { Item: publicationItem(publication), ...fresh } })),
    ...slotItems(post),
  ]
  try {
    await transact([...items, ...along])
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const notAlong = error.failed.filter((at) => at >= items.length).map((at) => at - items.length)
    if (notAlong.length > 0) throw new NotAlong(notAlong)
    const first = idempotency ? 1 : 0
    if (idempotency && error.failed.includes(0)) throw new AlreadyAccepted()
    const gone = error.failed.flatMap((at) => media[at - first] ?? [])
    if (gone.length > 0) throw new MediaGone(gone)
    throw error.failed.some((at) => at > first + media.length + publications.length) ? new SlotTaken() : error
  }
}

export async function getPost(postId: string): Promise<Post | undefined> {
  const item = await get(postKey(postId))
  return item && Post.parse(item)
}

/** The posts themselves, in the order asked for. */
export async function getPosts(ids: readonly string[]): Promise<Post[]> {
  const items = await batchGet(ids.map(postKey))
  const byId = new Map(items.map((item) => [String(item.id), Post.parse(item)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The post and all its publications, in the order of its accounts. */
export async function getPostWithPublications(
  postId: string,
): Promise<{ post: Post; publications: Publication[] } | undefined> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': postKey(postId).pk },
    ConsistentRead: true,
  })
  const head = items.find((item) => item.sk === postKey(postId).sk)
  if (!head) return undefined
  const post = Post.parse(head)
  const publications = items.filter((item) => String(item.sk).startsWith(publicationSort.prefix)).map(publicationOf)
  publications.sort((a, b) => post.accounts.indexOf(a.account_id) - post.accounts.indexOf(b.account_id))
  return { post, publications }
}

/**
 * Writes publications of a post and the post itself together, each if it still is as it was read.
 * @param seen the post as it was read.
 * @param claims whether the publications had ended, and claim their media again; `gone` are those of the post that nothing needs any more.
 * @throws {ConditionFailed} when one was written since; {MediaGone} when a medium was deleted.
 */
export async function rewritePost(
  post: Post,
  seen: Post,
  publications: readonly Publication[],
  { claims, gone = [] }: { claims: boolean; gone?: readonly string[] },
): Promise<Publication[]> {
  const next = publications.map((publication) => ({
    ...publication,
    version: publication.version + 1,
    sweep_at: sweepTime(publication),
  }))
  const uses = usesOf(post, claims ? next : [], !isOver(seen.progress), gone)
  const media = [...uses.keys()]
  try {
    await transact([
      ...[...uses].map(([id, count]) => mediaUse(id, count)),
      {
        Update: {
          Key: postKey(post.id),
          UpdateExpression:
            'SET progress = :progress, scheduled_at = :time, #search = :search, updated_at = :now' +
            (post.not_after === undefined ? '' : ', not_after = :last') +
            (post.queued ? '' : ' REMOVE queued'),
          ExpressionAttributeNames: { '#search': 'search' },
          ConditionExpression: UNCHANGED_POST,
          ExpressionAttributeValues: {
            ...asSeen(seen),
            ':progress': post.progress,
            ':time': post.scheduled_at,
            ':search': searchOf(post),
            ':now': post.updated_at,
            ...(post.not_after === undefined ? {} : { ':last': post.not_after }),
          },
        },
      },
      ...next.map((publication) => ({
        Put: {
          Item: publicationItem(publication),
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': publication.version - 1 },
        },
      })),
      // Those that have ended gave theirs back then.
      ...(post.queued ? [] : next.flatMap(({ account_id }) => freedSlot(seen, account_id))),
    ])
  } catch (error) {
    const gone = error instanceof ConditionFailed ? error.failed.flatMap((at) => media[at] ?? []) : []
    throw gone.length > 0 ? new MediaGone(gone) : error
  }
  return next
}
