// POST /v1/webhooks/{id}/deliveries/{delivery}/replay: sends a message once more, under the same id.
import * as z from 'zod/mini'
import { Uuid } from '../../../../core/ids.ts'
import { replayDelivery } from '../../../../core/webhooks/manage-webhooks.ts'
import { DeliveryId } from '../../../../core/webhooks/rules/webhooks.ts'
import { deliveryView } from '../../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../../endpoint.ts'
import { once } from '../../../idempotent.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid, delivery: DeliveryId }),
  idempotent: once({ route: 'webhooks/replay', leaseSeconds: 30 }),
  run: async ({ caller, params, now, afterwards }) => {
    const { delivery, dispatch } = await replayDelivery(caller.owner_id, params.id, params.delivery, now)
    afterwards(dispatch)
    return {
      status: 202,
      body: { success: true, message: 'The message is sent again.', data: deliveryView(delivery) },
    }
  },
})
