// Jobs of publications that have not ended: pending ones, and those that are done already while others are not.

import { unpacked } from '../aws/packed-item.ts'
import { batchGet, type Item, queryAll } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { type Key, unfinishedOf } from '../table-keys.ts'
import type { Reads } from './sources.ts'
import { type Entry, jobCell } from './tally.ts'

interface StoredJob {
  type: string
  state: 'pending' | 'completed' | 'failed'
  created_at: number
  started_at?: number
  completed_at?: number
}

/** An ended job counts at its end, a pending one at its making. */
function entryOf({ type, state, created_at, started_at, completed_at }: StoredJob): Entry {
  const cell = jobCell(type, state)
  if (state === 'pending' || completed_at === undefined) return { at: created_at, cell, duration_ms: null }
  return { at: completed_at, cell, duration_ms: started_at === undefined ? null : completed_at - started_at }
}

/** Keys of the owner's publications that have not ended. */
export async function unfinishedKeys(owner: string, reads: Reads): Promise<Key[]> {
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': unfinishedOf(owner) },
  })
  reads.items += rows.length
  return rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
}

export interface Unfinished {
  keys: Key[]
  entries: Entry[]
}

/**
 * Jobs of the publications with these keys, as they are now. The index lags a little: publications that ended meanwhile are left
 * out.
 */
export async function readUnfinished(owner: string, keys: readonly Key[], reads: Reads): Promise<Unfinished> {
  const items = (await batchGet(keys)).filter((item: Item) => item.owner_pk === unfinishedOf(owner))
  reads.items += keys.length
  return {
    keys: items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    entries: items.flatMap((item) => unpacked(item).jobs as StoredJob[]).map(entryOf),
  }
}
