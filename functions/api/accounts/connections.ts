// How the connections of accounts stand, and what each account can do.
import * as z from 'zod/mini'
import { capabilitiesOf, listConnections } from '../../../core/accounts/connections.ts'
import { Uuid } from '../../../core/ids.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'

const list = endpoint({
  query: z.strictObject({}),
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await listConnections(caller.owner_id, now) },
  }),
})

const capabilities = endpoint({
  params: z.object({ id: Uuid }),
  run: async ({ caller, params }) => ({
    status: 200,
    body: { success: true, data: await capabilitiesOf(caller.owner_id, params.id) },
  }),
})

export const handler = byRoute({
  'GET /v1/accounts/connections': list,
  'GET /v1/accounts/social/{id}/capabilities': capabilities,
})
