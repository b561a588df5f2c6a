// GET /v1/usage: requests and jobs of the caller, in all or within a range.
import * as z from 'zod/mini'
import { reportUsage } from '../../../core/usage/report-usage.ts'
import { endpoint } from '../../endpoint.ts'
import { TimeParameter } from '../../paging.ts'

const Query = z.strictObject({ start_date: z.optional(TimeParameter), end_date: z.optional(TimeParameter) }).check(
  z.refine(({ start_date: start, end_date: end }) => start === undefined || end === undefined || start <= end, {
    path: ['start_date'],
    error: 'must not be later than end_date',
    // Of dates that are no dates nothing more is said.
    when: ({ issues }) => issues.length === 0,
  }),
)

export const handler = endpoint({
  query: Query,
  run: async ({ caller, query, now }) => ({
    status: 200,
    body: {
      success: true,
      data: await reportUsage({
        owner_id: caller.owner_id,
        start_date: query.start_date ?? null,
        end_date: query.end_date ?? null,
        // Requests are recorded as they end: some have since this one came in.
        now: Math.max(now, Date.now()),
      }),
    },
  }),
})
