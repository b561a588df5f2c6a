// How many posts of an owner are still to go out, by account.
import { queryPages } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { unfinishedOf } from '../table-keys.ts'

/** Publications that have not ended, scheduled ones among them, by the account's id. */
export async function countUnfinished(ownerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const pages = queryPages({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner',
    ExpressionAttributeValues: { ':owner': unfinishedOf(ownerId) },
    ProjectionExpression: 'owner_sk',
  })
  for await (const rows of pages) {
    for (const { owner_sk } of rows) {
      const accountId = String(owner_sk).split('#')[0]!
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    }
  }
  return counts
}
