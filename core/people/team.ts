// The members of an owner, their roles, and who is invited to join.

import { checkRoleNow, NotAdmin, noAdmin } from '../api-keys/actor.ts'
import { endAssistantsOf } from '../api-keys/assistant-keys.ts'
import { type Role, reaches } from '../api-keys/rules/roles.ts'
import { hashOf, newSecret } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { AppError, refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { voidConnectLinksBy } from './connect-link-store.ts'
import { mailFirstPassword } from './first-password.ts'
import { INVITATION_MS, type Invitation, type Member } from './people.ts'
import { getPeople, getPerson } from './person-store.ts'
import type { PasswordMail } from './rules/invitation-mails.ts'
import { tellSessionsOf } from './sessions.ts'
import {
  addInvitation,
  changeRole,
  getInvitation,
  getMember,
  invitationsOf,
  LastAdmin,
  membersOf,
  removeInvitation,
  removeMember,
} from './team-store.ts'

const INVITATION_PREFIX = 'spi_'
/** The most that one owner may have open at once. */
export const MOST_INVITATIONS = 100
/** How often a place is looked for again when another invitation took the one that was free. */
const PLACE_TRIES = 20

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
  created_by: string | null
  created_at: number
  expires_at: number
}

const invitationView = (invitation: Invitation): InvitationView => {
  const { id, email, role, invited_by, created_by, created_at, until } = invitation
  return {
    id,
    email,
    role,
    invited_by,
    created_by: created_by ?? null,
    created_at,
    expires_at: until,
  }
}

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
  /** Whether the address was mailed a first password. */
  password_mail: PasswordMail
}

/** Stores the invitation in a place that is free. @throws {AppError} `conflict` when all are taken; `role_required` */
async function placeInvitation(invitation: Invitation): Promise<void> {
  for (let round = 1; ; round += 1) {
    const open = await invitationsOf(invitation.owner_id, invitation.created_at)
    const taken = new Set(open.map(({ place }) => place))
    const free = Array.from({ length: MOST_INVITATIONS }, (_, place) => place).filter((place) => !taken.has(place))
    if (open.length >= MOST_INVITATIONS || free.length === 0)
      throw refuse('conflict', `There are ${MOST_INVITATIONS} open invitations; withdraw one first.`)
    // At random, so that many requests at once seldom want the same place.
    const place = free[Math.floor(Math.random() * free.length)]!
    try {
      return await addInvitation({ ...invitation, place })
    } catch (error) {
      if (!(error instanceof ConditionFailed) || round >= PLACE_TRIES) return refused(error)
    }
  }
}

/**
 * Invites an address; an earlier invitation of the same address ends. Where the service has a user pool of its own, the
 * address gets a user there, whom the pool sends the first password.
 * @param given.invitedBy the person who invites; nobody for the operator.
 * @throws {AppError} `conflict` for a person who belongs to the owner already; `role_required` if the caller is no longer an admin.
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
  if (invitedBy !== undefined && !team.members.some(({ id, role: is }) => id === invitedBy && is === 'admin')) {
    throw noAdmin()
  }
  const earlier = team.invitations.filter((open) => open.email === email)
  if (team.invitations.length - earlier.length >= MOST_INVITATIONS) {
    throw refuse('conflict', `There are ${MOST_INVITATIONS} open invitations; withdraw one first.`)
  }
  // First, so that nobody holds a link to a sign-in that does not know them.
  const password_mail = await mailFirstPassword(ownerId, email, now)
  for (const { id } of earlier) {
    await withdrawInvitation(ownerId, id, invitedBy).catch((error: unknown) => {
      // Withdrawn or accepted at the same moment.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    })
  }
  const token = newSecret(INVITATION_PREFIX)
  const invitation: Invitation = {
    id: newId(),
    owner_id: ownerId,
    email,
    role,
    invited_by: inviter?.email ?? null,
    created_by: invitedBy ?? null,
    token_hash: hashOf(token),
    created_at: now,
    until: now + INVITATION_MS,
  }
  await placeInvitation(invitation)
  log.info('member invited', { owner_id: ownerId, invitation_id: invitation.id, role, by: invitedBy, password_mail })
  return { ...invitationView(invitation), url: `${setting(ENV.dashboardUrl)}/invitations/${token}`, password_mail }
}

const noInvitation = () => refuse('not_found', 'There is no invitation with this id.')

/** @param by the admin who asks; undefined for the operator. @throws {AppError} `not_found`, `role_required` */
export async function withdrawInvitation(ownerId: string, invitationId: string, by?: string): Promise<void> {
  const invitation = await getInvitation(ownerId, invitationId)
  if (!invitation) throw noInvitation()
  await removeInvitation(invitation, by).catch((error: unknown) => {
    if (error instanceof ConditionFailed) throw noInvitation()
    return refused(error)
  })
}

