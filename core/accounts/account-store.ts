// Accounts in the table: one function per access pattern.

import { transactAsAdmin } from '../api-keys/actor.ts'
import {
  batchGet,
  ConditionFailed,
  get,
  type Item,
  queryAll,
  remove,
  type TransactItem,
  transact,
  update,
} from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import type { ProviderName } from '../platforms/providers.ts'
import { accountKey, accountsOf, connectedKey, dueAccounts, externalAccountKey, shardOf, timed } from '../table-keys.ts'
import { eventItem, newEvent } from '../webhooks/event-store.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { Account, type AccountStatus } from './rules/account.ts'
import { nextKeepAt, RECHECK_MS } from './rules/account-rules.ts'

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

/** Those of the ids that are the owner's, disconnected ones among them, in no particular order. */
export async function getAccountsOf(ownerId: string, accountIds: readonly string[]): Promise<Account[]> {
  const items = await batchGet([...new Set(accountIds)].map(accountKey))
  return items.map((item) => Account.parse(item)).filter(({ owner_id }) => owner_id === ownerId)
}

/** The owner's connected accounts in the order of connecting. */
export async function listAccounts(ownerId: string): Promise<Account[]> {
  const rows = await queryAll({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': accountsOf(ownerId) },
  })
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

/** Notes whose the account is. @param alone whether only where it is nobody else's. */
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

/** The claim is the last of the items: alone, all the rest still held. */
async function transactClaimed(items: TransactItem[], account: Account, alone: boolean, by?: string): Promise<void> {
  try {
    await transactAsAdmin(account.owner_id, by, [...items, claim(account, alone)])
  } catch (error) {
    if (error instanceof ConditionFailed && error.failed.includes(items.length)) throw new OfAnotherOwner()
    throw error
  }
}

/**
 * Stores an account that the owner did not have. @param alone refuse what is connected to another owner.
 * @param by the admin who asks; nobody for the operator.
 * @throws {ConditionFailed} when another call was faster. @throws {OfAnotherOwner} @throws {NotAdmin}
 */
export async function addAccount(account: Account, now: number, alone = false, by?: string): Promise<void> {
  const fresh = { ConditionExpression: 'attribute_not_exists(pk)' }
  const items = [
    { Put: { Item: { ...sameExternal(account), account_id: account.id }, ...fresh } },
    { Put: { Item: accountItem(account, nextKeepAt(account, now)), ...fresh } },
  ]
  await transactClaimed(items, account, alone, by)
}

/**
 * Writes an account that the owner has already, connected anew.
 * @param seenAt `updated_at` of the account as it was read. @param by as above. @throws {NotAdmin} @throws {ConditionFailed} when it was written since.
 */
export async function replaceAccount(
  account: Account,
  seenAt: number,
  now: number,
  alone = false,
  by?: string,
): Promise<void> {
  const item = {
    Put: {
      Item: accountItem(account, nextKeepAt(account, now)),
      ConditionExpression: 'updated_at = :seen',
      ExpressionAttributeValues: { ':seen': seenAt },
    },
  }
  await transactClaimed([item], account, alone, by)
}

/** The account is free for another owner; a claim that has passed to one already stays. */
export async function releaseClaim({ owner_id, provider, external_account_id }: Account): Promise<void> {
  await remove(connectedKey(provider, external_account_id), {
    ConditionExpression: 'attribute_not_exists(pk) OR owner_id = :owner',
    ExpressionAttributeValues: { ':owner': owner_id },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

/** Ends the connection: off every list, the token erased. The item stays, so that the account keeps its id. */
export async function eraseConnection(accountId: string, reason: string, now: number): Promise<Account> {
  const item = await update(accountKey(accountId), {
    UpdateExpression:
      'SET #status = :disconnected, status_reason = :reason, token_expires_at = :none, token_refreshed_at = :none, ' +
      'external_profile_url = :empty, picture_key = :none, updated_at = :now ' +
      'REMOVE token_ciphertext, owner_pk, owner_sk, due_pk, due_sk',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':disconnected': 'disconnected',
      ':reason': reason,
      ':none': null,
      ':empty': '',
      ':now': now,
    },
    ReturnValues: 'ALL_NEW',
  })
  return Account.parse(item)
}

/**
 * Notes what a platform said of the account while something else was being done. The keeper looks at it within
 * hours. A disconnected account stays so.
 * @param token the ciphertext of the token it was said of, where that is known: of any other it says nothing.
 * @returns the event that was stored with it, where the account stopped working by this.
 */
export async function markAccount(
  accountId: string,
  status: Exclude<AccountStatus, 'disconnected'>,
  reason: string | null,
  now: number,
  token?: string,
): Promise<WebhookEvent | undefined> {
  const sameToken = token === undefined ? 'attribute_exists(token_ciphertext)' : 'token_ciphertext = :token'
  const change: Change = {
    UpdateExpression:
      'SET #status = :status, status_reason = :reason, updated_at = :now, due_pk = :due_pk, due_sk = :due_sk',
    ConditionExpression: `${sameToken} AND #status <> :disconnected`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': status,
      ':reason': reason,
      ':now': now,
      ':due_pk': dueAccounts(shardOf(accountId)),
      ':due_sk': timed(now + RECHECK_MS[status], accountId),
      ':disconnected': 'disconnected',
      ...(token === undefined ? {} : { ':token': token }),
    },
  }
  const before = status === 'reconnect_required' ? await getAccount(accountId) : undefined
  if (before && before.status !== status) {
    const event = reconnectEvent(before, reason, now)
    const told = await changeAccount(
      accountId,
      {
        ...change,
        ConditionExpression: `${change.ConditionExpression} AND #status = :before`,
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ':before': before.status },
      },
      event,
    )
    if (told) return event
  }
  await changeAccount(accountId, change)
  return undefined
}

type Change = Parameters<typeof update>[1]

/** What webhooks are told when an account stops working. */
export const reconnectEvent = ({ id, owner_id }: Account, reason: string | null, now: number): WebhookEvent =>
  newEvent(owner_id, 'account.reconnect_required', { account_id: id, reason }, now)

/** @param event stored in the same transaction. @returns whether the change's condition held. */
export async function changeAccount(accountId: string, change: Change, event?: WebhookEvent): Promise<boolean> {
  const { UpdateExpression = '', ...rest } = change
  try {
    if (event) {
      await transact([
        { Update: { Key: accountKey(accountId), UpdateExpression, ...rest } },
        { Put: { Item: eventItem(event) } },
      ])
    } else {
      await update(accountKey(accountId), change)
    }
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
