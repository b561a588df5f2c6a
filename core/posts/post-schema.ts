// Posts and publications as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { AFTER_STEPS } from '../platforms/enumerations.ts'
import { byPlatform, PLATFORM_IDS } from '../platforms/facts.ts'
import { SMART_TRANSFORM_RATIOS } from '../platforms/post-types.ts'
import type { postSummary, postView } from './post-view.ts'
import { JOB_TYPES, PUBLICATION_STATES } from './rules/enumerations.ts'
import { FAILURES, type FailureCode } from './rules/failures.ts'
import { POST_STATUSES } from './rules/post.ts'
import { NOTES, type NoteCode, PUBLICATION_EVENTS } from './rules/publication-fields.ts'

/** Options are described with the requests that bring them. */
const Said = z.object(byPlatform(() => z.record(z.string(), z.unknown()).optional()))

const Maybe = Time.nullable()
const Moment = (what: string) => Time.nullable().describe(`${what} Unix time, milliseconds.`)

const PlatformProblem = z
  .object({
    message: z.string(),
    code: z.number().optional(),
    subcode: z.number().optional(),
    type: z.string().optional(),
    trace_id: z.string().optional().describe("The platform's name for the request: its support asks for it."),
    http_status: z.number().optional(),
  })
  .describe("The platform's own words.")
  .meta({ id: 'PlatformProblem' })

const failureCodes = Object.keys(FAILURES) as [FailureCode]
const meanings = failureCodes.map((code) => `\`${code}\` ${FAILURES[code]}`).join(' ')

const Job = z
  .object({
    id: z.uuid(),
    job_type: z.enum(JOB_TYPES),
    part: z.int().optional().describe('Which post of a thread, from 0; absent for the first.'),
    state: z.enum(['pending', 'completed', 'failed']),
    media_asset_id: z.uuid().nullable(),
    container_id: z.string().nullable().describe("The platform's; null where it has none."),
    created_at: Time,
    started_at: Maybe,
    completed_at: Maybe,
    error: PlatformProblem.nullable(),
  })
  .meta({ id: 'Job' })

const Event = z
  .object({
    at: Time,
    event: z.enum(['accepted', ...PUBLICATION_EVENTS]),
    job_id: z.string().optional(),
    container_id: z.string().optional(),
    platform_media_id: z.string().optional(),
    permalink: z.string().optional(),
    scheduled_at: z.int().optional(),
    part: z.int().optional().describe('Which post of a thread, from 0.'),
    step: z.enum(AFTER_STEPS).optional(),
    verdict: z.string().optional().describe('The outcome of the publish call, as far as its answer told.'),
    code: z.string().optional(),
    message: z.string().optional(),
    platform: PlatformProblem.optional(),
    times: z.int().optional().describe('How often in all, where it happened again and again.'),
    last_at: z.int().optional(),
  })
  .meta({ id: 'TimelineEvent' })

