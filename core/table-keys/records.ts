// Keys of records: activity, usage, jobs, and their summaries.
import { PARTITION } from './partitions.ts'
import { digits8, type Key, shape, sortable, text, time } from './shape.ts'

/** The record of changes: under its owner, in the order of time. */
export const activityOf = PARTITION.activity
/** A time, and the id of the entry. */
export const activitySort = shape('', time, text)
/** Every entry of that time or later sorts behind it. */
export const activityTime = (ms: number): string => sortable(ms)
export const activityKey = (ownerId: string, ms: number, id: string): Key => ({
  pk: activityOf(ownerId),
  sk: activitySort(ms, id),
})

/** `hour` is the Unix hour: ms / 3,600,000, rounded down. */
export const usagePartition = PARTITION.usage
export const usageSort = shape('', time, text)
export const usageKey = (ownerId: string, ms: number, requestId: string): Key => ({
  pk: usagePartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: usageSort(ms, requestId),
})
export const jobsPartition = PARTITION.jobs
const jobsSort = shape('', time, text, text)
/** The outcomes of the jobs of one ended publication; written in the transaction that ends it. */
export const jobsKey = (ownerId: string, ms: number, postId: string, accountId: string): Key => ({
  pk: jobsPartition(ownerId, Math.floor(ms / 3_600_000)),
  sk: jobsSort(ms, postId, accountId),
})
export const summaryPartition = PARTITION.summary
/** Up to which hour and day the owner's summaries are made. */
export const summaryStateKey = (ownerId: string): Key => ({ pk: summaryPartition(ownerId), sk: 'STATE' })
/** A kind, which is HOUR, DAY, JHOUR or JDAY, and the Unix hour or day. */
export const summarySort = shape('', text, digits8)
/** Single records of an hour, packed: the Unix hour, and the Unix ms at which the pack begins. */
export const packSort = shape('PACK', digits8, time)
/** Where the summarizer goes on when one run was not enough for all owners. */
export const summarizerCursorKey: Key = { pk: 'SUMMARIZER', sk: 'CURSOR' }
