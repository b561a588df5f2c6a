// Sending a message to a webhook: POST /v1/webhooks/{id}/test, which reports no event, and POST
// /v1/webhooks/{id}/deliveries/{delivery}/replay, which sends one again with the same id.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { replayDelivery, testWebhook } from '../../../core/webhooks/manage-webhooks.ts'
import { DeliveryId } from '../../../core/webhooks/rules/webhooks.ts'
import { deliveryView } from '../../../core/webhooks/webhook-view.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

const test = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  idempotent: once({ route: 'webhooks/test', leaseSeconds: 30 }),
  run: async ({ caller, params, attempt, afterwards }) => {
    const { delivery, dispatch } = await testWebhook(caller.owner_id, params.id, attempt)
    afterwards(dispatch)
    const message = 'A test message is sent; the deliveries of the webhook show what came of it.'
    return { status: 202, body: { success: true, message, data: deliveryView(delivery) } }
  },
})

const replay = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid, delivery: DeliveryId }),
  idempotent: once({ route: 'webhooks/replay', leaseSeconds: 30 }),
  run: async ({ caller, params, now, attempt, afterwards }) => {
    const { delivery, dispatch } = await replayDelivery(caller.owner_id, params.id, params.delivery, now, attempt)
    afterwards(dispatch)
    return {
      status: 202,
      body: { success: true, message: 'The message is sent again.', data: deliveryView(delivery) },
    }
  },
})

export const handler = byRoute({
  'POST /v1/webhooks/{id}/test': test,
  'POST /v1/webhooks/{id}/deliveries/{delivery}/replay': replay,
})
