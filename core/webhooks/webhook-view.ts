// How webhooks and their deliveries are shown to their owner.
import type { MakerOf } from '../people/makers.ts'
import type { Delivery, Webhook } from './rules/webhooks.ts'

/** @param makerOf where it is shown to a person who is signed in. */
export const webhookView = (webhook: Webhook, now: number, makerOf?: MakerOf) => {
  const { id, url, events, previous_until, failing_since, disabled_at, disabled_reason, created_at, updated_at } =
    webhook
  return {
    id,
    url,
    events,
    /** Whether anything is sent to it. */
    enabled: disabled_at === undefined,
    disabled_at: disabled_at ?? null,
    disabled_reason: disabled_reason ?? null,
    /** Since when every try has failed; null if the last try succeeded. */
    failing_since: failing_since ?? null,
    /** Until when the former secret signs too; null where none does. */
    previous_secret_until: previous_until !== undefined && previous_until > now ? previous_until : null,
    ...(makerOf ? { created_by: makerOf(webhook.created_by) } : {}),
    created_at,
    updated_at,
  }
}

export const deliveryView = ({ id, event, state, attempts, due_at, created_at, payload }: Delivery) => ({
  id,
  event,
  state,
  attempts,
  next_attempt_at: state === 'pending' ? due_at : null,
  created_at,
  payload: JSON.parse(payload) as unknown,
})
