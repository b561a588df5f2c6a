// How many files an owner may have fetched at the same time: each of them holds a function and its memory.
import { ConditionFailed, put, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { importSlotKey } from '../table-keys.ts'
import { MAX_IMPORTS } from './rules/transfer-limits.ts'

/** Longer than a function can run: what a crash left taken is free again by then. */
const LEASE_MS = 5 * 60_000

/** When it is worth trying again, seconds. */
const RETRY_SECONDS = 5

export interface ImportSlot {
  ownerId: string
  place: number
  holder: string
}

async function take(slot: ImportSlot, now: number): Promise<boolean> {
  const until = now + LEASE_MS
  try {
    await put(
      {
        ...importSlotKey(slot.ownerId, slot.place),
        holder: slot.holder,
        until,
        [TABLE.timeToLive]: Math.ceil(until / 1000),
      },
      {
        ConditionExpression: `attribute_not_exists(${TABLE.partitionKey}) OR #until <= :now`,
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now },
      },
    )
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Free at once for the next; where that fails, when the lease ends. */
export async function freeImportSlot({ ownerId, place, holder }: ImportSlot): Promise<void> {
  try {
    await update(importSlotKey(ownerId, place), {
      UpdateExpression: 'SET #until = :free',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':free': 0, ':holder': holder },
    })
  } catch (error) {
    if (!(error instanceof ConditionFailed)) {
      log.warn('the place of a URL upload stays taken until its lease ends', { error: error as Error })
    }
  }
}

/**
 * Takes one of the owner's places, to be given back with `freeImportSlot` however the fetching ends.
 * @param now Unix ms.
 * @throws {AppError} `rate_limit_exceeded` while all places are taken.
 */
export async function takeImportSlot(ownerId: string, now: number): Promise<ImportSlot> {
  const holder = crypto.randomUUID()
  const first = Math.floor(Math.random() * MAX_IMPORTS)
  for (let step = 0; step < MAX_IMPORTS; step += 1) {
    const slot = { ownerId, place: (first + step) % MAX_IMPORTS, holder }
    if (await take(slot, now)) return slot
  }
  throw refuse(
    'rate_limit_exceeded',
    `${MAX_IMPORTS} files of yours are being fetched by their addresses; wait until one of them is done.`,
    undefined,
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  )
}
