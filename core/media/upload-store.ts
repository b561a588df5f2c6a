// Upload sessions in the table: announced files whose bytes go straight to the bucket.
import * as z from 'zod/mini'
import { ConditionFailed, get, type Item, put, queryPage, remove, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { dueUploads as dueUploadsOf, shardOf, sortable, uploadKey } from '../table-keys.ts'
import { type Media, mediaFields, UNFINISHED_UPLOAD_MS } from './rules/media.ts'

/** The asset as it will be once the bytes are there, and whether it still may become one. */
export const UploadSession = z.lazy(() => {
  const { etag: _none, ...fields } = mediaFields()
  return z.object({ ...fields, status: z.enum(['open', 'closing']), due_sk: z.string() })
})
export type UploadSession = z.infer<typeof UploadSession>

export async function putUpload(draft: Omit<Media, 'etag'>): Promise<void> {
  await put(
    {
      ...uploadKey(draft.id),
      ...draft,
      status: 'open',
      due_pk: dueUploadsOf(shardOf(draft.id)),
      due_sk: `${sortable(draft.created_at + UNFINISHED_UPLOAD_MS)}#${draft.id}`,
    },
    { ConditionExpression: `attribute_not_exists(${TABLE.partitionKey})` },
  )
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
  const found = await Promise.all(items.map((item: Item) => getUpload(String(item.due_sk).slice(16))))
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

export const removeUpload = (id: string): Promise<unknown> => remove(uploadKey(id))
