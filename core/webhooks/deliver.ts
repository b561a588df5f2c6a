// Tries a delivery once: takes it, signs and sends it, and stores the outcome for the message and for its address.

import { send } from '../aws/queue.ts'
import { decryptSecret } from '../aws/secrets.ts'
import { setting } from '../config.ts'
import { ENV, METRICS } from '../contract.ts'
import { log } from '../log.ts'
import { measure } from '../metrics.ts'
import { allowedHosts } from '../outbound/allowed-hosts.ts'
import { announce } from './announce.ts'
import { getDelivery, saveDelivery } from './delivery-store.ts'
import { postMessage } from './post-message.ts'
import { FAILURES } from './rules/failures.ts'
import { afterTry, type Delivery, inTurn, isSlow, type Outcome, verdictOf, type Webhook } from './rules/webhooks.ts'
import { signedHeaders } from './signature.ts'
import { beginSlowTry, endSlowTry } from './slow-tries.ts'
import { getWebhook, noteVerdict, switchOffFailing } from './webhook-store.ts'

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

const nobody = (error: string): Outcome => ({ status: null, error, final: true })

async function attempt({ id, payload }: Delivery, webhook: Webhook | undefined): Promise<Outcome> {
  if (!webhook) return nobody(FAILURES.webhook_deleted)
  if (webhook.disabled_at !== undefined) return nobody(FAILURES.webhook_off)
  const now = Date.now()
  const headers = signedHeaders(id, payload, await secretsOf(webhook, now), now)
  return postMessage({ url: webhook.url, payload, headers, allowed: allowedHosts() })
}

/** Has the delivery tried when it is due. Beyond the queue's reach the sweeper brings it back. */
async function comeBack({ webhook_id, id, owner_id, due_at }: Delivery): Promise<void> {
  const wait = Math.max(0, due_at - Date.now())
  if (wait > QUEUE_REACH_MS) return
  await send(setting(ENV.deliverQueue), {
    body: { webhook_id, delivery_id: id },
    delaySeconds: Math.ceil(wait / 1000),
    group: owner_id,
  })
}

/** The try's result is recorded for the address. The message is settled by then: nothing here brings it back. */
async function judge(webhook: Webhook, outcome: Outcome, tried: { tries: number; startedAt: number; now: number }) {
  const { id: webhook_id, owner_id, failing_since } = webhook
  try {
    const verdict = verdictOf(webhook, outcome, tried)
    await noteVerdict(webhook, verdict)
    const event = verdict.off && (await switchOffFailing(webhook, tried.now))
    if (!event) return
    log.warn('a webhook was switched off: its address took nothing for days', { webhook_id, owner_id, failing_since })
    measure({ [METRICS.webhooksSwitchedOff]: 1 }, { context: { webhook_id, owner_id } })
    await announce(event)
  } catch (error) {
    log.warn('what a try told of a webhook was not written down', { webhook_id, error: error as Error })
  }
}

async function tryOnce(found: Delivery, webhook: Webhook | undefined, startedAt: number): Promise<void> {
  const taken = await saveDelivery({ ...found, due_at: startedAt + LEASE_MS })
  if (!taken) return
  const { id: delivery_id, webhook_id } = taken
  const outcome = await attempt(taken, webhook)
  const now = Date.now()
  const after = afterTry(taken, outcome, startedAt, now, Math.random())
  const saved = await saveDelivery(after)
  const { status, error: problem } = outcome
  log.info('webhook tried', { webhook_id, delivery_id, state: after.state, status, problem })
  if (webhook && !outcome.final) await judge(webhook, outcome, { tries: after.tries, startedAt, now })
  if (saved?.state === 'pending') await comeBack(saved)
}

/** Tries a delivery that is due. A message that comes a second time, or too early, does nothing. */
export async function deliver(webhookId: string, deliveryId: string): Promise<void> {
  const found = await getDelivery(webhookId, deliveryId)
  const startedAt = Date.now()
  if (found?.state !== 'pending' || startedAt < found.due_at - EARLY_MS) return
  const webhook = await getWebhook(found.owner_id, webhookId)
  if (!webhook || webhook.disabled_at !== undefined || !isSlow(webhook, startedAt))
    return tryOnce(found, webhook, startedAt)
  const place = await beginSlowTry(found.owner_id, startedAt)
  if (!place) {
    const waiting = await saveDelivery(inTurn(found, startedAt, Math.random()))
    if (waiting) await comeBack(waiting)
    return
  }
  try {
    await tryOnce(found, webhook, startedAt)
  } finally {
    await endSlowTry(place)
  }
}
