// The export of everything that an owner has, for admins.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { firstPage, LONGEST_PLACE, nextPage } from '../core/owners/export-pages.ts'
import { requireOwnerById } from '../core/owners/owners.ts'
import { endpoint } from './endpoint.ts'

const exportRecords = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  query: z.strictObject({ after: z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST_PLACE))) }),
  run: async ({ caller, query }) => {
    const { owner_id } = caller
    const data =
      query.after === undefined
        ? await firstPage(await requireOwnerById(owner_id))
        : await nextPage(owner_id, query.after)
    return { status: 200, body: { success: true, data } }
  },
})

export const OWNER_EXPORT = { 'GET /v1/exports/records': exportRecords }
