// The net under lost messages: events that were not handed on and deliveries that are due are queued again.
import { sendAll } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { deferDelivery, overdueDeliveries } from './delivery-store.ts'

/** Of one shard in one sweep: what is left over is due at the next. */
const AT_ONCE = 100

/** Sent once, it is not sent again for this long: a backlog must not multiply itself. */
const AGAIN_MS = 5 * 60_000

/** A delivery on its way needs a moment; only what is later than this is taken for lost. */
const GRACE_MS = 5000

/** @returns how many were sent again. */
export async function sweepWebhooks(now: number): Promise<number> {
  const sweepShard = async (shard: number): Promise<number> => {
    const overdue = await overdueDeliveries(shard, now - GRACE_MS, AT_ONCE)
    const moved = await Promise.all(overdue.map((due) => deferDelivery(due, now + AGAIN_MS)))
    const claimed = overdue.filter((_, at) => moved[at])
    if (claimed.length === 0) return 0
    await sendAll(
      setting(ENV.deliverQueue),
      claimed.map(({ message }) => ({
        body: message,
        group: 'event_id' in message ? message.event_id : message.webhook_id,
      })),
    )
    return claimed.length
  }
  const counts = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard)))
  return counts.reduce((sum, count) => sum + count, 0)
}
