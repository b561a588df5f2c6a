// Requests with an Idempotency-Key that are no single transaction: a marker while one is worked on, then its answer.
import { ConditionFailed, get, put, remove } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { idempotencyKey } from '../table-keys.ts'
import { sha256 } from './fingerprint.ts'
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

/**
 * Takes the request, for as long as the lease lasts; a function that was stopped leaves nothing but that.
 * @returns the answer that was given before, if there is one.
 * @throws {AppError} `idempotency_mismatch` for another request with the key, `idempotency_in_flight` while one is worked on.
 */
export async function takeRequest(marker: Marker, leaseMs: number, now: number): Promise<StoredAnswer | undefined> {
  const { fingerprint, holder } = marker
  try {
    await put(
      { ...keyOf(marker), fingerprint, holder, lease_until: now + leaseMs, expires_at: expiry(now) },
      {
        ConditionExpression:
          'attribute_not_exists(pk) OR expires_at < :seconds OR (attribute_not_exists(answer) AND lease_until < :now AND fingerprint = :fingerprint)',
        ExpressionAttributeValues: { ':seconds': Math.floor(now / 1000), ':now': now, ':fingerprint': fingerprint },
      },
    )
    return undefined
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
  }
  const item = await get(keyOf(marker))
  // The table's answer got lost, and the write was repeated: it met itself.
  if (item?.holder === holder) return undefined
  if (item && item.fingerprint !== fingerprint) {
    throw refuse(
      'idempotency_mismatch',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    )
  }
  if (typeof item?.answer === 'string') return JSON.parse(item.answer) as StoredAnswer
  throw refuse(
    'idempotency_in_flight',
    'A request with the same Idempotency-Key is being worked on; repeat it in a moment.',
  )
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

/** The request failed: it may be sent again at once. */
export async function releaseRequest(marker: Marker): Promise<void> {
  await remove(keyOf(marker), held(marker)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
