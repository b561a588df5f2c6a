// DELETE /v1/media/{id}: delete a file of the caller's.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { Uuid } from '../../../core/ids.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { endpoint } from '../../endpoint.ts'

export const handler = endpoint({
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    await deleteMedia(params.id, caller.owner_id, now)
    return { status: 200, body: { success: true, message: 'The media was deleted.' } }
  },
})
