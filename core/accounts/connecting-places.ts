// How many connections of an owner may be under way at the same time: each waits for servers that anybody can name, up to half a
// minute, and holds a function for as long.
import { freeLease, takeOneOf } from '../aws/lease.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { connectingPlaceKey } from '../table-keys.ts'

export const MOST_CONNECTING = 10

/** Longer than a function can run: what a crash left taken is free again by then. */
const LEASE_MS = 60_000

/** When it is worth trying again, seconds. */
const RETRY_SECONDS = 5

/** Does the work with one of the owner's places. @throws {AppError} `rate_limit_exceeded` while all are taken; as the work does. */
export async function inConnectingPlace<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const place = await takeOneOf(MOST_CONNECTING, (at) => connectingPlaceKey(ownerId, at), LEASE_MS, Date.now())
  if (!place) {
    const problem = `${MOST_CONNECTING} accounts of this team are being connected; wait until one of them is done.`
    throw refuse('rate_limit_exceeded', problem, undefined, { headers: { 'Retry-After': String(RETRY_SECONDS) } })
  }
  try {
    return await work()
  } finally {
    await freeLease(place).catch((error: unknown) =>
      log.warn('the place of a connection stays taken until its lease ends', { error: error as Error }),
    )
  }
}