/** Whether the person made the invitation. Those of earlier releases name the inviter only by address. */
const madeBy = ({ created_by, invited_by }: Invitation, { id, email }: { id: string; email?: string }): boolean =>
  created_by === undefined ? invited_by !== null && invited_by === email : created_by === id

/**
 * Ends the open invitations that the person made for the owner: the right to make them has ended.
 * @param removed also those to the person's own address, which were made while they joined: nobody comes back by them.
 * @returns how many the person had made.
 */
async function voidInvitations(ownerId: string, personId: string, now: number, removed = false): Promise<number> {
  const [open, person] = await Promise.all([invitationsOf(ownerId, now), getPerson(personId)])
  const made = open.filter((invitation) => madeBy(invitation, { id: personId, email: person?.email }))
  const toThem = removed ? open.filter(({ email }) => email === person?.email) : []
  for (const invitation of new Set([...made, ...toThem])) {
    await removeInvitation(invitation).catch((error: unknown) => {
      // Withdrawn or accepted at the same moment.
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
  return made.length
}

const noMember = () => refuse('not_found', 'There is no member with this id.')

async function requireMember(ownerId: string, personId: string): Promise<Member> {
  const member = await getMember(ownerId, personId)
  if (!member) throw noMember()
  return member
}

const refused = (error: unknown): never => {
  if (error instanceof NotAdmin) throw noAdmin()
  if (error instanceof LastAdmin) {
    throw refuse('last_admin', 'An owner must have an admin: make another member an admin first.')
  }
  if (error instanceof ConditionFailed) throw refuse('conflict', 'The member was changed at the same moment.')
  throw error
}

/**
 * From the next request on. A person who stops being an admin loses the open invitations that they made; assistants that may do more
 * than the new role end.
 * @param by the admin who asks; nobody for the operator.
 * @throws {AppError} `not_found`, `last_admin`; `role_required` if the caller is no longer an admin, and so for people who raise their own role.
 */
export async function setRole(given: {
  ownerId: string
  personId: string
  role: Role
  by?: string
  now: number
}): Promise<void> {
  const { ownerId, personId, role, by, now } = given
  const member = await requireMember(ownerId, personId)
  if (by === personId && (member.role !== 'admin' || !reaches(member.role, role))) throw noAdmin()
  // Also where the member has the role: the answer, and what sessions are told, is to be what is stored.
  await changeRole(member, role, by).catch(refused)
  await tellSessionsOf(personId, ownerId, now)
  const invitations_ended = role === 'admin' ? 0 : await voidInvitations(ownerId, personId, now)
  if (role !== 'admin') await voidConnectLinksBy(ownerId, personId, now)
  await endAssistantsOf(ownerId, personId, role, now)
  log.info('role changed', { owner_id: ownerId, person_id: personId, role, by, invitations_ended })
}

/**
 * From the next request on. The open invitations that the person made end, and the assistants that act in their name; also where the
 * person is no member any more, as a removal that broke off is asked for again.
 * @param by who asks: an admin, or the person; undefined for the operator.
 * @returns how many invitations ended. @throws {AppError} `not_found`, `last_admin`, `role_required`
 */
export async function removeFromTeam(ownerId: string, personId: string, now: number, by?: string) {
  const member = await getMember(ownerId, personId)
  if (member) await removeMember(member, by).catch(refused)
  else if (by !== undefined && by !== personId) await checkRoleNow(ownerId, by, 'admin')
  // Each although another failed: perhaps nobody asks again.
  const [invitations, ...others] = await Promise.allSettled([
    voidInvitations(ownerId, personId, now, true),
    tellSessionsOf(personId, ownerId, now),
    voidConnectLinksBy(ownerId, personId, now),
    endAssistantsOf(ownerId, personId, undefined, now),
  ])
  if (invitations.status === 'rejected') throw invitations.reason
  for (const other of others) if (other.status === 'rejected') throw other.reason
  if (!member) throw noMember()
  const { value: invitations_ended } = invitations
  log.info('member removed', { owner_id: ownerId, person_id: personId, by, invitations_ended })
  return { invitations_ended }
}
