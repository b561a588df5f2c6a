// Makes table and bucket agree again, from what `check-storage.ts` found.
import { headObject, removeObject } from '../aws/bucket.ts'
import { ConditionFailed, get as getItem } from '../aws/table.ts'
import { accountKey, uploadKey } from '../table-keys.ts'
import type { MissingObject } from './check-storage.ts'
import { getMedia, markDeleted } from './media-store.ts'
import { belongsTo } from './rules/belongs-to.ts'

/**
 * Marks the asset deleted, as its owner would: requests that still name it learn so.
 * @returns whether it was done: not if the object exists after all, or while a post needs the asset.
 */
export async function repairRow({ media_id, object_key }: MissingObject, now: number): Promise<boolean> {
  if (await headObject(object_key)) return false
  const media = await getMedia(media_id)
  if (media?.status !== 'active') return false
  try {
    await markDeleted(media, now, now)
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Whether a row knows the object now. */
async function isKnown(key: string): Promise<boolean> {
  const belongs = belongsTo(key)
  switch (belongs.kind) {
    case 'original':
    case 'variant': {
      const media = await getMedia(belongs.media_id)
      return media?.status === 'active' && (belongs.kind === 'variant' || media.object_key === key)
    }
    case 'upload':
      return (await getItem(uploadKey(belongs.media_id))) !== undefined
    case 'picture':
      return (await getItem(accountKey(belongs.account_id)))?.picture_key === key
    case 'other':
      return true
  }
}

/**
 * Removes an object that no row knew when it was found. The service goes on while the table is read, and a row may have come since.
 * @returns whether it was removed.
 */
export async function removeOrphan(key: string): Promise<boolean> {
  if (await isKnown(key)) return false
  await removeObject(key)
  return true
}
