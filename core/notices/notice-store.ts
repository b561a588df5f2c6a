// Notices in the table, under their owner; with each, if mail is sent at all, that it is to be mailed.
import { ConditionFailed, get, put, queryPage, type TransactItem, transact } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { DUE_NOTICE_MAILS, noticeKey, noticeMailKey, noticeSort, noticesOf, sortable, timed } from '../table-keys.ts'
import { KEEP_NOTICES_MS, MOST_LISTED, MOST_PENDING, Notice } from './rules/notices.ts'

/** Puts the owner's mail on the list of due mails; an owner that is on it keeps its place. */
const mailing = ({ id, owner_id, created_at }: Notice): TransactItem => ({
  Update: {
    Key: noticeMailKey(owner_id),
    UpdateExpression:
      'ADD pending :ids SET owner_id = :owner, due_pk = if_not_exists(due_pk, :due), due_sk = if_not_exists(due_sk, :at)',
    ConditionExpression: 'attribute_not_exists(pending) OR size(pending) < :most',
    ExpressionAttributeValues: {
      ':ids': new Set([id]),
      ':owner': owner_id,
      ':due': DUE_NOTICE_MAILS,
      ':at': timed(created_at, owner_id),
      ':most': MOST_PENDING,
    },
  },
})

/** Written twice, it is stored once and mailed once. @param mailed whether it is also sent by mail. */
export async function writeNotice(notice: Notice, mailed: boolean): Promise<void> {
  const Item = {
    ...noticeKey(notice.owner_id, notice.id),
    ...notice,
    [TABLE.timeToLive]: Math.ceil((notice.created_at + KEEP_NOTICES_MS) / 1000),
  }
  const ConditionExpression = 'attribute_not_exists(pk)'
  try {
    if (mailed) return await transact([{ Put: { Item, ConditionExpression } }, mailing(notice)])
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.failed.includes(0)) return
    // As many wait for the mail as it lists.
  }
  try {
    await put(Item, { ConditionExpression })
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
  }
}

async function noticesBetween(ownerId: string, from: string, to: string): Promise<Notice[]> {
  const { items } = await queryPage({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': noticesOf(ownerId),
      ':from': noticeSort(from),
      ':to': noticeSort(to),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: MOST_LISTED,
  })
  return items.map((item) => Notice.parse(item))
}

/** The newest of the last 30 days, those that happened last in front. */
export const listNotices = (ownerId: string, now: number): Promise<Notice[]> =>
  // The table may not have dropped it yet.
  noticesBetween(ownerId, `msg_${sortable(now - KEEP_NOTICES_MS)}`, 'msg_~')

export async function getNotice(ownerId: string, id: string): Promise<Notice | undefined> {
  const item = await get(noticeKey(ownerId, id))
  return item && Notice.parse(item)
}

/** Those of the ids that there are, and that are among the newest. */
export async function noticesWith(ownerId: string, ids: ReadonlySet<string>): Promise<Notice[]> {
  const [first = '', last = ''] = [[...ids].sort()[0], [...ids].sort().at(-1)]
  return (await noticesBetween(ownerId, first, last)).filter(({ id }) => ids.has(id))
}
