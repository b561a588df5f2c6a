// Ends an upload session without an asset: on request, or when its day is over.
import { removeObject } from '../aws/bucket.ts'
import { openUpload } from './show-upload.ts'
import { removeStaged } from './staged-file.ts'
import { closeUpload, removeUpload, type UploadSession } from './upload-store.ts'

/** Takes a session away with what has arrived. @returns false when it was completed at this moment. */
export async function endUpload(session: UploadSession): Promise<boolean> {
  // Closed first: an upload that is completed at this moment keeps its bytes.
  if (!(await closeUpload(session.id))) return false
  // A completion that stopped half-way may have left a copy where it would be served from.
  await Promise.all([removeStaged(session), removeObject(session.object_key)])
  await removeUpload(session)
  return true
}

/** Repeating it finishes what a first call did not. @throws {AppError} `not_found`, also when it was completed at this moment. */
export async function giveUpUpload(id: string, ownerId: string): Promise<void> {
  const session = await openUpload(id, ownerId, { closing: true })
  // Completed meanwhile: the second look says so.
  if (!(await endUpload(session))) await openUpload(id, ownerId)
}
