// How many accounts an owner may have connected.
import { refuse } from '../errors.ts'
import { countAccounts } from './account-store.ts'

/** The most that people connect for one owner: each is looked after several times a day, for as long as it stays connected. */
export const MOST_ACCOUNTS = 1000

/** @throws {AppError} `conflict` where the owner has as many. */
export async function checkRoom(ownerId: string): Promise<void> {
  if ((await countAccounts(ownerId)) >= MOST_ACCOUNTS)
    throw refuse('conflict', `${MOST_ACCOUNTS} accounts are connected already; disconnect one first.`)
}
