// Posts and publications in the table: one function per access pattern.
import {
  batchGet,
  ConditionFailed,
  get,
  type Item,
  put,
  queryAll,
  queryPages,
  type TransactItem,
  transact,
} from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { log } from '../log.ts'
import {
  duePublications,
  mediaKey,
  PUBLICATION_PREFIX,
  postKey,
  postsOf,
  publicationKey,
  shardOf,
  sortable,
  unfinishedOf,
  unfinishedSort,
} from '../table-keys.ts'
import { jobsItems } from '../usage/job-record.ts'
import { eventItem, newEvent } from '../webhooks/event-store.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { SomeoneElse } from './publish-step.ts'
import { Post, type Progress } from './rules/post.ts'
import type { PostType } from './rules/post-types.ts'
import { hasEnded, Publication } from './rules/publication.ts'

/** What tells an owner's accounts apart in a slim row: 48 random bits of the id. */
const shortAccount = (accountId: string): string => accountId.slice(-12)

/** Slim row of the list: what its status is computed from, and the accounts to filter by. */
const searchOf = (post: Post): string => {
  const { total, published, failed, cancelled } = post.progress
  return [total, published, failed, cancelled, post.scheduled_at ?? '', post.accounts.map(shortAccount).join()].join(
    '/',
  )
}

const postItem = (post: Post): Item => ({
  ...postKey(post.id),
  ...post,
  owner_pk: postsOf(post.owner_id),
  owner_sk: `${sortable(post.created_at)}#${post.id}`,
  kind: post.type,
  search: searchOf(post),
})

/** Index attributes say where it is found: while it has not ended under its owner, while something is due under its time. */
const publicationItem = (publication: Publication): Item => {
  const { post_id, account_id, owner_id } = publication
  const ended = hasEnded(publication)
  const due = !ended || (publication.state === 'published' && publication.permalink_state === 'open')
  return {
    ...publicationKey(post_id, account_id),
    ...publication,
    ...(ended ? {} : { owner_pk: unfinishedOf(owner_id), owner_sk: unfinishedSort(account_id, post_id) }),
    ...(due ? dueAttributes(publication, Math.max(publication.due_at, publication.lease_until)) : {}),
  }
}

const dueAttributes = ({ post_id, account_id, owner_id }: Publication, at: number) => ({
  due_pk: duePublications(shardOf(`${post_id}#${account_id}`)),
  due_sk: `${sortable(at)}#${owner_id}`,
})

/** The records of what an ended publication's jobs came to. */
const jobsOf = (publication: Publication): Item[] =>
  jobsItems({
    owner_id: publication.owner_id,
    post_id: publication.post_id,
    account_id: publication.account_id,
    at: publication.ended_at!,
    jobs: publication.jobs.map((job) => ({
      type: job.type,
      state: job.state === 'completed' ? ('completed' as const) : ('failed' as const),
      created_at: job.created_at,
      completed_at: job.completed_at ?? publication.ended_at!,
      duration_ms: job.started_at === undefined ? null : (job.completed_at ?? publication.ended_at!) - job.started_at,
    })),
  })

