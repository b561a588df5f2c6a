// Members and invitations of owners in the table. Every change of an admin's role changes the count of admins with it, in one
// transaction: an owner is never left without one.

import type { Deed } from '../activity/rules/activity.ts'
import { transactAsAdmin } from '../api-keys/actor.ts'
import type { Role } from '../api-keys/rules/roles.ts'
import { batchGet, ConditionFailed, get, type Item, queryAll, type TransactItem, update } from '../aws/table.ts'
import {
  invitationByLinkKey,
  invitationKey,
  invitationPlaceKey,
  invitationSort,
  memberKey,
  memberSort,
  personKey,
  personOwnerKey,
  personOwnerSort,
  teamKey,
} from '../table-keys.ts'
import { Invitation, Member } from './people.ts'

export async function getMember(ownerId: string, personId: string): Promise<Member | undefined> {
  const item = await get(memberKey(ownerId, personId))
  return item && Member.parse(item)
}

/** Those of these people who are members, in any order. */
export async function getMembers(ownerId: string, personIds: readonly string[]): Promise<Member[]> {
  const items = await batchGet(personIds.map((id) => memberKey(ownerId, id)))
  return items.map((item) => Member.parse(item))
}

const below = (pk: string, prefix: string): Promise<Item[]> =>
  queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  })

/** The members of an owner, who joined first in front. */
export async function membersOf(ownerId: string): Promise<Member[]> {
  const items = await below(teamKey(ownerId).pk, memberSort.prefix)
  return items.map((item) => Member.parse(item)).sort((a, b) => a.joined_at - b.joined_at)
}

/** A person's memberships, the oldest first. */
export async function membershipsOf(personId: string): Promise<Member[]> {
  const rows = await below(personKey(personId).pk, personOwnerSort.prefix)
  const items = await batchGet(rows.map(({ sk }) => memberKey(personOwnerSort.read(String(sk))[0], personId)))
  return items.map((item) => Member.parse(item)).sort((a, b) => a.joined_at - b.joined_at)
}

/** An owner must keep an admin. */
export class LastAdmin extends Error {}

const adminsBy = (before: Role | undefined, after: Role | undefined): number =>
  Number(after === 'admin') - Number(before === 'admin')

/**
 * Writes a change of members, and with it how many admins there are. Going down, one must be left.
 * @param by who must be an admin for it. @throws {LastAdmin} @throws {NotAdmin}
 */
async function changeMembers(
  ownerId: string,
  admins: number,
  change: TransactItem[],
  deed: Deed | undefined,
  by?: string,
): Promise<void> {
  if (admins === 0) return transactAsAdmin(ownerId, by, change, deed)
  const count: TransactItem = {
    Update: {
      Key: teamKey(ownerId),
      UpdateExpression: 'ADD admins :change',
      ...(admins < 0 ? { ConditionExpression: 'admins > :one' } : {}),
      ExpressionAttributeValues: { ':change': admins, ...(admins < 0 ? { ':one': 1 } : {}) },
    },
  }
  try {
    await transactAsAdmin(ownerId, by, [...change, count], deed)
  } catch (error) {
    // Last in the list: if only this failed, all other conditions held.
    if (error instanceof ConditionFailed && error.failed.every((at) => at === change.length)) throw new LastAdmin()
    throw error
  }
}

/** The person who must be an admin for a change of a member; undefined where people change themselves, as their own row is checked. */
const askedBy = ({ person_id }: Member, by: string | undefined) => (by === person_id ? undefined : by)

/**
 * Gives the member a role; also the one that the member has, to be sure of it.
 * @param by the admin who asks. @throws {LastAdmin} @throws {NotAdmin} @throws {ConditionFailed} where the member changed meanwhile.
 */
export async function changeRole(member: Member, role: Role, by?: string): Promise<void> {
  const { owner_id, person_id, role: before } = member
  const change: TransactItem = {
    Update: {
      Key: memberKey(owner_id, person_id),
      UpdateExpression: 'SET #role = :role',
      ConditionExpression: '#role = :before',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':role': role, ':before': before },
    },
  }
  const deed: Deed | undefined =
    before === role ? undefined : { action: 'member.role_changed', target_id: person_id, details: { before, role } }
  await changeMembers(owner_id, adminsBy(before, role), [change], deed, askedBy(member, by))
}

/**
 * @param by who asks: the member, or an admin.
 * @throws {LastAdmin} @throws {NotAdmin} @throws {ConditionFailed} where the member changed meanwhile.
 */
export async function removeMember(member: Member, by?: string): Promise<void> {
  const { owner_id, person_id, role } = member
  const change: TransactItem[] = [
    {
      Delete: {
        Key: memberKey(owner_id, person_id),
        ConditionExpression: '#role = :before',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':before': role },
      },
    },
    { Delete: { Key: personOwnerKey(person_id, owner_id) } },
  ]
  const deed: Deed = { action: 'member.removed', target_id: person_id, details: { role } }
  await changeMembers(owner_id, adminsBy(role, undefined), change, deed, askedBy(member, by))
}

