// A lease: an item that one holder at a time has, and that is free again by itself when the holder is gone.
import { TABLE } from '../contract.ts'
import type { Key } from '../table-keys.ts'
import { ConditionFailed, put, update } from './table.ts'

export interface Lease {
  key: Key
  holder: string
}

/**
 * One that is ours already stays ours: the SDK repeats a write whose answer got lost.
 * @param now Unix ms. @returns the lease, to be given back with `freeLease`; nothing while another holds it.
 */
export async function takeLease(key: Key, leaseMs: number, now: number): Promise<Lease | undefined> {
  const holder = crypto.randomUUID()
  const until = now + leaseMs
  try {
    await put(
      { ...key, holder, until, [TABLE.timeToLive]: Math.ceil(until / 1000) },
      {
        ConditionExpression: `attribute_not_exists(${TABLE.partitionKey}) OR #until <= :now OR holder = :holder`,
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now, ':holder': holder },
      },
    )
    return { key, holder }
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/**
 * Takes one of several leases, whichever is free.
 * @param keyAt the key of each, by its number from 0. @returns nothing while others hold all of them.
 */
export async function takeOneOf(
  count: number,
  keyAt: (place: number) => Key,
  leaseMs: number,
  now: number,
): Promise<Lease | undefined> {
  const first = Math.floor(Math.random() * count)
  for (let step = 0; step < count; step += 1) {
    const lease = await takeLease(keyAt((first + step) % count), leaseMs, now)
    if (lease) return lease
  }
  return undefined
}

/** Free at once for the next. One that ran out and has another holder by now is left to that. */
export async function freeLease({ key, holder }: Lease): Promise<void> {
  try {
    await update(key, {
      UpdateExpression: 'SET #until = :free',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':free': 0, ':holder': holder },
    })
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
  }
}
