// Requests with an Idempotency-Key that are no single transaction: a marker while one is worked on, then its answer.
import { ConditionFailed, get, put, remove } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { idempotencyKey } from '../table-keys.ts'
import { type Attempt, firstAttempt } from './attempt.ts'
import { sha256 } from './fingerprint.ts'
import { inFlight } from './in-flight.ts'
import { IDEMPOTENCY_HOURS } from './rules/answer-life.ts'

export interface StoredAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

export interface Marker {
  owner_id: string
  route: string
  key: string
  fingerprint: string
  /** Which attempt holds the request. */
  holder: string
}

const keyOf = ({ owner_id, route, key }: Marker) => idempotencyKey(owner_id, route, sha256(key))
const expiry = (now: number) => Math.ceil(now / 1000) + IDEMPOTENCY_HOURS * 3600
const held = ({ holder }: Marker) => ({
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': holder },
})

/** A try that took the request, or the answer that was given before. */
export type Taken = { attempt: Attempt } | { answer: StoredAnswer }

const markerItem = (marker: Marker, { id, begunAt }: Attempt, leaseUntil: number, now: number) => ({
  ...keyOf(marker),
  fingerprint: marker.fingerprint,
  holder: marker.holder,
  attempt_id: id,
  begun_at: begunAt,
  lease_until: leaseUntil,
  expires_at: expiry(now),
})

/** The attempt in the marker of a function that was stopped; undefined if an earlier version wrote the marker, without one. */
const nextAttempt = ({ attempt_id: id, begun_at: begunAt }: Record<string, unknown>): Attempt | undefined =>
  typeof id === 'string' && typeof begunAt === 'number' ? { id, begunAt, again: true } : undefined

/** A write whose answer was lost may have taken the request, which nobody works on then. Where that fails too, the lease runs out. */
const freed = async (error: unknown, free: Promise<void>): Promise<unknown> => {
  await free.catch(() => undefined)
  return error
}

/**
 * Takes the request, for as long as the lease lasts. After a function that was stopped, the next try has the id of the first one.
 * @throws {AppError} `idempotency_mismatch` for another request with the key, `idempotency_in_flight` while one is worked on.
 */
export async function takeRequest(marker: Marker, leaseMs: number, now: number): Promise<Taken> {
  const { fingerprint, holder } = marker
  const attempt = firstAttempt(now)
  try {
    await put(markerItem(marker, attempt, now + leaseMs, now), {
      ConditionExpression: 'attribute_not_exists(pk) OR expires_at < :seconds',
      ExpressionAttributeValues: { ':seconds': Math.floor(now / 1000) },
    })
    return { attempt }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw await freed(error, releaseRequest(marker))
  }
  const item = await get(keyOf(marker))
  // The table's answer got lost, and the write was repeated: it met itself.
  if (item?.holder === holder) return { attempt: { ...attempt, id: String(item.attempt_id) } }
  if (item && item.fingerprint !== fingerprint) {
    throw refuse(
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    )
  }
  if (typeof item?.answer === 'string') return { answer: JSON.parse(item.answer) as StoredAnswer }
  if (!item || Number(item.lease_until) >= now) throw inFlight(leaseMs)
  const next = nextAttempt(item) ?? attempt
  try {
    await put(markerItem(marker, next, now + leaseMs, now), {
      ConditionExpression: 'holder = :holder AND lease_until < :now AND attribute_not_exists(answer)',
      ExpressionAttributeValues: { ':holder': item.holder, ':now': now },
    })
  } catch (error) {
    throw error instanceof ConditionFailed ? inFlight(leaseMs) : await freed(error, giveBackRequest(marker, next, now))
  }
  return { attempt: next }
}

/** Keeps the answer for a day, unless the lease ran out and another took the request. */
export async function keepAnswer(marker: Marker, answer: StoredAnswer, now: number): Promise<void> {
  const { fingerprint, holder } = marker
  await put(
    { ...keyOf(marker), fingerprint, holder, answer: JSON.stringify(answer), expires_at: expiry(now) },
    held(marker),
  ).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

/** It failed, and what it did is not known: it may be sent again at once, as a further try. */
export async function giveBackRequest(marker: Marker, attempt: Attempt, now: number): Promise<void> {
  await put(markerItem(marker, attempt, 0, now), held(marker)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

/** The request was refused: it may be sent again at once, also as another one. */
export async function releaseRequest(marker: Marker): Promise<void> {
  await remove(keyOf(marker), held(marker)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
