// The storage of an owner, counted in the same transactions as the assets, and its limit.
import { get, type TransactItem, transact } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import type { MediaKind } from '../platforms/enumerations.ts'
import { storageKey } from '../table-keys.ts'
import { DEFAULT_QUOTA_BYTES, kindOf, type Media } from './rules/media.ts'

/** The storage that an owner uses; kept in the same transactions as the assets. */
export interface Storage {
  bytes: number
  count: number
  by_kind: Record<MediaKind, number>
  /** Bytes that open upload sessions have announced: they count as if they were there. */
  announced_bytes: number
  /** Set where the operator gave the owner another quota than the usual. */
  quota_bytes?: number
}

const KINDS: readonly MediaKind[] = ['image', 'video', 'audio', 'other']

export async function getStorage(ownerId: string): Promise<Storage> {
  const item = await get(storageKey(ownerId))
  const figure = (name: string) => Number(item?.[name] ?? 0)
  return {
    bytes: figure('bytes'),
    count: figure('count'),
    by_kind: Object.fromEntries(KINDS.map((kind) => [kind, figure(`count_${kind}`)])) as Record<MediaKind, number>,
    announced_bytes: figure('announced_bytes'),
    ...(item?.quota_bytes === undefined ? {} : { quota_bytes: Number(item.quota_bytes) }),
  }
}

export const quotaOf = ({ quota_bytes }: Storage): number => quota_bytes ?? DEFAULT_QUOTA_BYTES

/** @throws {AppError} `quota_exceeded` */
export function checkQuota(storage: Storage, adding: number): void {
  const { bytes, announced_bytes: announced } = storage
  const quota = quotaOf(storage)
  if (bytes + announced + adding <= quota) return
  const open = announced > 0 ? `, and ${announced} more are announced by open upload sessions` : ''
  throw refuse(
    'quota_exceeded',
    `The file has ${adding} bytes; ${bytes} of ${quota} bytes are in use${open}. Delete media to make room.`,
  )
}

/** The condition that the quota is still the one that was read. */
export const quotaSeen = ({ quota_bytes }: Storage) => ({
  expression: quota_bytes === undefined ? 'attribute_not_exists(#quota)' : '#quota = :quota',
  names: { '#quota': 'quota_bytes' },
  values: quota_bytes === undefined ? {} : { ':quota': quota_bytes },
})

/** The part of an update that counts an asset in, or out. */
export const counted = (media: Media, sign: 1 | -1) => {
  const names = { '#bytes': 'bytes', '#count': 'count', '#kind': `count_${kindOf(media.content_type)}` }
  const values = { ':bytes': sign * media.size_bytes, ':one': sign }
  return { expression: 'ADD #bytes :bytes, #count :one, #kind :one', names, values }
}

/** Gives an owner another quota than the usual. @param along what is written with it. */
export const setQuota = (ownerId: string, bytes: number, along: readonly TransactItem[] = []): Promise<void> =>
  transact([
    {
      Update: {
        Key: storageKey(ownerId),
        UpdateExpression: 'SET quota_bytes = :bytes',
        ExpressionAttributeValues: { ':bytes': bytes },
      },
    },
    ...along,
  ])
