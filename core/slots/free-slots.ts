// Giving slots back: of posts that were called back, or moved.
import { ConditionFailed, remove } from '../aws/table.ts'
import { log } from '../log.ts'
import { slotKey } from '../table-keys.ts'

/** A slot that cannot be given back stays taken: nothing goes out twice by that. */
export async function freeSlots(postId: string, accountIds: readonly string[], at: number): Promise<void> {
  const held = { ConditionExpression: 'post_id = :post', ExpressionAttributeValues: { ':post': postId } }
  await Promise.all(
    accountIds.map((accountId) =>
      remove(slotKey(accountId, at), held).catch((error: unknown) => {
        if (!(error instanceof ConditionFailed))
          log.warn('a slot was not given back', { post_id: postId, account_id: accountId, error: error as Error })
      }),
    ),
  )
}
