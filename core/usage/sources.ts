// The sources of figures: requests by their records, jobs by the records of ended publications. Both are summed up the same way.
import { type Item, queryPages } from '../aws/table.ts'
import { endOf, jobsPartition, sortable, usagePartition, usageSort } from '../table-keys.ts'
import { callerCell, type Entry, jobCell, requestCell } from './tally.ts'
import { HOUR } from './time.ts'

/** Counts what a report or summary reads, in items. */
export interface Reads {
  items: number
}

export interface Source {
  /** Kinds of its summaries in the table. */
  hourKind: 'HOUR' | 'JHOUR'
  dayKind: 'DAY' | 'JDAY'
  /** Attributes of the owner's state that say how far it is summed up. */
  hoursDone: 'hours' | 'job_hours'
  daysDone: 'days' | 'job_days'
  /** How long after its end nothing more is written of an hour, but with a marker. */
  settleMs: number
  /** Whether its records expire and are many: such are packed. */
  packed: boolean
  /** The entries of one hour from `from` to before `to`, in the order of the table. */
  entries(owner: string, hour: number, from: number, to: number, reads: Reads): AsyncGenerator<Entry[]>
}

async function* pages(options: Parameters<typeof queryPages>[0], reads: Reads): AsyncGenerator<Item[]> {
  for await (const items of queryPages({ ...options, ConsistentRead: true })) {
    reads.items += items.length
    yield items
  }
}

export const REQUESTS: Source = {
  hourKind: 'HOUR',
  dayKind: 'DAY',
  hoursDone: 'hours',
  daysDone: 'days',
  settleMs: 60_000,
  packed: true,
  async *entries(owner, hour, from, to, reads) {
    if (from >= to) return
    const found = pages(
      {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': usagePartition(owner, hour),
          ':from': sortable(from),
          ':to': endOf(to - 1),
        },
      },
      reads,
    )
    for await (const items of found) {
      yield items.map((item) => ({
        at: usageSort.read(String(item.sk))[0],
        cell: requestCell(String(item.method), String(item.endpoint), Number(item.status)),
        ...(item.caller === undefined ? {} : { caller: callerCell(String(item.caller), Number(item.status)) }),
        duration_ms: Number(item.duration_ms),
      }))
    }
  },
}

interface JobRow {
  type: string
  state: string
  at: number
  duration_ms: number | null
}

export const JOBS: Source = {
  hourKind: 'JHOUR',
  dayKind: 'JDAY',
  hoursDone: 'job_hours',
  daysDone: 'job_days',
  // A worker lives for a minute at most: what it ends in an hour is written well before this.
  settleMs: 120_000,
  packed: false,
  async *entries(owner, hour, from, to, reads) {
    if (from >= to || from >= (hour + 1) * HOUR) return
    // The hour as a whole: a record holds several jobs and stands at the time of its first.
    const found = pages(
      { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': jobsPartition(owner, hour) } },
      reads,
    )
    for await (const items of found) {
      yield items
        .flatMap((item) => item.jobs as JobRow[])
        .filter(({ at }) => at >= from && at < to)
        .map(({ at, type, state, duration_ms }) => ({ at, cell: jobCell(type, state), duration_ms }))
    }
  },
}
