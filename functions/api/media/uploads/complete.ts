// POST /v1/media/uploads/{id}/complete: the file was sent; makes it an asset. GET /v1/media/uploads/{id}: the parts that
// have arrived, and addresses for the rest. DELETE: aborts the upload. In one function, because every function costs the
// stack resources.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../../core/api-keys/actor.ts'
import { Uuid } from '../../../../core/ids.ts'
import { completeUpload } from '../../../../core/media/complete-upload.ts'
import { giveUpUpload } from '../../../../core/media/give-up-upload.ts'
import { uploadView } from '../../../../core/media/rules/media.ts'
import { showUpload } from '../../../../core/media/show-upload.ts'
import { requestInspection } from '../../../../core/media/store-file.ts'
import { byRoute } from '../../../by-route.ts'
import { endpoint } from '../../../endpoint.ts'
import { once } from '../../../idempotent.ts'

const Upload = z.object({ id: Uuid })

const show = endpoint({
  // The answer has addresses with which anyone can send the file.
  needs: 'author',
  checkRole: checkRoleNow,
  params: Upload,
  run: async ({ caller, params, now }) => ({
    status: 200,
    body: { success: true, data: await showUpload(params.id, caller.owner_id, now) },
  }),
})

const giveUp = endpoint({
  checkRole: checkRoleNow,
  params: Upload,
  run: async ({ caller, params }) => {
    await giveUpUpload(params.id, caller.owner_id)
    return { status: 200, body: { success: true, message: 'The upload was aborted.' } }
  },
})

const complete = endpoint({
  checkRole: checkRoleNow,
  params: Upload,
  idempotent: once({ route: 'media/uploads/complete', leaseSeconds: 60 }),
  run: async ({ caller, params, now, afterwards }) => {
    const { media, fresh } = await completeUpload(params.id, caller.owner_id, now)
    if (fresh) afterwards(() => requestInspection(media))
    return { status: 200, body: { success: true, message: 'The file was uploaded.', data: uploadView(media) } }
  },
})

export const handler = byRoute({
  'GET /v1/media/uploads/{id}': show,
  'DELETE /v1/media/uploads/{id}': giveUp,
  'POST /v1/media/uploads/{id}/complete': complete,
})
