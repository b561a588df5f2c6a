// Posts after they were accepted: reading, rescheduling, retrying, cancelling, deleting.
import { z } from 'zod'
import { Done } from '../../core/answer-schema.ts'
import { POSTS_SEARCHED } from '../../core/posts/list-posts.ts'
import { PostListShown } from '../../core/posts/post-list-schema.ts'
import { PostShown } from '../../core/posts/post-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'
import { NOT_AFTER, SCHEDULED_AT } from './posting.ts'

/** As text, so that a reader sees that it is to be replaced. */
const LATER = '2027-10-01T09:00:00+09:00'

const summaryExample = {
  id: IDS.post,
  type: 'text',
  status: 'published',
  title: null,
  content: 'Open until ten tonight.',
  hashtags: [],
  media_asset_ids: [],
  container_id: null,
  accounts: [IDS.threads],
  skipped_accounts: [],
  scheduled_at: null,
  expires_at: null,
  progress: { total: 1, published: 1, failed: 0, cancelled: 0 },
  created_at: NOW,
  updated_at: NOW + 4200,
}

const PERMALINK = 'https://www.threads.net/@acme.coffee/post/DExample123'

const job = { media_asset_id: null, created_at: NOW, error: null, state: 'completed' }
const postExample = {
  ...summaryExample,
  smart_transform: { enabled: false },
  publications: [
    {
      account_id: IDS.threads,
      platform: 'threads',
      state: 'published',
      terminal: true,
      retryable: false,
      platform_media_id: '18031234567890123',
      permalink: PERMALINK,
      published_at: NOW + 4200,
      ended_at: NOW + 4200,
      next_attempt_at: null,
      error: null,
      last_problem: null,
      jobs: [
        {
          ...job,
          id: IDS.job,
          job_type: 'container_create',
          container_id: '17900000000000001',
          started_at: NOW + 300,
          completed_at: NOW + 2100,
        },
        {
          ...job,
          id: IDS.publish,
          job_type: 'publish_content',
          container_id: null,
          started_at: NOW + 2200,
          completed_at: NOW + 4200,
        },
      ],
      timeline: [
        { at: NOW, event: 'accepted' },
        { at: NOW + 300, event: 'started' },
        { at: NOW + 700, event: 'container_created', job_id: IDS.job, container_id: '17900000000000001' },
        { at: NOW + 4200, event: 'published', platform_media_id: '18031234567890123' },
        { at: NOW + 4800, event: 'permalink_found', permalink: PERMALINK },
      ],
    },
  ],
}

const shown = { success: true, data: postExample }

