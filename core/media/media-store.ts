// Media assets in the table: one function per access pattern.
import { entryOf } from '../activity/activity-store.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { batchGet, ConditionFailed, get, type Item, transact, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { dueInspections, mediaKey, mediaOf, shardOf, storageKey, timed, uploadKey } from '../table-keys.ts'
import { eventItem, newEvent } from '../webhooks/event-store.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { kindOf, Media } from './rules/media.ts'
import type { Properties } from './rules/media-properties.ts'
import { searchText } from './rules/tags.ts'
import { checkQuota, counted, getStorage, quotaOf, quotaSeen, type Storage } from './storage-store.ts'

/** After this an asset that was not inspected is sent to the inspector again. */
const INSPECT_AGAIN_MS = 60_000

/** A deleted asset's row goes with this delay: requests that still name the id learn that it was deleted. */
export const TOMBSTONE_MS = 90 * 24 * 3_600_000

const asMedia = (item: Item): Media => Media.parse(item)

export async function getMedia(id: string): Promise<Media | undefined> {
  const item = await get(mediaKey(id))
  return item && asMedia(item)
}

/** The assets with these ids that exist, deleted ones included. */
export async function getMediaMany(ids: readonly string[]): Promise<Map<string, Media>> {
  const items = await batchGet([...new Set(ids)].map(mediaKey))
  return new Map(items.map((item) => [String(item.id), asMedia(item)]))
}

/**
 * Stores the asset and counts it, in one transaction, within the owner's quota.
 * @param options.upload the upload session that it ends.
 * @throws {AppError} `quota_exceeded`
 * @throws {ConditionFailed} when the asset exists already or the session is gone.
 */
export async function putMedia(media: Media, options: { storage?: Storage; upload?: boolean } = {}): Promise<void> {
  let storage = options.storage ?? (await getStorage(media.owner_id))
  for (let round = 0; ; round += 1) {
    // Counts the announced bytes as stored.
    const own = options.upload ? media.size_bytes : 0
    const announced = Math.max(0, storage.announced_bytes - own)
    checkQuota({ ...storage, announced_bytes: announced }, media.size_bytes)
    const { expression, names, values } = counted(media, 1)
    const room = quotaOf(storage) - announced - media.size_bytes
    const seen = quotaSeen(storage)
    try {
      await transact([
        {
          Put: {
            Item: {
              ...mediaKey(media.id),
              ...media,
              owner_pk: mediaOf(media.owner_id),
              owner_sk: timed(media.created_at, media.id),
              kind: kindOf(media.content_type),
              search: searchText(media),
              due_pk: dueInspections(shardOf(media.id)),
              due_sk: timed(media.created_at + INSPECT_AGAIN_MS, media.id),
            },
            ConditionExpression: `attribute_not_exists(${TABLE.partitionKey})`,
          },
        },
        {
          Update: {
            Key: storageKey(media.owner_id),
            UpdateExpression: options.upload ? `${expression}, #announced :completed` : expression,
            ConditionExpression: [
              '(attribute_not_exists(#bytes) OR #bytes <= :room)',
              '(attribute_not_exists(#announced) OR #announced <= :announced)',
              seen.expression,
            ].join(' AND '),
            ExpressionAttributeNames: { ...names, ...seen.names, '#announced': 'announced_bytes' },
            ExpressionAttributeValues: {
              ...values,
              ...seen.values,
              ':room': room,
              ':announced': announced + own,
              ...(options.upload ? { ':completed': -own } : {}),
            },
          },
        },
        ...(options.upload
          ? [
              {
                Delete: {
                  Key: uploadKey(media.id),
                  ConditionExpression: '#status = :open',
                  ExpressionAttributeNames: { '#status': 'status' },
                  ExpressionAttributeValues: { ':open': 'open' },
                },
              },
            ]
          : []),
      ])
      return
    } catch (error) {
      // Only the counters moved under us: look again how much room there is.
      const counters = error instanceof ConditionFailed && error.failed.every((at) => at === 1)
      if (!counters || round >= 5) throw error
      storage = await getStorage(media.owner_id)
    }
  }
}

