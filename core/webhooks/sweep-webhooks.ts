// The net under lost messages: events that were not handed on and deliveries that are due are queued again.
import { sendAll } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { DUE_SHARDS } from '../table-keys.ts'
import { type DueDelivery, deferDelivery, overdueDeliveries } from './delivery-store.ts'

/** Messages of one shard in one sweep: the rest is due at the next sweep. */
const AT_ONCE = 500

/** The same of one webhook. */
const OF_ONE = 90

/** Messages of one shard that are looked at, so that the backlog of an owner's webhooks does not hide what others have due. */
const LOOKED_AT = 5000

/** Messages that are moved and sent together. */
const TOGETHER = 100

/** No more are moved after this: the sweeper has more to do and less than a minute. */
const SENDING_MS = 20_000

/** Sent once, it is not sent again for this long: a backlog must not multiply itself. */
const AGAIN_MS = 5 * 60_000

/** A delivery on its way needs a moment; only what is later than this is taken for lost. */
const GRACE_MS = 5000

/** Those that are sent now, one of each webhook in turn; each webhook's own in their order. */
function inTurns(overdue: readonly DueDelivery[]): DueDelivery[] {
  const turns = new Map<string, number>()
  const turnOf = ({ message }: DueDelivery): number => {
    const whose = 'event_id' in message ? message.event_id : message.webhook_id
    const turn = turns.get(whose) ?? 0
    turns.set(whose, turn + 1)
    return turn
  }
  const rounds = overdue.map((due) => ({ due, turn: turnOf(due) }))
  return rounds
    .filter(({ turn }) => turn < OF_ONE)
    .sort((a, b) => a.turn - b.turn)
    .slice(0, AT_ONCE)
    .map(({ due }) => due)
}

async function lookedAt(shard: number, before: number): Promise<DueDelivery[]> {
  const overdue: DueDelivery[] = []
  for await (const page of overdueDeliveries(shard, before)) {
    overdue.push(...page)
    if (overdue.length >= LOOKED_AT) break
  }
  return overdue
}

/** @returns how many were sent again. @throws the first fault, after all that could be done in spite of it was done. */
export async function sweepWebhooks(now: number): Promise<number> {
  const until = Date.now() + SENDING_MS
  const faults: unknown[] = []
  /** Those that came to something. */
  const settled = async <T>(work: readonly Promise<T>[]): Promise<(T | undefined)[]> =>
    (await Promise.allSettled(work)).map((outcome) => {
      if (outcome.status === 'fulfilled') return outcome.value
      faults.push(outcome.reason)
      return undefined
    })
  /** @returns how many nobody else had moved meanwhile. */
  const sendAgain = async (overdue: readonly DueDelivery[]): Promise<number> => {
    const owners = await settled(overdue.map((due) => deferDelivery(due, now + AGAIN_MS)))
    const claimed = overdue.flatMap(({ message }, at) =>
      owners[at] === undefined ? [] : [{ body: message, group: owners[at] }],
    )
    if (claimed.length > 0) await sendAll(setting(ENV.deliverQueue), claimed)
    return claimed.length
  }
  const sweepShard = async (shard: number): Promise<number> => {
    const overdue = inTurns(await lookedAt(shard, now - GRACE_MS))
    let count = 0
    for (let at = 0; at < overdue.length && Date.now() < until; at += TOGETHER)
      count += await sendAgain(overdue.slice(at, at + TOGETHER))
    return count
  }
  // A function is frozen as soon as it has answered: nothing may still be under way then.
  const counts = await settled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard)))
  if (faults.length > 0) throw faults[0]
  return counts.reduce<number>((sum, count = 0) => sum + count, 0)
}
