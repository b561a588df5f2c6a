// The exact rate limit: one atomic counter per key and clock minute, one update per request. The same update tells whether
// the secret that was shown has ended meanwhile; see `end-secrets.ts`.
import { ConditionFailed, type Item, update } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { rateStrikesKey, rateWindowKey } from '../table-keys.ts'
import type { Caller } from './caller.ts'
import { MINUTE, windowExpiry } from './windows.ts'

export interface Verdict {
  allowed: boolean
  limit: number
  remaining: number
  /** Unix ms. */
  reset_at: number
  retry_after_seconds?: number
  message: string
  /** The rest of the window's item: sessions learn from it what they may do. */
  window?: Item
}

/** A key that breaks its limit in this many of as many minutes is shut out for as long. */
export const STRIKES = 5
export const STRIKE_MINUTES = 10
export const RESTRICTION_MS = 10 * MINUTE

/** A caller that is counted and can end: the id of a key or session, with the generation of the secret that was shown. */
export type Counted = Pick<Caller, 'key_id' | 'rate_limit' | 'generation' | 'ends_at' | 'session'>

/** The refusal of a secret that is not one, or no longer one. */
export const endedSession = () => refuse('session', 'The session has ended. Sign in again.')
export const badKey = () => refuse('invalid_key', 'The API key is unknown, mistyped or revoked.')

const inSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
const plural = (seconds: number): string => `${seconds} second${seconds === 1 ? '' : 's'}`

function refused(caller: Counted, resetAt: number, now: number, reason: string): Verdict {
  const seconds = inSeconds(resetAt - now)
  return {
    allowed: false,
    limit: caller.rate_limit,
    remaining: 0,
    reset_at: resetAt,
    retry_after_seconds: seconds,
    message: `${reason} Try again in ${plural(seconds)}.`,
  }
}

const nameOf = ({ session }: Counted): string => (session ? 'Your sessions together' : 'This API key')

const restricted = (caller: Counted, until: number, now: number): Verdict =>
  refused(
    caller,
    until,
    now,
    `${nameOf(caller)} broke its limit in ${STRIKES} of ${STRIKE_MINUTES} minutes and is restricted for a while.`,
  )

/**
 * Counts the request and says whether it may go on. Exactly `rate_limit` requests pass in a clock minute, however many come at
 * once. An update that is repeated after a lost reply counts twice: fewer may pass then, never more.
 * @throws {AppError} `invalid_key` or `session` when the secret has ended since the caller that remembers it looked it up.
 */
export async function admit(caller: Counted, now: number): Promise<Verdict> {
  if (caller.ends_at !== undefined && caller.ends_at <= now) throw badKey()
  const minute = Math.floor(now / MINUTE)
  const { session } = caller
  if (session === undefined) return count(caller, minute, now)
  // A session's own window says what it may do; the window that all sessions of the person share says how often.
  const window = await windowOfSession(caller, minute)
  return { ...(await count({ ...caller, key_id: session.person_id }, minute, now)), window }
}

/**
 * Counts a call by a link, which needs no key: whoever holds the link makes it.
 * @param perMinute calls that are taken in a clock minute. @throws {AppError} `rate_limit_exceeded`
 */
export async function admitByLink(linkId: string, perMinute: number, now: number): Promise<void> {
  const { allowed, retry_after_seconds = 60 } = await admit(
    { key_id: linkId, rate_limit: perMinute, generation: 1 },
    now,
  )
  if (allowed) return
  const problem = `This link was used too often. Try again in ${plural(retry_after_seconds)}.`
  throw refuse('rate_limit_exceeded', problem, undefined, { headers: { 'Retry-After': String(retry_after_seconds) } })
}

/** The window of a session, in which nothing is counted. @throws {AppError} `session` when it has ended. */
async function windowOfSession({ key_id, generation }: Counted, minute: number): Promise<Item | undefined> {
  try {
    return await update(rateWindowKey(key_id, minute), {
      ConditionExpression: 'attribute_not_exists(ended_generation) OR ended_generation < :generation',
      UpdateExpression: 'SET expires_at = if_not_exists(expires_at, :expiry)',
      ExpressionAttributeValues: { ':generation': generation, ':expiry': windowExpiry(minute) },
      ReturnValues: 'ALL_NEW',
    })
  } catch (error) {
    if (error instanceof ConditionFailed) throw endedSession()
    throw error
  }
}

