// GET /v1/usage: requests and jobs of the caller, in all or within a range.
import * as z from 'zod/mini'
import { AppError } from '../../../core/errors.ts'
import { INTERVALS, type Interval, pointsIn, reportUsage } from '../../../core/usage/report-usage.ts'
import { endpoint } from '../../endpoint.ts'
import { TimeParameter } from '../../paging.ts'

const isWhole = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0

const Query = z
  .strictObject({
    start_date: z.optional(TimeParameter),
    end_date: z.optional(TimeParameter),
    interval: z.optional(z.enum(['hour', 'day'])),
    breakdown: z.optional(z.enum(['true', 'false'])),
  })
  .check(
    z.refine(({ start_date: start, end_date: end }) => start === undefined || end === undefined || start <= end, {
      path: ['start_date'],
      error: 'must not be later than end_date',
      // No further issue is added for dates that are not dates.
      when: isWhole,
    }),
    z.refine(({ start_date, interval }) => interval === undefined || start_date !== undefined, {
      path: ['start_date'],
      error: 'is required with interval: a series begins somewhere',
      params: { code: 'required' },
      when: isWhole,
    }),
  )

/** @throws {AppError} when the series would have more points than one answer carries. */
function checkLength(interval: Interval | undefined, from: number, last: number): void {
  if (interval === undefined) return
  const points = pointsIn(interval, from, last)
  const { most } = INTERVALS[interval]
  if (points <= most) return
  const message = `The range has ${points} ${interval}s; a series by ${interval} has at most ${most}. Ask for a shorter range${
    interval === 'hour' ? ' or by day' : ''
  }.`
  throw new AppError([{ code: 'too_big', path: 'interval', message }])
}

export const handler = endpoint({
  query: Query,
  run: async ({ caller, query, now }) => {
    const { start_date = null, end_date = null, interval, breakdown } = query
    checkLength(interval, start_date ?? 0, end_date ?? now)
    const asked = { start_date, end_date, interval, breakdown: breakdown === 'true' }
    const question = { owner_id: caller.owner_id, ...asked }
    // Requests are recorded as they end: some have since this one came in.
    const data = await reportUsage({ ...question, now: Math.max(now, Date.now()) })
    return { status: 200, body: { success: true, data } }
  },
})
