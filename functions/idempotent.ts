// `Idempotency-Key` for endpoints that are no single transaction. Those that take it import this and hand it to the
// chain; in the bundles of the others nothing of it is left.

import { AppError, ERROR_CODES, refuse } from '../core/errors.ts'
import {
  giveBackRequest,
  keepAnswer,
  type Marker,
  releaseRequest,
  type StoredAnswer,
  takeRequest,
} from '../core/idempotency/answered-requests.ts'
import { firstAttempt } from '../core/idempotency/attempt.ts'
import { fingerprint, formFingerprint } from '../core/idempotency/fingerprint.ts'
import { routeOfKey } from '../core/idempotency/rules/draft-key.ts'
import { log } from '../core/log.ts'
import type { Once, Reply } from './endpoint.ts'

const MAX_IDEMPOTENCY_KEY = 255

/** The key that was sent, if any. @throws {AppError} for one that is empty or longer than it may be. */
export function idempotencyKeyOf(key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (key.trim() === '' || key.length > MAX_IDEMPOTENCY_KEY) {
    throw refuse(
      'invalid_format',
      `The Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY} characters; it has ${key.trim() === '' ? 'none' : key.length}.`,
      'Idempotency-Key',
    )
  }
  return key
}

export interface OnceOptions {
  /** Tells the routes apart that a caller may use one key on. */
  route: string
  /** It makes a post, for which the keys of drafts count (`routeOfKey`). */
  makesPost?: true
  /** The longest that the request is worked on. */
  leaseSeconds: number
  /** Replaces a secret in the answer before it is stored, and restores the answer from the stored one. */
  seal?: { keep(body: unknown): Promise<unknown>; restore(body: unknown): Promise<unknown> }
}

/** Whether nothing was done, and the caller has to change something. */
const isRefused = (error: unknown): boolean =>
  error instanceof AppError && !['unavailable', 'internal'].includes(ERROR_CODES[error.code])

/** Answers a repeated request as the first one; a request that was refused left nothing to repeat. */
export const once =
  ({ route, makesPost, leaseSeconds, seal }: OnceOptions): Once =>
  async (asked, run) => {
    const key = idempotencyKeyOf(asked.header('idempotency-key'))
    if (key === undefined) return run(firstAttempt(asked.now))
    const { caller, params, query, body, rawBody, header, now } = asked
    const form = body === undefined && rawBody.length > 0
    const marker: Marker = {
      owner_id: caller.owner_id,
      route: makesPost ? routeOfKey(key, route) : route,
      key,
      fingerprint: fingerprint([
        params ?? null,
        query ?? null,
        body ?? null,
        form ? formFingerprint(rawBody, header('content-type') ?? '') : null,
      ]),
      holder: crypto.randomUUID(),
    }
    const taken = await takeRequest(marker, leaseSeconds * 1000, now)
    if ('answer' in taken) {
      const earlier = taken.answer
      const restored = seal ? await seal.restore(earlier.body) : earlier.body
      return { ...earlier, body: restored, headers: { ...earlier.headers, 'Idempotency-Replayed': 'true' } }
    }
    const quietly = (work: Promise<void>) =>
      work.catch((error: unknown) => log.error('an Idempotency-Key was not settled', { route, error: error as Error }))
    let reply: Reply
    try {
      reply = await run(taken.attempt)
    } catch (error) {
      // After a failure of ours it is not known what was done: the next try looks for it.
      await quietly(isRefused(error) ? releaseRequest(marker) : giveBackRequest(marker, taken.attempt, now))
      throw error
    }
    // It is done, even if its record is lost.
    await quietly(
      (async () => {
        const answer: StoredAnswer = {
          status: reply.status,
          headers: reply.headers,
          body: seal ? await seal.keep(reply.body) : reply.body,
        }
        await keepAnswer(marker, answer, Date.now())
      })(),
    )
    return reply
  }
