// Deliveries in the table: one per event and webhook, due while it is to be tried, gone after 30 days.
import { ConditionFailed, get, type Item, put, queryPage, queryPages, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import {
  deliveriesOf,
  deliveryKey,
  deliverySort,
  dueDeliveries,
  dueDeliverySort,
  eventKey,
  readDueDelivery,
  shardOf,
  sortable,
  timed,
} from '../table-keys.ts'
import { Delivery, KEEP_DELIVERIES_MS } from './rules/webhooks.ts'

const itemOf = (delivery: Delivery): Item => {
  const { webhook_id, id, state, due_at, created_at } = delivery
  const due = { due_pk: dueDeliveries(shardOf(id)), due_sk: dueDeliverySort(due_at, webhook_id, id) }
  return {
    ...deliveryKey(webhook_id, id),
    ...delivery,
    ...(state === 'pending' ? due : {}),
    [TABLE.timeToLive]: Math.ceil((created_at + KEEP_DELIVERIES_MS) / 1000),
  }
}

/** @returns whether it is new: an event that is handed on twice makes one delivery. */
export async function addDelivery(delivery: Delivery): Promise<boolean> {
  try {
    await put(itemOf(delivery), { ConditionExpression: 'attribute_not_exists(pk)' })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

export async function getDelivery(webhookId: string, id: string): Promise<Delivery | undefined> {
  const item = await get(deliveryKey(webhookId, id))
  return item && Delivery.parse(item)
}

/**
 * Writes it if nobody else did since it was read. The SDK repeats a write whose answer got lost: the `writer` on the item shows
 * that the repeat has found its own write.
 * @returns undefined if somebody did.
 */
export async function saveDelivery(delivery: Delivery): Promise<Delivery | undefined> {
  const next = { ...delivery, version: delivery.version + 1 }
  const writer = crypto.randomUUID().slice(0, 8)
  try {
    await put(
      { ...itemOf(next), writer },
      {
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': delivery.version },
      },
    )
    return next
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const stored = await get(deliveryKey(next.webhook_id, next.id))
    return stored?.writer === writer ? next : undefined
  }
}

/** Deliveries of the last 30 days, the newest first. @param before the id of the last one of the page before. */
export async function listDeliveries(
  webhookId: string,
  { limit, before, now }: { limit: number; before?: string; now: number },
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  // The table may not have dropped it yet.
  const oldest = `msg_${sortable(now - KEEP_DELIVERIES_MS)}`
  // DynamoDB refuses to look between two keys of which the first is the later one.
  if (before !== undefined && before < oldest) return { deliveries: [], more: false }
  const { items, next } = await queryPage({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': deliveriesOf(webhookId),
      ':from': deliverySort(oldest),
      ':to': deliverySort(before ?? 'msg_~'),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    // One more tells whether there is another page; the one that ended the page before is read again, and left out.
    Limit: before === undefined ? limit + 1 : limit + 2,
  })
  const deliveries = items.map((item) => Delivery.parse(item)).filter(({ id }) => id !== before)
  // A page of large messages ends at 1 MB, before its limit.
  return { deliveries: deliveries.slice(0, limit), more: deliveries.length > limit || next !== undefined }
}

export type DueMessage = ReturnType<typeof readDueDelivery>

export interface DueDelivery {
  message: DueMessage
  due_sk: string
}

/** Events and deliveries of one shard that are due, those that have been for the longest time first. */
export async function* overdueDeliveries(shard: number, now: number): AsyncGenerator<DueDelivery[]> {
  const pages = queryPages({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: 'due_pk = :pk AND due_sk < :now',
    ProjectionExpression: TABLE.byDue.sortKey,
    ExpressionAttributeValues: { ':pk': dueDeliveries(shard), ':now': sortable(now) },
  })
  for await (const items of pages)
    yield items.map(({ due_sk }) => ({ due_sk: String(due_sk), message: readDueDelivery(String(due_sk)) }))
}

/** Moves it only in the index. @returns whose it is; nothing where somebody moved it meanwhile. */
export async function deferDelivery({ message, due_sk }: DueDelivery, until: number): Promise<string | undefined> {
  const key = 'event_id' in message ? eventKey(message.event_id) : deliveryKey(message.webhook_id, message.delivery_id)
  try {
    const item = await update(key, {
      UpdateExpression: 'SET due_sk = :next',
      ConditionExpression: 'due_sk = :seen',
      ExpressionAttributeValues: { ':next': timed(until, timed.read(due_sk)[1]), ':seen': due_sk },
      ReturnValues: 'ALL_NEW',
    })
    return String(item?.owner_id)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}
