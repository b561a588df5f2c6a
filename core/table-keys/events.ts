// Keys of webhooks, events, deliveries and notices.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, text, time, timed } from './shape.ts'

/** Webhooks stand under their owner, not in an index: one that was just made misses no event. */
export const webhooksOf = PARTITION.webhooks
export const webhookKey = (ownerId: string, webhookId: string): Key => ({ pk: webhooksOf(ownerId), sk: webhookId })
/** Moved on in the transaction that makes a webhook; in a partition that no list of them reads. */
export const webhooksVersionKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'WEBHOOKS' })
const slowTrySort = shape('SLOWTRY', number)
/** Held while a message is sent to an address that answers slowly. */
export const slowTryKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.owner(ownerId),
  sk: slowTrySort(place),
})
export const eventKey = (eventId: string): Key => ({ pk: PARTITION.event(eventId), sk: 'EVENT' })
export const deliveriesOf = PARTITION.webhook
export const deliverySort = shape('DELIVERY', text)
/** Event ids begin with their time, so deliveries sort by it. */
export const deliveryKey = (webhookId: string, eventId: string): Key => ({
  pk: deliveriesOf(webhookId),
  sk: deliverySort(eventId),
})
/** Events that are to be handed on, and deliveries that are to be tried. */
export const dueDeliveries = shape('DELIVER', number)
/** The sort key of a delivery there; that of an event is `timed`. */
export const dueDeliverySort = shape('', time, text, text)
/** The kind of item: an event, or the delivery of one to a webhook. */
export function readDueDelivery(dueSort: string): { event_id: string } | { webhook_id: string; delivery_id: string } {
  const [, id] = timed.read(dueSort)
  if (!id.includes('#')) return { event_id: id }
  const [, webhook_id, delivery_id] = dueDeliverySort.read(dueSort)
  return { webhook_id, delivery_id }
}

export const noticesOf = PARTITION.notices
export const noticeSort = shape('NOTICE', text)
/** Named after the event that it tells of, so that one event makes one notice. */
export const noticeKey = (ownerId: string, eventId: string): Key => ({
  pk: noticesOf(ownerId),
  sk: noticeSort(eventId),
})
/** Which notices are still to be mailed, and when the next mail may go out. */
export const noticeMailKey = (ownerId: string): Key => ({ pk: noticesOf(ownerId), sk: 'MAIL' })
/** Owners whose mail is due; few at a time, as each has at most one an hour. */
export const DUE_NOTICE_MAILS = 'NOTICEMAIL'
