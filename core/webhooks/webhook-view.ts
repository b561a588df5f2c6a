// How webhooks and their deliveries are shown to their owner.
import type { Delivery, Webhook } from './rules/webhooks.ts'

export const webhookView = ({ id, url, events, previous_until, created_at, updated_at }: Webhook, now: number) => ({
  id,
  url,
  events,
  /** Until when the secret before signs along; null where none does. */
  previous_secret_until: previous_until !== undefined && previous_until > now ? previous_until : null,
  created_at,
  updated_at,
})

export const deliveryView = ({ id, event, state, attempts, due_at, created_at, payload }: Delivery) => ({
  id,
  event,
  state,
  attempts,
  next_attempt_at: state === 'pending' ? due_at : null,
  created_at,
  payload: JSON.parse(payload) as unknown,
})