const mediaUse = (mediaId: string, change: number): TransactItem => ({
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

/** The idempotency record was there already. */
export class AlreadyAccepted extends Error {}

/**
 * Accepting: the post, its publications, the claim on its media and the idempotency record, all or nothing.
 * @throws {MediaGone} @throws {AlreadyAccepted}
 */
export async function putPost(post: Post, publications: readonly Publication[], idempotency?: Item): Promise<void> {
  const media = [...new Set(post.media_ids)]
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
    ...media.map((id) => mediaUse(id, publications.length)),
    { Put: { Item: postItem(post), ...fresh } },
    ...publications.map((publication) => ({ Put: { Item: publicationItem(publication), ...fresh } })),
  ]
  try {
    await transact(items)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const first = idempotency ? 1 : 0
    if (idempotency && error.failed.includes(0)) throw new AlreadyAccepted()
    const gone = error.failed.flatMap((at) => media[at - first] ?? [])
    throw gone.length > 0 ? new MediaGone(gone) : error
  }
}

export async function getPost(postId: string): Promise<Post | undefined> {
  const item = await get(postKey(postId))
  return item && Post.parse(item)
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
  const publications = items
    .filter((item) => String(item.sk).startsWith(PUBLICATION_PREFIX))
    .map((item) => Publication.parse(item))
  publications.sort((a, b) => post.accounts.indexOf(a.account_id) - post.accounts.indexOf(b.account_id))
  return { post, publications }
}

export async function getPublication(postId: string, accountId: string): Promise<Publication | undefined> {
  const item = await get(publicationKey(postId, accountId))
  return item && Publication.parse(item)
}

/** Publication and post in one read. */
export async function getPublicationWithPost(postId: string, accountId: string) {
  const items = await batchGet([publicationKey(postId, accountId), postKey(postId)])
  const publication = items.find((item) => item.sk === publicationKey(postId, accountId).sk)
  const post = items.find((item) => item.sk === postKey(postId).sk)
  return publication && post ? { publication: Publication.parse(publication), post: Post.parse(post) } : undefined
}

/** What others write of a post at the same moment: its count, and its time. */
const UNCHANGED_POST = 'progress = :seen AND scheduled_at = :scheduled'
const asSeen = (post: Post) => ({ ':seen': post.progress, ':scheduled': post.scheduled_at })

/** What webhooks are told when the last publication of a post has ended; of one that was called back, nothing. */
function endingEvent(post: Post, now: number): WebhookEvent | undefined {
  const { total, published, failed, cancelled } = post.progress
  if (published + failed + cancelled < total || published + failed === 0) return undefined
  const type = failed === 0 ? 'post.published' : published === 0 ? 'post.failed' : 'post.partially_failed'
  const { id, title, scheduled_at, progress, created_at } = post
  const data = { post_id: id, type: post.type, title, scheduled_at, progress, created_at, ended_at: now }
  return newEvent(post.owner_id, type, data, now)
}

const END_TRIES = 12

/**
 * Writes a publication if it still is at the version it was read with; one that ends, together with what counts it.
 * @param before the state it was read in.
 * @param announced is told of the event that was stored with it, where the whole post has ended.
 * @throws {SomeoneElse} when it was written since.
 */
export async function savePublication(
  publication: Publication,
  before: Publication['state'],
  announced?: (event: WebhookEvent) => void,
): Promise<Publication> {
  const next = { ...publication, version: publication.version + 1 }
  const unchanged = {
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': publication.version },
  }
  if (!hasEnded(next) || hasEnded({ state: before })) {
    await put(publicationItem(next), unchanged).catch((error: unknown) => {
      throw error instanceof ConditionFailed ? new SomeoneElse() : error
    })
    return next
  }
  let held = next.media_ids
  // Several publications of a post often end at the same moment: the count of the post is written by one at a time.
  for (let attempt = 0; ; attempt += 1) {
    const post = await getPost(next.post_id)
    if (!post) throw new Error(`the post of publication ${next.post_id}/${next.account_id} is missing`)
    const progress: Progress = { ...post.progress, [next.state]: post.progress[next.state as keyof Progress] + 1 }
    const counted = { ...post, progress }
    const event = endingEvent(counted, next.ended_at!)
    try {
      await transact([
        { Put: { Item: publicationItem(next), ...unchanged } },
        {
          Update: {
            Key: postKey(post.id),
            // `search` is a reserved word.
            UpdateExpression: 'SET progress = :progress, #search = :search, updated_at = :now',
            ExpressionAttributeNames: { '#search': 'search' },
            ConditionExpression: UNCHANGED_POST,
            ExpressionAttributeValues: {
              ...asSeen(post),
              ':progress': progress,
              ':search': searchOf(counted),
              ':now': next.ended_at,
            },
          },
        },
        ...held.map((id) => mediaUse(id, -1)),
        ...jobsOf(next).map((record) => ({ Put: { Item: record } })),
        ...(event ? [{ Put: { Item: eventItem(event) } }] : []),
      ])
      if (event) announced?.(event)
      return next
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      if (error.failed.includes(0)) throw new SomeoneElse()
      const lost = held.filter((_, at) => error.failed.includes(2 + at))
      if (lost.length > 0) {
        // An asset whose row is gone has no uses to count any more: that must not keep the publication from its end.
        log.warn('media of a publication are missing', { post_id: next.post_id, media_ids: lost })
        held = held.filter((id) => !lost.includes(id))
        continue
      }
      if (!error.failed.includes(1) || attempt >= END_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** Math.min(attempt, 5)))
    }
  }
}

