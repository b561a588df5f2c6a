// Webhooks in the table, under their owner: one function per access pattern. How many there are is counted in the transactions
// that make and delete them, so that the limit holds however many are made at once.
import { ConditionFailed, get, queryAll, type TransactItem, transact, update } from '../aws/table.ts'
import { webhookCountKey, webhookKey, webhooksOf } from '../table-keys.ts'
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

/** The owner has as many webhooks as one may have. */
export class TooManyWebhooks extends Error {}

/** The count moved by one; it never goes over the limit. */
const moved = (ownerId: string, by: 1 | -1): TransactItem => ({
  Update: {
    Key: webhookCountKey(ownerId),
    UpdateExpression: 'ADD webhooks :by',
    ConditionExpression: by > 0 ? 'webhooks < :max' : 'attribute_exists(webhooks)',
    ExpressionAttributeValues: { ':by': by, ...(by > 0 ? { ':max': MAX_WEBHOOKS } : {}) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** The first count of an owner whose webhooks were made before they were counted. Of several who count, one writes. */
const first = (ownerId: string, webhooks: number): TransactItem => ({
  Update: {
    Key: webhookCountKey(ownerId),
    UpdateExpression: 'SET webhooks = :webhooks',
    ConditionExpression: 'attribute_not_exists(webhooks)',
    ExpressionAttributeValues: { ':webhooks': webhooks },
  },
})

/**
 * Makes or deletes a webhook, and counts it in or out.
 * @throws {TooManyWebhooks}
 * @throws {ConditionFailed} where the change's own condition does not hold.
 */
async function changeWebhooks(ownerId: string, by: 1 | -1, change: TransactItem): Promise<void> {
  /** Whether a count failed at its condition, and only it: then what stands there says how to go on. */
  const countFailed = (error: unknown): error is ConditionFailed =>
    error instanceof ConditionFailed && !error.failed.includes(0)
  try {
    return await transact([change, moved(ownerId, by)])
  } catch (error) {
    if (!countFailed(error)) throw error
    if (error.items[1] !== undefined) throw new TooManyWebhooks()
  }
  const counted = (await listWebhooks(ownerId)).length
  if (by > 0 && counted >= MAX_WEBHOOKS) throw new TooManyWebhooks()
  try {
    await transact([change, first(ownerId, counted + by)])
  } catch (error) {
    // Somebody else has counted meanwhile, and nobody takes a count away: this time it stands.
    if (countFailed(error)) return changeWebhooks(ownerId, by, change)
    throw error
  }
}

/** @throws {TooManyWebhooks} */
export const putWebhook = (webhook: Webhook): Promise<void> =>
  changeWebhooks(webhook.owner_id, 1, {
    Put: {
      Item: { ...webhookKey(webhook.owner_id, webhook.id), ...webhook },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  })

/** @returns whether there was one. */
export async function removeWebhook(ownerId: string, id: string): Promise<boolean> {
  try {
    await changeWebhooks(ownerId, -1, {
      Delete: { Key: webhookKey(ownerId, id), ConditionExpression: 'attribute_exists(pk)' },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Writes to a webhook as long as a condition holds. @returns undefined where it did not. */
async function change(
  { owner_id, id }: Pick<Webhook, 'owner_id' | 'id'>,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
): Promise<Webhook | undefined> {
  try {
    const item = await update(webhookKey(owner_id, id), {
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeValues,
      ReturnValues: 'ALL_NEW',
    })
    return Webhook.parse(item)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Puts a new secret beside the one it replaces. @returns undefined where it was deleted or rotated meanwhile. */
export const replaceSecret = (webhook: Webhook, ciphertext: string, now: number): Promise<Webhook | undefined> =>
  change(
    webhook,
    'SET secret_ciphertext = :new, previous_ciphertext = :old, previous_until = :until, updated_at = :now',
    'secret_ciphertext = :old',
    { ':new': ciphertext, ':old': webhook.secret_ciphertext, ':until': now + ROTATION_MS, ':now': now },
  )

const OFF = 'SET disabled_at = :now, disabled_reason = :reason, updated_at = :now'
const IS_ON = 'attribute_exists(pk) AND attribute_not_exists(disabled_at)'

/** By its owner. @returns undefined where it was deleted or switched off meanwhile. */
export const switchOff = (webhook: Webhook, now: number): Promise<Webhook | undefined> =>
  change(webhook, OFF, IS_ON, { ':now': now, ':reason': 'owner' satisfies OffReason })

/**
 * For an address that took nothing for days.
 * @returns the event that tells of it, stored in the same transaction; undefined where the webhook was deleted or switched
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
    ])
    return event
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** As if it had never failed. @returns undefined where it was deleted or switched on meanwhile. */
export const switchOn = (webhook: Webhook, now: number): Promise<Webhook | undefined> =>
  change(
    webhook,
    'SET updated_at = :now REMOVE disabled_at, disabled_reason, failing_since, slow_until',
    'disabled_at = :off',
    { ':now': now, ':off': webhook.disabled_at },
  )

/** Writes down what a try told of the address. What another try wrote meanwhile stands. */
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
  await change(webhook, expression.filter(Boolean).join(' '), condition, {
    ...(slow_until === undefined ? {} : { ':slow': slow_until }),
    ...(typeof failing_since === 'number' ? { ':since': failing_since } : {}),
    ...(took ? { ':seen': webhook.failing_since } : {}),
  })
}
