// The connections of accounts, their capabilities, what is looked up with them, and their weekly slots.
import * as z from 'zod/mini'
import { capabilitiesOf, listConnections } from '../../../core/accounts/connections.ts'
import { findHashtag, findPlaces } from '../../../core/accounts/look-ups.ts'
import { HashtagText, PlaceText } from '../../../core/accounts/rules/look-up-request.ts'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { replaceSlots, showSlots } from '../../../core/slots/account-slots.ts'
import { SlotsRequest } from '../../../core/slots/rules/slots.ts'
import { byRoute } from '../../by-route.ts'
import { endpoint } from '../../endpoint.ts'
import { inOrder, TimeParameter } from '../../paging.ts'

const list = endpoint({
  query: z.strictObject({}),
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await listConnections(caller.owner_id, now, caller.session !== undefined) },
  }),
})

const capabilities = endpoint({
  params: z.object({ id: Uuid }),
  run: async ({ caller, params }) => ({
    status: 200,
    body: { success: true, data: await capabilitiesOf(caller.owner_id, params.id) },
  }),
})

const showPlan = endpoint({
  params: z.object({ id: Uuid }),
  query: z
    .strictObject({ from: z.optional(TimeParameter), to: z.optional(TimeParameter) })
    .check(inOrder('from', 'to')),
  run: async ({ caller, params, query, now }) => ({
    status: 200,
    body: { success: true, data: await showSlots(caller.owner_id, params.id, query, now) },
  }),
})

const replacePlan = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  body: SlotsRequest,
  run: async ({ caller, params, body, now }) => ({
    status: 200,
    body: { success: true, data: await replaceSlots(caller.owner_id, params.id, body, now) },
  }),
})

const places = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  query: z.strictObject({ q: PlaceText }),
  run: async ({ caller, params, query, now }) => ({
    status: 200,
    body: { success: true, data: await findPlaces(caller.owner_id, params.id, query.q, now) },
  }),
})

const hashtags = endpoint({
  needs: 'author',
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  query: z.strictObject({ q: HashtagText }),
  run: async ({ caller, params, query, now }) => ({
    status: 200,
    body: { success: true, data: await findHashtag(caller.owner_id, params.id, query.q, now) },
  }),
})

export const handler = byRoute({
  'GET /v1/accounts/connections': list,
  'GET /v1/accounts/social/{id}/capabilities': capabilities,
  'GET /v1/accounts/social/{id}/places': places,
  'GET /v1/accounts/social/{id}/hashtags': hashtags,
  'GET /v1/accounts/social/{id}/slots': showPlan,
  'PUT /v1/accounts/social/{id}/slots': replacePlan,
})
