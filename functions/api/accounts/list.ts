// GET /v1/accounts/social: every social account the caller connected.
import * as z from 'zod/mini'
import { listAccountViews } from '../../../core/accounts/list-accounts.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  query: z.strictObject({}),
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await listAccountViews(caller.owner_id, now) },
  }),
})
