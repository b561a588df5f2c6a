// From an event to its deliveries, one for each webhook of the owner that wants it, and to the notice of its owner.
import { getAccount } from '../accounts/account-store.ts'
import { sendAll } from '../aws/queue.ts'
import { optionalSetting, setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { getPostWithPublications } from '../posts/post-store.ts'
import type { Publication } from '../posts/rules/publication.ts'
import { endBeforeRetry } from '../posts/rules/timeline.ts'
import { addDelivery } from '../webhooks/delivery-store.ts'
import { closeEvent, openEvent } from '../webhooks/event-store.ts'
import { newDelivery, payloadOf, type WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { listWebhooks } from '../webhooks/webhook-store.ts'
import { writeNotice } from './notice-store.ts'
import { isNoticed, noticeOf } from './rules/notices.ts'

/**
 * So far the clocks of two functions may be apart. A webhook misses nothing that happened after it was made; what happened in
 * the seconds before does no harm.
 */
const CLOCKS_APART_MS = 2000

/**
 * The outcome that the event tells of: whoever retries at once does so before it is handed on, and what came of that is
 * another event's.
 */
function outcomeOf(publication: Publication, at: number) {
  const { account_id, platform, state, media_id, permalink, failure } = publication
  const before = endBeforeRetry(publication, at)
  const live = before?.event !== 'failed'
  const { code, message = '' } = before ?? failure ?? {}
  return {
    account_id,
    platform,
    state: before?.event ?? state,
    platform_media_id: (live && media_id) || null,
    permalink: (live && permalink) || null,
    error: code === undefined ? null : { code, message },
  }
}

/** The event's data, with what was not available when it happened. */
async function dataOf({ type, data, at }: WebhookEvent): Promise<Record<string, unknown>> {
  if (type === 'account.reconnect_required' || type === 'account.action_required') {
    const account = await getAccount(String(data.account_id))
    return { ...data, platform: account?.provider ?? null, external_username: account?.external_username ?? null }
  }
  if (type === 'media.ready' || type === 'webhook.switched_off') return data
  const found = await getPostWithPublications(String(data.post_id))
  return { ...data, accounts: (found?.publications ?? []).map((publication) => outcomeOf(publication, at)) }
}

/** Makes the deliveries of an event and has them sent, and the notice. Done twice it makes nothing twice. */
export async function handOn(eventId: string, now: number): Promise<void> {
  const event = await openEvent(eventId)
  if (!event) return
  const wanted = (await listWebhooks(event.owner_id)).filter(
    ({ events, created_at, disabled_at }) =>
      disabled_at === undefined &&
      events.some((wants) => wants === event.type) &&
      created_at <= event.at + CLOCKS_APART_MS,
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
