// How far an owner's hours and days are summed up. Before that point, an hour without a summary is an hour without entries.
import { ConditionFailed, get, type Item, update } from '../aws/table.ts'
import { summaryStateKey } from '../table-keys.ts'
import type { Reads, Source } from './sources.ts'
import { firstKeptHour } from './time.ts'

export interface Progress {
  hours: number
  days: number
}

export async function readState(owner: string, reads: Reads): Promise<Item | undefined> {
  const state = await get(summaryStateKey(owner))
  if (state) reads.items += 1
  return state
}

export function progressOf(state: Item | undefined, source: Source, now: number): Progress {
  const first = firstKeptHour(now)
  const hours = (state?.[source.hoursDone] as number | undefined) ?? first
  const days = (state?.[source.daysDone] as number | undefined) ?? Math.ceil(first / 24)
  // Records that have expired cannot be summed up any more.
  return source.packed
    ? { hours: Math.max(hours, first), days: Math.max(days, Math.floor(first / 24)) }
    : { hours, days }
}

/** Notes that all is summed up before hour or day `to`; never goes back. */
export async function advance(
  owner: string,
  attribute: Source['hoursDone'] | Source['daysDone'],
  to: number,
): Promise<void> {
  await update(summaryStateKey(owner), {
    UpdateExpression: 'SET #done = :to',
    ConditionExpression: 'attribute_not_exists(#done) OR #done < :to',
    ExpressionAttributeNames: { '#done': attribute },
    ExpressionAttributeValues: { ':to': to },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
