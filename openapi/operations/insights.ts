// Figures that platforms tell of posts and accounts.
import { z } from 'zod'
import { AccountInsightsShown, PostInsightsShown } from '../../core/insights/insights-schema.ts'
import { DEFAULT_SPAN_DAYS, MAX_SPAN_DAYS } from '../../core/insights/rules/figures.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

export const insights: Operations = {
  'GET /v1/posts/{id}/insights': {
    id: 'getPostInsights',
    tag: 'Posts',
    summary: 'See the figures of a post',
    description:
      'Account by account, as the platforms tell them: a quarter of an hour old at most while the post is younger than two days, ' +
      'then six hours, after a month a day. Instagram tells figures up to two days late, and those of a story for a day only: ' +
      'they are read before that is over, where the permission is known to be granted.',
    answers: {
      200: {
        description: 'What is known.',
        body: z.object({
          success: z.literal(true),
          data: z.object({ post_id: z.uuid(), accounts: z.array(PostInsightsShown) }),
        }),
        examples: {
          one: {
            summary: 'One account',
            value: {
              success: true,
              data: {
                post_id: IDS.post,
                accounts: [
                  {
                    account_id: IDS.threads,
                    platform: 'threads',
                    platform_media_id: '18031234567890123',
                    figures: { views: 412, likes: 31, replies: 4, reposts: 2, quotes: 0, shares: 1 },
                    read_at: NOW,
                    problem: null,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  'GET /v1/accounts/social/{id}/insights': {
    id: 'getAccountInsights',
    tag: 'Accounts',
    summary: 'See the figures of an account',
    description: `Of a span of whole days (UTC), at most ${MAX_SPAN_DAYS}; an hour old at most, a day where the span ended two days ago or before. Each day that \`from\` and \`to\` touch belongs to it, today as far as it has gone.`,
    fields: {
      from: { description: `Unix milliseconds; the first of ${DEFAULT_SPAN_DAYS} days unless given.` },
      to: { description: 'Unix milliseconds; now unless given.' },
    },
    answers: {
      200: {
        description: 'As the platform tells them.',
        body: z.object({ success: z.literal(true), data: AccountInsightsShown }),
        examples: {
          week: {
            summary: 'A week',
            value: {
              success: true,
              data: {
                account_id: IDS.threads,
                platform: 'threads',
                from: NOW - 7 * 86_400_000,
                to: NOW,
                figures: { views: 10_412, likes: 318, replies: 44, reposts: 21, quotes: 3, followers_count: 2044 },
                read_at: NOW,
                problem: null,
              },
            },
          },
        },
      },
    },
    errors: ['conflict', 'invalid', 'unavailable'],
  },
}
