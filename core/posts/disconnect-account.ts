// Ends a connection: the token is erased, the account leaves the list, what was still to be published there fails.

import { forgetPicture } from '../accounts/account-state-store.ts'
import { eraseConnection, getAccount } from '../accounts/account-store.ts'
import type { Account } from '../accounts/rules/account.ts'
import { removeObjects } from '../aws/bucket.ts'
import { PICTURE_PREFIX } from '../contract.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { failPublicationsOf } from './fail-account.ts'

export interface Disconnected {
  account: Account
  /** Publications that ended `account_disconnected`. */
  failed: number
  /** Publications in a worker's hands at this moment: they end by themselves. */
  left: number
}

const unknown = () => refuse('not_found', 'There is no account with this id.')

/** Connected again at this very moment, the account may have lost its new copy. */
async function removePictures(accountId: string): Promise<void> {
  try {
    await removeObjects(`${PICTURE_PREFIX}/${accountId}/`)
    await forgetPicture(accountId, Date.now())
  } catch (error) {
    log.warn('the pictures of a disconnected account were not removed', {
      account_id: accountId,
      error: error as Error,
    })
  }
}

/**
 * Repeating it finishes what a first call did not.
 * @param ownerId when given, the account must be this owner's.
 * @throws {AppError} `not_found`
 */
export async function disconnectAccount({
  accountId,
  ownerId,
  now = Date.now(),
}: {
  accountId: string
  ownerId?: string
  now?: number
}): Promise<Disconnected> {
  const before = await getAccount(accountId)
  if (!before || (ownerId !== undefined && before.owner_id !== ownerId)) throw unknown()
  // From here on nothing new is accepted or started for it.
  const account = await eraseConnection(before, 'The account was disconnected.', now)
  if (!account) throw unknown()
  // At once: while its posts are ended, which can take a while, the account may be connected again and have its picture copied.
  if (account.status === 'disconnected') await removePictures(accountId)
  const ended = await failPublicationsOf(account.owner_id, accountId, now)
  log.info('account disconnected', { account_id: accountId, owner_id: account.owner_id, ...ended })
  return { account, ...ended }
}
