// Posts that wait for an editor, in the table.
import {
  get,
  type Item,
  MOST_ROWS,
  queryAll,
  queryPage,
  queryPages,
  type TransactItem,
  transact,
} from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { newId } from '../ids.ts'
import { approvalEntryKey, approvalEntrySort, approvalKey, approvalsOf, PARTITION, timed } from '../table-keys.ts'
import { Approval, ApprovalEntry, type ApprovalState, type ReviewLink } from './approval.ts'

/** Something that was said or done, in the transaction that does it. */
export function entryItem(approvalId: string, entry: Omit<ApprovalEntry, 'id'>, id: string = newId()): TransactItem {
  return { Put: { Item: { ...approvalEntryKey(approvalId, entry.at, id), id, ...entry } } }
}

/** Whether an earlier try of a request did what it asks for: its entry has the id and the time of the request. */
export const hasEntry = async (approvalId: string, { id, begunAt, again }: Attempt): Promise<boolean> =>
  again && (await get(approvalEntryKey(approvalId, begunAt, id))) !== undefined

/** Its place in the index of its owner: what a list goes on before. */
export const placeOf = ({ created_at, id }: Pick<Approval, 'created_at' | 'id'>): string => timed(created_at, id)

/** @param along what is written in the same transaction, in the places before it. */
export async function addApproval(
  approval: Approval,
  entry: Omit<ApprovalEntry, 'id'>,
  along: readonly TransactItem[] = [],
): Promise<void> {
  await transact([
    ...along,
    {
      Put: {
        Item: {
          ...approvalKey(approval.id),
          ...approval,
          kind: approval.state,
          owner_pk: approvalsOf(approval.owner_id),
          owner_sk: placeOf(approval),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    entryItem(approval.id, entry),
  ])
}

const GOOD_LINK = 'review.id = :link AND review.#until > :now'

/** Holds where the link is still good, whatever the state of the post. */
export const linkStillGood = (id: string, by: { link: string; now: number }): TransactItem => ({
  ConditionCheck: {
    Key: approvalKey(id),
    ConditionExpression: GOOD_LINK,
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':link': by.link, ':now': by.now },
  },
})

/** Makes a link, in place of the one before, only while the post waits; or ends it, whatever became of the post. */
export const reviewChange = (id: string, review: ReviewLink | null): TransactItem => ({
  Update: {
    Key: approvalKey(id),
    UpdateExpression: 'SET review = :review',
    ...(review
      ? {
          ConditionExpression: '#state IN (:waiting, :asked)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':review': review, ':waiting': 'waiting', ':asked': 'changes_asked' },
        }
      : { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeValues: { ':review': null } }),
  },
})

/** Holds where the approval is in one of these states, and its post is of the version that was seen. */
export function approvalChange(
  { id, version }: Pick<Approval, 'id' | 'version'>,
  from: readonly ApprovalState[],
  change: Partial<Pick<Approval, 'type' | 'request' | 'state' | 'version' | 'post_id' | 'updated_at'>>,
  /** The link by which it is done: it must still be good. */
  by?: { link: string; now: number },
): TransactItem {
  const fields = Object.entries({ ...change, ...(change.state ? { kind: change.state } : {}) })
  return {
    Update: {
      Key: approvalKey(id),
      UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: `#seen = :seen AND #state IN (${from.map((_, at) => `:from${at}`).join(', ')})${by ? ` AND ${GOOD_LINK}` : ''}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        '#seen': 'version',
        '#state': 'state',
        ...(by ? { '#until': 'until' } : {}),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        ...Object.fromEntries(from.map((state, at) => [`:from${at}`, state])),
        ':seen': version,
        ...(by ? { ':link': by.link, ':now': by.now } : {}),
      },
    },
  }
}

export const writeApproval = (items: readonly TransactItem[]): Promise<void> => transact(items)

export async function getApproval(approvalId: string): Promise<Approval | undefined> {
  const item = await get(approvalKey(approvalId))
  return item && Approval.parse(item)
}

/** The history of an approval, the oldest entry first; what makes it longer keeps it to about `MOST_ENTRIES`. */
export async function entriesOf(approvalId: string): Promise<ApprovalEntry[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': PARTITION.approval(approvalId), ':prefix': approvalEntrySort.prefix },
    ConsistentRead: true,
  })
  return items.map((item) => ApprovalEntry.parse(item))
}

/** An owner's approvals in the index, the newest first. @param before the place of one; only those before it. */
const listed = (ownerId: string, state: ApprovalState | undefined, before: string | undefined) => ({
  IndexName: TABLE.byOwner.name,
  KeyConditionExpression: `owner_pk = :pk${before === undefined ? '' : ' AND owner_sk < :before'}`,
  ...(state === undefined ? {} : { FilterExpression: '#kind = :state', ExpressionAttributeNames: { '#kind': 'kind' } }),
  ExpressionAttributeValues: {
    ':pk': approvalsOf(ownerId),
    ...(state === undefined ? {} : { ':state': state }),
    ...(before === undefined ? {} : { ':before': before }),
  },
  ScanIndexForward: false,
})

/** Pages of the index (1 MB, some 4,000 rows each) that one request reads at most. */
const MOST_INDEX_PAGES = 10

/**
 * Ids of an owner's approvals, the newest first, from slim index rows.
 * @param before where the list before it ended. @param skip so many of them are left out first.
 * @returns where to go on, null after the last: fewer than `limit` are found where the others lie too far.
 */
export async function approvalIds(
  ownerId: string,
  {
    state,
    before,
    skip,
    limit,
  }: { state?: ApprovalState | undefined; before?: string | undefined; skip: number; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const query = {
    ...listed(ownerId, state, before),
    // A filter is applied after the limit: only a plain list knows how many rows it needs.
    ...(state === undefined ? { Limit: Math.min(skip + limit + 1, MOST_ROWS) } : {}),
  }
  const ids: string[] = []
  let seen = 0
  let last: Item | undefined
  for (let pages = 0; pages < MOST_INDEX_PAGES; pages += 1) {
    const page = await queryPage({ ...query, ExclusiveStartKey: last })
    for (const row of page.items) {
      // One more than asked for shows whether the list goes on.
      if (ids.length === limit) return { ids, next: String(last?.owner_sk) }
      seen += 1
      if (seen > skip) ids.push(PARTITION.approval.read(String(row.pk))[0])
      last = row
    }
    if (!page.next) return { ids, next: null }
    last = page.next
  }
  return { ids, next: String(last?.owner_sk) }
}

/** How many of an owner's posts wait for approval. @param most counting stops there. */
export async function countWaiting(ownerId: string, most: number): Promise<number> {
  let count = 0
  let pages = 0
  for await (const rows of queryPages(listed(ownerId, 'waiting', undefined))) {
    count += rows.length
    pages += 1
    if (count >= most || pages === MOST_INDEX_PAGES) break
  }
  return Math.min(count, most)
}
