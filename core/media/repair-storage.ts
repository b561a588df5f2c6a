// Has table and bucket agree again, by what `check-storage.ts` found.
import { headObject, removeObject } from '../aws/bucket.ts'
import { ConditionFailed } from '../aws/table.ts'
import type { MissingObject } from './check-storage.ts'
import { getMedia, markDeleted } from './media-store.ts'

/**
 * Marks the asset deleted, as its owner would: requests that still name it learn so.
 * @returns whether it was done: not where the object is there after all, nor while a post needs the asset.
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

/** Removes an object that no row knows. */
export const removeOrphan = (key: string): Promise<void> => removeObject(key)
