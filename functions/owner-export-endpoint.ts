// The export of everything that an owner has, for admins.
import * as z from 'zod/mini'
import { checkRoleNow } from '../core/api-keys/actor.ts'
import { exportPage, LONGEST_PLACE } from '../core/owners/export-owner.ts'
import { rememberExport } from '../core/owners/owner-store.ts'
import { requireOwnerById } from '../core/owners/owners.ts'
import { endpoint } from './endpoint.ts'

const exportRecords = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  query: z.strictObject({ after: z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST_PLACE))) }),
  run: async ({ caller, query }) => {
    // First: who takes data along is known although it breaks off.
    if (query.after === undefined) await rememberExport(await requireOwnerById(caller.owner_id))
    return { status: 200, body: { success: true, data: await exportPage(caller.owner_id, query.after) } }
  },
})

export const OWNER_EXPORT = { 'GET /v1/exports/records': exportRecords }
