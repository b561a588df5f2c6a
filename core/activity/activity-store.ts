// The record of changes, in the table. Each entry is written in the transaction of its change: neither exists without the
// other. Nothing changes or deletes one (`lib/table.ts`); the table itself does after a year.
import { queryPage, type TransactItem } from '../aws/table.ts'
import { newId } from '../ids.ts'
import { activityKey, activityOf, activitySort, activityTime } from '../table-keys.ts'
import { whoAsks } from './asking.ts'
import { ACTIVITY_DAYS, type Activity, cut, type Deed } from './rules/activity.ts'

/** An entry as a part of the transaction of its change: the value of its `Put`. */
export function entryOf(
  ownerId: string,
  { action, target_id, target_name = null, details = {} }: Deed,
  at = Date.now(),
): NonNullable<TransactItem['Put']> {
  const activity: Activity = {
    id: newId(),
    owner_id: ownerId,
    action,
    target_id,
    target_name: target_name === null ? null : cut(target_name),
    details,
    actor: whoAsks(),
    at,
  }
  return {
    Item: {
      ...activityKey(ownerId, at, activity.id),
      ...activity,
      expires_at: Math.ceil(at / 1000) + ACTIVITY_DAYS * 86_400,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  }
}

/** The same where another file's transaction takes it along. */
export const entryItem = (ownerId: string, deed: Deed, at?: number): TransactItem => ({
  Put: entryOf(ownerId, deed, at),
})

export interface ActivityPage {
  activities: Activity[]
  /** Names the last one, where there are older ones. */
  next_before: string | null
}

/** The latest first. @param before the entry that the page before ended with; an unknown one is ignored. */
export async function listActivities(
  ownerId: string,
  { before, since = 0, limit, now }: { before?: string; since?: number; limit: number; now: number },
): Promise<ActivityPage> {
  // The table deletes what has expired only some time afterwards.
  const first = activityTime(Math.max(since, now - ACTIVITY_DAYS * 86_400_000))
  const last = before ?? activityTime(now + 60_000)
  // DynamoDB refuses to look between two keys of which the first is the later one.
  if (last < first) return { activities: [], next_before: null }
  const page = await queryPage({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': activityOf(ownerId),
      ':first': first,
      ':last': last,
    },
    ScanIndexForward: false,
    // One more shows whether there is any, and the one that the page begins after is among them.
    Limit: limit + 2,
    ConsistentRead: true,
  })
  const found = page.items.map((item) => item as unknown as Activity & { sk: string })
  const rest = found.filter(({ sk }) => sk !== before)
  const shown = rest.slice(0, limit)
  const oldest = shown.at(-1)
  return {
    activities: shown.map(({ id, owner_id, action, target_id, target_name, details, actor, at }) => ({
      id,
      owner_id,
      action,
      target_id,
      target_name,
      details,
      actor,
      at,
    })),
    next_before: oldest && (rest.length > limit || page.next !== undefined) ? activitySort(oldest.at, oldest.id) : null,
  }
}
