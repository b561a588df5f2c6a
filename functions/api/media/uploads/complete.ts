// POST /v1/media/uploads/{id}/complete: the file was sent; make it an asset.
import * as z from 'zod/mini'
import { Uuid } from '../../../../core/ids.ts'
import { completeUpload } from '../../../../core/media/complete-upload.ts'
import { uploadView } from '../../../../core/media/rules/media.ts'
import { requestInspection } from '../../../../core/media/store-file.ts'
import { endpoint } from '../../../endpoint.ts'
import { once } from '../../../idempotent.ts'

export const handler = endpoint({
  params: z.object({ id: Uuid }),
  idempotent: once({ route: 'media/uploads/complete', leaseSeconds: 60 }),
  run: async ({ caller, params, now, afterwards }) => {
    const { media, fresh } = await completeUpload(params.id, caller.owner_id, now)
    if (fresh) afterwards(() => requestInspection(media))
    return { status: 200, body: { success: true, message: 'The file was uploaded.', data: uploadView(media) } }
  },
})
