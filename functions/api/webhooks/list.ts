// GET /v1/webhooks: the caller's webhooks, without their secrets.
import { listWebhooks } from '../../../core/webhooks/webhook-store.ts'
import { webhookView } from '../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  run: async ({ caller, now }) => {
    const webhooks = await listWebhooks(caller.owner_id)
    return { status: 200, body: { success: true, data: webhooks.map((webhook) => webhookView(webhook, now)) } }
  },
})
