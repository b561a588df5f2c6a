// Webhooks and what was delivered to them.
import { z } from 'zod'
import { Done } from '../../core/answer-schema.ts'
import {
  DELIVER_FOR_MS,
  KEEP_DELIVERIES_MS,
  MAX_WEBHOOKS,
  SWITCH_OFF_AFTER_MS,
} from '../../core/webhooks/rules/webhooks.ts'
import { DeliveryShown, WebhookShown, WebhookWithSecret } from '../../core/webhooks/webhook-schema.ts'
import { NOW } from '../examples.ts'
import { exampleMessage } from '../messages.ts'
import type { Answer, Operations } from '../operation.ts'

const HOUR = 3_600_000

const shop = {
  id: '9d3c5b7a-1e84-4f20-b6a9-3c8e0d5f7142',
  url: 'https://shop.acme.test/hooks/posts',
  events: ['post.published', 'post.failed'],
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: NOW,
  updated_at: NOW,
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const delivered = {
  id: 'msg_001795255200000c4a7e3b90d5248169b3f7f6e1a2c8d05',
  event: 'post.published',
  state: 'delivered',
  attempts: [{ at: NOW + 5000, status: 204, error: null, duration_ms: 88 }],
  next_attempt_at: null,
  created_at: NOW + 4900,
  payload: exampleMessage('post.published'),
}

const withSecret = (description: string, message: string): Answer => ({
  description,
  body: Done.extend({ data: WebhookWithSecret }),
  examples: { shop: { summary: 'With its secret', value: { success: true, message, data: { ...shop, secret } } } },
})

const sent = (description: string, message: string): Answer => ({
  description,
  body: Done.extend({ data: DeliveryShown }),
  examples: {
    pending: {
      summary: 'On its way',
      value: {
        success: true,
        message,
        data: { ...delivered, state: 'pending', attempts: [], next_attempt_at: NOW + 4900 },
      },
    },
  },
})

export const webhooks: Operations = {
  'POST /v1/webhooks': {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Messages are signed in the Standard Webhooks form (`webhook-id`, `webhook-timestamp`, `webhook-signature`). A message that is not ' +
      `answered with 2xx is sent again for ${DELIVER_FOR_MS / HOUR} hours; a webhook whose address accepts nothing for ` +
      `${SWITCH_OFF_AFTER_MS / HOUR / 24} days is switched off. At most ${MAX_WEBHOOKS} webhooks.`,
    fields: {
      url: { format: 'uri', description: 'A public address.' },
      events: { description: 'The events to send; by default all.' },
    },
    examples: { shop: { summary: 'Two events', value: { url: shop.url, events: shop.events } } },
    answers: {
      201: withSecret(
        'The webhook is created. Its secret is shown only once.',
        'The webhook was made. Keep the secret: it is not shown again.',
      ),
    },
  },
  'GET /v1/webhooks': {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List your webhooks',
    description: 'All of them in one answer, without their secrets.',
    answers: {
      200: {
        description: 'Oldest first, without their secrets.',
        body: z.object({ success: z.literal(true), data: z.array(WebhookShown) }),
        examples: { one: { summary: 'One webhook', value: { success: true, data: [shop] } } },
      },
    },
  },
  'DELETE /v1/webhooks/{id}': {
    id: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Messages that wait for it are not sent or tried again.',
    answers: {
      200: {
        description: 'Nothing is sent to it any more.',
        body: Done,
        examples: { gone: { summary: 'Deleted', value: { success: true, message: 'The webhook was deleted.' } } },
      },
    },
  },
  'PATCH /v1/webhooks/{id}': {
    id: 'updateWebhook',
    tag: 'Webhooks',
    summary: 'Switch a webhook on or off',
    description:
      'While it is off nothing is sent to it: events of that time get no message, and waiting messages end as failed, to be ' +
      'replayed when it is on again. When it is switched on, earlier failures are forgotten.',
    fields: { enabled: { description: 'Whether to send messages to it.' } },
    examples: { on: { summary: 'Switch it on', value: { enabled: true } } },
    answers: {
      200: {
        description: 'The webhook as it is now.',
        body: Done.extend({ data: WebhookShown }),
        examples: {
          on: {
            summary: 'Switched on',
            value: { success: true, message: 'The webhook is switched on.', data: shop },
          },
        },
      },
    },
    errors: ['conflict'],
  },
  'POST /v1/webhooks/{id}/rotate': {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Give a webhook a new secret',
    description: 'For a day messages also carry a signature by the previous secret.',
    answers: {
      200: withSecret(
        'The new secret, which is shown only once.',
        'The webhook has a new secret. For a day messages are signed with the one before as well.',
      ),
    },
  },
  'POST /v1/webhooks/{id}/test': {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test message',
    description: 'Sends a message to this address, signed and repeated like any other.',
    answers: {
      202: sent(
        'The message is being sent.',
        'A test message is sent; the deliveries of the webhook show what came of it.',
      ),
    },
  },
  'GET /v1/webhooks/{id}/deliveries': {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'List deliveries',
    description: `Newest first, of the last ${KEEP_DELIVERIES_MS / HOUR / 24} days.`,
    fields: {
      limit: { description: 'The number of items on a page.' },
      before: { description: 'Only deliveries before this one: `next_before` of the previous page.' },
    },
    answers: {
      200: {
        description: 'A page.',
        body: z.object({
          success: z.literal(true),
          data: z.object({
            result: z.array(DeliveryShown),
            next_before: z.string().nullable().describe('The `before` of the next page; null on the last.'),
          }),
        }),
        examples: {
          one: {
            summary: 'One delivery',
            value: {
              success: true,
              data: { result: [delivered], next_before: null },
            },
          },
        },
      },
    },
  },
  'POST /v1/webhooks/{id}/deliveries/{delivery}/replay': {
    id: 'replayDelivery',
    tag: 'Webhooks',
    summary: 'Send a message again',
    description: 'Sends the same message with the same id.',
    answers: { 202: sent('The message is being sent again.', 'The message is sent again.') },
  },
}
