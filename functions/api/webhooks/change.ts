// GET /v1/webhooks: the caller's webhooks, without their secrets. PATCH and DELETE /v1/webhooks/{id}: switches one on or off,
// or ends it. In one function, because every function costs the stack resources.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { refuse } from '../../../core/errors.ts'
import { Uuid } from '../../../core/ids.ts'
import { makersOf } from '../../../core/people/makers.ts'
import { setEnabled } from '../../../core/webhooks/manage-webhooks.ts'
import { listWebhooks, removeWebhook } from '../../../core/webhooks/webhook-store.ts'
import { webhookView } from '../../../core/webhooks/webhook-view.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'

const Webhook = z.object({ id: Uuid })

const list = endpoint({
  run: async ({ caller, now }) => {
    const webhooks = await listWebhooks(caller.owner_id)
    const makerOf = caller.session && (await makersOf(webhooks))
    return { status: 200, body: { success: true, data: webhooks.map((webhook) => webhookView(webhook, now, makerOf)) } }
  },
})

const update = endpoint({
  checkRole: checkRoleNow,
  params: Webhook,
  body: z.strictObject({ enabled: z.boolean() }),
  run: async ({ caller, params, body, now }) => {
    const webhook = await setEnabled(caller.owner_id, params.id, body.enabled, now)
    const message = body.enabled ? 'The webhook is switched on.' : 'The webhook is switched off. Nothing is sent to it.'
    return { status: 200, body: { success: true, message, data: webhookView(webhook, now) } }
  },
})

const remove = endpoint({
  checkRole: checkRoleNow,
  params: Webhook,
  run: async ({ caller, params }) => {
    if (!(await removeWebhook(caller.owner_id, params.id)))
      throw refuse('not_found', 'There is no webhook with this id.')
    return { status: 200, body: { success: true, message: 'The webhook was deleted.' } }
  },
})

export const handler = byRoute({
  'GET /v1/webhooks': list,
  'PATCH /v1/webhooks/{id}': update,
  'DELETE /v1/webhooks/{id}': remove,
})
