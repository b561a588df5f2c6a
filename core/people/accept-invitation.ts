// Joining an owner by the link of an invitation.
import { NotAdmin } from '../api-keys/actor.ts'
import { hashOf } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import type { Invitation, Member } from './people.ts'
import { getPerson } from './person-store.ts'
import { aimIdleSessions, switchOwner } from './sessions.ts'
import { addMember, findInvitation, getMember } from './team-store.ts'

const endedInvitation = () =>
  refuse(
    'not_found',
    'There is no such invitation: it was withdrawn, was accepted, is older than 7 days, or was made by somebody who is no admin any more.',
  )

async function openInvitation(token: string, now: number): Promise<Invitation> {
  const invitation = await findInvitation(hashOf(token))
  if (!invitation || invitation.until <= now) throw endedInvitation()
  const { owner_id, created_by } = invitation
  if (created_by && (await getMember(owner_id, created_by))?.role !== 'admin') throw endedInvitation()
  return invitation
}

/** The invitation of a link. @throws {AppError} `not_found` */
export async function describeInvitation(token: string, now: number) {
  const invitation = await openInvitation(token, now)
  const owner = await getOwner(invitation.owner_id)
  return {
    owner: { name: owner?.name ?? '' },
    role: invitation.role,
    email: invitation.email,
    expires_at: invitation.until,
  }
}

/** The person joins, and goes on in this session for that owner. @throws {AppError} `not_found`, `conflict`; `invitation_of_another_address` */
export async function acceptInvitation(token: string, personId: string, sessionId: string, now: number): Promise<void> {
  const [invitation, person] = await Promise.all([openInvitation(token, now), getPerson(personId)])
  if (person?.email !== invitation.email) {
    throw refuse(
      'invitation_of_another_address',
      `The invitation was sent to another address than ${person?.email ?? 'yours'}. Sign in with that one, or ask for a new invitation.`,
    )
  }
  const member: Member = {
    owner_id: invitation.owner_id,
    person_id: personId,
    role: invitation.role,
    joined_at: now,
  }
  if (await getMember(member.owner_id, personId)) {
    throw refuse('conflict', 'You belong to this team already.')
  }
  // The maker of the invitation was removed just now: nobody may invite themselves back.
  if (invitation.created_by === personId) throw endedInvitation()
  await addMember(member, invitation).catch((error: unknown) => {
    if (error instanceof NotAdmin) throw endedInvitation()
    if (error instanceof ConditionFailed) throw refuse('not_found', 'The invitation was used or withdrawn just now.')
    throw error
  })
  await aimIdleSessions(personId, member.owner_id, now)
  await switchOwner(personId, sessionId, member.owner_id, now)
  log.info('member joined', { owner_id: member.owner_id, person_id: personId, role: member.role })
}
