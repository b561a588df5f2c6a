// POST /v1/webhooks/{id}/test: sends a message that tells of nothing.
import * as z from 'zod/mini'
import { Uuid } from '../../../core/ids.ts'
import { testWebhook } from '../../../core/webhooks/manage-webhooks.ts'
import { deliveryView } from '../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  idempotent: once({ route: 'webhooks/test', leaseSeconds: 30 }),
  run: async ({ caller, params, now, afterwards }) => {
    const { delivery, dispatch } = await testWebhook(caller.owner_id, params.id, now)
    afterwards(dispatch)
    const message = 'A test message is sent; the deliveries of the webhook show what came of it.'
    return { status: 202, body: { success: true, message, data: deliveryView(delivery) } }
  },
})
