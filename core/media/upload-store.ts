// Upload sessions in the table: announced files whose bytes go straight to the bucket.
import * as z from 'zod/mini'
import { ConditionFailed, get, type Item, queryPage, transact, update } from '../aws/table.ts'
import { TABLE, UPLOAD_PREFIX } from '../contract.ts'
import { dueUploads as dueUploadsOf, shardOf, sortable, storageKey, timed, uploadKey } from '../table-keys.ts'
import { type Media, mediaFields, UNFINISHED_UPLOAD_MS } from './rules/media.ts'
import { checkQuota, getStorage, quotaOf, quotaSeen, type Storage } from './storage-store.ts'

/**
 * The asset as it will be once the bytes have arrived, and whether it still may become one. `part_bytes` where it comes in
 * parts of that size.
 */
export const UploadSession = z.lazy(() => {
  const { etag: _none, ...fields } = mediaFields()
  return z.object({
    ...fields,
    status: z.enum(['open', 'closing']),
    due_sk: z.string(),
    part_bytes: z.optional(z.int()),
  })
})
export type UploadSession = z.infer<typeof UploadSession>

/** Where the announced file is until the upload is completed. */
export const stagedKey = ({ object_key }: Pick<Media, 'object_key'>): string => `${UPLOAD_PREFIX}/${object_key}`

/** Rounds in which the counters may move under us. */
const ROUNDS = 6

/**
 * Opens a session; its bytes are counted as announced in the same transaction, within the owner's quota.
 * @throws {AppError} `quota_exceeded`
 */
export async function putUpload(
  draft: Omit<Media, 'etag'> & Pick<UploadSession, 'part_bytes'>,
  given: Storage,
): Promise<void> {
  let storage = given
  for (let round = 1; ; round += 1) {
    checkQuota(storage, draft.size_bytes)
    const seen = quotaSeen(storage)
    try {
      await transact([
        {
          Put: {
            Item: {
              ...uploadKey(draft.id),
              ...draft,
              status: 'open',
              due_pk: dueUploadsOf(shardOf(draft.id)),
              due_sk: timed(draft.created_at + UNFINISHED_UPLOAD_MS, draft.id),
            },
            ConditionExpression: `attribute_not_exists(${TABLE.partitionKey})`,
          },
        },
        {
          Update: {
            Key: storageKey(draft.owner_id),
            UpdateExpression: 'ADD #announced :size',
            ConditionExpression: [
              '(attribute_not_exists(#announced) OR #announced <= :room)',
              '(attribute_not_exists(#bytes) OR #bytes <= :bytes)',
              seen.expression,
            ].join(' AND '),
            ExpressionAttributeNames: { ...seen.names, '#announced': 'announced_bytes', '#bytes': 'bytes' },
            ExpressionAttributeValues: {
              ...seen.values,
              ':size': draft.size_bytes,
              ':room': quotaOf(storage) - storage.bytes - draft.size_bytes,
              ':bytes': storage.bytes,
            },
          },
        },
      ])
      return
    } catch (error) {
      const counters = error instanceof ConditionFailed && error.failed.every((at) => at === 1)
      if (!counters || round >= ROUNDS) throw error
      storage = await getStorage(draft.owner_id)
    }
  }
}

export async function getUpload(id: string): Promise<UploadSession | undefined> {
  const item = await get(uploadKey(id))
  return item && UploadSession.parse(item)
}

/** Sessions of a shard that nobody completed in time. */
export async function overdueUploads(shard: number, now: number, limit: number): Promise<UploadSession[]> {
  const { items } = await queryPage({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: `${TABLE.byDue.partitionKey} = :due AND ${TABLE.byDue.sortKey} < :now`,
    ExpressionAttributeValues: { ':due': dueUploadsOf(shard), ':now': sortable(now + 1) },
    Limit: limit,
  })
  const found = await Promise.all(items.map((item: Item) => getUpload(timed.read(String(item.due_sk))[1])))
  return found.filter((session) => session !== undefined)
}

/** From here on the session cannot be completed. @returns false when it was, at this moment. */
export async function closeUpload(id: string): Promise<boolean> {
  try {
    await update(uploadKey(id), {
      UpdateExpression: 'SET #status = :closing',
      ConditionExpression: `attribute_exists(${TABLE.partitionKey})`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':closing': 'closing' },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Takes a closed session away, and what it announced out of the counters. Done twice it counts once. */
export async function removeUpload({ id, owner_id, size_bytes }: UploadSession): Promise<void> {
  const removal = {
    Key: uploadKey(id),
    ConditionExpression: '#status = :closing',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':closing': 'closing' },
  }
  const counting = {
    Key: storageKey(owner_id),
    UpdateExpression: 'ADD #announced :back',
    ConditionExpression: `attribute_exists(${TABLE.partitionKey})`,
    ExpressionAttributeNames: { '#announced': 'announced_bytes' },
    ExpressionAttributeValues: { ':back': -size_bytes },
  }
  try {
    await transact([{ Delete: removal }, { Update: counting }])
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    // The owner was deleted meanwhile, and its counters with it.
    if (!error.failed.includes(0)) await transact([{ Delete: removal }]).catch(unlessGone)
  }
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof ConditionFailed)) throw error
}
