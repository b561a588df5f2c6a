// Lets only one publication of an account at a time into the publish step, so that no two read and use up its quota together.
import { ConditionFailed, put, remove } from '../../aws/table.ts'
import { log } from '../../log.ts'
import { publishLockKey } from '../../table-keys.ts'
import { LEASE_MS } from '../rules/pace.ts'
import type { Publication } from '../rules/publication.ts'

/** @returns whether it is this publication's now. */
export async function lockAccount({ post_id, account_id }: Publication): Promise<boolean> {
  const now = Date.now()
  try {
    await put(
      {
        ...publishLockKey(account_id),
        post_id,
        until: now + LEASE_MS,
        expires_at: Math.ceil((now + LEASE_MS) / 1000) + 60,
      },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR #until < :now OR post_id = :post',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now, ':post': post_id },
      },
    )
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** A lock that is not ours any more, or that cannot be removed, ends by itself. */
export async function unlockAccount({ post_id, account_id }: Publication): Promise<void> {
  const held = { ConditionExpression: 'post_id = :post', ExpressionAttributeValues: { ':post': post_id } }
  await remove(publishLockKey(account_id), held).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed))
      log.warn('a publish lock was not removed', { account_id, error: error as Error })
  })
}
