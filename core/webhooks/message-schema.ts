// The messages that webhooks get.
import { z } from 'zod'
import { Time } from '../answer-schema.ts'
import { PostSummaryShown, PublicationShown } from '../posts/post-schema.ts'
import { TEST_EVENT, type WebhookEventType } from './rules/webhooks.ts'

const post = z.object({
  post_id: z.uuid(),
  type: PostSummaryShown.shape.type,
  title: z.string().nullable(),
  scheduled_at: Time.nullable(),
  progress: PostSummaryShown.shape.progress,
  created_at: Time,
  ended_at: Time,
  accounts: z.array(
    PublicationShown.pick({
      account_id: true,
      platform: true,
      state: true,
      platform_media_id: true,
      permalink: true,
    }).extend({
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
})
const account = z.object({
  account_id: z.uuid(),
  reason: z.string().nullable(),
  platform: z.string().nullable(),
  external_username: z.string().nullable(),
})
const media = z.object({
  media_asset_id: z.uuid(),
  title: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
})

const message = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened, ISO 8601.'),
    data,
  })

export const MESSAGES = {
  'post.published': message('post.published', post).meta({ id: 'PostPublished' }),
  'post.failed': message('post.failed', post).meta({ id: 'PostFailed' }),
  'post.partially_failed': message('post.partially_failed', post).meta({ id: 'PostPartiallyFailed' }),
  'account.reconnect_required': message('account.reconnect_required', account).meta({ id: 'AccountReconnectRequired' }),
  'media.ready': message('media.ready', media).meta({ id: 'MediaReady' }),
} as const satisfies Record<WebhookEventType, z.ZodType>

const test = message(TEST_EVENT, z.object({ webhook_id: z.uuid() })).meta({ id: 'WebhookTest' })

export const Message = z.union([...Object.values(MESSAGES), test]).meta({ id: 'WebhookMessage' })
