// Imports as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { APPROVAL_STATES } from '../approvals/approval.ts'
import { ERROR_CODES } from '../errors.ts'
import type { RowView } from './plan-rows.ts'

const Row = shows<RowView>()(
  z.object({
    row: z.int().describe('Its place among the posts of the plan, from 1: what `leave_out` names.'),
    line: z.int().describe('Its line in the file.'),
    state: z
      .enum(['ready', 'imported', 'problem', 'left_out'])
      .describe('`imported`: now or before. A row is imported once, however often the file is sent.'),
    type: z.string(),
    title: z.string(),
    content: z.string(),
    accounts: z.array(z.string()).describe('As the file names them.'),
    scheduled_at: z.union([Time, z.enum(['now', 'next_slot'])]).nullable(),
    post_id: z.uuid().nullable().describe('The post that it became, after its approval where it was sent for that.'),
    approval: z
      .object({ id: z.uuid(), state: z.enum(APPROVAL_STATES) })
      .nullable()
      .describe('The request for approval that the row became, and its state. Null if it became none.'),
    issues: z.array(
      z.object({
        code: z.enum(Object.keys(ERROR_CODES) as [keyof typeof ERROR_CODES, ...(keyof typeof ERROR_CODES)[]]),
        path: z.string().optional(),
        message: z.string(),
      }),
    ),
    notes: z
      .array(z.string())
      .describe('Warnings about its post: names of people that nobody has, which stay plain text.'),
  }),
).meta({ id: 'ImportRow' })

export const ImportShown = z
  .object({
    rows: z.array(Row),
    totals: z.object({ ready: z.int(), imported: z.int(), problem: z.int(), left_out: z.int() }),
  })
  .meta({ id: 'Import' })
