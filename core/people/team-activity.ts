// The record of an owner's changes with the names of the people who made them, for admins and the operator.
import { listActivities } from '../activity/activity-store.ts'
import type { Activity } from '../activity/rules/activity.ts'
import { getPeople } from './person-store.ts'

export interface ActivityView {
  id: string
  at: number
  action: Activity['action']
  /** The kind is the first word of the action. For a member the name is the person's. */
  target: { id: string; name: string | null }
  details: Activity['details']
  actor: { kind: Activity['actor']['kind']; id: string | null; name: string | null; email: string | null }
  from: string | null
  through: string | null
}

/** People are named as they are known now; of those who are gone only the id is left. */
export async function describeActivity(
  ownerId: string,
  asked: { before?: string; since?: number; limit: number; now: number },
): Promise<{ activities: ActivityView[]; next_before: string | null }> {
  const { activities, next_before } = await listActivities(ownerId, asked)
  const isMember = ({ action }: Activity) => action.startsWith('member.')
  const people = await getPeople(
    activities.flatMap((one) => [
      ...(one.actor.kind === 'person' && one.actor.id ? [one.actor.id] : []),
      ...(isMember(one) ? [one.target_id] : []),
    ]),
  )
  return {
    next_before,
    activities: activities.map((one): ActivityView => {
      const { id, at, action, target_id, target_name, details, actor } = one
      const person = actor.kind === 'person' && actor.id ? people.get(actor.id) : undefined
      const member = isMember(one) ? people.get(target_id) : undefined
      return {
        id,
        at,
        action,
        // An empty name, as of a connect link without a label, would show nothing at all.
        target: { id: target_id, name: (member ? member.name || member.email : target_name) || null },
        details,
        actor: { kind: actor.kind, id: actor.id, name: person?.name ?? null, email: person?.email ?? null },
        from: actor.from,
        through: actor.through ?? null,
      }
    }),
  }
}
