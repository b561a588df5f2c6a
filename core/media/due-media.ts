// Assets that the sweeper has to look after: not inspected yet, or deleted a while ago.
import { ConditionFailed, queryPage, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { dueInspections, mediaKey, sortable, timed } from '../table-keys.ts'

/** An asset that the sweeper found due. */
export interface DueMedia {
  id: string
  due_sk: string
}

/** Assets of a shard that are due: not inspected yet, or deleted a while ago. */
export async function dueMedia(shard: number, now: number, limit: number): Promise<DueMedia[]> {
  const { items } = await queryPage({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: `${TABLE.byDue.partitionKey} = :due AND ${TABLE.byDue.sortKey} < :now`,
    ExpressionAttributeValues: { ':due': dueInspections(shard), ':now': sortable(now + 1) },
    Limit: limit,
  })
  return items.map((item) => ({ id: timed.read(String(item.due_sk))[1], due_sk: String(item.due_sk) }))
}

/**
 * Puts off an inspection that is sent to the queue again.
 * @returns how often it was sent again, this time included; undefined if another sweep was first.
 */
export async function deferInspection({ id, due_sk }: DueMedia, until: number): Promise<number | undefined> {
  try {
    const item = await update(mediaKey(id), {
      UpdateExpression: 'SET due_sk = :next ADD inspect_attempts :one',
      ConditionExpression: 'due_sk = :seen AND #status = :active',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':next': timed(until, id),
        ':seen': due_sk,
        ':one': 1,
        ':active': 'active',
      },
      ReturnValues: 'UPDATED_NEW',
    })
    return Number(item?.inspect_attempts ?? 1)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Nothing is left to do for the asset. */
export const clearDue = (id: string): Promise<unknown> =>
  update(mediaKey(id), {
    UpdateExpression: 'REMOVE due_pk, due_sk',
    ConditionExpression: `attribute_exists(${TABLE.partitionKey})`,
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
