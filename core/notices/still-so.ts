// Whether a notice still holds. A mail may come an hour after what it tells of, or a day: whoever has retried the post, connected
// the account again or switched the webhook on is not told to do so.
import { getAccount } from '../accounts/account-store.ts'
import { getPost } from '../posts/post-store.ts'
import { isOver } from '../posts/rules/post.ts'
import { getWebhook } from '../webhooks/webhook-store.ts'
import type { Notice, Told } from './rules/notices.ts'

/** A post that is being published again makes another notice if it fails again. What is not found is told of. */
async function toldOf(notice: Notice): Promise<Told | undefined> {
  const { owner_id, post, account, webhook } = notice
  if (post) {
    const progress = (await getPost(post.id))?.progress
    return !progress || (isOver(progress) && progress.failed >= post.failed) ? notice : undefined
  }
  if (account) {
    const status = (await getAccount(account.id))?.status ?? 'reconnect_required'
    if (status === 'action_required') return { ...notice, owner_acts: true }
    return status === 'reconnect_required' ? notice : undefined
  }
  const found = webhook && (await getWebhook(owner_id, webhook.id))
  return !found || found.disabled_at !== undefined ? notice : undefined
}

/** In the order given. */
export async function stillSo(notices: readonly Notice[]): Promise<Told[]> {
  const holds = await Promise.all(notices.map(toldOf))
  return holds.filter((told) => told !== undefined)
}
