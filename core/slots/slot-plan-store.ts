// Setting the weekly slots of an account.
import { entryOf } from '../activity/activity-store.ts'
import { transact } from '../aws/table.ts'
import { slotPlanKey } from '../table-keys.ts'
import type { SlotPlan } from './rules/slots.ts'

/** Queued posts keep their slots. */
export const setSlots = (
  account: { id: string; owner_id: string; external_username: string },
  plan: SlotPlan,
  now: number,
): Promise<void> =>
  transact([
    { Put: { Item: { ...slotPlanKey(account.id), ...plan, updated_at: now } } },
    {
      Put: entryOf(
        account.owner_id,
        {
          action: 'account.slots_changed',
          target_id: account.id,
          target_name: account.external_username,
          details: { slots: plan.slots.length, time_zone: plan.time_zone },
        },
        now,
      ),
    },
  ])
