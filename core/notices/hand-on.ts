// From an event to its deliveries, one for each webhook of the owner that wants it, and to the notice of its owner.
import { getAccount } from '../accounts/account-store.ts'
import { sendAll } from '../aws/queue.ts'
import { optionalSetting, setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { getPostWithPublications } from '../posts/post-store.ts'
import { addDelivery } from '../webhooks/delivery-store.ts'
import { closeEvent, openEvent } from '../webhooks/event-store.ts'
import { newDelivery, payloadOf, type WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { listWebhooks } from '../webhooks/webhook-store.ts'
import { writeNotice } from './notice-store.ts'
import { isNoticed, noticeOf } from './rules/notices.ts'

/** The event's data, with what was not available when it happened. */
async function dataOf({ type, data }: WebhookEvent): Promise<Record<string, unknown>> {
  if (type === 'account.reconnect_required') {
    const account = await getAccount(String(data.account_id))
    return { ...data, platform: account?.provider ?? null, external_username: account?.external_username ?? null }
  }
  if (type === 'media.ready' || type === 'webhook.switched_off') return data
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

/** Makes the deliveries of an event and has them sent, and the notice. Done twice it makes nothing twice. */
export async function handOn(eventId: string, now: number): Promise<void> {
  const event = await openEvent(eventId)
  if (!event) return
  const wanted = (await listWebhooks(event.owner_id)).filter(
    ({ events, created_at, disabled_at }) =>
      disabled_at === undefined && events.some((wants) => wants === event.type) && created_at <= event.at,
  )
  const noticed = isNoticed(event)
  const data = noticed || wanted.length > 0 ? await dataOf(event) : {}
  if (wanted.length > 0) {
    const payload = payloadOf(event.type, event.at, data)
    for (const webhook of wanted)
      await addDelivery(newDelivery({ id: event.id, webhook, event: event.type, payload, now }))
    await sendAll(
      setting(ENV.deliverQueue),
      wanted.map(({ id }) => ({ body: { webhook_id: id, delivery_id: event.id }, group: event.owner_id })),
    )
  }
  if (noticed) await writeNotice(noticeOf(event, data, now), optionalSetting(ENV.mailFrom) !== undefined)
  await closeEvent(event.id)
}
