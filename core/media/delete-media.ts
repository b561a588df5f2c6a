// Deletes an asset: list, counters and download at once, its bytes and variants with it.
import { removeObject, removeObjects } from '../aws/bucket.ts'
import { unpacked } from '../aws/packed-item.ts'
import { batchGet, ConditionFailed, queryAll } from '../aws/table.ts'
import { TABLE, VARIANT_PREFIX } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { type Key, PARTITION, unfinishedOf } from '../table-keys.ts'
import { getMedia, markDeleted } from './media-store.ts'
import type { Media } from './rules/media.ts'

/** A variant that was being made while the asset was deleted is in the bucket by then. */
const VARIANT_MS = 2 * 60_000

/** The bytes, and every variant made of them. */
export async function removeBytes(media: Pick<Media, 'id' | 'object_key'>): Promise<void> {
  await removeObject(media.object_key)
  await removeObjects(`${VARIANT_PREFIX}/${media.id}/`)
}

/** The posts with an unfinished publication that needs the asset. */
async function postsUsing(media: Media): Promise<string[]> {
  const list = unfinishedOf(media.owner_id)
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: `${TABLE.byOwner.partitionKey} = :owner`,
    ExpressionAttributeValues: { ':owner': list },
  })
  const items = await batchGet(rows.map(({ pk, sk }) => ({ pk, sk }) as Key))
  // The index may still show those that have ended.
  const publications = items.filter((item) => item[TABLE.byOwner.partitionKey] === list)
  // Jobs do not name covers.
  const using = publications.filter((item) => (unpacked(item).media_ids as string[] | undefined)?.includes(media.id))
  return [...new Set(using.map(({ pk }) => PARTITION.post.read(String(pk))[0]))]
}

/** @throws {AppError} `not_found`, `not_owner`, `media_in_use` */
export async function deleteMedia(id: string, ownerId: string, now: number): Promise<void> {
  const media = await getMedia(id)
  if (media?.status !== 'active') throw refuse('not_found', 'There is no media with this id, or it was deleted.')
  if (media.owner_id !== ownerId)
    throw refuse('not_owner', 'The media belongs to another owner; only its uploader may delete it.')
  try {
    await markDeleted(media, now, now + VARIANT_MS)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const current = await getMedia(id)
    if (current?.status !== 'active') throw refuse('not_found', 'There is no media with this id, or it was deleted.')
    const posts = await postsUsing(media)
    const named = posts.length === 0 ? 'a post' : `${posts.length === 1 ? 'post' : 'posts'} ${posts.join(', ')}`
    throw refuse(
      'media_in_use',
      `The media is still needed by ${named}. Cancel the post, or wait until it is finished.`,
    )
  }
  // From here on it is deleted, whatever happens: the sweeper removes the rest.
  await removeBytes(media).catch((error: unknown) => {
    log.error('the bytes of deleted media are left to the sweeper', { media_id: id, error: error as Error })
  })
}
