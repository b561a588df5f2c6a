// Links by which clients connect their accounts, as admins make and revoke them.
import * as z from 'zod/mini'
import { createConnectLink, listConnectLinks, revokeConnectLink } from '../core/accounts/connect-links.ts'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { Uuid } from '../core/ids.ts'
import { wellFormed } from '../core/nfc.ts'
import { LONGEST_LINK_LABEL, MOST_LINKED_ACCOUNTS } from '../core/people/connect-link.ts'
import { PLATFORM_IDS } from '../core/platforms/facts.ts'
import { personOf } from './chain/access.ts'
import { endpoint } from './endpoint.ts'

const Label = z.string().check(
  z.overwrite((value) => wellFormed(value).trim()),
  z.maxLength(LONGEST_LINK_LABEL),
  z.refine((value) => !/\p{Cc}/u.test(value), { error: 'must have no control characters' }),
)

const list = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await listConnectLinks(caller.owner_id, now) },
  }),
})

const create = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({
    platforms: z.array(z.enum(PLATFORM_IDS)).check(
      z.minLength(1),
      z.maxLength(PLATFORM_IDS.length),
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'must name each platform once' }),
    ),
    max_accounts: z.int().check(z.minimum(1), z.maximum(MOST_LINKED_ACCOUNTS)),
    label: z.optional(Label),
  }),
  run: async ({ caller, body, now }) => {
    const data = await createConnectLink({
      ownerId: caller.owner_id,
      by: personOf(caller),
      label: body.label ?? '',
      platforms: body.platforms,
      maxAccounts: body.max_accounts,
      now,
    })
    return { status: 200, body: { success: true, data } }
  },
})

const revoke = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    await revokeConnectLink(caller.owner_id, params.id, personOf(caller), now)
    return { status: 200, body: { success: true, data: { id: params.id } } }
  },
})

export const CONNECT_LINK_ENDPOINTS = {
  'GET /v1/accounts/connect-links': list,
  'POST /v1/accounts/connect-links': create,
  'DELETE /v1/accounts/connect-links/{id}': revoke,
}
