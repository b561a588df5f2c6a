// Webhooks in the table, under their owner: one function per access pattern. Each that is made moves a version of them all on,
// in one transaction, so that the limit holds however many are made at once.

import { entryOf } from '../activity/activity-store.ts'
import type { Action } from '../activity/rules/activity.ts'
import { transactAsAdmin } from '../api-keys/actor.ts'
import { ConditionFailed, get, queryAll, transact, update } from '../aws/table.ts'
import { webhookKey, webhooksOf, webhooksVersionKey } from '../table-keys.ts'
import { eventItem, newEvent } from './event-store.ts'
import {
  MAX_WEBHOOKS,
  type OffReason,
  ROTATION_MS,
  type Verdict,
  Webhook,
  type WebhookEvent,
} from './rules/webhooks.ts'

export async function getWebhook(ownerId: string, id: string): Promise<Webhook | undefined> {
  const item = await get(webhookKey(ownerId, id))
  return item && Webhook.parse(item)
}

/** The owner's webhooks, the oldest first; as they are at this moment. */
export async function listWebhooks(ownerId: string): Promise<Webhook[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': webhooksOf(ownerId) },
    ConsistentRead: true,
  })
  return items.map((item) => Webhook.parse(item)).sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

/** Only the host of its address is recorded: the rest may be a secret of the receiver. */
const deedOf = (action: Action, { id, url }: Pick<Webhook, 'id' | 'url'>) => ({
  action,
  target_id: id,
  target_name: new URL(url).host,
})

/** The owner has as many webhooks as one may have. */
export class TooManyWebhooks extends Error {}

/** Read before the webhooks: who makes one after that has changed it. */
export const webhooksVersion = async (ownerId: string): Promise<number> =>
  Number((await get(webhooksVersionKey(ownerId)))?.version ?? 0)

/**
 * Makes a webhook if there is room for it.
 * @param seen the version of the owner's webhooks, as it was read a moment ago.
 * @param by the admin who asks; undefined for an API key. @throws {TooManyWebhooks} @throws {NotAdmin}
 */
export async function putWebhook(webhook: Webhook, seen: number, by?: string): Promise<void> {
  const { owner_id, id } = webhook
  for (let version = seen; ; version = await webhooksVersion(owner_id)) {
    if ((await listWebhooks(owner_id)).length >= MAX_WEBHOOKS) throw new TooManyWebhooks()
    try {
      await transactAsAdmin(
        owner_id,
        by,
        [
          {
            Put: { Item: { ...webhookKey(owner_id, id), ...webhook }, ConditionExpression: 'attribute_not_exists(pk)' },
          },
          {
            Update: {
              Key: webhooksVersionKey(owner_id),
              UpdateExpression: 'SET version = :next',
              ConditionExpression: version === 0 ? 'attribute_not_exists(version)' : 'version = :seen',
              ExpressionAttributeValues: { ':next': version + 1, ...(version === 0 ? {} : { ':seen': version }) },
            },
          },
        ],
        deedOf('webhook.created', webhook),
      )
      return
    } catch (error) {
      // Another was made meanwhile: so often that can happen as there is room.
      if (!(error instanceof ConditionFailed) || error.failed.includes(0)) throw error
    }
  }
}

