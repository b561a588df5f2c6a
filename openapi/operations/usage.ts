// The usage report.
import { z } from 'zod'
import { UsageReportShown } from '../../core/usage/usage-schema.ts'
import { NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

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
          '`true`: also requests by endpoint with status, and by caller, with durations; over time where there is an `interval`. More rows over time than one answer carries (about 80 for 744 hours) are refused.',
      },
    },
    answers: {
      200: {
        description: 'The report.',
        body: z.object({ success: z.literal(true), data: UsageReportShown }),
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
