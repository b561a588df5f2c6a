// The net under lost messages, lost schedules and crashes: overdue work is sent to the queue again.
import { ConditionFailed, update } from '../aws/table.ts'
import { DUE_SHARDS, publicationKey, timed } from '../table-keys.ts'
import { queueAtOnce } from './dispatch.ts'
import { type DuePublication, overduePublications } from './publication-store.ts'

/** A message on its way needs a moment; only what is later than this is taken for lost. */
const GRACE_MS = 10_000

/** Sent once, it is not sent again for this long: a backlog must not multiply itself. */
export const AGAIN_MS = 5 * 60_000

/**
 * Posts that are moved and then sent as one batch. What is moved and not sent waits for five minutes, and the sweeper can be stopped in
 * between while AWS is slow. Messages go ten in a call.
 */
const TOGETHER = 30

const move = (
  { post_id, account_id }: DuePublication,
  UpdateExpression: string,
  ConditionExpression: string,
  values: Record<string, string>,
) =>
  update(publicationKey(post_id, account_id), {
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeValues: values,
    ReturnValues: 'ALL_OLD',
  })

/** The index key while it is due at `until` instead. */
const dueAt = ({ owner_id }: DuePublication, until: number): string => timed(until, owner_id)

/**
 * Moves it only in the index. The SDK repeats an update whose answer got lost: `swept_by` says that the first one was ours.
 * @returns since when it is due, unless somebody moved it in the meantime. For a publication that was moved before, the index does not say.
 */
async function claim(due: DuePublication, until: number, sweep: string): Promise<number | undefined> {
  try {
    const item = await move(due, 'SET due_sk = :next, swept_by = :sweep', 'due_sk = :seen OR swept_by = :sweep', {
      ':next': dueAt(due, until),
      ':seen': due.due_sk,
      ':sweep': sweep,
    })
    return Number(item?.due_at ?? timed.read(due.due_sk)[0])
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Makes it overdue again, where it could not be sent: the next turn finds it, and not the one in five minutes. */
const giveBack = (due: DuePublication, sweep: string): Promise<unknown> =>
  move(due, 'SET due_sk = :seen REMOVE swept_by', 'swept_by = :sweep', { ':seen': due.due_sk, ':sweep': sweep })

/**
 * @returns how many were sent again, and by how many milliseconds the oldest was overdue.
 * @throws the first fault, after all that could be done in spite of it was done.
 */
export async function sweepPublications(now: number): Promise<{ requeued: number; oldest_ms: number }> {
  let requeued = 0
  let oldest = now
  const faults: unknown[] = []
  const sweep = crypto.randomUUID().slice(0, 8)
  const sweepShard = async (shard: number) => {
    for await (const overdue of overduePublications(shard, now - GRACE_MS)) {
      for (let at = 0; at < overdue.length; at += TOGETHER) {
        const batch = overdue.slice(at, at + TOGETHER)
        const claimed: DuePublication[] = []
        const outcomes = await Promise.allSettled(batch.map((due) => claim(due, now + AGAIN_MS, sweep)))
        for (const [index, outcome] of outcomes.entries()) {
          // Claimed publications must be sent all the same: they would wait for the next turn otherwise.
          if (outcome.status === 'rejected') faults.push(outcome.reason)
          else if (outcome.value !== undefined) {
            claimed.push(batch[index]!)
            oldest = Math.min(oldest, outcome.value)
          }
        }
        try {
          await queueAtOnce(claimed)
        } catch (error) {
          await Promise.allSettled(claimed.map((due) => giveBack(due, sweep)))
          throw error
        }
        requeued += claimed.length
      }
    }
  }
  // A function is frozen as soon as it has answered: nothing may still be under way then.
  const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard)))
  faults.push(...shards.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  if (faults.length > 0) throw faults[0]
  return { requeued, oldest_ms: now - oldest }
}
