// Lines of the list of posts, from slim index rows.
import { queryPages } from '../aws/table.ts'
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

/** Posts of an owner accepted within a span of time, its ends included; newest first, from slim index rows. */
export async function* postRows(
  ownerId: string,
  { from = 0, to = LATEST }: { from?: number; to?: number } = {},
): AsyncGenerator<PostRow[]> {
  // DynamoDB refuses to look between two keys of which the first is the later one.
  if (from > to) return
  const pages = queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :pk AND owner_sk BETWEEN :from AND :to',
    ProjectionExpression: 'pk, owner_sk, kind, #search',
    ExpressionAttributeNames: { '#search': 'search' },
    ExpressionAttributeValues: { ':pk': postsOf(ownerId), ':from': sortable(from), ':to': endOf(to) },
    ScanIndexForward: false,
  })
  for await (const items of pages) {
    yield items.map((item) => {
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
    })
  }
}
