// POST /v1/media/uploads: announce a large file, get an address to send it to.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../../../core/api-keys/actor.ts'
import { DescriptionInput, TitleInput } from '../../../../core/media/rules/media.ts'
import { startUpload } from '../../../../core/media/start-upload.ts'
import { getStorage } from '../../../../core/media/storage-store.ts'
import { endpoint } from '../../../endpoint.ts'
import { once } from '../../../idempotent.ts'

export const Announcement = z.strictObject({
  file_name: z.string().check(z.minLength(1), z.maxLength(1024)),
  content_type: z
    .string()
    // Written out: what `\w` and `.` match depends on whose engine reads the document.
    .check(
      z.regex(
        /^[A-Za-z0-9_!#$&^.+-]+\/[A-Za-z0-9_!#$&^.+-]+(\s*;[^\r\n\u2028\u2029]*)?$/,
        'must be a MIME type such as video/mp4',
      ),
    ),
  size_bytes: z.int().check(z.minimum(1)),
  title: z.optional(TitleInput),
  description: z.optional(DescriptionInput),
  in_parts: z.optional(z.boolean()),
})

export const handler = endpoint({
  checkRole: checkRoleNow,
  body: Announcement,
  idempotent: once({ route: 'media/uploads', leaseSeconds: 30 }),
  prepare: ({ caller }) => getStorage(caller.owner_id),
  run: async ({ caller, body, prepared: storage, now, attempt }) => {
    const { id, object_key, address, parts, expires_at } = await startUpload({
      ...body,
      ownerId: caller.owner_id,
      attempt,
      storage,
      now,
    })
    const where = address
      ? { upload_url: address.url, method: 'PUT', headers: address.headers }
      : { upload_url: null, method: 'PUT', headers: null, ...parts }
    const message = address
      ? 'PUT the file to upload_url with these headers before expires_at, then complete the upload.'
      : 'GET the upload for where each part goes, PUT the parts before expires_at, then complete the upload.'
    return { status: 200, body: { success: true, message, data: { id, object_key, ...where, expires_at } } }
  },
})
