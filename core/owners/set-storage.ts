// How much an owner may store: the operator's command alone sets it.
import { entryOf } from '../activity/activity-store.ts'
import { refuse } from '../errors.ts'
import { setQuota } from '../media/storage-store.ts'
import type { Owner } from './owner.ts'

const GB = 1024 ** 3

/** The most room that an owner is given, GB. */
const MAX_STORAGE_GB = 1_000_000

/** @throws {AppError} when it is no size. */
export function checkStorage(gb: number): void {
  if (!Number.isInteger(gb) || gb < 1 || gb > MAX_STORAGE_GB) {
    throw refuse('invalid_value', `The storage must be a whole number of GB, 1 to ${MAX_STORAGE_GB}.`)
  }
}

/** Gives the owner room for so many GB of files. */
export const setStorage = ({ id, name }: Owner, gb: number): Promise<void> =>
  setQuota(id, gb * GB, [
    { Put: entryOf(id, { action: 'owner.changed', target_id: id, target_name: name, details: { storage_gb: gb } }) },
  ])