export const PublicationShown = z
  .object({
    account_id: z.uuid(),
    platform: z.enum(PLATFORM_IDS),
    state: z.enum(PUBLICATION_STATES),
    terminal: z.boolean().describe('Nothing more happens by itself.'),
    retryable: z.boolean().describe('`POST /v1/posts/{id}/retry` can help.'),
    platform_media_id: z.string().nullable(),
    permalink: z.string().nullable(),
    published_at: Maybe,
    ended_at: Maybe,
    next_attempt_at: Maybe,
    error: z
      .object({
        code: z.enum(failureCodes).describe(meanings),
        message: z.string(),
        platform: PlatformProblem.nullable(),
      })
      .nullable(),
    notes: z
      .array(z.object({ code: z.enum(Object.keys(NOTES) as [NoteCode]), message: z.string() }))
      .optional()
      .describe('What came out otherwise than it was asked for; the post itself is fine.'),
    last_problem: PlatformProblem.nullable().describe('While it is still being tried.'),
    jobs: z.array(Job),
    parts: z
      .array(
        z.object({
          content: z
            .string()
            .nullable()
            .describe(
              'Null only in an answer that is too large with all texts, as of a long thread on many accounts: the text is then the one of ' +
                'the same part of `same_content_as`.',
            ),
          same_content_as: z.uuid().optional().describe('Where `content` is null: an account of this answer.'),
          media_asset_ids: z.array(z.uuid()),
          live: z.boolean().describe('It is there: published, and not deleted.'),
          published_at: Maybe,
          platform_media_id: z.string().nullable(),
          permalink: z.string().nullable(),
          deleted_at: z.int().optional(),
        }),
      )
      .optional()
      .describe('The posts of a thread, the first among them. `partially_published` is a thread that broke off.'),
    steps: z
      .array(
        z.object({
          step: z.enum(AFTER_STEPS),
          state: z.enum(['pending', 'completed', 'failed']),
          platform_id: z.string().nullable().describe('Id of the comment.'),
          created_at: Time,
          completed_at: Maybe,
          error: z.object({ message: z.string(), platform: PlatformProblem.nullable() }).nullable(),
        }),
      )
      .optional()
      .describe('What follows the post. Whatever comes of it, the post stays published.'),
    deletion: z
      .object({
        state: z.enum(['pending', 'completed', 'failed']),
        requested_at: Time,
        completed_at: Maybe,
        error: z
          .object({ message: z.string(), platform: PlatformProblem.nullable() })
          .nullable()
          .describe('Why it failed; while it is `pending`, what went wrong last.'),
      })
      .optional()
      .describe(
        'Only if the deletion of the post on the platform was requested. Once it is deleted, `state` is `deleted`.',
      ),
    timeline: z.array(Event).describe('What happened, oldest first; of a long story the last lines.'),
  })
  .meta({ id: 'Publication' })

const summary = {
  id: z.uuid(),
  type: z.enum(['feed', 'reels', 'stories', 'text']),
  status: z.enum(POST_STATUSES),
  title: z.string().nullable(),
  content: z.string(),
  hashtags: z.array(z.string()),
  media_asset_ids: z.array(z.uuid()),
  container_id: z.uuid().nullable(),
  accounts: z.array(z.uuid()),
  skipped_accounts: z.array(z.uuid()).describe('On a platform that does not take this type of post, or listed only.'),
  scheduled_at: Moment('When it is to go out.'),
  queued: z.boolean().optional().describe('It has taken a slot of each of its accounts.'),
  not_after: z.int().optional().describe('What could not begin by then is not published.'),
  on_failure: z.enum(['continue', 'stop']).optional(),
  expires_at: Moment('When a story is over.'),
  progress: z.object({
    total: z.int(),
    published: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    partial: z.int().optional().describe('How many of the failed ones are live in part.'),
  }),
  created_at: Time,
  updated_at: Time,
}

export const PostSummaryShown = shows<ReturnType<typeof postSummary>>()(z.object(summary)).meta({ id: 'PostSummary' })

export const PostShown = shows<ReturnType<typeof postView>>()(
  z.object({
    ...summary,
    smart_transform: z.object({ enabled: z.boolean(), aspect_ratio: z.enum(SMART_TRANSFORM_RATIOS).optional() }),
    options: Said.optional().describe("The platforms' options, as the request had them."),
    per_account: z
      .record(
        z.string(),
        z.object({
          content: z.string().optional(),
          hashtags: z.array(z.string()).optional(),
          options: Said.optional(),
        }),
      )
      .optional()
      .describe('What is said for single accounts in place of what is said for all.'),
    media_items: z
      .array(
        z.object({
          media_asset_id: z.uuid(),
          alt_text: z.string().optional(),
          user_tags: z
            .array(z.object({ username: z.string(), x: z.number().optional(), y: z.number().optional() }))
            .optional(),
        }),
      )
      .optional()
      .describe('The media with what was said of each; where the request had `media.items`.'),
    publications: z.array(PublicationShown),
  }),
).meta({ id: 'Post' })
