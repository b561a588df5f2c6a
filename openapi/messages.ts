// The messages that webhooks get.
import { z } from 'zod'
import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEventType } from '../core/webhooks/rules/webhooks.ts'
import { IDS, NOW } from './examples.ts'
import { PostSummary, Publication } from './post-schemas.ts'
import { type Json, jsonSchemaOf, type Named } from './schema.ts'
import { Time } from './shared.ts'

const post = z.object({
  post_id: z.uuid(),
  type: PostSummary.shape.type,
  title: z.string().nullable(),
  scheduled_at: Time.nullable(),
  progress: PostSummary.shape.progress,
  created_at: Time,
  ended_at: Time,
  accounts: z.array(
    Publication.pick({
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

const MESSAGES = {
  'post.published': message('post.published', post).meta({ id: 'PostPublished' }),
  'post.failed': message('post.failed', post).meta({ id: 'PostFailed' }),
  'post.partially_failed': message('post.partially_failed', post).meta({ id: 'PostPartiallyFailed' }),
  'account.reconnect_required': message('account.reconnect_required', account).meta({ id: 'AccountReconnectRequired' }),
  'media.ready': message('media.ready', media).meta({ id: 'MediaReady' }),
} as const satisfies Record<WebhookEventType, z.ZodType>

const test = message(TEST_EVENT, z.object({ webhook_id: z.uuid() })).meta({ id: 'WebhookTest' })

export const Message = z.union([...Object.values(MESSAGES), test]).meta({ id: 'WebhookMessage' })

const WORDS: Record<WebhookEventType, string> = {
  'post.published': 'A post is live on every account',
  'post.failed': 'A post failed on every account',
  'post.partially_failed': 'A post failed on some accounts',
  'account.reconnect_required': "A platform no longer accepts an account's token",
  'media.ready': 'A file was looked into: its measures are known',
}

const published = {
  post_id: IDS.post,
  type: 'text',
  title: null,
  scheduled_at: null,
  created_at: NOW,
  ended_at: NOW + 4200,
}
const onThreads = { account_id: IDS.threads, platform: 'threads' }
const live = {
  ...onThreads,
  state: 'published',
  platform_media_id: '18031234567890123',
  permalink: 'https://www.threads.net/@acme.coffee/post/DExample123',
  error: null,
}
const failed = {
  ...onThreads,
  state: 'failed',
  platform_media_id: null,
  permalink: null,
  error: { code: 'rejected', message: 'The platform refused the content.' },
}

const DATA: Record<WebhookEventType, Json> = {
  'post.published': {
    ...published,
    progress: { total: 1, published: 1, failed: 0, cancelled: 0 },
    accounts: [live],
  },
  'post.failed': { ...published, progress: { total: 1, published: 0, failed: 1, cancelled: 0 }, accounts: [failed] },
  'post.partially_failed': {
    ...published,
    progress: { total: 2, published: 1, failed: 1, cancelled: 0 },
    accounts: [live, { ...failed, account_id: '1c9d5e0b-83f4-4a27-9b6e-d2a7c4f81e35' }],
  },
  'account.reconnect_required': {
    account_id: IDS.instagram,
    reason: 'The password was changed.',
    platform: 'instagram',
    external_username: 'acme.coffee',
  },
  'media.ready': {
    media_asset_id: IDS.picture,
    title: 'The beach',
    content_type: 'image/jpeg',
    size_bytes: 482113,
    width: 1440,
    height: 1080,
    duration_ms: null,
  },
}

/** A message as an example. */
export const exampleMessage = (type: WebhookEventType): Json => ({
  type,
  timestamp: new Date(NOW + 4900).toISOString(),
  data: DATA[type],
})

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('webhook-id', 'The same however often the message is sent: what was seen before can be left alone.'),
  header('webhook-timestamp', 'When it was sent, Unix seconds.'),
  header('webhook-signature', 'One or two signatures, `v1,` and base64, with a space between.'),
]

/** The document's `webhooks`: what receivers are sent. */
export const webhookMessages = (named: Named): Json =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(^|[._])(\w)/g, (_match, _mark, letter: string) => letter.toUpperCase())}`,
          tags: ['Webhooks'],
          summary: WORDS[type],
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: jsonSchemaOf(MESSAGES[type], 'output', named),
                examples: { message: { summary: WORDS[type], value: exampleMessage(type) } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken.' },
            '4XX': { description: 'Not taken: it is sent again. So it is after 3xx, 5xx and no answer.' },
          },
        },
      },
    ]),
  )
