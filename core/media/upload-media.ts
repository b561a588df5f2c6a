// A file that came with the request becomes an asset.
import { putObject } from '../aws/bucket.ts'
import { detectType, SNIFF_BYTES } from './detect-type.ts'
import type { UploadForm } from './receive-form.ts'
import type { Media } from './rules/media.ts'
import { checkQuota, type Storage } from './storage-store.ts'
import { draftMedia, originalHeaders, storeFile } from './store-file.ts'

export interface DirectUpload extends UploadForm {
  /** The asset's id; a new one by default. */
  id?: string
  ownerId: string
  storage: Storage
  now: number
}

/** @throws {AppError} `quota_exceeded` */
export async function uploadMedia(upload: DirectUpload): Promise<Media> {
  const { storage } = upload
  const { bytes, name, type } = upload.file
  checkQuota(storage, bytes.length)
  const contentType = await detectType(bytes.subarray(0, SNIFF_BYTES), type, name ?? '')
  const draft = draftMedia({ ...upload, contentType, fileName: name })
  const write = async () => ({
    size: bytes.length,
    etag: await putObject(draft.object_key, bytes, originalHeaders(draft)),
  })
  return storeFile(draft, write, storage)
}
