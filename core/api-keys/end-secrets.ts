// Ends secrets at once, although the gateway and warm functions remember for a while whom they belong to.
//
// Every request makes one update anyway, on the window of its caller and minute (`limiter.ts`). What ends is written into
// those windows, for as long as anybody may remember: the update then fails, and the request is refused with 401, without a
// further call. It takes a caller's id and a generation, whatever the caller is: the secrets of a key are counted by its
// rotations, and what else has an id and ends (a session) counts its own states from 1.
import { ConditionFailed, update } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { rateWindowKey } from '../table-keys.ts'
import { MINUTE, windowExpiry } from './windows.ts'

/** How far the clock of the process that ends a secret may be off, and how long an answer may take into a cache. */
const SLACK_MS = 2 * MINUTE

/**
 * Refuses what shows a secret of this generation or an earlier one from now on; later generations pass. Call it when the
 * table no longer resolves those secrets: this covers only what is remembered of them.
 * @param callerId what `admit` counts by: the id of a key or of a session.
 * @param now Unix ms.
 */
export const endSecrets = (callerId: string, generation: number, now = Date.now()): Promise<void> =>
  inWindows(callerId, now, 'ended_generation', generation)

/** Refuses every session of the person that began up to now, as `endSecrets` does one. @param now Unix ms. */
export const endSessionsBegun = (personId: string, now: number): Promise<void> =>
  inWindows(personId, now, 'ended_begun', now)

async function inWindows(callerId: string, now: number, name: string, value: number): Promise<void> {
  const first = Math.floor((now - SLACK_MS) / MINUTE)
  const last = Math.floor((now + AUTHORIZER_CACHE_SECONDS * 1000 + SLACK_MS) / MINUTE)
  const minutes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  await Promise.all(minutes.map((minute) => raise(callerId, minute, name, value)))
}

async function raise(callerId: string, minute: number, name: string, value: number): Promise<void> {
  try {
    await update(rateWindowKey(callerId, minute), {
      ConditionExpression: 'attribute_not_exists(#name) OR #name < :value',
      UpdateExpression: 'SET #name = :value, expires_at = :expiry',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value, ':expiry': windowExpiry(minute) },
    })
  } catch (error) {
    // More has ended already.
    if (!(error instanceof ConditionFailed)) throw error
  }
}
