// POST /v1/webhooks: creates a webhook.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { createWebhook } from '../../../core/webhooks/create-webhook.ts'
import { sealedSecret } from '../../../core/webhooks/manage-webhooks.ts'
import { WEBHOOK_EVENTS } from '../../../core/webhooks/rules/webhooks.ts'
import { webhookView } from '../../../core/webhooks/webhook-view.ts'
import { endpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

export const handler = endpoint({
  checkRole: checkRoleNow,
  body: z.strictObject({
    url: z.string().check(z.trim(), z.minLength(1)),
    /** All of them where it is left out. */
    events: z._default(
      z.pipe(
        z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1)),
        z.transform((events) => [...new Set(events)]),
      ),
      [...WEBHOOK_EVENTS],
    ),
  }),
  idempotent: once({ route: 'webhooks', leaseSeconds: 30, seal: sealedSecret }),
  run: async ({ caller, body, now, attempt }) => {
    const { webhook, secret } = await createWebhook(caller.owner_id, body, now, caller.session?.person_id, attempt)
    const message = 'The webhook was made. Keep the secret: it is not shown again.'
    return { status: 201, body: { success: true, message, data: { ...webhookView(webhook, now), secret } } }
  },
})
