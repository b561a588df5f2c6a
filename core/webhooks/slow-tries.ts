// How many messages to slow addresses of one owner are under way at the same time. An address that answers late, or not at
// all, holds a worker for as long: thousands of its messages would take every worker from everybody else.
import { freeLease, type Lease, takeLease } from '../aws/lease.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import { slowTryKey } from '../table-keys.ts'

/** Longer than a try can take: what a crash left taken is free again by then. */
const LEASE_MS = 60_000

/**
 * One of the owner's places, to be given back with `endSlowTry`. One of them is looked at, whichever: those who find it
 * taken come again, and looking at each would cost a write each.
 */
export const beginSlowTry = (ownerId: string, now: number): Promise<Lease | undefined> =>
  takeLease(slowTryKey(ownerId, Math.floor(Math.random() * Number(setting(ENV.slowTriesAtOnce)))), LEASE_MS, now)

/** Free at once for the next; where that fails, when the lease ends. */
export async function endSlowTry(place: Lease): Promise<void> {
  try {
    await freeLease(place)
  } catch (error) {
    log.warn('the place of a slow webhook stays taken until its lease ends', { error: error as Error })
  }
}
