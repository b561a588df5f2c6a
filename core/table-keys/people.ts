// Keys of people and their sessions, of teams, invitations and connect links.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, text } from './shape.ts'

export const personKey = (personId: string): Key => ({ pk: PARTITION.person(personId), sk: 'PERSON' })
/** The owners a person belongs to, and the sessions: each list stands under the person, so it misses nothing new. */
export const personOwnerSort = shape('OWNER', text)
export const personOwnerKey = (personId: string, ownerId: string): Key => ({
  pk: PARTITION.person(personId),
  sk: personOwnerSort(ownerId),
})
export const personSessionSort = shape('SESSION', text)
export const personSessionKey = (personId: string, sessionId: string): Key => ({
  pk: PARTITION.person(personId),
  sk: personSessionSort(sessionId),
})
export const sessionKey = (sha256: string): Key => ({ pk: PARTITION.session(sha256), sk: 'SESSION' })
/** A sign-in that was started; only a hash of its `state` is kept. */
export const signInKey = (stateSha256: string): Key => ({ pk: PARTITION.signIn(stateSha256), sk: 'SIGNIN' })
/** How many admins the owner has. */
export const teamKey = (ownerId: string): Key => ({ pk: PARTITION.team(ownerId), sk: 'TEAM' })
export const memberSort = shape('MEMBER', text)
export const memberKey = (ownerId: string, personId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: memberSort(personId),
})
export const invitationSort = shape('INVITATION', text)
export const invitationKey = (ownerId: string, invitationId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: invitationSort(invitationId),
})
export const invitationByLinkKey = (sha256: string): Key => ({ pk: PARTITION.invitation(sha256), sk: 'INVITATION' })
const invitationPlaceSort = shape('PLACE', number)
/** Taken while an invitation is open: there are as many places as an owner may have open invitations. */
export const invitationPlaceKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.team(ownerId),
  sk: invitationPlaceSort(place),
})
const mailsSort = shape('MAILS', number)
/** Counts the first passwords that an owner had mailed on a Unix day. */
export const mailsOfDayKey = (ownerId: string, day: number): Key => ({
  pk: PARTITION.team(ownerId),
  sk: mailsSort(day),
})
/** Kept for a while after a first password was mailed to the address, no matter who sent the invitation. */
export const mailedKey = (addressSha256: string): Key => ({ pk: PARTITION.invitation(addressSha256), sk: 'MAILED' })

export const connectLinkSort = shape('CONNECTLINK', text)
/** A link by which somebody without a user connects accounts for the owner. */
export const connectLinkKey = (ownerId: string, linkId: string): Key => ({
  pk: PARTITION.team(ownerId),
  sk: connectLinkSort(linkId),
})
export const connectLinkBySecretKey = (sha256: string): Key => ({
  pk: PARTITION.connectLink(sha256),
  sk: 'CONNECTLINK',
})
