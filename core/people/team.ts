// Who belongs to an owner: members, their roles, and invitations to join.
import { hashOf, newSecret } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { addUser } from '../aws/user-pool.ts'
import { optionalSetting, setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import { INVITATION_MS, type Invitation, type Member } from './people.ts'
import { getPeople, getPerson } from './person-store.ts'
import type { Role } from './rules/roles.ts'
import { aimIdleSessions, switchOwner, tellSessionsOf } from './sessions.ts'
import {
  addInvitation,
  addMember,
  changeRole,
  findInvitation,
  getInvitation,
  getMember,
  invitationsOf,
  LastAdmin,
  membersOf,
  removeInvitation,
  removeMember,
} from './team-store.ts'

const INVITATION_PREFIX = 'spi_'
/** What one owner may have open at once. */
const MOST_INVITATIONS = 100

export interface MemberView {
  id: string
  email: string
  name: string
  role: Role
  joined_at: number
  last_seen_at: number
  you: boolean
}

export interface InvitationView {
  id: string
  email: string
  role: Role
  invited_by: string | null
  created_at: number
  expires_at: number
}

const invitationView = ({ id, email, role, invited_by, created_at, until }: Invitation): InvitationView => ({
  id,
  email,
  role,
  invited_by,
  created_at,
  expires_at: until,
})

/** @param you the person who looks. */
export async function describeTeam(ownerId: string, you: string | undefined, now: number) {
  const [members, invitations] = await Promise.all([membersOf(ownerId), invitationsOf(ownerId, now)])
  const people = await getPeople(members.map(({ person_id }) => person_id))
  return {
    members: members.map(({ person_id, role, joined_at }): MemberView => {
      const person = people.get(person_id)
      return {
        id: person_id,
        email: person?.email ?? '',
        name: person?.name ?? '',
        role,
        joined_at,
        last_seen_at: person?.last_seen_at ?? joined_at,
        you: person_id === you,
      }
    }),
    invitations: invitations.map(invitationView),
  }
}

export interface Invited extends InvitationView {
  /** The link to hand on. */
  url: string
}

/**
 * Invites an address; an earlier invitation of the same address ends. Where the service has a user pool of its own, the
 * address gets a user there, whom the pool sends the first password.
 * @param given.invitedBy the person who invites; nobody for the operator.
 * @throws {AppError} `conflict` for who belongs to the owner already.
 */
export async function invite(given: {
  ownerId: string
  email: string
  role: Role
  invitedBy?: string
  now: number
}): Promise<Invited> {
  const { ownerId, email, role, invitedBy, now } = given
  const [team, inviter] = await Promise.all([
    describeTeam(ownerId, invitedBy, now),
    invitedBy === undefined ? undefined : getPerson(invitedBy),
  ])
  if (team.members.some((member) => member.email === email)) {
    throw refuse('conflict', `${email} belongs to the team already.`, 'email')
  }
  const earlier = team.invitations.filter((open) => open.email === email)
  if (team.invitations.length - earlier.length >= MOST_INVITATIONS) {
    throw refuse('conflict', `There are ${MOST_INVITATIONS} open invitations; withdraw one first.`)
  }
  // First, so that nobody holds a link to a sign-in that does not know them.
  if (optionalSetting(ENV.userPool)) await addUser(setting(ENV.userPool), email)
  for (const { id } of earlier) await withdrawInvitation(ownerId, id)
  const token = newSecret(INVITATION_PREFIX)
  const invitation: Invitation = {
    id: newId(),
    owner_id: ownerId,
    email,
    role,
    invited_by: inviter?.email ?? null,
    token_hash: hashOf(token),
    created_at: now,
    until: now + INVITATION_MS,
  }
  await addInvitation(invitation)
  log.info('member invited', { owner_id: ownerId, invitation_id: invitation.id, role, by: invitedBy })
  return { ...invitationView(invitation), url: `${setting(ENV.dashboardUrl)}/invitations/${token}` }
}

/** @throws {AppError} `not_found` */
export async function withdrawInvitation(ownerId: string, invitationId: string): Promise<void> {
  const invitation = await getInvitation(ownerId, invitationId)
  if (!invitation) throw refuse('not_found', 'There is no invitation with this id.')
  await removeInvitation(invitation)
}

async function openInvitation(token: string, now: number): Promise<Invitation> {
  const invitation = await findInvitation(hashOf(token))
  if (!invitation || invitation.until <= now) {
    throw refuse('not_found', 'There is no such invitation: it was withdrawn, was accepted, or is older than 7 days.')
  }
  return invitation
}

/** What a link invites to. @throws {AppError} `not_found` */
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
  await addMember(member, invitation).catch((error: unknown) => {
    if (error instanceof ConditionFailed) throw refuse('not_found', 'The invitation was used or withdrawn just now.')
    throw error
  })
  await aimIdleSessions(personId, member, now)
  await switchOwner(personId, sessionId, member.owner_id, now)
  log.info('member joined', { owner_id: member.owner_id, person_id: personId, role: member.role })
}

async function requireMember(ownerId: string, personId: string): Promise<Member> {
  const member = await getMember(ownerId, personId)
  if (!member) throw refuse('not_found', 'There is no member with this id.')
  return member
}

const refused = (error: unknown): never => {
  if (error instanceof LastAdmin) {
    throw refuse('last_admin', 'An owner must have an admin: make somebody else one first.')
  }
  if (error instanceof ConditionFailed) throw refuse('conflict', 'The member was changed at the same moment.')
  throw error
}

/** From the next request on. @throws {AppError} `not_found`, `last_admin` */
export async function setRole(ownerId: string, personId: string, role: Role, now: number): Promise<void> {
  const member = await requireMember(ownerId, personId)
  if (member.role !== role) await changeRole(member, role).catch(refused)
  // Also where it stood so: a first try may have ended before it got here.
  await tellSessionsOf(personId, ownerId, role, now)
  log.info('role changed', { owner_id: ownerId, person_id: personId, role })
}

/** From the next request on. @throws {AppError} `not_found`, `last_admin` */
export async function removeFromTeam(ownerId: string, personId: string, now: number): Promise<void> {
  const member = await requireMember(ownerId, personId)
  await removeMember(member).catch(refused)
  await tellSessionsOf(personId, ownerId, null, now)
  log.info('member removed', { owner_id: ownerId, person_id: personId })
}
