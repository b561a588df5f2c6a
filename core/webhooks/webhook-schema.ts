// Webhooks and their deliveries as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { MakerShown } from '../people/people-schema.ts'
import { Message } from './message-schema.ts'
import { type DeliveryAttempt, OFF_REASONS, SWITCH_OFF_AFTER_MS, TEST_EVENT, WEBHOOK_EVENTS } from './rules/webhooks.ts'
import type { deliveryView, webhookView } from './webhook-view.ts'

const HOUR = 3_600_000

const webhook = {
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean().describe('Whether messages are sent to it.'),
  disabled_at: Time.nullable().describe('When it was switched off, Unix milliseconds; null where it is on.'),
  disabled_reason: z
    .enum(OFF_REASONS)
    .nullable()
    .describe(
      `Why it is off: \`failing\` where its address took nothing for ${SWITCH_OFF_AFTER_MS / HOUR / 24} days, \`owner\` where you ` +
        'switched it off; null where it is on.',
    ),
  failing_since: Time.nullable().describe(
    'Since when the address has accepted no message, Unix milliseconds; null if it accepted the last one.',
  ),
  previous_secret_until: z
    .int()
    .nullable()
    .describe('Until when the secret before signs along, Unix milliseconds; null where none does.'),
  created_by: MakerShown.nullable().optional(),
  created_at: Time,
  updated_at: Time,
}
export const WebhookShown = shows<ReturnType<typeof webhookView>>()(z.object(webhook)).meta({ id: 'Webhook' })
export const WebhookWithSecret = z
  .object({ ...webhook, secret: z.string().describe('`whsec_` and base64: the key of the signatures.') })
  .meta({ id: 'WebhookWithSecret' })

const Attempt = shows<DeliveryAttempt>()(
  z.object({
    at: Time,
    status: z.int().nullable().describe("The receiver's; null where it did not answer."),
    error: z.string().nullable(),
    duration_ms: z.int(),
  }),
)

export const DeliveryShown = shows<
  Omit<ReturnType<typeof deliveryView>, 'payload'> & { payload: z.output<typeof Message> }
>()(
  z.object({
    id: z.string().describe('The `webhook-id` of the message, the same however often it is sent.'),
    event: z.string().describe(`One of those of the webhook, or \`${TEST_EVENT}\`.`),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(Attempt),
    next_attempt_at: Time.nullable(),
    created_at: Time,
    payload: Message,
  }),
).meta({ id: 'Delivery' })
