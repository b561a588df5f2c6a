// Whether table and bucket agree: objects that no row knows, and rows whose object is gone. They come apart when one of the two
// is restored to an earlier time and the other is not. Only the operator's command calls it.
import { type KeptObject, listedObjects } from '../aws/bucket-list.ts'
import { scanPages } from '../aws/table-scan.ts'
import { accountKey, mediaKey, PARTITION, uploadKey } from '../table-keys.ts'
import { type Belongs, belongsTo } from './rules/belongs-to.ts'

/** An object that was stored this lately may still get its row: an upload stores the object first, and no function runs longer. */
export const SETTLED_MS = 20 * 60_000

export interface MissingObject {
  media_id: string
  owner_id: string
  object_key: string
  file_name: string
  /** Whether a post that has not ended needs it. */
  in_use: boolean
}

export interface StorageCheck {
  objects: number
  media: number
  /** Objects without a row that were stored before the time that was asked for. */
  without_row: (KeptObject & { kind: Exclude<Belongs['kind'], 'other'> })[]
  /** Not the service's own: not touched. */
  foreign: number
  /** Active rows without their object. */
  without_object: MissingObject[]
}

interface Rows {
  media: Map<string, MissingObject>
  uploads: Set<string>
  pictures: Set<string>
}

/** A million rows of media are some hundred megabytes of memory here. */
async function readRows(): Promise<Rows> {
  const rows: Rows = { media: new Map(), uploads: new Set(), pictures: new Set() }
  const kinds = { ':media': mediaKey('').sk, ':upload': uploadKey('').sk, ':account': accountKey('').sk }
  const pages = scanPages({
    FilterExpression: 'sk IN (:media, :upload, :account)',
    ExpressionAttributeValues: kinds,
    ProjectionExpression: 'pk, sk, owner_id, object_key, file_name, #status, pending_uses, picture_key',
    ExpressionAttributeNames: { '#status': 'status' },
  })
  for await (const items of pages) {
    for (const { pk, sk, owner_id, object_key, file_name, status, pending_uses, picture_key } of items) {
      if (sk === kinds[':upload']) rows.uploads.add(PARTITION.upload.read(String(pk))[0])
      if (sk === kinds[':account'] && picture_key) rows.pictures.add(String(picture_key))
      if (sk !== kinds[':media'] || status !== 'active') continue
      const [media_id] = PARTITION.media.read(String(pk))
      rows.media.set(media_id, {
        media_id,
        owner_id: String(owner_id),
        object_key: String(object_key),
        file_name: String(file_name),
        in_use: Number(pending_uses ?? 0) > 0,
      })
    }
  }
  return rows
}

const isKnown = (belongs: Belongs, key: string, rows: Rows): boolean => {
  switch (belongs.kind) {
    case 'original':
      return rows.media.get(belongs.media_id)?.object_key === key
    case 'variant':
      return rows.media.has(belongs.media_id)
    case 'upload':
      return rows.uploads.has(belongs.media_id)
    case 'picture':
      return rows.pictures.has(key)
    case 'other':
      return true
  }
}

/** Reads the whole table and the whole list of the bucket; changes nothing. @param before objects stored later are left out, Unix ms. */
export async function checkStorage(before: number): Promise<StorageCheck> {
  // The list first: what is uploaded while it runs has a row that is read after it.
  const objects: KeptObject[] = []
  for await (const page of listedObjects()) objects.push(...page)
  const rows = await readRows()
  const missing = new Map(rows.media)
  const check: StorageCheck = {
    objects: objects.length,
    media: rows.media.size,
    without_row: [],
    foreign: 0,
    without_object: [],
  }
  for (const object of objects) {
    const belongs = belongsTo(object.key)
    if (belongs.kind === 'other') check.foreign += 1
    else if (belongs.kind === 'original' && isKnown(belongs, object.key, rows)) missing.delete(belongs.media_id)
    else if (!isKnown(belongs, object.key, rows) && object.modified_at < before)
      check.without_row.push({ ...object, kind: belongs.kind })
  }
  // Uploaded since the list was read: the repair asks for them one by one.
  check.without_object = [...missing.values()]
  return check
}
