// Making a webhook: an address of the public internet, and a secret that is shown once.

import { refuseNotAdmin } from '../api-keys/actor.ts'
import { decryptSecret, encryptSecret } from '../aws/secrets.ts'
import { refuse } from '../errors.ts'
import { type Attempt, firstAttempt } from '../idempotency/attempt.ts'
import { allowedHosts } from '../outbound/allowed-hosts.ts'
import { checkUrl } from '../outbound/rules/address-guard.ts'
import { MAX_WEBHOOKS, type Webhook, type WebhookEventType } from './rules/webhooks.ts'
import { newSecret } from './signature.ts'
import { getWebhook, putWebhook, TooManyWebhooks, webhooksVersion } from './webhook-store.ts'

/**
 * @param by the admin who asks; undefined for an API key.
 * @throws {AppError} `url_not_allowed`, `too_many_webhooks`, `role_required`
 */
export async function createWebhook(
  ownerId: string,
  { url, events }: { url: string; events: WebhookEventType[] },
  now: number,
  by?: string,
  { id, again }: Attempt = firstAttempt(now),
): Promise<{ webhook: Webhook; secret: string }> {
  const made = again ? await getWebhook(ownerId, id) : undefined
  if (made) return { webhook: made, secret: await decryptSecret(id, made.secret_ciphertext) }
  const { href } = checkUrl(url, allowedHosts())
  const secret = newSecret()
  const [version, secret_ciphertext] = await Promise.all([webhooksVersion(ownerId), encryptSecret(id, secret)])
  const webhook: Webhook = {
    id,
    owner_id: ownerId,
    url: href,
    events,
    secret_ciphertext,
    created_by: by ?? null,
    created_at: now,
    updated_at: now,
  }
  try {
    await putWebhook(webhook, version, by)
  } catch (error) {
    if (!(error instanceof TooManyWebhooks)) return refuseNotAdmin(error)
    throw refuse('too_many_webhooks', `There are ${MAX_WEBHOOKS} webhooks already: delete one first.`)
  }
  return { webhook, secret }
}
