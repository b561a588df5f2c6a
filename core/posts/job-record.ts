// The outcomes of the jobs of an ended publication: written in the transaction that ends it.
import type { Item } from '../aws/table.ts'
import { jobsKey, summaryPartition, summarySort } from '../table-keys.ts'
import type { JobType } from './rules/enumerations.ts'

export interface EndedJob {
  type: JobType
  state: 'completed' | 'failed'
  created_at: number
  /** Unix ms at which it ended; the time that usage reports count it at. */
  completed_at: number
  /** Null when it never ran. */
  duration_ms: number | null
}

export interface EndedPublication {
  owner_id: string
  post_id: string
  account_id: string
  /** Unix ms of the transaction. */
  at: number
  jobs: readonly EndedJob[]
}

const HOUR = 3_600_000

/**
 * The items that the ending transaction puts, each by `{ Put: { Item } }`. Almost always one; a publication whose jobs ended
 * in several clock hours leaves one in each of them. An hour that is over may have been summed up already: a marker over its
 * summary, in the same transaction, has it summed up again.
 */
export function jobsItems({ owner_id, post_id, account_id, at, jobs }: EndedPublication): Item[] {
  const byHour = Map.groupBy(jobs, (job) => Math.floor(job.completed_at / HOUR))
  const summaries = summaryPartition(owner_id)
  const stale = (sk: string): Item => ({ pk: summaries, sk, epoch: crypto.randomUUID() })
  const thisHour = Math.floor(at / HOUR)
  const overHours = [...byHour.keys()].filter((hour) => hour < thisHour)
  const overDays = new Set(overHours.map((hour) => Math.floor(hour / 24)))
  return [
    ...[...byHour].map(([, ended]) => ({
      // The first of the hour: any time within it would do, this one is the same on every try.
      ...jobsKey(owner_id, Math.min(...ended.map((job) => job.completed_at)), post_id, account_id),
      jobs: ended.map(({ type, state, completed_at, duration_ms }) => ({ type, state, at: completed_at, duration_ms })),
    })),
    ...overHours.map((hour) => stale(summarySort('JHOUR', hour))),
    ...[...overDays].filter((day) => (day + 1) * 24 <= thisHour).map((day) => stale(summarySort('JDAY', day))),
  ]
}
