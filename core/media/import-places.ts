// How many files an owner may have fetched at the same time: each of them holds a function and its memory.
import { freeLease, type Lease, takeOneOf } from '../aws/lease.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { importPlaceKey } from '../table-keys.ts'
import { MAX_IMPORTS } from './rules/transfer-limits.ts'

/** Longer than a function can run: what a crash left taken is free again by then. */
const LEASE_MS = 5 * 60_000

/** When it is worth trying again, seconds. */
const RETRY_SECONDS = 5

export type ImportPlace = Lease

/** Free at once for the next; where that fails, when the lease ends. */
export async function freeImportPlace(place: ImportPlace): Promise<void> {
  try {
    await freeLease(place)
  } catch (error) {
    log.warn('the place of a URL upload stays taken until its lease ends', { error: error as Error })
  }
}

/**
 * Takes one of the owner's places, to be given back with `freeImportPlace` however the fetching ends.
 * @param now Unix ms.
 * @throws {AppError} `rate_limit_exceeded` while all places are taken.
 */
export async function takeImportPlace(ownerId: string, now: number): Promise<ImportPlace> {
  const place = await takeOneOf(MAX_IMPORTS, (at) => importPlaceKey(ownerId, at), LEASE_MS, now)
  if (place) return place
  throw refuse(
    'rate_limit_exceeded',
    `${MAX_IMPORTS} files of yours are being fetched by their addresses; wait until one of them is done.`,
    undefined,
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  )
}
