// Webhooks, purely: which events go to which webhook, and when a delivery is tried again.
import * as z from 'zod/mini'

export const WEBHOOK_EVENTS = [
  'post.published',
  'post.failed',
  'post.partially_failed',
  'account.reconnect_required',
  'media.ready',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** Something that happened to an owner; webhooks can ask for some of these events. */
export const OWNER_EVENTS = [...WEBHOOK_EVENTS, 'webhook.switched_off', 'account.action_required'] as const
export type OwnerEventType = (typeof OWNER_EVENTS)[number]

/** The event that `POST /v1/webhooks/:id/test` sends. */
export const TEST_EVENT = 'webhook.test'

/** Webhooks of one owner. */
export const MAX_WEBHOOKS = 20

/** After a new secret, the one before signs along for this long. */
export const ROTATION_MS = 24 * 3_600_000

/** How long deliveries are shown and can be sent again. */
export const KEEP_DELIVERIES_MS = 30 * 24 * 3_600_000

/** A receiver that does not take an event is tried for this long. */
export const DELIVER_FOR_MS = 24 * 3_600_000

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Waits between tries; together they reach the end of the day. */
const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR]

/** An address that took nothing for this long, although it was tried, is switched off. */
export const SWITCH_OFF_AFTER_MS = 3 * 24 * HOUR

/**
 * Tries of one delivery before its failing may switch the address off: a message that fails once after a quiet time is no
 * proof of anything.
 */
const TRIES_OF_PROOF = 3

/** A try that takes longer than this holds a worker up. */
const SLOW_MS = 3 * SECOND

/** For how long an address counts as slow after a slow try. */
const SLOW_FOR_MS = 10 * MINUTE

/** About how long a delivery waits for its turn, before it looks again. */
const TURN_WAIT_MS = 2 * MINUTE

/** The person or rule that switched a webhook off. */
export const OFF_REASONS = ['failing', 'owner'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** Tries that are kept of a delivery; more than one round of them. */
export const MAX_ATTEMPTS = 20

/** Something that happened to an owner; stored with the change that it reports. */
export const WebhookEvent = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    type: z.enum(OWNER_EVENTS),
    at: z.number(),
    data: z.record(z.string(), z.unknown()),
  }),
)
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const Webhook = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    secret_ciphertext: z.string(),
    previous_ciphertext: z.optional(z.string()),
    /** Until when the former secret signs too. */
    previous_until: z.optional(z.number()),
    /** Time of the first failed try since the last one that succeeded. */
    failing_since: z.optional(z.number()),
    /** Until when few tries at a time are made. */
    slow_until: z.optional(z.number()),
    /** Nothing is sent to it from then on. */
    disabled_at: z.optional(z.number()),
    disabled_reason: z.optional(z.enum(OFF_REASONS)),
    /** The person who made it; null where an API key did, absent where it was made before this was noted. */
    created_by: z.optional(z.nullable(z.string())),
    created_at: z.number(),
    updated_at: z.number(),
  }),
)
export type Webhook = z.infer<typeof Webhook>

const Attempt = z.lazy(() =>
  z.object({
    at: z.number(),
    /** The receiver's HTTP status; null where there was no answer. */
    status: z.nullable(z.number()),
    error: z.nullable(z.string()),
    duration_ms: z.number(),
  }),
)
export type DeliveryAttempt = z.infer<typeof Attempt>

export const Delivery = z.lazy(() =>
  z.object({
    id: z.string(),
    webhook_id: z.string(),
    owner_id: z.string(),
    event: z.string(),
    /** The exact bytes that are signed and sent. */
    payload: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(Attempt),
    /** Tries since it was sent first, or again. */
    tries: z.number(),
    /** When that was. */
    begun_at: z.number(),
    due_at: z.number(),
    version: z.number(),
    created_at: z.number(),
  }),
)
export type Delivery = z.infer<typeof Delivery>

