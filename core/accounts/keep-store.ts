// The keeper's reads and writes of accounts: which are due, and what keeping changed.
import { ConditionFailed, queryPages, update } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { accountKey, dueAccounts, shardOf, sortable, timed } from '../table-keys.ts'
import { changeAccount, stoppedEvent } from './account-state-store.ts'
import { Account } from './rules/account.ts'

export interface DueAccount {
  account_id: string
  due_sk: string
}

/** The accounts that are due in one shard of the index, the longest overdue first. */
export async function* overdueAccounts(shard: number, now: number): AsyncGenerator<DueAccount[]> {
  const pages = queryPages({
    IndexName: TABLE.byDue.name,
    KeyConditionExpression: 'due_pk = :pk AND due_sk < :now',
    ExpressionAttributeValues: { ':pk': dueAccounts(shard), ':now': sortable(now + 1) },
    Limit: 200,
  })
  for await (const items of pages) {
    yield items.map(({ due_sk }) => ({ account_id: timed.read(String(due_sk))[1], due_sk: String(due_sk) }))
  }
}

/** Takes an account until `until`, when its turn comes again if nothing was saved. @returns nothing if it was taken. */
export async function claimAccount({ account_id, due_sk }: DueAccount, until: number): Promise<Account | undefined> {
  try {
    const item = await update(accountKey(account_id), {
      UpdateExpression: 'SET due_sk = :until',
      ConditionExpression: 'due_sk = :seen',
      ExpressionAttributeValues: { ':until': timed(until, account_id), ':seen': due_sk },
      ReturnValues: 'ALL_NEW',
    })
    return Account.parse(item)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** The fields that the keeper may change. */
export type Kept = Pick<
  Account,
  | 'external_username'
  | 'external_name'
  | 'external_bio'
  | 'external_profile_url'
  | 'account_type'
  | 'limits'
  | 'status'
  | 'status_reason'
  | 'token_ciphertext'
  | 'token_expires_at'
  | 'token_refreshed_at'
  | 'renew_at'
  | 'renewal_begun_at'
  | 'permissions'
  | 'refresh_tried_at'
  | 'refresh_problem'
  | 'profile_synced_at'
  | 'keep_failures'
  | 'picture_key'
  | 'picture_version'
  | 'figures_day'
>

/**
 * Writes what keeping changed, if the account was not connected, disconnected or marked in the meantime.
 * @returns whether it was written.
 */
export async function saveKept(before: Account, changes: Partial<Kept>, now: number, keepAt?: number | null) {
  const names: Record<string, string> = { '#status': 'status' }
  const values: Record<string, unknown> = {
    ':now': now,
    ':token': before.token_ciphertext,
    ':before': before.status,
  }
  const sets = ['updated_at = :now']
  for (const [name, value] of Object.entries(changes)) {
    names[`#${name}`] = name
    values[`:new_${name}`] = value
    sets.push(`#${name} = :new_${name}`)
  }
  let removal = ''
  if (keepAt === null) removal = ' REMOVE due_pk, due_sk'
  else if (keepAt !== undefined) {
    sets.push('due_pk = :due_pk', 'due_sk = :due_sk')
    values[':due_pk'] = dueAccounts(shardOf(before.id))
    values[':due_sk'] = timed(keepAt, before.id)
  }
  return changeAccount(
    before.id,
    {
      UpdateExpression: `SET ${sets.join(', ')}${removal}`,
      ConditionExpression: 'token_ciphertext = :token AND #status = :before',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
    changes.status && stoppedEvent(before, changes.status, changes.status_reason ?? null, now),
  )
}
