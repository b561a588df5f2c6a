// Ends an upload session: what arrived is checked against what was announced, and becomes an asset.
import { headObject, readObject, removeObject } from '../aws/bucket.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { detectType, SNIFF_BYTES } from './detect-type.ts'
import { getMedia, putMedia } from './media-store.ts'
import type { Media } from './rules/media.ts'
import { sameFamily, UNKNOWN_TYPE } from './rules/media-types.ts'
import { getStorage } from './storage-store.ts'
import { getUpload, type UploadSession } from './upload-store.ts'

const unknown = () => refuse('not_found', 'There is no upload with this id, or it was given up.')

/** The bytes go, the session stays: the right file can still be sent to the same address. */
async function mismatch(session: UploadSession, message: string): Promise<AppError> {
  await removeObject(session.object_key)
  return refuse(
    'file_mismatch',
    `${message} The file was removed: send the one announced, then complete the upload again.`,
  )
}

/** @throws {AppError} `upload_incomplete`, `file_mismatch` */
async function verify(session: UploadSession): Promise<{ etag: string }> {
  const { object_key: key, size_bytes: announced, content_type: type } = session
  const object = await headObject(key)
  if (!object) throw refuse('upload_incomplete', 'The file has not arrived: PUT it to the upload address first.')
  if (object.size !== announced) {
    throw await mismatch(session, `The file has ${object.size} bytes; ${announced} were announced.`)
  }
  const last = Math.min(object.size, SNIFF_BYTES) - 1
  const head = await readObject(key, { range: { first: 0, last }, etag: object.etag })
  if (!head) throw refuse('upload_incomplete', 'The file has not arrived: PUT it to the upload address first.')
  const found = await detectType(head, type, session.file_name)
  // Text has no marks of its own: what kind of text it is, only the announcement can say.
  if (type !== UNKNOWN_TYPE && !sameFamily(found, type)) {
    throw await mismatch(session, `The file is ${found}; ${type} was announced.`)
  }
  return { etag: object.etag }
}

/**
 * @returns the asset; again the same one when the upload was completed before. `fresh` says which.
 * @throws {AppError} `not_found`, `upload_incomplete`, `file_mismatch`, `quota_exceeded`
 */
export async function completeUpload(
  id: string,
  ownerId: string,
  now: number,
): Promise<{ media: Media; fresh: boolean }> {
  const session = await getUpload(id)
  if (!session) return { media: await completed(id, ownerId), fresh: false }
  if (session.owner_id !== ownerId || session.status !== 'open') throw unknown()
  const { etag } = await verify(session)
  const { due_sk: _, ...draft } = session
  const media: Media = { ...draft, etag, status: 'active', created_at: now, updated_at: now }
  try {
    await putMedia(media, { storage: await getStorage(ownerId), upload: true })
    return { media, fresh: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'quota_exceeded') await removeObject(session.object_key)
    if (error instanceof ConditionFailed) return { media: await completed(id, ownerId), fresh: false }
    throw error
  }
}

async function completed(id: string, ownerId: string): Promise<Media> {
  const media = await getMedia(id)
  if (media?.status !== 'active' || media.owner_id !== ownerId) throw unknown()
  return media
}