const deletedDeed = ({ id, file_name }: Media): Deed => ({
  action: 'media.deleted',
  target_id: id,
  target_name: file_name,
})

/**
 * Marks the asset deleted and takes it out of list and counters, unless an unfinished publication needs it. It stays
 * due, so that the sweeper makes sure that its bytes are gone.
 * @param sweepAt when the sweeper looks after it, Unix ms.
 * @throws {ConditionFailed} when it is in use, or is deleted already.
 */
export async function markDeleted(media: Media, now: number, sweepAt: number): Promise<void> {
  const { expression, names, values } = counted(media, -1)
  await transact([
    {
      Update: {
        Key: mediaKey(media.id),
        UpdateExpression:
          'SET #status = :deleted, updated_at = :now, due_pk = :due_pk, due_sk = :due_sk, #ttl = :ttl REMOVE owner_pk, owner_sk',
        ConditionExpression: '#status = :active AND (attribute_not_exists(pending_uses) OR pending_uses <= :zero)',
        ExpressionAttributeNames: { '#status': 'status', '#ttl': TABLE.timeToLive },
        ExpressionAttributeValues: {
          ':deleted': 'deleted',
          ':active': 'active',
          ':zero': 0,
          ':now': now,
          ':due_pk': dueInspections(shardOf(media.id)),
          ':due_sk': timed(sweepAt, media.id),
          ':ttl': Math.floor((now + TOMBSTONE_MS) / 1000),
        },
      },
    },
    {
      Update: {
        Key: storageKey(media.owner_id),
        UpdateExpression: expression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      },
    },
    { Put: entryOf(media.owner_id, deletedDeed(media), now) },
  ])
}

/**
 * Keeps the title, description and tags of the asset, if it is still of the version that was read.
 * @returns whether it was: else somebody changed or deleted it meanwhile.
 */
export async function updateWords(media: Media, seen: number): Promise<boolean> {
  const { title, alt_text, alt_text_given, tags_json, version, updated_at } = media
  const words = { title, alt_text, alt_text_given, tags_json, version, updated_at, search: searchText(media) }
  const names = Object.keys(words)
  try {
    await update(mediaKey(media.id), {
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: '#status = :active AND #version = :seen',
      ExpressionAttributeNames: { ...Object.fromEntries(names.map((name) => [`#${name}`, name])), '#status': 'status' },
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(words).map(([name, value]) => [`:${name}`, value])),
        ':active': 'active',
        ':seen': seen,
      },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

export interface Inspected {
  width: number | null
  height: number | null
  duration_ms: number | null
  /** Null where the file could not be read. */
  properties: Properties | null
}

/**
 * Keeps what the inspector found; an asset that was deleted meanwhile is left as it is.
 * @returns the event that was stored with it, the first time.
 */
export async function setInspected(media: Media, found: Inspected, now: number): Promise<WebhookEvent | undefined> {
  const { properties, ...dimensions } = found
  const change = {
    UpdateExpression: 'SET #w = :w, #h = :h, #d = :d, #p = :p, updated_at = :now REMOVE due_pk, due_sk',
    ConditionExpression: '#status = :active',
    ExpressionAttributeNames: {
      '#status': 'status',
      '#w': 'width',
      '#h': 'height',
      '#d': 'duration_ms',
      '#p': 'properties',
    },
    ExpressionAttributeValues: {
      ':w': found.width,
      ':h': found.height,
      ':d': found.duration_ms,
      ':p': properties,
      ':now': now,
      ':active': 'active',
    },
  }
  const { id: media_asset_id, owner_id, title, content_type, size_bytes } = media
  const event = newEvent(
    owner_id,
    'media.ready',
    { media_asset_id, title, content_type, size_bytes, ...dimensions },
    now,
  )
  try {
    // It need not be due any more: the sweeper does not ask for ever.
    const first = { ...change, ConditionExpression: `${change.ConditionExpression} AND attribute_not_exists(#p)` }
    await transact([{ Update: { Key: mediaKey(media.id), ...first } }, { Put: { Item: eventItem(event) } }])
    return event
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
  }
  await update(mediaKey(media.id), change).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
  return undefined
}
