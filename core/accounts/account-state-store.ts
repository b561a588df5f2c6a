// States of accounts in the table: what is learned of an account while it is connected, and the event that tells its owner.

import { ConditionFailed, transact, update } from '../aws/table.ts'
import { accountKey, dueAccounts, shardOf, timed } from '../table-keys.ts'
import { eventItem, newEvent } from '../webhooks/event-store.ts'
import type { WebhookEvent } from '../webhooks/rules/webhooks.ts'
import { getAccount } from './account-store.ts'
import type { Account, AccountStatus } from './rules/account.ts'
import { RECHECK_MS } from './rules/account-rules.ts'

type Change = Parameters<typeof update>[1]

/** The problem that a platform reported of an account. */
interface Finding {
  status: Exclude<AccountStatus, 'disconnected'>
  reason: string | null
  /** The ciphertext of the token that the answer was about, if known. */
  token: string | undefined
  now: number
}

/**
 * The account in this state, unless it is disconnected, or has another token than the one that the answer was about.
 * @param before the state it was read in: where it is the same, the keeper's turn stays. Posts that fail one after another would put it
 *   off for ever, and its token would run out.
 */
function stateChange(accountId: string, { status, reason, token, now }: Finding, before?: AccountStatus): Change {
  const setsTurn = before !== status
  const sameToken = token === undefined ? 'attribute_exists(token_ciphertext)' : 'token_ciphertext = :token'
  return {
    UpdateExpression: `SET #status = :status, status_reason = :reason, updated_at = :now${setsTurn ? ', due_pk = :due_pk, due_sk = :due_sk' : ''}`,
    ConditionExpression: `${sameToken} AND #status <> :disconnected`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':status': status,
      ':reason': reason,
      ':now': now,
      ...(setsTurn
        ? { ':due_pk': dueAccounts(shardOf(accountId)), ':due_sk': timed(now + RECHECK_MS[status], accountId) }
        : {}),
      ':disconnected': 'disconnected',
      ...(token === undefined ? {} : { ':token': token }),
    },
  }
}

/** Notes that the account works again with this token (its ciphertext), without telling anybody. */
export async function markActive(accountId: string, token: string | undefined, now: number): Promise<void> {
  await changeAccount(accountId, stateChange(accountId, { status: 'active', reason: null, token, now }))
}

/**
 * Notes what a platform said of the account while something else was being done. The keeper looks at it within
 * hours. A disconnected account stays so.
 * @param token the ciphertext of the token that the answer was about, if known: it says nothing about another token.
 * @returns the event that was stored with it, where the account stopped working by this.
 */
export async function markAccount(
  accountId: string,
  status: Finding['status'],
  reason: string | null,
  now: number,
  token?: string,
): Promise<WebhookEvent | undefined> {
  const before = status === 'active' ? undefined : await getAccount(accountId)
  const change = stateChange(accountId, { status, reason, token, now }, before?.status)
  const event = before && stoppedEvent(before, status, reason, now)
  if (event) {
    const told = await changeAccount(
      accountId,
      {
        ...change,
        ConditionExpression: `${change.ConditionExpression} AND #status = :before`,
        ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ':before': before!.status },
      },
      event,
    )
    if (told) return event
  }
  await changeAccount(accountId, change)
  return undefined
}

/**
 * The event of an account that stops working.
 * @param before the account as it was. @returns nothing where its owner was told to do something already, and still has to.
 */
export function stoppedEvent(
  before: Account,
  status: AccountStatus,
  reason: string | null,
  now: number,
): WebhookEvent | undefined {
  const stops = status === 'action_required' ? before.status === 'active' : before.status !== status
  if (!stops || (status !== 'action_required' && status !== 'reconnect_required')) return undefined
  return newEvent(before.owner_id, `account.${status}`, { account_id: before.id, reason }, now)
}

/**
 * The copy of the picture was removed with the connection before: an account that was connected again in between shows the platform's own
 * address, until the keeper has made another copy. A disconnected account names none.
 */
export const forgetPicture = (accountId: string, now: number): Promise<boolean> =>
  changeAccount(accountId, {
    UpdateExpression: 'SET picture_key = :none, picture_version = :none, updated_at = :now',
    ConditionExpression: 'attribute_exists(token_ciphertext)',
    ExpressionAttributeValues: { ':none': null, ':now': now },
  })

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
