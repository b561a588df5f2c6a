// Joining an owner by the link of an invitation.
import { NotAdmin } from '../api-keys/actor.ts'
import { hashOf } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { AppError, refuse } from '../errors.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import { INVITATION_MS, type Invitation, type Member } from './people.ts'
import { getPerson } from './person-store.ts'
import { aimIdleSessions, switchOwner } from './sessions.ts'
import { addMember, findInvitation, getMember, membershipsOf } from './team-store.ts'

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

/** The membership that the person has by the link already: an earlier request made it, and its answer got lost. */
async function joinedBefore(token: string, personId: string): Promise<Member | undefined> {
  const hash = hashOf(token)
  return (await membershipsOf(personId)).find(({ invitation_hash }) => invitation_hash === hash)
}

/** For a refusal: that membership. @throws any other error, and the refusal of a person who has none. */
const orJoined = (token: string, personId: string) => async (error: unknown) => {
  const member = error instanceof AppError ? await joinedBefore(token, personId) : undefined
  if (!member) throw error
  return member
}

/** An accepted invitation, to the person who did: where the answer was lost, the page of the link still leads on. */
async function acceptedInvitation({ owner_id, person_id, role, joined_at }: Member) {
  const person = await getPerson(person_id)
  return { owner_id, role, email: person?.email ?? '', until: joined_at + INVITATION_MS }
}

/** The invitation of a link. @throws {AppError} `not_found` */
export async function describeInvitation(token: string, personId: string, now: number) {
  const { owner_id, role, email, until } = await openInvitation(token, now).catch(async (error: unknown) =>
    acceptedInvitation(await orJoined(token, personId)(error)),
  )
  const owner = await getOwner(owner_id)
  return { owner: { name: owner?.name ?? '' }, role, email, expires_at: until }
}

/** @throws {AppError} `not_found`, `conflict`; `invitation_of_another_address` */
async function join(token: string, personId: string, now: number): Promise<Member> {
  const [invitation, person] = await Promise.all([openInvitation(token, now), getPerson(personId)])
  if (person?.email !== invitation.email) {
    throw refuse(
      'invitation_of_another_address',
      `The invitation was sent to another address than ${person?.email ?? 'yours'}. Sign in with that one, or ask for a new invitation.`,
    )
  }
  const { owner_id, role, token_hash, created_by } = invitation
  const member: Member = { owner_id, person_id: personId, role, joined_at: now, invitation_hash: token_hash }
  if (await getMember(owner_id, personId)) {
    throw refuse('conflict', 'You belong to this team already.')
  }
  // The maker of the invitation was removed just now: nobody may invite themselves back.
  if (created_by === personId) throw endedInvitation()
  await addMember(member, invitation).catch((error: unknown) => {
    if (error instanceof NotAdmin) throw endedInvitation()
    if (error instanceof ConditionFailed) throw refuse('not_found', 'The invitation was used or withdrawn just now.')
    throw error
  })
  log.info('member joined', { owner_id, person_id: personId, role })
  return member
}

/**
 * The person joins, and goes on in this session for that owner; sent again by the same person, it is answered as the first time.
 * @throws {AppError} `not_found`, `conflict`; `invitation_of_another_address`
 */
export async function acceptInvitation(token: string, personId: string, sessionId: string, now: number): Promise<void> {
  const { owner_id } = await join(token, personId, now).catch(orJoined(token, personId))
  await aimIdleSessions(personId, owner_id, now)
  await switchOwner(personId, sessionId, owner_id, now)
}
