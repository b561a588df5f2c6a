// How many posts of an account are still to go out.
import { queryPage } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { unfinishedOf, unfinishedSort } from '../table-keys.ts'
import { MOST_COUNTED } from './rules/account-rules.ts'

/** Publications on an account that have not ended, scheduled ones among them, up to `MOST_COUNTED`. */
export async function countUnfinished(ownerId: string, accountId: string): Promise<number> {
  const { items } = await queryPage({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owner AND begins_with(owner_sk, :account)',
    ExpressionAttributeValues: { ':owner': unfinishedOf(ownerId), ':account': unfinishedSort(accountId, '') },
    ProjectionExpression: 'owner_sk',
    Limit: MOST_COUNTED,
  })
  return items.length
}
