// Whole hours and days of one owner: from their summaries where they stand, else summed up and stored.
import { queryPages } from '../aws/table.ts'
import { inParallel } from '../run-bounded.ts'
import { summaryPartition, summarySort } from '../table-keys.ts'
import { closeHour, type Found, foundIn, type Scope, storeSummary, sum } from './hour-summaries.ts'
import type { Progress } from './progress.ts'
import type { Tally } from './tally.ts'

const AT_ONCE = 8

/** Summaries of one kind from number `first` to before `end`, as they stand. */
export async function readSummaries(
  scope: Scope,
  kind: string,
  first: number,
  end: number,
): Promise<Map<number, Found>> {
  const found = new Map<number, Found>()
  if (first >= end) return found
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': summaryPartition(scope.owner),
      ':first': summarySort(kind, first),
      ':last': summarySort(kind, end - 1),
    },
    ConsistentRead: true,
  })
  for await (const items of pages) {
    scope.reads.items += items.length
    for (const item of items) found.set(summarySort.read(String(item.sk))[1], foundIn(item))
  }
  return found
}

/** Hours that may hold something: those that were found, and all that are not summed up yet. */
export function* candidates(found: ReadonlyMap<number, Found>, done: number, first: number, end: number) {
  for (const number of found.keys()) if (number < done) yield number
  for (let number = Math.max(first, done); number < end; number += 1) yield number
}

/** Tallies of hours that are over, from `first` to before `end`; those in which nothing was are left out. */
async function wholeHours(scope: Scope, done: number, first: number, end: number): Promise<Tally[]> {
  const found = await readSummaries(scope, scope.source.hourKind, first, end)
  const tallies: Tally[] = []
  await inParallel(candidates(found, done, first, end), AT_ONCE, async (hour) => {
    const at = found.get(hour)
    tallies.push(at?.tally ?? (await closeHour(scope, hour, at?.epoch ?? '')))
  })
  return tallies
}

/** Sums up a day that is over from its hours, and stores the summary; a day in which nothing was leaves none. */
export async function closeDay(scope: Scope, progress: Progress, day: number, epoch: string): Promise<Tally> {
  const tally = sum(await wholeHours(scope, progress.hours, day * 24, (day + 1) * 24))
  if (tally.size > 0 || epoch !== '') await storeSummary(scope, scope.source.dayKind, day, epoch, tally)
  return tally
}

/** The tallies of days that are over, from `first` to before `end`, by their Unix day; empty days are left out or empty. */
export async function wholeDays(
  scope: Scope,
  progress: Progress,
  first: number,
  end: number,
): Promise<Map<number, Tally>> {
  const found = await readSummaries(scope, scope.source.dayKind, first, end)
  const tallies = new Map<number, Tally>()
  // One day after the other: each has its hours summed up several at a time already.
  for (const day of candidates(found, progress.days, first, end)) {
    const at = found.get(day)
    tallies.set(day, at?.tally ?? (await closeDay(scope, progress, day, at?.epoch ?? '')))
  }
  return tallies
}
