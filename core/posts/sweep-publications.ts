// The net under lost messages, lost schedules and crashes: whatever is overdue is sent to the queue again.
import { sendAll } from '../aws/queue.ts'
import { ConditionFailed, update } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { DUE_SHARDS, publicationKey, sortable } from '../keys.ts'
import { type DuePublication, overduePublications } from './post-store.ts'

/** A message on its way needs a moment; only what is later than this is taken for lost. */
const GRACE_MS = 10_000

/** Sent once, it is not sent again for this long: a backlog must not multiply itself. */
const AGAIN_MS = 5 * 60_000

/** Moves it in the index alone. @returns whether nobody moved it meanwhile. */
async function claim({ post_id, account_id, owner_id, due_sk }: DuePublication, until: number): Promise<boolean> {
  try {
    await update(publicationKey(post_id, account_id), {
      UpdateExpression: 'SET due_sk = :next',
      ConditionExpression: 'due_sk = :seen',
      ExpressionAttributeValues: { ':next': `${sortable(until)}#${owner_id}`, ':seen': due_sk },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** @returns how many were sent again, and by how many milliseconds the oldest was overdue. */
export async function sweepPublications(now: number): Promise<{ requeued: number; oldest_ms: number }> {
  let requeued = 0
  let oldest = now
  const sweepShard = async (shard: number) => {
    for await (const overdue of overduePublications(shard, now - GRACE_MS)) {
      const claimed: DuePublication[] = []
      for (let at = 0; at < overdue.length; at += 25) {
        const batch = overdue.slice(at, at + 25)
        const won = await Promise.all(batch.map((due) => claim(due, now + AGAIN_MS)))
        claimed.push(...batch.filter((_, index) => won[index]))
      }
      for (const { due_sk } of claimed) oldest = Math.min(oldest, Number(due_sk.split('#')[0]))
      await sendAll(
        setting(ENV.publishQueue),
        claimed.map(({ post_id, account_id, owner_id }) => ({ body: { post_id, account_id }, group: owner_id })),
      )
      requeued += claimed.length
    }
  }
  await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard)))
  return { requeued, oldest_ms: now - oldest }
}
