// Owners in the table: by id, by name, and all of them.
import { entryOf } from '../activity/activity-store.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { get, queryPage, transact } from '../aws/table.ts'
import { TABLE } from '../contract.ts'
import { OWNERS, ownerKey, ownerNameKey, PARTITION, summaryStateKey, timed } from '../table-keys.ts'
import { Owner } from './owner.ts'

const HOUR = 3_600_000

/** @throws {ConditionFailed} when the name is taken. */
export async function addOwner(owner: Owner): Promise<void> {
  const hour = Math.floor(owner.created_at / HOUR)
  const day = Math.floor(hour / 24)
  await transact([
    {
      Put: {
        Item: { ...ownerNameKey(owner.name), owner_id: owner.id },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Put: {
        Item: {
          ...ownerKey(owner.id),
          owner_pk: OWNERS,
          owner_sk: timed(owner.created_at, owner.id),
          ...owner,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    // Nothing can have happened before: summaries begin here.
    { Put: { Item: { ...summaryStateKey(owner.id), hours: hour, days: day, job_hours: hour, job_days: day } } },
    {
      Put: entryOf(
        owner.id,
        { action: 'owner.created', target_id: owner.id, target_name: owner.name },
        owner.created_at,
      ),
    },
  ])
}

export async function getOwner(ownerId: string): Promise<Owner | undefined> {
  const item = await get(ownerKey(ownerId))
  return item && Owner.parse(item)
}

export async function findOwner(name: string): Promise<Owner | undefined> {
  const item = await get(ownerNameKey(name))
  return item ? getOwner(String(item.owner_id)) : undefined
}

/** @throws {ConditionFailed} when there is no such owner. */
export async function setRateLimitMax({ id, name }: Owner, rate: number): Promise<void> {
  await transact([
    {
      Update: {
        Key: ownerKey(id),
        UpdateExpression: 'SET rate_limit_max = :rate',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':rate': rate },
      },
    },
    {
      Put: entryOf(id, {
        action: 'owner.changed',
        target_id: id,
        target_name: name,
        details: { rate_limit_max: rate },
      }),
    },
  ])
}

/** The deed of who takes the owner's data along. */
export const exportedBy = ({ id, name }: Owner): Deed => ({
  action: 'owner.exported',
  target_id: id,
  target_name: name,
})

/** Records that the owner's data are taken along. */
export const rememberExport = (owner: Owner): Promise<void> => transact([{ Put: entryOf(owner.id, exportedBy(owner)) }])

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
