// Setting the weekly slots of an account.
import { entryOf } from '../activity/activity-store.ts'
import { transact } from '../aws/table.ts'
import { slotPlanKey } from '../table-keys.ts'
import type { SlotPlan } from './rules/slots.ts'

/** Those that were read are still the stored ones. @param seen their `updated_at`, null where there were none. */
const unchangedSince = (seen: number | null) =>
  seen === null
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'updated_at = :seen', ExpressionAttributeValues: { ':seen': seen } }

/**
 * Queued posts keep their slots.
 * @param seen the `updated_at` of the slots that these replace, null where there were none; any are replaced if it is undefined.
 * @throws {ConditionFailed} where others were set since.
 */
export const setSlots = (
  account: { id: string; owner_id: string; external_username: string },
  plan: SlotPlan,
  seen: number | null | undefined,
  now: number,
): Promise<void> =>
  transact([
    {
      Put: {
        // Later than those that it replaces, also within their millisecond: it tells them apart. The table takes no greater number,
        // and a caller may name any: such slots are not the stored ones.
        Item: {
          ...slotPlanKey(account.id),
          ...plan,
          updated_at: Math.min(Math.max(now, (seen ?? 0) + 1), Number.MAX_SAFE_INTEGER),
        },
        ...(seen === undefined ? {} : unchangedSince(seen)),
      },
    },
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
