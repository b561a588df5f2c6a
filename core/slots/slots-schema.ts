// The weekly slots of an account as answers show them.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import type { SlotsView } from './account-slots.ts'
import { WEEKDAYS } from './rules/slots.ts'

export const SlotsShown = shows<SlotsView>()(
  z.object({
    account_id: z.uuid(),
    time_zone: z.string().nullable().describe('Null where no slots were ever set.'),
    slots: z.array(z.object({ weekday: z.enum(WEEKDAYS), time: z.string() })),
    next_free: z.array(z.int()).describe('Unix milliseconds; the next ten, or with `to` all of that range.'),
    updated_at: z.int().nullable(),
  }),
).meta({ id: 'Slots' })
