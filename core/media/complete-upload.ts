// Ends an upload session: what arrived is checked against what was announced, goes where the CDN serves it from, and becomes
// an asset. The address of the session leads to another place: nothing can be put there afterwards.

import { readObject, removeObject } from '../aws/bucket.ts'
import { type CopySource, copyObject } from '../aws/bucket-copy.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { log } from '../log.ts'
import { detectType, SNIFF_BYTES } from './detect-type.ts'
import { getMedia, putMedia } from './media-store.ts'
import type { Media } from './rules/media.ts'
import { nameForType, sameFamily, UNKNOWN_TYPE } from './rules/media-types.ts'
import { removeStaged, type StagedPart, stagedParts } from './staged-file.ts'
import { getStorage } from './storage-store.ts'
import { originalHeaders } from './store-file.ts'
import { getUpload, type UploadSession } from './upload-store.ts'

const unknown = () => refuse('not_found', 'There is no upload with this id, or it was aborted.')

/** The bytes go, the session stays: the right file can still be sent to the same address. */
async function mismatch(session: UploadSession, message: string, elsewise = ''): Promise<AppError> {
  await removeStaged(session)
  return refuse(
    'file_mismatch',
    `${message} The file was removed: send the one announced, then complete the upload again.${elsewise}`,
  )
}

/** The advice for a file whose name has the ending of another type: programs announce the type by the ending. */
function renaming(name: string, found: string): string {
  const right = nameForType(name, found)
  return right === name ? '' : ` If it is the right file, rename it to ${right} and upload it anew.`
}

/** The parts that arrived, in order. @returns undefined while some are missing. @throws {AppError} `file_mismatch` */
async function verify(session: UploadSession, parts: readonly StagedPart[]): Promise<CopySource[] | undefined> {
  const { size_bytes: announced, content_type: type } = session
  const arrived = parts.flatMap((part) => part.arrived ?? [])
  if (arrived.length < parts.length) return undefined
  const size = arrived.reduce((sum, part) => sum + part.size, 0)
  if (size !== announced || parts.some((part) => part.arrived?.size !== part.size_bytes)) {
    throw await mismatch(session, `The file has ${size} bytes; ${announced} were announced.`)
  }
  const [first] = arrived
  if (!first) return undefined
  const last = Math.min(first.size, SNIFF_BYTES) - 1
  const head = await readObject(first.key, { range: { first: 0, last }, etag: first.etag })
  if (!head) return undefined
  const found = await detectType(head, type, session.file_name)
  // Text has no magic bytes: only the announcement can say what kind of text it is.
  if (type !== UNKNOWN_TYPE && !sameFamily(found, type)) {
    throw await mismatch(session, `The file is ${found}; ${type} was announced.`, renaming(session.file_name, found))
  }
  return arrived
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
  const parts = await stagedParts(session)
  const staged = await verify(session, parts)
  const copied = staged && (await copyObject(staged, session.object_key, originalHeaders(session)))
  if (!copied) return { media: await completedMeanwhile(session, parts), fresh: false }
  const { due_sk: _, part_bytes: __, ...draft } = session
  const media: Media = { ...draft, etag: copied.etag, status: 'active', created_at: now, updated_at: now }
  try {
    await putMedia(media, { storage: await getStorage(ownerId), upload: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'quota_exceeded') {
      // A completion at the same time was first: what is in use has the file in it already, and the bytes are the asset's.
      const first = await getMedia(id)
      if (first?.status === 'active') return { media: first, fresh: false }
      await Promise.all([removeObject(session.object_key), removeStaged(session)])
    }
    if (error instanceof ConditionFailed) return { media: await completedAlready(session, ownerId), fresh: false }
    throw error
  }
  await removeStaged(session).catch((error: unknown) => {
    // The bucket's own rule takes it away.
    log.warn('a completed upload was left where it had arrived', { media_id: id, error: error as Error })
  })
  return { media, fresh: true }
}

/** Somebody else ended the session: completed, even deleted since; or swept, and then the copy was made for nothing. */
async function completedAlready(session: UploadSession, ownerId: string): Promise<Media> {
  const media = await getMedia(session.id)
  if (media?.status !== 'active') await removeObject(session.object_key)
  return completed(session.id, ownerId)
}

/** A completion at the same time takes the file away from where it arrived. */
async function completedMeanwhile(session: UploadSession, parts: readonly StagedPart[]): Promise<Media> {
  const media = await getMedia(session.id)
  if (media?.status === 'active' && media.owner_id === session.owner_id) return media
  const missing = parts.filter(({ arrived }) => !arrived).map(({ number }) => number)
  throw refuse(
    'upload_incomplete',
    parts.length > 1 && missing.length > 0
      ? `Of ${parts.length} parts these have not arrived: ${missing.join(', ')}. GET the upload for where they go.`
      : 'The file has not arrived: PUT it to the upload address first.',
  )
}

async function completed(id: string, ownerId: string): Promise<Media> {
  const media = await getMedia(id)
  if (media?.status !== 'active' || media.owner_id !== ownerId) throw unknown()
  return media
}
