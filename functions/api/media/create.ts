// POST /v1/media: store a file that is sent as a form, or that an address holds.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../core/api-keys/actor.ts'
import { importMedia } from '../../../core/media/import-media.ts'
import { freeImportPlace, takeImportPlace } from '../../../core/media/import-places.ts'
import { receiveForm } from '../../../core/media/receive-form.ts'
import { DescriptionInput, TitleInput, uploadView } from '../../../core/media/rules/media.ts'
import { getStorage } from '../../../core/media/storage-store.ts'
import { madeBefore, requestInspection } from '../../../core/media/store-file.ts'
import { uploadMedia } from '../../../core/media/upload-media.ts'
import { streamingEndpoint } from '../../endpoint.ts'
import { once } from '../../idempotent.ts'

export const UrlUpload = z.strictObject({
  url: z.string().check(z.trim(), z.minLength(1)),
  title: z.optional(TitleInput),
  description: z.optional(DescriptionInput),
})

// Streamed because a large file takes longer to fetch than the gateway waits for a plain answer.
export const handler = streamingEndpoint({
  checkRole: checkRoleNow,
  body: UrlUpload,
  form: true,
  // As long as the function itself may take.
  idempotent: once({ route: 'media', leaseSeconds: 300 }),
  prepare: ({ caller }) => getStorage(caller.owner_id),
  run: async ({ caller, body, rawBody, header, prepared: storage, now, attempt, afterwards }) => {
    const about = { id: attempt.id, ownerId: caller.owner_id, storage, now }
    const before = await madeBefore(attempt)
    if (body && !before) {
      const place = await takeImportPlace(caller.owner_id, now)
      afterwards(() => freeImportPlace(place))
    }
    const media =
      before ??
      (body
        ? await importMedia({ ...about, ...body })
        : await uploadMedia({ ...about, ...(await receiveForm(rawBody, header('content-type') ?? '')) }))
    afterwards(() => requestInspection(media))
    return { status: 200, body: { success: true, message: 'The file was uploaded.', data: uploadView(media) } }
  },
})
