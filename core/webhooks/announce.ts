// Queues a stored event, so that it is handed on soon.
import { send } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import type { WebhookEvent } from './rules/webhooks.ts'

/** A link is read right after publishing: an event that waits a moment has it. */
const LINK_SECONDS = 2

/** Never throws: where it fails the sweeper has it done. */
export async function announce(event: WebhookEvent): Promise<void> {
  const delaySeconds = event.type.startsWith('post.') ? LINK_SECONDS : 0
  try {
    await send(setting(ENV.deliverQueue), { body: { event_id: event.id }, delaySeconds, group: event.owner_id })
  } catch (error) {
    log.warn('an event was left to the sweeper', { event_id: event.id, error: error as Error })
  }
}
