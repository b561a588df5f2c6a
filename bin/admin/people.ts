// person delete
import { refuse } from '../../core/errors.ts'
import { getOwner } from '../../core/owners/owner-store.ts'
import { deletePerson } from '../../core/people/delete-person.ts'
import { getPerson } from '../../core/people/person-store.ts'
import { removeFromTeam } from '../../core/people/team.ts'
import { membershipsOf, membersOf } from '../../core/people/team-store.ts'
import type { Call, Outcome } from './command.ts'

export async function remove({ words }: Call): Promise<Outcome> {
  const id = words['person-id'] as string
  const person = await getPerson(id)
  if (!person) throw refuse('not_found', `There is no person with the id ${id}: member list shows the ids.`)
  const memberships = await membershipsOf(id)
  // All of them before the first is ended: a person is deleted as a whole or not at all.
  for (const { owner_id, role } of memberships) {
    const admins = (await membersOf(owner_id)).filter((member) => member.role === 'admin')
    if (role !== 'admin' || admins.length > 1) continue
    const owner = await getOwner(owner_id)
    throw refuse(
      'last_admin',
      `${person.email} is the only admin of ${owner?.name ?? owner_id}: make another member an admin, or delete that owner.`,
    )
  }
  for (const { owner_id } of memberships) await removeFromTeam(owner_id, id, Date.now())
  await deletePerson(id)
  return {
    json: { person_id: id, email: person.email, memberships: memberships.length },
    text: `${person.email} is deleted, and was removed from ${memberships.length} teams. The trail of activities names only the id ${id}, for a year.`,
  }
}
