// The net under lost messages: events that were not handed on and deliveries that are due are queued again.
import { sendAll } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { type DueDelivery, deferDelivery, overdueDeliveries } from './delivery-store.ts'

/** Events of one shard in one sweep: the rest is due at the next sweep. */
const AT_ONCE = 100

/** Events of one shard that are looked at, so that one webhook's backlog does not hide what others have due. */
const LOOKED_AT = 2000

/** Sent once, it is not sent again for this long: a backlog must not multiply itself. */
const AGAIN_MS = 5 * 60_000

/** A delivery on its way needs a moment; only what is later than this is taken for lost. */
const GRACE_MS = 5000

/** At most this many, one of each webhook in turn; each webhook's own in their order. */
function inTurns(overdue: readonly DueDelivery[], most: number): DueDelivery[] {
  const turns = new Map<string, number>()
  const turnOf = ({ message }: DueDelivery): number => {
    const whose = 'event_id' in message ? message.event_id : message.webhook_id
    const turn = turns.get(whose) ?? 0
    turns.set(whose, turn + 1)
    return turn
  }
  const rounds = overdue.map((due) => ({ due, turn: turnOf(due) }))
  return rounds
    .sort((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ due }) => due)
}

/** @returns how many were sent again. */
export async function sweepWebhooks(now: number): Promise<number> {
  const sweepShard = async (shard: number): Promise<number> => {
    const overdue = inTurns(await overdueDeliveries(shard, now - GRACE_MS, LOOKED_AT), AT_ONCE)
    const owners = await Promise.all(overdue.map((due) => deferDelivery(due, now + AGAIN_MS)))
    const claimed = overdue.flatMap(({ message }, at) =>
      owners[at] === undefined ? [] : [{ body: message, group: owners[at] }],
    )
    if (claimed.length === 0) return 0
    await sendAll(setting(ENV.deliverQueue), claimed)
    return claimed.length
  }
  const counts = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard)))
  return counts.reduce((sum, count) => sum + count, 0)
}