/**
 * Writes publications of a post and the post itself together, each if it still is as it was read.
 * @param seen the post as it was read.
 * @param claims whether the publications had ended, and claim their media again.
 * @throws {ConditionFailed} when one was written since; {MediaGone} when a medium was deleted.
 */
export async function rewritePost(
  post: Post,
  seen: Post,
  publications: readonly Publication[],
  { claims }: { claims: boolean },
): Promise<Publication[]> {
  const next = publications.map((publication) => ({ ...publication, version: publication.version + 1 }))
  const media = claims ? [...new Set(post.media_ids)] : []
  try {
    await transact([
      ...media.map((id) => mediaUse(id, next.length)),
      {
        Update: {
          Key: postKey(post.id),
          UpdateExpression: 'SET progress = :progress, scheduled_at = :time, #search = :search, updated_at = :now',
          ExpressionAttributeNames: { '#search': 'search' },
          ConditionExpression: UNCHANGED_POST,
          ExpressionAttributeValues: {
            ...asSeen(seen),
            ':progress': post.progress,
            ':time': post.scheduled_at,
            ':search': searchOf(post),
            ':now': post.updated_at,
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
    ])
  } catch (error) {
    const gone = error instanceof ConditionFailed ? error.failed.flatMap((at) => media[at] ?? []) : []
    throw gone.length > 0 ? new MediaGone(gone) : error
  }
  return next
}

export interface DuePublication {
  post_id: string
  account_id: string
  owner_id: string
  due_sk: string
}

/** What is overdue in one shard of the index, oldest first. */
export async function* overduePublications(shard: number, before: number): AsyncGenerator<DuePublication[]> {
  const pages = queryPages({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: 'due_pk = :pk AND due_sk < :before',
    ExpressionAttributeValues: { ':pk': duePublications(shard), ':before': sortable(before) },
  })
  for await (const items of pages) {
    yield items.map((item) => ({
      post_id: String(item.pk).split('#')[1]!,
      account_id: String(item.sk).slice(PUBLICATION_PREFIX.length),
      owner_id: String(item.due_sk).split('#')[1]!,
      due_sk: String(item.due_sk),
    }))
  }
}

const LATEST = 999_999_999_999_999

/** A line of the list, from the slim index row. */
export interface PostRow {
  id: string
  type: PostType
  created_at: number
  progress: Progress
  scheduled_at: number | null
  /** Whether the post names the account. */
  on(accountId: string): boolean
}

/** Posts of an owner accepted within a span of time, its ends included; newest first, from slim index rows. */
export async function* postRows(
  ownerId: string,
  { from = 0, to = LATEST }: { from?: number; to?: number } = {},
): AsyncGenerator<PostRow[]> {
  const pages = queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :pk AND owner_sk BETWEEN :from AND :to',
    // `~` sorts after every id.
    ExpressionAttributeValues: { ':pk': postsOf(ownerId), ':from': sortable(from), ':to': `${sortable(to)}~` },
    ScanIndexForward: false,
  })
  for await (const items of pages) {
    yield items.map((item) => {
      const [total, published, failed, cancelled, scheduled, accounts = ''] = String(item.search).split('/')
      return {
        on: (accountId) => accounts.split(',').includes(shortAccount(accountId)),
        id: String(item.pk).split('#')[1]!,
        type: item.kind as PostType,
        created_at: Number(String(item.owner_sk).split('#')[0]),
        progress: {
          total: Number(total),
          published: Number(published),
          failed: Number(failed),
          cancelled: Number(cancelled),
        },
        scheduled_at: scheduled ? Number(scheduled) : null,
      }
    })
  }
}

/** The posts themselves, in the order asked for. */
export async function getPosts(ids: readonly string[]): Promise<Post[]> {
  const items = await batchGet(ids.map(postKey))
  const byId = new Map(items.map((item) => [String(item.id), Post.parse(item)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Ids of the posts whose publication on the account has not ended. */
export async function unfinishedPostsOf(ownerId: string, accountId: string): Promise<string[]> {
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :pk AND begins_with(owner_sk, :account)',
    ExpressionAttributeValues: { ':pk': unfinishedOf(ownerId), ':account': unfinishedSort(accountId, '') },
  })
  return rows.map((row) => String(row.pk).split('#')[1]!)
}
