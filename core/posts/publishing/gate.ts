// The gate of a post that goes out on all of its accounts or on none: opened once, and only while none has ended and nobody
// tries again. An account that ends counts on the post in the same transaction, so that the one condition on the post's
// count tells.
import { ConditionFailed, update } from '../../aws/table.ts'
import { postKey } from '../../table-keys.ts'
import { getPostWithPublications } from '../post-store.ts'
import { type Gate, gateOf, mayOpen } from '../rules/gate.ts'
import type { Post } from '../rules/post.ts'
import type { Publication } from '../rules/publication.ts'

/** @returns whether it is open now; when it was shut meanwhile the next look tells. */
async function open({ id, updated_at }: Post): Promise<boolean> {
  try {
    await update(postKey(id), {
      UpdateExpression: 'SET gate_open = :yes',
      ConditionExpression: 'updated_at = :seen AND progress.failed = :none AND progress.cancelled = :none',
      ExpressionAttributeValues: { ':yes': true, ':none': 0, ':seen': updated_at },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Whether the publication may go out now. Opens the gate where all publications of the post are ready. */
export async function askGate({ post_id, account_id, not_after }: Publication): Promise<Gate> {
  const found = await getPostWithPublications(post_id)
  if (!found) throw new Error(`the post ${post_id} of a publication is missing`)
  const { post, publications } = found
  const gate = gateOf(post.progress, post.gate_open === true, publications)
  if (gate !== 'to_be_opened') return gate
  const others = publications.filter((one) => one.account_id !== account_id)
  if (!mayOpen({ not_after }, others, Date.now())) return 'waiting'
  return (await open(post)) ? 'open' : 'waiting'
}
