// POST /v1/webhooks/{id}/rotate: a new secret; the previous one also signs for a day.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { rotateSecret, sealedSecret } from '../../../core/webhooks/manage-webhooks.ts'
import { webhookView } from '../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

export const handler = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  idempotent: once({ route: 'webhooks/rotate', leaseSeconds: 30, seal: sealedSecret }),
  run: async ({ caller, params, now, attempt }) => {
    const { webhook, secret } = await rotateSecret(caller.owner_id, params.id, attempt)
    const message = 'The webhook has a new secret. For a day messages are signed with the one before as well.'
    return { status: 200, body: { success: true, message, data: { ...webhookView(webhook, now), secret } } }
  },
})
