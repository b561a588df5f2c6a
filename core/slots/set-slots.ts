// Setting the weekly slots of an account. What is queued already stays where it is.
import { put } from '../aws/table.ts'
import { slotPlanKey } from '../table-keys.ts'
import type { SlotPlan } from './rules/slots.ts'

export const setSlots = (accountId: string, plan: SlotPlan, now: number): Promise<void> =>
  put({ ...slotPlanKey(accountId), ...plan, updated_at: now })
