// Webhooks in the table, under their owner: one function per access pattern.
import { ConditionFailed, get, put, queryAll, remove, update } from '../aws/table.ts'
import { webhookKey, webhooksOf } from '../table-keys.ts'
import { ROTATION_MS, Webhook } from './rules/webhooks.ts'

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

export const putWebhook = (webhook: Webhook): Promise<void> =>
  put({ ...webhookKey(webhook.owner_id, webhook.id), ...webhook }, { ConditionExpression: 'attribute_not_exists(pk)' })

/** @returns whether there was one. */
export async function removeWebhook(ownerId: string, id: string): Promise<boolean> {
  return (await remove(webhookKey(ownerId, id), { ReturnValues: 'ALL_OLD' })) !== undefined
}

/** Puts a new secret beside the one it replaces. @returns undefined where it was deleted or rotated meanwhile. */
export async function replaceSecret(webhook: Webhook, ciphertext: string, now: number): Promise<Webhook | undefined> {
  try {
    const item = await update(webhookKey(webhook.owner_id, webhook.id), {
      UpdateExpression:
        'SET secret_ciphertext = :new, previous_ciphertext = :old, previous_until = :until, updated_at = :now',
      ConditionExpression: 'secret_ciphertext = :old',
      ExpressionAttributeValues: {
        ':new': ciphertext,
        ':old': webhook.secret_ciphertext,
        ':until': now + ROTATION_MS,
        ':now': now,
      },
      ReturnValues: 'ALL_NEW',
    })
    return Webhook.parse(item)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}
