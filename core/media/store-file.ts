// A file becomes an asset: the bytes first, then the record; what fails in between leaves neither.
import { type ObjectHeaders, removeObject } from '../aws/bucket.ts'
import { send } from '../aws/queue.ts'
import { ConditionFailed } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { AppError, refuse } from '../errors.ts'
import type { Attempt } from '../idempotency/attempt.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { getMedia, putMedia } from './media-store.ts'
import { attachment, safeFileName, shownFileName } from './rules/file-name.ts'
import { MEDIA_CACHE, type Media, titleFrom } from './rules/media.ts'
import { extensionOf, nameForType } from './rules/media-types.ts'
import type { Storage } from './storage-store.ts'

export interface NewFile {
  /** The asset's id; a new one by default. */
  id?: string
  ownerId: string
  contentType: string
  /** As it was sent; made safe here. */
  fileName: string | undefined
  title?: string
  description?: string
  now: number
}

/** The asset as it will be, but for what only its bytes can tell. */
export function draftMedia(file: NewFile): Omit<Media, 'size_bytes' | 'etag'> {
  const { id = newId() } = file
  const sent = safeFileName(file.fileName)
  const title = file.title ?? titleFrom(shownFileName(file.fileName))
  return {
    id,
    owner_id: file.ownerId,
    object_key: `${id}.${extensionOf(file.contentType, sent)}`,
    content_type: file.contentType,
    width: null,
    height: null,
    duration_ms: null,
    title,
    alt_text: file.description ?? title,
    alt_text_given: file.description !== undefined,
    file_name: nameForType(sent, file.contentType),
    tags_json: null,
    metadata_json: null,
    version: 1,
    status: 'active',
    pending_uses: 0,
    created_at: file.now,
    updated_at: file.now,
  }
}

/**
 * The asset that an earlier try of the same request made, if it did.
 * @throws {AppError} `conflict` where it was deleted since.
 */
export async function madeBefore({ id, again }: Attempt): Promise<Media | undefined> {
  const media = again ? await getMedia(id) : undefined
  if (media && media.status !== 'active')
    throw refuse(
      'conflict',
      'This request created a file that was deleted since. Use a new Idempotency-Key to create another one.',
    )
  return media
}

/** How the original is kept, and so served by the CDN: never shown as a page, whatever it is. */
export const originalHeaders = (media: Pick<Media, 'content_type' | 'file_name'>): ObjectHeaders => ({
  contentType: media.content_type,
  cacheControl: MEDIA_CACHE,
  contentDisposition: attachment(media.file_name),
})

/**
 * Stores the bytes with `write`, then the record.
 * @param write puts the object under the draft's key; says its size and entity tag.
 */
export async function storeFile(
  draft: Omit<Media, 'size_bytes' | 'etag'>,
  write: () => Promise<{ size: number; etag: string }>,
  storage?: Storage,
): Promise<Media> {
  let media: Media | undefined
  try {
    const { size, etag } = await write()
    media = { ...draft, size_bytes: size, etag }
    await putMedia(media, { storage })
    return media
  } catch (error) {
    const refused = error instanceof AppError || error instanceof ConditionFailed
    if (media && !refused) {
      // A lost answer may hide a record that was written: then the bytes belong to it, and the upload stands. While
      // that cannot be known, the bytes stay as well: a record without them would be worse.
      const stored = await getMedia(media.id).catch(() => {
        throw error
      })
      if (stored) return stored
    }
    await removeObject(draft.object_key).catch((cause: unknown) => {
      log.error('the bytes of a refused upload could not be removed', { media_id: draft.id, error: cause as Error })
    })
    throw error
  }
}

/** Asks the inspector for size and duration. Is it lost, the sweeper asks again. */
export const requestInspection = (media: Pick<Media, 'id' | 'owner_id'>): Promise<void> =>
  send(setting(ENV.inspectQueue), { body: { media_id: media.id }, group: media.owner_id })
