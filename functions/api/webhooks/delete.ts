// DELETE /v1/webhooks/{id}: nothing is sent to it any more.
import * as z from 'zod/mini'
import { refuse } from '../../../core/errors.ts'
import { Uuid } from '../../../core/ids.ts'
import { removeWebhook } from '../../../core/webhooks/webhook-store.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  run: async ({ caller, params }) => {
    if (!(await removeWebhook(caller.owner_id, params.id)))
      throw refuse('not_found', 'There is no webhook with this id.')
    return { status: 200, body: { success: true, message: 'The webhook was deleted.' } }
  },
})
