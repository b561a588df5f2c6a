// Accounts in the table: one function per access pattern.

import { entryOf } from '../activity/activity-store.ts'
import type { Action } from '../activity/rules/activity.ts'
import { transactAsAdmin } from '../api-keys/actor.ts'
import { batchGet, ConditionFailed, get, type Item, queryAll, type TransactItem, transact } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { ProviderName } from '../platforms/providers.ts'
import { accountKey, accountsOf, connectedKey, dueAccounts, externalAccountKey, shardOf, timed } from '../table-keys.ts'
import { Account } from './rules/account.ts'
import { nextKeepAt } from './rules/account-rules.ts'

/** The account with its place in the indexes: in its owner's list while connected, in the keeper's while cared for. */
const accountItem = (account: Account, keepAt: number | null): Item => ({
  ...accountKey(account.id),
  ...account,
  kind: account.provider,
  owner_pk: accountsOf(account.owner_id),
  owner_sk: timed(account.created_at, account.id),
  ...(keepAt === null ? {} : { due_pk: dueAccounts(shardOf(account.id)), due_sk: timed(keepAt, account.id) }),
})

export async function getAccount(accountId: string): Promise<Account | undefined> {
  const item = await get(accountKey(accountId))
  return item && Account.parse(item)
}

/** The ids that are accounts of the owner, disconnected ones included, in no particular order. */
export async function getAccountsOf(ownerId: string, accountIds: readonly string[]): Promise<Account[]> {
  const items = await batchGet([...new Set(accountIds)].map(accountKey))
  return items.map((item) => Account.parse(item)).filter(({ owner_id }) => owner_id === ownerId)
}

/** Rows of the owner's connected accounts in the index. */
const rowsOf = (ownerId: string): Promise<Item[]> =>
  queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': accountsOf(ownerId) },
  })

/** How many accounts the owner has connected. */
export const countAccounts = async (ownerId: string): Promise<number> => (await rowsOf(ownerId)).length

/** The owner's connected accounts in the order of connecting. */
export async function listAccounts(ownerId: string): Promise<Account[]> {
  const rows = await rowsOf(ownerId)
  const items = await batchGet(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))
  return items
    .map((item) => Account.parse(item))
    .filter(({ status }) => status !== 'disconnected')
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

/** The id under which an owner has, or once had, an account of the outside. */
export async function findAccountId(ownerId: string, provider: ProviderName, externalId: string) {
  const item = await get(externalAccountKey(ownerId, provider, externalId))
  return item && String(item.account_id)
}

const sameExternal = ({ owner_id, provider, external_account_id }: Account) =>
  externalAccountKey(owner_id, provider, external_account_id)

/** The account is connected to another owner. */
export class OfAnotherOwner extends Error {}

/** Records the account's owner. @param alone whether only if it has no other owner. */
const claim = ({ owner_id, provider, external_account_id }: Account, alone: boolean): TransactItem => ({
  Put: {
    Item: { ...connectedKey(provider, external_account_id), owner_id },
    ...(alone
      ? {
          ConditionExpression: 'attribute_not_exists(pk) OR owner_id = :owner',
          ExpressionAttributeValues: { ':owner': owner_id },
        }
      : {}),
  },
})

/** An account in what is remembered of changes. */
const deedOf = (action: Action, { id, provider, external_username }: Account) => ({
  action,
  target_id: id,
  target_name: external_username,
  details: { platform: provider },
})

/** The terms under which an account is stored. */
export interface Terms {
  /** Refuse an account that is connected to another owner. */
  alone?: boolean | undefined
  /** The admin who asks; undefined for the operator. */
  by?: string | undefined
  /** Written in the same transaction: the use of what permits it. */
  permit?: TransactItem | undefined
}

/** The permit is used up, or has ended. */
export class NoPermit extends Error {}

