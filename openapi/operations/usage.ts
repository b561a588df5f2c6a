// The usage report.
import { z } from 'zod'
import { shows } from '../../core/answer-schema.ts'
import type { UsageReport } from '../../core/usage/report-usage.ts'
import { NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

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

const Report = shows<UsageReport>()(
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

const none = { total: 0, completed: 0, failed: 0, pending: 0, average_duration_ms: null }
const some = { total: 2, completed: 2, failed: 0, pending: 0, average_duration_ms: 1840.5 }

export const usage: Operations = {
  'GET /v1/usage': {
    id: 'getUsage',
    tag: 'Usage',
    summary: 'What you used',
    description: 'Requests and jobs, up to this moment; the request itself is in the next report.',
    fields: {
      start_date: { description: 'Only what was at or after it, Unix milliseconds.' },
      end_date: { description: 'Only what was at or before it, Unix milliseconds.' },
      interval: {
        description:
          'Also a series by `hour` (at most 744 of them) or `day` of UTC (at most 366). Needs `start_date`. Its figures add up to those of the report.',
      },
      breakdown: {
        description:
          '`true`: also requests by endpoint with status, and by caller, with durations; over time where there is an `interval`.',
      },
    },
    answers: {
      200: {
        description: 'The report.',
        body: z.object({ success: z.literal(true), data: Report }),
        examples: {
          little: {
            summary: 'After one post to two accounts',
            value: {
              success: true,
              data: {
                api_usage: {
                  total_requests: 3,
                  successful_requests: 2,
                  failed_requests: 1,
                  total_duration_ms: 93,
                  average_duration_ms: 31,
                  by_endpoint: [
                    {
                      endpoint: '/api/v1/posts/text',
                      method: 'POST',
                      count: 3,
                      successful_count: 2,
                      failed_count: 1,
                    },
                  ],
                  by_status_code: [
                    { status_code: 202, count: 2 },
                    { status_code: 400, count: 1 },
                  ],
                },
                job_usage: {
                  total_jobs: 4,
                  container_jobs_usage: some,
                  carousel_jobs_usage: none,
                  publish_jobs_usage: some,
                  by_job_type: [
                    { job_type: 'container_create', ...some },
                    { job_type: 'carousel_upload', ...none },
                    { job_type: 'publish_content', ...some },
                  ],
                },
                period: { start_date: NOW, end_date: null },
              },
            },
          },
        },
      },
    },
  },
}