/**
 * Makes a member of the invited person, and uses the invitation up. It is good while the person who made it is an admin.
 * @throws {ConditionFailed} when it is used already.
 * @throws {NotAdmin}
 */
export async function addMember(member: Member, invitation: Invitation): Promise<void> {
  const change: TransactItem[] = [
    {
      Put: {
        Item: { ...memberKey(member.owner_id, member.person_id), ...member },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { ...personOwnerKey(member.person_id, member.owner_id) } } },
    { Delete: { Key: invitationByLinkKey(invitation.token_hash), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: invitationKey(invitation.owner_id, invitation.id) } },
    ...freePlace(invitation),
  ]
  const deed: Deed = {
    action: 'member.joined',
    target_id: member.person_id,
    details: { role: member.role, invited_by: invitation.created_by ?? null },
  }
  const { created_by } = invitation
  await changeMembers(member.owner_id, adminsBy(undefined, member.role), change, deed, created_by ?? undefined)
}

/** The open invitations of an owner, the oldest first; those that have run out are left out. */
export async function invitationsOf(ownerId: string, now: number): Promise<Invitation[]> {
  const items = await below(teamKey(ownerId).pk, invitationSort.prefix)
  return items
    .map((item) => Invitation.parse(item))
    .filter(({ until }) => until > now)
    .sort((a, b) => a.created_at - b.created_at)
}

/** Gives back the place of an open invitation. One that has run out holds none: it may be another's by now. */
const freePlace = ({ owner_id, id, place, until }: Invitation): TransactItem[] =>
  place === undefined || until <= Date.now()
    ? []
    : [
        {
          Delete: {
            Key: invitationPlaceKey(owner_id, place),
            ConditionExpression: 'invitation_id = :id',
            ExpressionAttributeValues: { ':id': id },
          },
        },
      ]

const invited = (action: 'invitation.created' | 'invitation.withdrawn', { id, email, role }: Invitation): Deed => ({
  action,
  target_id: id,
  target_name: email,
  details: { role },
})

/**
 * Stores an invitation in a place of its own.
 * @throws {NotAdmin} where the person who made it is no admin. @throws {ConditionFailed} where the place is taken.
 */
export async function addInvitation(invitation: Invitation): Promise<void> {
  const { owner_id, id, token_hash, place, created_by, created_at, until } = invitation
  const expires_at = Math.ceil(until / 1000)
  const change: TransactItem[] = [
    { Put: { Item: { ...invitationKey(owner_id, id), ...invitation, expires_at } } },
    { Put: { Item: { ...invitationByLinkKey(token_hash), owner_id, id, expires_at } } },
  ]
  if (place !== undefined)
    change.push({
      Put: {
        Item: { ...invitationPlaceKey(owner_id, place), invitation_id: id, until, expires_at },
        ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': created_at },
      },
    })
  await transactAsAdmin(owner_id, created_by ?? undefined, change, invited('invitation.created', invitation))
}

export async function getInvitation(ownerId: string, invitationId: string): Promise<Invitation | undefined> {
  const item = await get(invitationKey(ownerId, invitationId))
  return item && Invitation.parse(item)
}

export async function findInvitation(tokenHash: string): Promise<Invitation | undefined> {
  const link = await get(invitationByLinkKey(tokenHash))
  return link && getInvitation(String(link.owner_id), String(link.id))
}

/** @param by the admin who asks. @throws {NotAdmin} @throws {ConditionFailed} if it is deleted already. */
export async function removeInvitation(invitation: Invitation, by?: string): Promise<void> {
  const { owner_id, id, token_hash } = invitation
  const change: TransactItem[] = [
    { Delete: { Key: invitationKey(owner_id, id), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: invitationByLinkKey(token_hash) } },
    ...freePlace(invitation),
  ]
  await transactAsAdmin(owner_id, by, change, invited('invitation.withdrawn', invitation))
}

/** Changes what a member keeps beside the role. @returns whether the condition held; a member that left is not made again. */
async function changeOwn(key: ReturnType<typeof memberKey>, name: string, value: unknown, also = ''): Promise<boolean> {
  try {
    await update(key, {
      UpdateExpression: `SET ${name} = :value`,
      ConditionExpression: `attribute_exists(pk)${also}`,
      ExpressionAttributeValues: { ':value': value },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** The member has seen the owner's notices up to then; never less than before. */
export const noteNoticesSeen = (ownerId: string, personId: string, at: number): Promise<boolean> =>
  changeOwn(
    memberKey(ownerId, personId),
    'notices_seen_at',
    at,
    ' AND (attribute_not_exists(notices_seen_at) OR notices_seen_at < :value)',
  )

/** Whether the member wants the owner's notices by mail. */
export const changeNoticeMail = ({ owner_id, person_id }: Member, wanted: boolean): Promise<boolean> =>
  changeOwn(memberKey(owner_id, person_id), 'notices_by_mail', wanted)
