// The parts of an announced file that have arrived: the file itself, or parts of it, each under a key below the file's.
import {
  headObject,
  listObjects,
  presignUpload,
  removeObject,
  removeObjects,
  type UploadAddress,
} from '../aws/bucket.ts'
import type { CopySource } from '../aws/bucket-copy.ts'
import { type Part, partsOf } from './rules/upload-parts.ts'
import { originalHeaders } from './store-file.ts'
import { stagedKey, type UploadSession } from './upload-store.ts'

/** A part, and how much of it is in the bucket. */
export interface StagedPart extends Part {
  key: string
  /** Absent until it has arrived. */
  arrived?: CopySource
}

/** The parts that the session's file comes in: one, where it was not announced in parts. */
function partsOfSession(session: Pick<UploadSession, 'object_key' | 'size_bytes' | 'part_bytes'>): StagedPart[] {
  const { size_bytes: size, part_bytes: partBytes } = session
  const whole = stagedKey(session)
  if (partBytes === undefined) return [{ ...partsOf(size, size)[0]!, key: whole }]
  return partsOf(size, partBytes).map((part) => ({ ...part, key: `${whole}/${part.number}` }))
}

async function arrivedAt(key: string): Promise<CopySource | undefined> {
  const object = await headObject(key)
  return object && { key, size: object.size, etag: object.etag }
}

/** The parts of a session's file, and which of them have arrived. */
export async function stagedParts(session: UploadSession): Promise<StagedPart[]> {
  const parts = partsOfSession(session)
  if (session.part_bytes === undefined) {
    return Promise.all(parts.map(async (part) => ({ ...part, arrived: await arrivedAt(part.key) })))
  }
  const there = new Map((await listObjects(`${stagedKey(session)}/`)).map((object) => [object.key, object]))
  return parts.map((part) => ({ ...part, arrived: there.get(part.key) }))
}

/** An address that takes this part, once. */
export const addressOf = (session: UploadSession, part: StagedPart, seconds: number): Promise<UploadAddress> =>
  presignUpload(part.key, { ...originalHeaders(session), size: part.size_bytes, seconds })

/** Removes what has arrived. */
export const removeStaged = (session: UploadSession): Promise<void> =>
  session.part_bytes === undefined ? removeObject(stagedKey(session)) : removeObjects(stagedKey(session))
