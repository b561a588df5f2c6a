// Begins an upload session: the asset's id, and an address that takes exactly the file that was announced or how it is cut.
import { presignUpload, type UploadAddress } from '../aws/bucket.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { type Attempt, firstAttempt } from '../idempotency/attempt.ts'
import { MAX_FILE_BYTES, UNFINISHED_UPLOAD_MS, UPLOAD_SECONDS } from './rules/media.ts'
import { canonicalType, typeOfName, UNKNOWN_TYPE } from './rules/media-types.ts'
import { partBytesOf, partsOf } from './rules/upload-parts.ts'
import type { Storage } from './storage-store.ts'
import { draftMedia, originalHeaders } from './store-file.ts'
import { putUpload, stagedKey } from './upload-store.ts'

export interface UploadAnnouncement {
  attempt?: Attempt
  ownerId: string
  file_name: string
  content_type: string
  size_bytes: number
  title?: string
  description?: string
  /** Sent in parts, which `showUpload` gives the addresses of. */
  in_parts?: boolean
  storage: Storage
  now: number
}

export interface StartedUpload {
  id: string
  object_key: string
  /** Where the file goes; absent where it comes in parts. */
  address?: UploadAddress
  /** How large each part is but the last, bytes; and how many they are. */
  parts?: { part_bytes: number; part_count: number }
  /** Where the upload goes: one address, or the session where it comes in parts. */
  expires_at: number
}

/** @throws {AppError} `file_too_large`, `quota_exceeded` */
export async function startUpload(announced: UploadAnnouncement): Promise<StartedUpload> {
  const { size_bytes: size, storage, now } = announced
  if (size > MAX_FILE_BYTES) {
    throw refuse('file_too_large', `size_bytes is ${size}; at most ${MAX_FILE_BYTES} are stored.`, 'size_bytes')
  }
  const contentType = canonicalType(announced.content_type) ?? typeOfName(announced.file_name) ?? UNKNOWN_TYPE
  const { again, id } = announced.attempt ?? firstAttempt(now)
  const draft = draftMedia({ ...announced, id, contentType, fileName: announced.file_name })
  const { object_key } = draft
  // An earlier try may have opened the session.
  const open = (session: Parameters<typeof putUpload>[0]) =>
    putUpload(session, storage).catch((error: unknown) => {
      if (!(again && error instanceof ConditionFailed && error.failed.includes(0))) throw error
    })
  if (announced.in_parts) {
    const part_bytes = partBytesOf(size)
    await open({ ...draft, size_bytes: size, part_bytes })
    const parts = { part_bytes, part_count: partsOf(size, part_bytes).length }
    return { id, object_key, parts, expires_at: now + UNFINISHED_UPLOAD_MS }
  }
  await open({ ...draft, size_bytes: size })
  const address = await presignUpload(stagedKey(draft), { ...originalHeaders(draft), size, seconds: UPLOAD_SECONDS })
  return { id, object_key, address, expires_at: now + UPLOAD_SECONDS * 1000 }
}
