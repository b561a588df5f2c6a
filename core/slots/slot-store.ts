// The weekly slots of accounts, and which of their moments are taken, in the table.
import { queryAll } from '../aws/table.ts'
import { SLOT_PLAN, slotsOf, takenSlotSort } from '../table-keys.ts'
import type { AccountSlots, SlotPlan } from './rules/slots.ts'

export interface StoredSlots extends AccountSlots {
  /** Unix ms. */
  updated_at: number
}

/** Undefined where none were ever set. Moments that are long over are gone from the table, or soon will be. */
export async function readSlots(accountId: string): Promise<StoredSlots | undefined> {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': slotsOf(accountId) },
    ConsistentRead: true,
  })
  const stored = items.find(({ sk }) => sk === SLOT_PLAN)
  if (!stored) return undefined
  const taken = items
    .filter(({ sk }) => String(sk).startsWith(takenSlotSort.prefix))
    .map(({ sk }) => takenSlotSort.read(String(sk))[0])
  const plan = { time_zone: String(stored.time_zone), slots: stored.slots as SlotPlan['slots'] }
  return { plan, taken: new Set(taken), updated_at: Number(stored.updated_at) }
}
