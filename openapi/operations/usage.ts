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
    summary: 'Get your usage',
    description: 'Requests and jobs up to now; this request is counted in the next report.',
    fields: {
      start_date: { description: 'Only requests and jobs at or after this time, Unix milliseconds.' },
      end_date: { description: 'Only requests and jobs at or before this time, Unix milliseconds.' },
      interval: {
        description:
          'Adds a series by `hour` (at most 744) or `day` (at most 366), in UTC. Needs `start_date`. Its figures add up to those of the report.',
      },
      breakdown: {
        description:
          '`true` adds requests by endpoint with status and by caller, with durations, and with `interval` also over time. A report with more rows over time than one answer can hold (about 80 for 744 hours) is refused.',
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
