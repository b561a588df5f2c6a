// Every owner, for work that goes over all of them.
import { queryPage } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { OWNERS, PARTITION } from '../table-keys.ts'

/** All owners, oldest first, a page at a time. */
export async function listOwners(after?: Record<string, unknown>, limit = 100) {
  const page = await queryPage({
    IndexName: TABLE.byOwner.name,
    KeyConditionExpression: 'owner_pk = :owners',
    ExpressionAttributeValues: { ':owners': OWNERS },
    ExclusiveStartKey: after,
    Limit: limit,
  })
  return { ids: page.items.map((row) => PARTITION.owner.read(String(row.pk))[0]), next: page.next }
}
