// Lines of the list of posts, from slim index rows.
import { type Item, queryPage } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { PostType } from '../platforms/enumerations.ts'
import { endOf, PARTITION, postsOf, sortable, timed } from '../table-keys.ts'
import { shortAccount } from './post-items.ts'
import type { Progress } from './rules/post.ts'

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

/** When posts were accepted, Unix ms, the ends included. */
interface Span {
  from?: number
  to?: number
}

const query = (ownerId: string, { from = 0, to = LATEST }: Span) => ({
  IndexName: TABLE.byOwner.name,
  KeyConditionExpression: 'owner_pk = :pk AND owner_sk BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': postsOf(ownerId), ':from': sortable(from), ':to': endOf(to) },
  ScanIndexForward: false,
})

// DynamoDB refuses to look between two keys of which the first is the later one.
const isEmpty = ({ from = 0, to = LATEST }: Span): boolean => from > to

/** How many posts of the span are behind a page of them; none of them is looked at. @param next where that page ended. */
export async function countBehind(ownerId: string, span: Span, next: Item): Promise<number> {
  let count = 0
  for (let from: Item | undefined = next; from; ) {
    const page = await queryPage({ ...query(ownerId, span), Select: 'COUNT', ExclusiveStartKey: from })
    count += page.count
    from = page.next
  }
  return count
}

export interface PageOfRows {
  rows: PostRow[]
  /** Where the next page begins; absent on the last. */
  next?: Item
}

/** Posts of an owner accepted within a span of time; newest first, from slim index rows. */
export async function* postRows(ownerId: string, span: Span = {}): AsyncGenerator<PageOfRows> {
  if (isEmpty(span)) return
  let from: Item | undefined
  do {
    const { items, next } = await queryPage({
      ...query(ownerId, span),
      ProjectionExpression: 'pk, owner_sk, kind, #search',
      ExpressionAttributeNames: { '#search': 'search' },
      ExclusiveStartKey: from,
    })
    yield { rows: items.map(rowIn), ...(next ? { next } : {}) }
    from = next
  } while (from)
}

function rowIn(item: Item): PostRow {
  const [total, published, failed, cancelled, scheduled, accounts = '', partial] = String(item.search).split('/')
  return {
    on: (accountId) => accounts.split(',').includes(shortAccount(accountId)),
    id: PARTITION.post.read(String(item.pk))[0],
    type: item.kind as PostType,
    created_at: timed.read(String(item.owner_sk))[0],
    progress: {
      total: Number(total),
      published: Number(published),
      failed: Number(failed),
      cancelled: Number(cancelled),
      ...(partial === undefined ? {} : { partial: Number(partial) }),
    },
    scheduled_at: scheduled ? Number(scheduled) : null,
  }
}