async function count(caller: Counted, minute: number, now: number): Promise<Verdict> {
  let hits: number
  let window: Item | undefined
  try {
    window = await update(rateWindowKey(caller.key_id, minute), {
      // Refused requests of either are not counted: when a restriction ends, the minute is whole again.
      ConditionExpression:
        '(attribute_not_exists(restricted_until) OR restricted_until <= :now) AND ' +
        (caller.session
          ? '(attribute_not_exists(ended_begun) OR ended_begun < :begun)'
          : '(attribute_not_exists(ended_generation) OR ended_generation < :generation)'),
      UpdateExpression: 'ADD hits :one SET expires_at = if_not_exists(expires_at, :expiry)',
      ExpressionAttributeValues: {
        ':one': 1,
        ':now': now,
        ...(caller.session ? { ':begun': caller.session.begun_at } : { ':generation': caller.generation }),
        ':expiry': windowExpiry(minute),
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    hits = Number(window?.hits)
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (caller.session && numberIn(error, 'ended_begun') >= caller.session.begun_at) throw endedSession()
    if (!caller.session && numberIn(error, 'ended_generation') >= caller.generation) throw badKey()
    return restricted(caller, numberIn(error, 'restricted_until'), now)
  }
  const { rate_limit: limit } = caller
  if (hits > limit) {
    // Only the first one over it notes the strike: one write a minute, however many are refused.
    const until = hits === limit + 1 ? await strike(caller, minute, now) : undefined
    if (until !== undefined) return restricted(caller, until, now)
    return {
      ...refused(caller, (minute + 1) * MINUTE, now, `${nameOf(caller)} may make ${limit} requests a minute.`),
      window,
    }
  }
  return { allowed: true, limit, remaining: limit - hits, reset_at: (minute + 1) * MINUTE, message: '', window }
}

/** Reads an attribute of the item that refused the update: a number or, from the wire, `{ N: "..." }`. NaN without it. */
function numberIn(error: ConditionFailed, name: string): number {
  const value = error.item?.[name] as number | { N: string } | undefined
  return Number(typeof value === 'object' ? value.N : value)
}

/** Notes that the limit was broken in this minute. @returns when the restriction ends that this brings about, if it does. */
async function strike(caller: Counted, minute: number, now: number): Promise<number | undefined> {
  const key = rateStrikesKey(caller.key_id)
  const item = await update(key, {
    UpdateExpression: 'ADD struck :minute SET expires_at = :expiry',
    ExpressionAttributeValues: { ':minute': new Set([minute]), ':expiry': windowExpiry(minute + STRIKE_MINUTES) },
    ReturnValues: 'ALL_NEW',
  })
  const struck = [...((item?.struck as Set<number> | undefined) ?? [])]
  const past = struck.filter((other) => other <= minute - STRIKE_MINUTES)
  if (struck.length - past.length >= STRIKES) return restrict(caller, minute, now)
  if (past.length > 0) {
    await update(key, {
      UpdateExpression: 'DELETE struck :past',
      ExpressionAttributeValues: { ':past': new Set(past) },
    })
  }
  return undefined
}

/**
 * Writes the end of the restriction into every window it covers, so that each request learns of it from the one update
 * that it makes anyway. Not one transaction: that would collide with the requests that are counted meanwhile.
 */
async function restrict(caller: Counted, minute: number, now: number): Promise<number> {
  const until = now + RESTRICTION_MS
  const covered = Math.floor((until - 1) / MINUTE) - minute + 1
  await Promise.all(
    Array.from({ length: covered }, (_, ahead) =>
      update(rateWindowKey(caller.key_id, minute + ahead), {
        UpdateExpression: 'SET restricted_until = :until, expires_at = :expiry',
        ExpressionAttributeValues: { ':until': until, ':expiry': windowExpiry(minute + ahead) },
      }),
    ),
  )
  await update(rateStrikesKey(caller.key_id), { UpdateExpression: 'REMOVE struck' })
  return until
}
