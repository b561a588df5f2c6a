// GET /v1/webhooks/{id}/deliveries: what was sent in the last 30 days, the newest first.
import * as z from 'zod/mini'
import { Uuid } from '../../../../core/ids.ts'
import { listDeliveries } from '../../../../core/webhooks/delivery-store.ts'
import { webhookOf } from '../../../../core/webhooks/manage-webhooks.ts'
import { DeliveryId } from '../../../../core/webhooks/rules/webhooks.ts'
import { deliveryView } from '../../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../../endpoint.ts'
import { LimitParameter } from '../../../paging.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  query: z.strictObject({ limit: LimitParameter, before: z.optional(DeliveryId) }),
  run: async ({ caller, params, query, now }) => {
    await webhookOf(caller.owner_id, params.id)
    const { deliveries, more } = await listDeliveries(params.id, { ...query, now })
    const result = deliveries.map(deliveryView)
    // `next_before` is the `before` of the next page.
    const data = { result, next_before: more ? (deliveries.at(-1)?.id ?? null) : null }
    return { status: 200, body: { success: true, data } }
  },
})
