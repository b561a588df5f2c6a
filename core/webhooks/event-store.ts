// Events on their way to webhooks: stored in the transaction of the change that they report, so that none is lost.
import { ConditionFailed, get, type Item, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { dueDeliveries, eventKey, shardOf, timed } from '../table-keys.ts'
import { KEEP_DELIVERIES_MS, newEventId, type OwnerEventType, WebhookEvent } from './rules/webhooks.ts'

/** The function that stores an event also sends a message for it; the sweeper takes events whose message got lost. */
const MESSAGE_MS = 15_000

export const newEvent = (
  ownerId: string,
  type: OwnerEventType,
  data: Record<string, unknown>,
  at: number,
): WebhookEvent => ({ id: newEventId(at), owner_id: ownerId, type, at, data })

/** To be put in the transaction of the change that it reports. */
export const eventItem = (event: WebhookEvent): Item => ({
  ...eventKey(event.id),
  ...event,
  due_pk: dueDeliveries(shardOf(event.id)),
  due_sk: timed(event.at + MESSAGE_MS, event.id),
  [TABLE.timeToLive]: Math.ceil((event.at + KEEP_DELIVERIES_MS) / 1000),
})

/** @returns the event while it has not been handed on. */
export async function openEvent(id: string): Promise<WebhookEvent | undefined> {
  const item = await get(eventKey(id))
  return item && item.due_pk !== undefined ? WebhookEvent.parse(item) : undefined
}

/** It has been handed on to every webhook that wants it. */
export async function closeEvent(id: string): Promise<void> {
  await update(eventKey(id), {
    UpdateExpression: 'REMOVE due_pk, due_sk',
    // One that was deleted meanwhile with its owner would come back, as a row without an end.
    ConditionExpression: `attribute_exists(${TABLE.partitionKey})`,
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
