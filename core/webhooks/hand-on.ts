// From an event to its deliveries: one for each webhook of the owner that wants it.
import { getAccount } from '../accounts/account-store.ts'
import { sendAll } from '../aws/queue.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { getPostWithPublications } from '../posts/post-store.ts'
import { addDelivery } from './delivery-store.ts'
import { closeEvent, openEvent } from './event-store.ts'
import { newDelivery, payloadOf, type WebhookEvent } from './rules/webhooks.ts'
import { listWebhooks } from './webhook-store.ts'

/** The event's data, with what was not at hand when it happened. */
async function dataOf({ type, data }: WebhookEvent): Promise<Record<string, unknown>> {
  if (type === 'account.reconnect_required') {
    const account = await getAccount(String(data.account_id))
    return { ...data, platform: account?.provider ?? null, external_username: account?.external_username ?? null }
  }
  if (type === 'media.ready') return data
  const found = await getPostWithPublications(String(data.post_id))
  const accounts = (found?.publications ?? []).map((publication) => ({
    account_id: publication.account_id,
    platform: publication.platform,
    state: publication.state,
    platform_media_id: publication.media_id ?? null,
    permalink: publication.permalink ?? null,
    error: publication.failure ? { code: publication.failure.code, message: publication.failure.message } : null,
  }))
  return { ...data, accounts }
}

/** Makes the deliveries of an event and has them sent. Done twice it makes none twice. */
export async function handOn(eventId: string, now: number): Promise<void> {
  const event = await openEvent(eventId)
  if (!event) return
  const wanted = (await listWebhooks(event.owner_id)).filter(
    ({ events, created_at, disabled_at }) =>
      disabled_at === undefined && events.includes(event.type) && created_at <= event.at,
  )
  if (wanted.length > 0) {
    const payload = payloadOf(event.type, event.at, await dataOf(event))
    for (const webhook of wanted)
      await addDelivery(newDelivery({ id: event.id, webhook, event: event.type, payload, now }))
    await sendAll(
      setting(ENV.deliverQueue),
      wanted.map(({ id }) => ({ body: { webhook_id: id, delivery_id: event.id }, group: event.owner_id })),
    )
  }
  await closeEvent(event.id)
}
