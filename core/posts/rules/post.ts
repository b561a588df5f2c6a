// A post as it is stored, its caption and its status.
import * as z from 'zod/mini'
import type { PostType } from '../../platforms/enumerations.ts'
import { MAX_SCHEDULE_AHEAD_MS, POST_TYPES, SMART_TRANSFORM_RATIOS } from '../../platforms/post-types.ts'
import type { MediaDetails, PostOptions } from './account-content.ts'
import type { PUBLICATION_STATES } from './enumerations.ts'

/** The problem with the time, if any. */
export function scheduleProblem(scheduledAt: number | undefined, now: number): string | undefined {
  if (scheduledAt === undefined) return undefined
  if (!Number.isFinite(new Date(scheduledAt).getTime())) return 'scheduled_at is not a time that exists.'
  const iso = new Date(scheduledAt).toISOString()
  if (scheduledAt <= now) return `scheduled_at is ${iso}, which is not later than now.`
  if (scheduledAt > now + MAX_SCHEDULE_AHEAD_MS) return `scheduled_at is ${iso}; at most 365 days ahead are allowed.`
  return undefined
}

/** The problem with the time after which the post is not to begin, if any. */
export function deadlineProblem(notAfter: number | undefined, publishAt: number, now: number): string | undefined {
  if (notAfter === undefined) return undefined
  if (!Number.isFinite(new Date(notAfter).getTime())) return 'not_after is not a time that exists.'
  const iso = new Date(notAfter).toISOString()
  if (notAfter <= publishAt) {
    const begins = publishAt <= now ? 'now' : `${new Date(publishAt).toISOString()}, when the post begins`
    return `not_after is ${iso}, which is not later than ${begins}.`
  }
  if (notAfter > now + MAX_SCHEDULE_AHEAD_MS) return `not_after is ${iso}; at most 365 days ahead are allowed.`
  return undefined
}

/** How far the publications of a post have come, counted in the transaction that ends each. */
export const Progress = z.lazy(() =>
  z.object({
    total: z.number(),
    published: z.number(),
    failed: z.number(),
    cancelled: z.number(),
    /** Failed publications that are live in part. Absent where none is. */
    partial: z.optional(z.number()),
  }),
)
export type Progress = z.infer<typeof Progress>

/** Whether every publication has ended. */
export const isOver = ({ total, published, failed, cancelled }: Progress): boolean =>
  published + failed + cancelled >= total

/** One more that ended like this. What is live in part has failed, and is counted apart as well. */
export function counted(progress: Progress, state: (typeof PUBLICATION_STATES)[number]): Progress {
  if (state !== 'partially_published') return { ...progress, [state]: (progress[state as keyof Progress] ?? 0) + 1 }
  return { ...progress, failed: progress.failed + 1, partial: (progress.partial ?? 0) + 1 }
}

/** The count once these, which had failed, have not ended any more. */
export function without(progress: Progress, failed: readonly { state: string }[]): Progress {
  const { partial = 0, ...rest } = progress
  const left = partial - failed.filter(({ state }) => state === 'partially_published').length
  return { ...rest, failed: progress.failed - failed.length, ...(left > 0 ? { partial: left } : {}) }
}

/** Options as they were checked before they were stored: describing them here would cost every reader of a post. */
const Options = z.lazy(() => z.custom<PostOptions>(isObject))

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** A post as stored. What only some requests say is absent else: it costs nothing then. */
export const Post = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    type: z.enum(['feed', 'reels', 'stories', 'text']),
    title: z.nullable(z.string()),
    content: z.string(),
    hashtags: z.array(z.string()),
    caption: z.string(),
    media_ids: z.array(z.string()),
    /** They are claimed once, until every publication has ended; absent, each publication claims its own. */
    holds_media: z.optional(z.boolean()),
    container_id: z.nullable(z.string()),
    aspect_ratio: z.nullable(z.enum(SMART_TRANSFORM_RATIOS)),
    options: z.optional(Options),
    per_account: z.optional(
      z.record(
        z.string(),
        z.object({
          content: z.optional(z.string()),
          hashtags: z.optional(z.array(z.string())),
          options: z.optional(Options),
        }),
      ),
    ),
    media_details: z.optional(z.array(z.custom<MediaDetails>(isObject))),
    accounts: z.array(z.string()),
    skipped_accounts: z.array(z.string()),
    scheduled_at: z.nullable(z.number()),
    /** It has taken a slot of each of its accounts. */
    queued: z.optional(z.boolean()),
    not_after: z.optional(z.number()),
    on_failure: z.optional(z.enum(['continue', 'stop'])),
    /** With `stop`: all accounts were ready, and may be published. */
    gate_open: z.optional(z.boolean()),
    progress: Progress,
    created_at: z.number(),
    updated_at: z.number(),
  }),
)
export type Post = z.infer<typeof Post>

export const POST_STATUSES = [
  'scheduled',
  'publishing',
  'published',
  'partially_failed',
  'failed',
  'cancelled',
  'expired',
] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** When a post of this type is gone, Unix ms; null where it stays. */
export const expiryOf = (type: PostType, createdAt: number): number | null => {
  const hours = POST_TYPES[type].expiresAfterHours
  return hours === undefined ? null : createdAt + hours * 3_600_000
}

/** One word for the whole post, from what became of its publications. */
export function statusOf(
  post: Pick<Post, 'type' | 'progress' | 'scheduled_at' | 'created_at'>,
  now: number,
): PostStatus {
  const { total, published, failed, cancelled, partial = 0 } = post.progress
  if (published + failed + cancelled < total) {
    // A publication that ended before its time, on an account that was disconnected for instance, does not make the rest begin.
    return post.scheduled_at !== null && post.scheduled_at > now ? 'scheduled' : 'publishing'
  }
  const expiry = expiryOf(post.type, post.created_at)
  const live = published + partial
  if (published > 0 && expiry !== null && now >= expiry) return 'expired'
  if (failed > 0) return live > 0 ? 'partially_failed' : 'failed'
  return published > 0 ? 'published' : 'cancelled'
}