/** @returns whether there was one. */
export async function removeWebhook(ownerId: string, id: string): Promise<boolean> {
  const webhook = await getWebhook(ownerId, id)
  if (!webhook) return false
  try {
    await transact([
      { Delete: { Key: webhookKey(ownerId, id), ConditionExpression: 'attribute_exists(pk)' } },
      { Put: entryOf(ownerId, deedOf('webhook.deleted', webhook)) },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

interface WebhookChange {
  UpdateExpression: string
  ConditionExpression: string
  ExpressionAttributeValues: Record<string, unknown>
}

/** Writes what its owner changes of a webhook as long as a condition holds. @returns whether it did. */
async function change({ owner_id, id, url }: Webhook, action: Action, update: WebhookChange): Promise<boolean> {
  try {
    await transact([
      { Update: { Key: webhookKey(owner_id, id), ...update } },
      { Put: entryOf(owner_id, deedOf(action, { id, url })) },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Puts a new secret beside the one it replaces. @returns undefined where it was deleted or rotated meanwhile. */
export async function replaceSecret(webhook: Webhook, ciphertext: string, now: number): Promise<Webhook | undefined> {
  const { secret_ciphertext: old } = webhook
  const until = now + ROTATION_MS
  const changed = await change(webhook, 'webhook.rotated', {
    UpdateExpression:
      'SET secret_ciphertext = :new, previous_ciphertext = :old, previous_until = :until, updated_at = :now',
    ConditionExpression: 'secret_ciphertext = :old',
    ExpressionAttributeValues: { ':new': ciphertext, ':old': old, ':until': until, ':now': now },
  })
  if (!changed) return undefined
  return { ...webhook, secret_ciphertext: ciphertext, previous_ciphertext: old, previous_until: until, updated_at: now }
}

const OFF = 'SET disabled_at = :now, disabled_reason = :reason, updated_at = :now'
const IS_ON = 'attribute_exists(pk) AND attribute_not_exists(disabled_at)'

/** A change on the owner's request. @returns undefined where it was deleted or switched off meanwhile. */
export async function switchOff(webhook: Webhook, now: number): Promise<Webhook | undefined> {
  const reason: OffReason = 'owner'
  const changed = await change(webhook, 'webhook.switched_off', {
    UpdateExpression: OFF,
    ConditionExpression: IS_ON,
    ExpressionAttributeValues: { ':now': now, ':reason': reason },
  })
  return changed ? { ...webhook, disabled_at: now, disabled_reason: reason, updated_at: now } : undefined
}

/**
 * For an address that took nothing for days.
 * @returns the event that reports it, stored in the same transaction; undefined where the webhook was deleted or switched
 * off meanwhile, or took a message after all.
 */
export async function switchOffFailing(webhook: Webhook, now: number): Promise<WebhookEvent | undefined> {
  const { owner_id, id, url, failing_since } = webhook
  const event = newEvent(owner_id, 'webhook.switched_off', { webhook_id: id, host: new URL(url).host }, now)
  const values = { ':now': now, ':reason': 'failing' satisfies OffReason, ':since': failing_since }
  try {
    await transact([
      {
        Update: {
          Key: webhookKey(owner_id, id),
          UpdateExpression: OFF,
          ConditionExpression: `${IS_ON} AND failing_since = :since`,
          ExpressionAttributeValues: values,
        },
      },
      { Put: { Item: eventItem(event) } },
      { Put: entryOf(owner_id, deedOf('webhook.switched_off', webhook), now) },
    ])
    return event
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** As if it had never failed. @returns undefined where it was deleted or switched on meanwhile. */
export async function switchOn(webhook: Webhook, now: number): Promise<Webhook | undefined> {
  const changed = await change(webhook, 'webhook.switched_on', {
    UpdateExpression: 'SET updated_at = :now REMOVE disabled_at, disabled_reason, failing_since, slow_until',
    ConditionExpression: 'disabled_at = :off',
    ExpressionAttributeValues: { ':now': now, ':off': webhook.disabled_at },
  })
  if (!changed) return undefined
  const { disabled_at: _at, disabled_reason: _reason, failing_since: _since, slow_until: _slow, ...rest } = webhook
  return { ...rest, updated_at: now }
}

/** Stores a try's facts about the address. Another try's later write stands. */
export async function noteVerdict(webhook: Webhook, { failing_since, slow_until }: Verdict): Promise<void> {
  const sets = [
    ...(slow_until === undefined ? [] : ['slow_until = :slow']),
    ...(typeof failing_since === 'number' ? ['failing_since = :since'] : []),
  ]
  const took = failing_since === null
  if (sets.length === 0 && !took) return
  const expression = [sets.length > 0 ? `SET ${sets.join(', ')}` : '', took ? 'REMOVE failing_since' : '']
  const condition = took
    ? 'failing_since = :seen'
    : `attribute_exists(pk)${failing_since === undefined ? '' : ' AND attribute_not_exists(failing_since)'}`
  await update(webhookKey(webhook.owner_id, webhook.id), {
    UpdateExpression: expression.filter(Boolean).join(' '),
    ConditionExpression: condition,
    ExpressionAttributeValues: {
      ...(slow_until === undefined ? {} : { ':slow': slow_until }),
      ...(typeof failing_since === 'number' ? { ':since': failing_since } : {}),
      ...(took ? { ':seen': webhook.failing_since } : {}),
    },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
