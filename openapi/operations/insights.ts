// Figures of posts and accounts, as platforms report them.
import { z } from 'zod'
import { AccountDaysShown, AccountInsightsShown, PostInsightsShown } from '../../core/insights/insights-schema.ts'
import { DEFAULT_KEPT_DAYS, DEFAULT_SPAN_DAYS, MAX_SPAN_DAYS, MOST_DAYS } from '../../core/insights/rules/figures.ts'
import { CollaboratorsShown } from '../../core/posts/collaborators-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

export const insights: Operations = {
  'GET /v1/posts/{id}/insights': {
    id: 'getPostInsights',
    tag: 'Posts',
    summary: 'Get the figures of a post',
    description:
      'For each account, as the platforms report them. They are at most a quarter of an hour old in the first two days of the post, ' +
      'six hours in its first month, then a day. Instagram reports figures up to two days late, and those of a story for one day only: ' +
      'the service reads them before that day ends if the permission is known to be granted.',
    answers: {
      200: {
        description: 'The figures.',
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
  'GET /v1/posts/{id}/collaborators': {
    id: 'getPostCollaborators',
    tag: 'Posts',
    summary: 'Get who shares a post',
    description:
      'For each account, the people whom `options.instagram.collaborators` invited, and who has accepted. Instagram tells this for accounts that are ' +
      'connected with Facebook Login, and names only people who let themselves be tagged as collaborators.',
    answers: {
      200: {
        description: 'Who was invited.',
        body: z.object({
          success: z.literal(true),
          data: z.object({ post_id: z.uuid(), accounts: z.array(CollaboratorsShown) }),
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
                    account_id: IDS.instagram,
                    platform: 'instagram',
                    collaborators: [{ username: 'quay.books', state: 'pending' }],
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
    summary: 'Get the figures of an account',
    description:
      `For a range of whole days (UTC), at most ${MAX_SPAN_DAYS}: each day that \`from\` and \`to\` touch, today up to now. At most an hour old, or a day if the range ended two or more days ago.\n\n` +
      `With \`by=day\`: the figures that the service has kept for each day, which may be more than the platform still tells. It reads the figures of every account once a day and keeps them for two years; the range has at most ${MOST_DAYS} days. ` +
      'The platform is not asked. Figures of the last two days may still change. A new account has those of the week before it was connected, if its platform tells them.',
    fields: {
      from: {
        description: `Unix milliseconds; by default the range has ${DEFAULT_SPAN_DAYS} days, with \`by=day\` ${DEFAULT_KEPT_DAYS}.`,
      },
      to: { description: 'Unix milliseconds; by default now.' },
      by: { description: '`day`: what was kept day by day.' },
    },
    answers: {
      200: {
        description: 'The figures, as the platform reports them.',
        body: z.object({ success: z.literal(true), data: z.union([AccountInsightsShown, AccountDaysShown]) }),
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
                standing: ['followers_count'],
                figures: { views: 10_412, likes: 318, replies: 44, reposts: 21, quotes: 3, followers_count: 2044 },
                read_at: NOW,
                problem: null,
              },
            },
          },
          days: {
            summary: 'Two days',
            value: {
              success: true,
              data: {
                account_id: IDS.threads,
                platform: 'threads',
                from: NOW - 30 * 86_400_000,
                to: NOW,
                people: [],
                days: [
                  {
                    day: new Date(NOW - 2 * 86_400_000).toISOString().slice(0, 10),
                    figures: { views: 1204, likes: 61, replies: 9, reposts: 2, quotes: 0 },
                    standing: { followers_count: 2041 },
                  },
                  {
                    day: new Date(NOW - 86_400_000).toISOString().slice(0, 10),
                    figures: { views: 1311, likes: 70, replies: 4, reposts: 3, quotes: 1 },
                    standing: { followers_count: 2044 },
                  },
                ],
              },
            },
          },
        },
      },
    },
    errors: ['conflict', 'invalid', 'unavailable'],
  },
}
