// Keys of figures of posts and accounts.
import { PARTITION } from './partitions.ts'
import { digits8, type Key, number, shape, text, time } from './shape.ts'

/** An account, and which post of a thread. */
export const postFiguresSort = shape('', text, number)
/** The platform's latest figures of a post on an account. */
export const postFiguresKey = (postId: string, accountId: string, part: number): Key => ({
  pk: PARTITION.insights(postId),
  sk: postFiguresSort(accountId, part),
})
const accountFiguresSort = shape('', time, time)
export const accountFiguresKey = (accountId: string, { from, to }: { from: number; to: number }): Key => ({
  pk: PARTITION.insights(accountId),
  sk: accountFiguresSort(from, to),
})

const dayFiguresSort = shape('DAY', digits8, text)
/** Figures of one Unix day (UTC): what happened within it, or counts as they stood when they were read on it. */
export const dayFiguresKey = (accountId: string, day: number, what: 'WITHIN' | 'STANDING'): Key => ({
  pk: PARTITION.insights(accountId),
  sk: dayFiguresSort(day, what),
})
/** The days of an account, both included, as bounds of its sort keys. */
export const daysOfFigures = (accountId: string, from: number, to: number) => ({
  pk: PARTITION.insights(accountId),
  from: dayFiguresSort(from, ''),
  to: dayFiguresSort(to, '~'),
})
/** @throws if the sort key is of another kind. */
export const readDayFigures = dayFiguresSort.read
