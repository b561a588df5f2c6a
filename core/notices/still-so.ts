// Whether a notice still holds. A mail may come an hour after what it tells of, or a day: whoever has retried the post, connected
// the account again or switched the webhook on is not told to do so.
import { getAccount } from '../accounts/account-store.ts'
import { getPost } from '../posts/post-store.ts'
import { isOver } from '../posts/rules/post.ts'
import { getWebhook } from '../webhooks/webhook-store.ts'
import type { Notice } from './rules/notices.ts'

/** A post that is being published again makes another notice if it fails again. What is not found is told of. */
async function isStillSo({ owner_id, post, account, webhook }: Notice): Promise<boolean> {
  if (post) {
    const progress = (await getPost(post.id))?.progress
    return !progress || (isOver(progress) && progress.failed >= post.failed)
  }
  if (account) return ((await getAccount(account.id))?.status ?? 'reconnect_required') === 'reconnect_required'
  const found = webhook && (await getWebhook(owner_id, webhook.id))
  return !found || found.disabled_at !== undefined
}

/** In the order given. */
export async function stillSo(notices: readonly Notice[]): Promise<Notice[]> {
  const holds = await Promise.all(notices.map(isStillSo))
  return notices.filter((_notice, at) => holds[at])
}
