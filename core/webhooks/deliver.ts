// One delivery, tried once: taken, signed, sent, and what came of it written down.

import { send } from '../aws/queue.ts'
import { decryptSecret } from '../aws/secrets.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { allowedHosts } from '../outbound/allowed-hosts.ts'
import { getDelivery, saveDelivery } from './delivery-store.ts'
import { postMessage } from './post-message.ts'
import { afterTry, type Delivery, type Outcome, type Webhook } from './rules/webhooks.ts'
import { signedHeaders } from './signature.ts'
import { getWebhook } from './webhook-store.ts'

/** While one worker tries it; longer than a try can take. */
const LEASE_MS = 60_000

/** A message that comes this much too early still counts as in time. */
const EARLY_MS = 1500

const QUEUE_REACH_MS = 15 * 60_000

async function secretsOf(webhook: Webhook, now: number): Promise<string[]> {
  const { id, secret_ciphertext, previous_ciphertext, previous_until = 0 } = webhook
  const both = previous_ciphertext !== undefined && now < previous_until
  return Promise.all(
    [secret_ciphertext, ...(both ? [previous_ciphertext] : [])].map((ciphertext) => decryptSecret(id, ciphertext)),
  )
}

async function attempt(delivery: Delivery): Promise<Outcome> {
  const webhook = await getWebhook(delivery.owner_id, delivery.webhook_id)
  if (!webhook) return { status: null, error: 'The webhook was deleted.', final: true }
  const { id, payload } = delivery
  const now = Date.now()
  const headers = signedHeaders(id, payload, await secretsOf(webhook, now), now)
  return postMessage({ url: webhook.url, payload, headers, allowed: allowedHosts() })
}

/** Has the delivery tried when it is due. Beyond the queue's reach the sweeper brings it back. */
async function comeBack({ webhook_id, id, due_at }: Delivery): Promise<void> {
  const wait = Math.max(0, due_at - Date.now())
  if (wait > QUEUE_REACH_MS) return
  await send(setting(ENV.deliverQueue), {
    body: { webhook_id, delivery_id: id },
    delaySeconds: Math.ceil(wait / 1000),
    group: webhook_id,
  })
}

/** Tries a delivery that is due. A message that comes a second time, or too early, does nothing. */
export async function deliver(webhookId: string, deliveryId: string): Promise<void> {
  const found = await getDelivery(webhookId, deliveryId)
  const startedAt = Date.now()
  if (found?.state !== 'pending' || startedAt < found.due_at - EARLY_MS) return
  const taken = await saveDelivery({ ...found, due_at: startedAt + LEASE_MS })
  if (!taken) return
  const outcome = await attempt(taken)
  const after = afterTry(taken, outcome, startedAt, Date.now(), Math.random())
  const saved = await saveDelivery(after)
  log.info('webhook tried', {
    webhook_id: webhookId,
    delivery_id: deliveryId,
    state: after.state,
    status: outcome.status,
    problem: outcome.error,
  })
  if (saved?.state === 'pending') await comeBack(saved)
}
