// Which moments of the calendar have an empty card. Pure.
import type { Schemas } from '@social-publisher/client'

/** A moment at which posts could go out. */
export interface FreeSlot {
  /** Unix milliseconds. */
  at: number
  /** The accounts that have it free. */
  accounts: readonly string[]
}

/**
 * The moments of several accounts as one list, the soonest first; what several accounts have is one.
 * @param moments by the account's id. @param posts those that stand in the calendar: at their time an account has no empty card,
 * also where they did not take it from the queue.
 */
export function freeSlots(
  moments: ReadonlyMap<string, readonly number[]>,
  posts: readonly Pick<Schemas['PostSummary'], 'status' | 'scheduled_at' | 'accounts'>[],
): FreeSlot[] {
  const going = posts.filter(({ status }) => status !== 'cancelled')
  const taken = new Set(going.flatMap(({ scheduled_at, accounts }) => accounts.map((id) => `${id} ${scheduled_at}`)))
  const found = new Map<number, string[]>()
  for (const [id, free] of moments)
    for (const at of free) if (!taken.has(`${id} ${at}`)) found.set(at, [...(found.get(at) ?? []), id])
  return [...found].map(([at, accounts]) => ({ at, accounts })).sort((a, b) => a.at - b.at)
}