/** The claim comes after the items, and what permits it after that: each can be told apart from the rest. */
async function transactClaimed(
  items: TransactItem[],
  account: Account,
  { action, alone = false, by, permit }: Terms & { action: Action },
) {
  try {
    await transactAsAdmin(
      account.owner_id,
      by,
      [...items, claim(account, alone), ...(permit ? [permit] : [])],
      deedOf(action, account),
    )
  } catch (error) {
    if (permit && error instanceof ConditionFailed && error.failed.includes(items.length + 1)) throw new NoPermit()
    if (error instanceof ConditionFailed && error.failed.includes(items.length)) throw new OfAnotherOwner()
    throw error
  }
}

/**
 * Stores an account that the owner did not have.
 * @throws {ConditionFailed} when another call was faster. @throws {OfAnotherOwner} @throws {NotAdmin} @throws {NoPermit}
 */
export async function addAccount(account: Account, now: number, terms: Terms = {}): Promise<void> {
  const fresh = { ConditionExpression: 'attribute_not_exists(pk)' }
  const items = [
    { Put: { Item: { ...sameExternal(account), account_id: account.id }, ...fresh } },
    { Put: { Item: accountItem(account, nextKeepAt(account, now)), ...fresh } },
  ]
  await transactClaimed(items, account, { ...terms, action: 'account.connected' })
}

/**
 * Writes an account that the owner has already, connected again.
 * @param seenAt `updated_at` of the account as it was read.
 * @throws {ConditionFailed} when it was written since. @throws {OfAnotherOwner} @throws {NotAdmin} @throws {NoPermit}
 */
export async function replaceAccount(account: Account, seenAt: number, now: number, terms: Terms = {}): Promise<void> {
  const item = {
    Put: {
      Item: accountItem(account, nextKeepAt(account, now)),
      ConditionExpression: 'updated_at = :seen',
      ExpressionAttributeValues: { ':seen': seenAt },
    },
  }
  await transactClaimed([item], account, { ...terms, action: 'account.reconnected' })
}

/** The account is free for another owner. */
const released = ({ owner_id, provider, external_account_id }: Account): TransactItem => ({
  Delete: {
    Key: connectedKey(provider, external_account_id),
    ConditionExpression: 'attribute_not_exists(pk) OR owner_id = :owner',
    ExpressionAttributeValues: { ':owner': owner_id },
  },
})

/**
 * Ends the connection: off every list, the token erased, the claim released, all or nothing: a step that came later could meet the
 * account connected again. The item stays, so that the account keeps its id.
 * @param before the account as it was read: one that is disconnected already is only erased once more.
 * @returns the account as it is then; undefined where it was deleted meanwhile.
 */
export async function eraseConnection(before: Account, reason: string, now: number): Promise<Account | undefined> {
  const erasing = (condition: string): TransactItem => ({
    Update: {
      Key: accountKey(before.id),
      UpdateExpression:
        'SET #status = :disconnected, status_reason = :reason, token_expires_at = :none, token_refreshed_at = :none, ' +
        'external_profile_url = :empty, picture_key = :none, picture_version = :none, updated_at = :now ' +
        'REMOVE token_ciphertext, owner_pk, owner_sk, due_pk, due_sk',
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':disconnected': 'disconnected',
        ':reason': reason,
        ':none': null,
        ':empty': '',
        ':now': now,
      },
    },
  })
  /** @returns whether the account was in the state that the first of them needs. */
  const done = async (items: readonly TransactItem[]): Promise<boolean> => {
    for (const along of [[released(before)], []])
      try {
        await transact([...items, ...along])
        return true
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error
        // Else the claim alone is in the way: it has passed to another owner, and stays.
        if (error.failed.includes(0)) return false
      }
    return false
  }
  const record = { Put: entryOf(before.owner_id, deedOf('account.disconnected', before), now) }
  const recorded =
    before.status !== 'disconnected' &&
    (await done([erasing('attribute_exists(pk) AND #status <> :disconnected'), record]))
  // Somebody else disconnected it, and that is in the record.
  if (!recorded) await done([erasing('#status = :disconnected')])
  return getAccount(before.id)
}
