// The usage report as answers show it.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import type { UsageReport } from './report-usage.ts'

const Count = z.int()
const statistics = {
  total: Count,
  completed: Count,
  failed: Count,
  pending: Count,
  average_duration_ms: z.number().nullable().describe('Null where no job ran.'),
}
const JobStatistics = z.object(statistics).meta({ id: 'JobStatistics' })
const Bound = z.int().nullable().describe('Unix time, milliseconds; null where none was given.')

const Requests = z.object({
  total_requests: Count,
  successful_requests: Count.describe('2xx and 3xx.'),
  failed_requests: Count.describe('4xx and 5xx.'),
  total_duration_ms: z.number(),
  average_duration_ms: z.number(),
  by_endpoint: z.array(
    z.object({
      endpoint: z.string().describe('`/api/v1/media/:id`.'),
      method: z.string(),
      count: Count,
      successful_count: Count,
      failed_count: Count,
    }),
  ),
  by_status_code: z.array(z.object({ status_code: z.int(), count: Count })),
})

const Jobs = z.object({
  total_jobs: Count,
  container_jobs_usage: JobStatistics,
  carousel_jobs_usage: JobStatistics,
  publish_jobs_usage: JobStatistics,
  by_job_type: z.array(
    z.object({ job_type: z.enum(['container_create', 'carousel_upload', 'publish_content']), ...statistics }),
  ),
})

const figures = {
  count: Count,
  total_duration_ms: z.number(),
  average_duration_ms: z.number(),
  points: z
    .array(z.object({ at: z.int(), count: Count, duration_ms: z.number().describe('In all.') }))
    .optional()
    .describe(
      'Only where `interval` is given: when an hour or day (UTC) begins, Unix milliseconds; with how many there were in it and how long they took. Those without any are left out.',
    ),
}

const Breakdown = z.object({
  by_request: z.array(z.object({ method: z.string(), endpoint: z.string(), status_code: z.int(), ...figures })),
  by_caller: z.array(
    z.object({
      caller: z
        .string()
        .nullable()
        .describe('The id of the API key, or `dashboard`. Null: from before callers were recorded.'),
      successful_count: Count,
      failed_count: Count,
      ...figures,
    }),
  ),
})

export const UsageReportShown = shows<UsageReport>()(
  z.object({
    api_usage: Requests,
    job_usage: Jobs,
    period: z.object({ start_date: Bound, end_date: Bound }),
    series: z
      .object({
        interval: z.enum(['hour', 'day']),
        points: z.array(
          z.object({
            at: z.int().describe('Unix time in milliseconds at which the hour or day (UTC) begins.'),
            api_usage: Requests.omit({ by_endpoint: true }),
            job_usage: Jobs.omit({ by_job_type: true }),
          }),
        ),
      })
      .optional()
      .describe(
        'Only where `interval` is given: every hour or day that the range touches, with what of it is in the range.',
      ),
    breakdown: Breakdown.optional().describe('Only where it is asked for. Each of its lists adds up to all requests.'),
  }),
).meta({ id: 'UsageReport' })
