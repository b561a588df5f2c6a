// Changes of webhooks on their owner's request: rotate, switch on and off, test, send again.

import { send } from '../aws/queue.ts'
import { decryptSecret, encryptSecret } from '../aws/secrets.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { log } from '../log.ts'
import { addDelivery, getDelivery, saveDelivery } from './delivery-store.ts'
import {
  type Delivery,
  newDelivery,
  newEventId,
  payloadOf,
  ROTATION_MS,
  sentAgain,
  TEST_EVENT,
  type Webhook,
} from './rules/webhooks.ts'
import { newSecret } from './signature.ts'
import { getWebhook, replaceSecret, switchOff, switchOn } from './webhook-store.ts'

/** The owner's webhook. @throws {AppError} `not_found` */
export async function webhookOf(ownerId: string, id: string): Promise<Webhook> {
  const webhook = await getWebhook(ownerId, id)
  if (!webhook) throw refuse('not_found', 'There is no webhook with this id.')
  return webhook
}

/** A new secret; the one before signs along for a day. @throws {AppError} `not_found`, `conflict` */
export async function rotateSecret(ownerId: string, id: string, { begunAt, again }: Attempt) {
  const before = await webhookOf(ownerId, id)
  // Rotated once more, the secret that receivers have would be dropped, for one that nobody was told.
  if (again && before.previous_until === begunAt + ROTATION_MS)
    return { webhook: before, secret: await decryptSecret(id, before.secret_ciphertext) }
  const secret = newSecret()
  const webhook = await replaceSecret(before, await encryptSecret(id, secret), begunAt)
  if (!webhook) throw refuse('conflict', 'The webhook was changed at the same moment; read it and try again.')
  return { webhook, secret }
}

/** Something is to be sent. @throws {AppError} `not_found`, `webhook_disabled` */
async function enabledWebhookOf(ownerId: string, id: string): Promise<Webhook> {
  const webhook = await webhookOf(ownerId, id)
  if (webhook.disabled_at !== undefined)
    throw refuse('webhook_disabled', 'The webhook is switched off, so nothing is sent to it. Switch it on first.')
  return webhook
}

/** Switches a webhook on or off; if it is so already, nothing changes. @throws {AppError} `not_found`, `conflict` */
export async function setEnabled(ownerId: string, id: string, enabled: boolean, now: number): Promise<Webhook> {
  const before = await webhookOf(ownerId, id)
  if (enabled === (before.disabled_at === undefined)) return before
  const webhook = await (enabled ? switchOn(before, now) : switchOff(before, now))
  if (webhook) return webhook
  // Somebody else did the same, or an answer of the table got lost and the write was repeated.
  const after = await webhookOf(ownerId, id)
  if (enabled === (after.disabled_at === undefined)) return after
  throw refuse('conflict', 'The webhook was changed at the same moment; read it and try again.')
}

/** Work for a delivery that was written, after the answer; the sweeper does it where this fails. */
const sending = (delivery: Delivery) => async (): Promise<void> => {
  const { webhook_id, id: delivery_id, owner_id } = delivery
  await send(setting(ENV.deliverQueue), { body: { webhook_id, delivery_id }, group: owner_id }).catch(
    (error: unknown) => log.warn('a delivery was left to the sweeper', { delivery_id, error: error as Error }),
  )
}

/** Sends a test message, once for all tries of a request. @throws {AppError} `not_found`, `webhook_disabled` */
export async function testWebhook(ownerId: string, id: string, attempt: Attempt) {
  const webhook = await enabledWebhookOf(ownerId, id)
  const now = attempt.begunAt
  const payload = payloadOf(TEST_EVENT, now, { webhook_id: id })
  const sent = newDelivery({ id: newEventId(now, attempt.id), webhook, event: TEST_EVENT, payload, now })
  const delivery = (await addDelivery(sent)) ? sent : ((await getDelivery(id, sent.id)) ?? sent)
  return { delivery, dispatch: sending(delivery) }
}

/**
 * Sends a message once more, under the same id, and once for all tries of a request.
 * @throws {AppError} `not_found`, `webhook_disabled`, `conflict` while it is being tried.
 */
export async function replayDelivery(
  ownerId: string,
  webhookId: string,
  deliveryId: string,
  now: number,
  { begunAt, again }: Attempt,
) {
  await enabledWebhookOf(ownerId, webhookId)
  const delivery = await getDelivery(webhookId, deliveryId)
  if (!delivery) throw refuse('not_found', 'There is no delivery with this id.')
  if (again && delivery.begun_at >= begunAt) return { delivery, dispatch: sending(delivery) }
  if (delivery.state === 'pending') throw refuse('conflict', 'The delivery is still being tried.')
  const saved = (await saveDelivery(sentAgain(delivery, now))) ?? (await getDelivery(webhookId, deliveryId))
  // Somebody else did the same, or an answer of the table got lost and the write was repeated: it is pending.
  if (saved?.state !== 'pending')
    throw refuse('conflict', 'The delivery was changed at the same moment; read it and try again.')
  return { delivery: saved, dispatch: sending(saved) }
}

interface WithSecret {
  data: { id: string; secret: string }
}

const withSecret = async (body: unknown, change: (id: string, secret: string) => Promise<string>) => {
  const { data, ...rest } = body as WithSecret
  return { ...rest, data: { ...data, secret: await change(data.id, data.secret) } }
}

/** How an answer with a secret is kept for the repetition of its request: never in the open. */
export const sealedSecret = {
  keep: (body: unknown): Promise<unknown> => withSecret(body, encryptSecret),
  restore: (body: unknown): Promise<unknown> => withSecret(body, decryptSecret),
}
