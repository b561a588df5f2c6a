// The messages that webhooks get.

import { MESSAGES } from '../core/webhooks/message-schema.ts'
import { WEBHOOK_EVENTS, type WebhookEventType } from '../core/webhooks/rules/webhooks.ts'
import { IDS, NOW } from './examples.ts'
import { type Json, jsonSchemaOf, type Named } from './schema.ts'

const WORDS: Record<WebhookEventType, string> = {
  'post.published': 'A post is live on every account',
  'post.failed': 'A post failed on every account',
  'post.partially_failed': 'A post failed on some accounts',
  'account.reconnect_required': "A platform no longer accepts an account's token",
  'media.ready': 'An uploaded file was inspected: its dimensions are known',
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
  header('webhook-id', 'The same each time the message is sent: ignore ids that you have processed.'),
  header('webhook-timestamp', 'When it was sent, Unix seconds.'),
  header('webhook-signature', 'One or two signatures, each `v1,` and base64, separated by a space.'),
]

/** The document's `webhooks`: what receivers are sent. */
export const webhookMessages = (named: Named): Json =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.replace(/(^|[._])(\w)/g, (_match, _mark, letter: string) => letter.toUpperCase())}`,
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
            '2XX': { description: 'Accepted.' },
            '4XX': { description: 'Not accepted: the message is sent again, as it is after 3xx, 5xx or no answer.' },
          },
        },
      },
    ]),
  )
