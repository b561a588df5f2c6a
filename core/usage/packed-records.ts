// Single records of one hour, packed: a report whose range begins or ends within the hour reads one item instead of
// thousands. A pack is never changed; a late record makes all packs of its hour invalid by giving the hour a new epoch.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { put, queryAll } from '../aws/table.ts'
import { packSort, summaryPartition } from '../table-keys.ts'
import { RECORD_DAYS } from './record-request.ts'
import type { Reads } from './sources.ts'
import type { Entry } from './tally.ts'
import { DAY, HOUR } from './time.ts'

/** Records in a pack at most: a tenth of what an item can hold. */
export const PACK_MAX = 8000
/** Fewer new records than this are not worth a write. */
export const PACK_MIN = 60
/** A last pack smaller than this grows; a larger one is not changed, and a new one is started. */
export const PACK_GROWS_BELOW = 500

export interface Pack {
  /** Unix ms; holds every record at or after `from` and before `to`. */
  from: number
  to: number
  entries: Entry[]
}

interface Columns {
  cells: string[]
  at: number[]
  cell: number[]
  /** Places among the cells; null where it is not known. Absent in packs from before callers were recorded. */
  caller?: (number | null)[]
  ms: (number | null)[]
}

/** The records in columns, compressed. @param from the beginning of the pack, Unix ms. @param entries in the order of time. */
export function encode(from: number, entries: readonly Entry[]): Uint8Array {
  const cells = [...new Set(entries.flatMap(({ cell, caller }) => (caller === undefined ? [cell] : [cell, caller])))]
  const index = new Map(cells.map((cell, at) => [cell, at]))
  let before = from
  const columns = { cells, at: [], cell: [], caller: [], ms: [] } satisfies Columns as Required<Columns>
  for (const entry of entries) {
    columns.at.push(entry.at - before)
    columns.cell.push(index.get(entry.cell) as number)
    columns.caller.push(entry.caller === undefined ? null : (index.get(entry.caller) as number))
    columns.ms.push(entry.duration_ms)
    before = entry.at
  }
  return deflateRawSync(JSON.stringify(columns))
}

/** The records that `encode` was given. @param from the same beginning. */
export function decode(from: number, bytes: Uint8Array): Entry[] {
  const columns = JSON.parse(inflateRawSync(bytes).toString()) as Columns
  let at = from
  return columns.at.map((step, index) => {
    at += step
    const caller = columns.caller?.[index] ?? undefined
    return {
      at,
      cell: columns.cells[columns.cell[index] as number] as string,
      ...(caller === undefined ? {} : { caller: columns.cells[caller] as string }),
      duration_ms: columns.ms[index] ?? null,
    }
  })
}

/** The packs of an hour, one after the other without a gap from its beginning; those of another epoch are void. */
export async function readPacks(owner: string, hour: number, epoch: string, reads: Reads): Promise<Pack[]> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': summaryPartition(owner),
      ':from': packSort(hour, hour * HOUR),
      ':to': packSort(hour, (hour + 1) * HOUR),
    },
    ConsistentRead: true,
  })
  reads.items += items.length
  const packs: Pack[] = []
  let cursor = hour * HOUR
  for (const item of items) {
    // Two readers at once can leave packs that overlap: the first that follows on counts.
    if (item.epoch !== epoch || item.from !== cursor) continue
    cursor = Number(item.to)
    packs.push({ from: item.from, to: cursor, entries: decode(item.from, item.records as Uint8Array) })
  }
  return packs
}

export async function writePack(owner: string, hour: number, epoch: string, pack: Pack): Promise<void> {
  await put({
    pk: summaryPartition(owner),
    sk: packSort(hour, pack.from),
    epoch,
    from: pack.from,
    to: pack.to,
    count: pack.entries.length,
    records: encode(pack.from, pack.entries),
    expires_at: Math.floor(((hour + 1) * HOUR + (RECORD_DAYS + 1) * DAY) / 1000),
  })
}