export const posts: Operations = {
  'GET /v1/posts': {
    id: 'listPosts',
    tag: 'Posts',
    summary: 'List your posts',
    description: 'Newest first.',
    fields: {
      page: { description: 'The page number, from 1.' },
      limit: { description: 'The number of items on a page.' },
      status: { description: 'Only posts in this state.' },
      type: { description: 'Only posts of this type.' },
      account: { description: 'Only posts to this account.' },
      media: {
        description: `Only posts that use this file: as media, as a cover, or in a thread. Only the newest ${POSTS_SEARCHED} posts that match otherwise are looked through; \`searched\` says whether there are older ones.`,
      },
      from: { description: 'Only posts accepted at or after this time, Unix milliseconds.' },
      to: { description: 'Only posts accepted at or before this time, Unix milliseconds.' },
      publish_from: {
        description:
          'Only posts whose scheduled time (or time of acceptance, if they are not scheduled) is at or after this time.',
      },
      publish_to: { description: 'The same, at or before this time.' },
    },
    answers: {
      200: {
        description: 'A page.',
        body: z.object({ success: z.literal(true), data: PostListShown }),
        examples: {
          page: {
            summary: 'One post',
            value: {
              success: true,
              data: {
                result: [summaryExample],
                result_info: { count: 1, page: 1, limit: 20, total_count: 1, total_pages: 1 },
                filters: { status: 'published' },
              },
            },
          },
        },
      },
    },
  },
  'GET /v1/posts/{id}': {
    id: 'getPost',
    tag: 'Posts',
    summary: 'Get a post',
    description: "For each account: its state, link, jobs, the platform's error, and a timeline.",
    answers: {
      200: {
        description: 'The post.',
        body: z.object({ success: z.literal(true), data: PostShown }),
        examples: { published: { summary: 'Published', value: shown } },
      },
    },
  },
  'PATCH /v1/posts/{id}': {
    id: 'reschedulePost',
    tag: 'Posts',
    summary: 'Move a scheduled post',
    description: 'Possible until publishing begins.',
    fields: { scheduled_at: SCHEDULED_AT, not_after: NOT_AFTER },
    examples: { later: { summary: 'Another time, of yours', value: { scheduled_at: LATER } } },
    answers: {
      200: {
        description: 'The post was moved.',
        body: Done.extend({ data: PostShown }),
        examples: {
          moved: {
            summary: 'Moved',
            value: {
              success: true,
              message: `The post was moved to ${new Date(LATER).toISOString()}.`,
              data: {
                ...postExample,
                status: 'scheduled',
                scheduled_at: Date.parse(LATER),
                progress: { total: 1, published: 0, failed: 0, cancelled: 0 },
                publications: [],
              },
            },
          },
        },
      },
    },
    errors: ['conflict'],
  },
  'POST /v1/posts/{id}/retry': {
    id: 'retryPost',
    tag: 'Posts',
    summary: 'Publish again where it failed',
    description:
      'On the accounts that failed for a temporary reason (`retryable`). Never if the outcome is unknown, because the post may be live.',
    answers: {
      202: {
        description: 'Accepted.',
        headers: ['Location'],
        body: Done.extend({
          data: z.object({
            accounts: z.array(z.uuid()).describe('The accounts on which the post is published again.'),
            left_out: z
              .array(z.object({ account_id: z.uuid(), code: z.string(), message: z.string() }))
              .describe('The accounts that could be retried but cannot be posted to now, with the reason.'),
          }),
        }),
        examples: {
          again: {
            summary: 'One account',
            value: {
              success: true,
              message: 'The post is published again to 1 account.',
              data: { accounts: [IDS.threads], left_out: [] },
            },
          },
        },
      },
    },
  },
  'DELETE /v1/posts/{id}': {
    id: 'cancelPost',
    tag: 'Posts',
    summary: 'Cancel a post',
    description:
      'On every account where publishing has not begun, or where the post waits for another try (a limit of the platform holds it, for ' +
      'example) and nothing was sent that publishes it.',
    answers: {
      200: {
        description: 'The post was cancelled.',
        body: Done,
        examples: {
          cancelled: {
            summary: 'Cancelled',
            value: { success: true, message: 'The post was cancelled on 2 accounts.' },
          },
        },
      },
    },
    errors: ['conflict'],
  },
  'DELETE /v1/posts/{id}/publications/{account_id}': {
    id: 'deletePublication',
    tag: 'Posts',
    summary: 'Delete a published post on a platform',
    description:
      'Where the platform can (409 `not_possible_on_platform` elsewhere, as on Instagram for accounts that are not connected with Facebook ' +
      'Login), with the permission that it wants for it, such as `threads_delete`. Platforms limit deletions; further ones ' +
      "wait. All live posts of a thread are deleted, the last one first. The publication's `deletion` shows the progress, and its " +
      '`state` becomes `deleted`. A repeated request changes nothing, or starts again if the deletion failed.',
    answers: {
      200: {
        description: 'The post was deleted before.',
        body: Done,
        examples: {
          gone: { summary: 'Deleted', value: { success: true, message: 'The post is deleted on the account.' } },
        },
      },
      202: {
        description: 'The post is being deleted. `Location` is the address of the post, which shows the progress.',
        headers: ['Location'],
        body: Done,
        examples: {
          begun: {
            summary: 'Started',
            value: {
              success: true,
              message: 'The post is being deleted on the account; its state shows when that is done.',
            },
          },
        },
      },
    },
    errors: ['conflict'],
  },
}
