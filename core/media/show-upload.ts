// How far an upload session is: which parts have arrived, and where the others go.
import { refuse } from '../errors.ts'
import { UNFINISHED_UPLOAD_MS, UPLOAD_SECONDS } from './rules/media.ts'
import { addressOf, stagedParts } from './staged-file.ts'
import { getUpload, type UploadSession } from './upload-store.ts'

/** An open session of this owner; `closing`: or one that is being given up. @throws {AppError} `not_found` */
export async function openUpload(id: string, ownerId: string, { closing = false } = {}): Promise<UploadSession> {
  const session = await getUpload(id)
  if (session?.owner_id !== ownerId || !(closing || session.status === 'open')) {
    throw refuse(
      'not_found',
      'There is no open upload with this id: it was completed or aborted, or there never was one.',
    )
  }
  return session
}

export interface UploadPartView {
  number: number
  first_byte: number
  size_bytes: number
  arrived: boolean
  /** Null where it has arrived. */
  upload_url: string | null
  headers: Record<string, string> | null
}

export interface UploadSessionView {
  id: string
  object_key: string
  content_type: string
  size_bytes: number
  parts: UploadPartView[]
  /** When the addresses end; asking again gives others until the session ends. */
  addresses_expire_at: number
  expires_at: number
}

/** @throws {AppError} `not_found` */
export async function showUpload(id: string, ownerId: string, now: number): Promise<UploadSessionView> {
  const session = await openUpload(id, ownerId)
  const expires_at = session.created_at + UNFINISHED_UPLOAD_MS
  const seconds = Math.max(1, Math.min(UPLOAD_SECONDS, Math.floor((expires_at - now) / 1000)))
  const parts = (await stagedParts(session)).map(async (part): Promise<UploadPartView> => {
    const { number, first_byte, size_bytes } = part
    const arrived = part.arrived !== undefined
    const address = arrived ? null : await addressOf(session, part, seconds)
    return {
      number,
      first_byte,
      size_bytes,
      arrived,
      upload_url: address?.url ?? null,
      headers: address?.headers ?? null,
    }
  })
  const { object_key, content_type, size_bytes } = session
  return {
    id,
    object_key,
    content_type,
    size_bytes,
    parts: await Promise.all(parts),
    addresses_expire_at: now + seconds * 1000,
    expires_at,
  }
}