/** Identifies an event to receivers, however often it is sent; the time in front makes ids sort. */
export const newEventId = (at: number, id: string = crypto.randomUUID()): string =>
  `msg_${String(Math.trunc(at)).padStart(15, '0')}${id.replaceAll('-', '')}`

/** Marked as pure, so that bundles that do not use it drop it. */
export const DeliveryId = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^msg_\d{15}[0-9a-f]{32}$/, 'must be the id of a delivery'))

/** The body of a message in the Standard Webhooks form. */
export const payloadOf = (type: string, at: number, data: unknown): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })

export const newDelivery = (given: {
  id: string
  webhook: Pick<Webhook, 'id' | 'owner_id'>
  event: string
  payload: string
  now: number
}): Delivery => ({
  id: given.id,
  webhook_id: given.webhook.id,
  owner_id: given.webhook.owner_id,
  event: given.event,
  payload: given.payload,
  state: 'pending',
  attempts: [],
  tries: 0,
  begun_at: given.now,
  due_at: given.now,
  version: 1,
  created_at: given.now,
})

export interface Outcome {
  status: number | null
  error: string | null
  /** The wait that the receiver asked for. */
  retry_after_ms?: number
  /** There is no webhook left to send it to. */
  final?: boolean
}

/** The delivery after a try. @param chance in [0, 1): spreads tries that failed together. */
export function afterTry(
  delivery: Delivery,
  outcome: Outcome,
  startedAt: number,
  now: number,
  chance: number,
): Delivery {
  const { status, error } = outcome
  const attempt: DeliveryAttempt = { at: startedAt, status, error, duration_ms: now - startedAt }
  const next: Delivery = {
    ...delivery,
    attempts: [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS),
    tries: delivery.tries + 1,
  }
  if (error === null) return { ...next, state: 'delivered' }
  const wait = WAITS[delivery.tries]
  if (outcome.final || wait === undefined) return { ...next, state: 'failed' }
  const spread = wait * (0.9 + chance / 5)
  const due = now + Math.round(Math.max(spread, Math.min(outcome.retry_after_ms ?? 0, HOUR)))
  return due - delivery.begun_at > DELIVER_FOR_MS ? { ...next, state: 'failed' } : { ...next, due_at: due }
}

/** Whether its tries are few at a time: an address that answers late, or not at all, holds workers up. */
export const isSlow = ({ slow_until = 0 }: Webhook, now: number): boolean => slow_until > now

/** A try's facts about the address itself, beside the message: only facts to be stored. */
export interface Verdict {
  failing_since?: number | null
  slow_until?: number
  /** It has failed for too long. */
  off?: true
}

/** A try's effect on its webhook. @param tries of the same delivery, this one included. */
export function verdictOf(
  webhook: Webhook,
  { error }: Pick<Outcome, 'error'>,
  { tries, startedAt, now }: { tries: number; startedAt: number; now: number },
): Verdict {
  const { failing_since, slow_until = 0 } = webhook
  const slow = now - startedAt >= SLOW_MS && slow_until < now + SLOW_FOR_MS / 2 ? { slow_until: now + SLOW_FOR_MS } : {}
  if (error === null) return { ...slow, ...(failing_since === undefined ? {} : { failing_since: null }) }
  if (failing_since === undefined) return { ...slow, failing_since: startedAt }
  return now - failing_since >= SWITCH_OFF_AFTER_MS && tries >= TRIES_OF_PROOF ? { ...slow, off: true } : slow
}

/** A delivery that has to wait for its turn: no try of it. @param chance in [0, 1) */
export const inTurn = (delivery: Delivery, now: number, chance: number): Delivery => ({
  ...delivery,
  due_at: now + Math.round(TURN_WAIT_MS * (0.5 + chance)),
})

/** The same message once more, for as long as a new one. */
export const sentAgain = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'pending',
  tries: 0,
  begun_at: now,
  due_at: now,
})
