// The members of an owner, and the invitations by which people join.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../core/api-keys/actor.ts'
import { refuse } from '../../core/errors.ts'
import { Uuid } from '../../core/ids.ts'
import { log } from '../../core/log.ts'
import { type Made, madeBy } from '../../core/owners/made-by.ts'
import { acceptInvitation, describeInvitation } from '../../core/people/accept-invitation.ts'
import { RoleName } from '../../core/people/people.ts'
import { MailAddress } from '../../core/people/rules/mail-address.ts'
import { describeSession } from '../../core/people/sessions.ts'
import { describeTeam, invite, removeFromTeam, setRole, withdrawInvitation } from '../../core/people/team.ts'
import { describeActivity } from '../../core/people/team-activity.ts'
import { byRoute } from '../by-route.ts'
import { personOf } from '../chain/access.ts'
import { CONSENT_ENDPOINTS } from '../consent-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { BeforeParameter, LimitParameter } from '../paging.ts'

const Member = z.object({ id: Uuid })

/** The link of an invitation; an invalid one is not found. */
const Link = z.object({ token: z.string().check(z.maxLength(200)) })

const team = endpoint({
  auth: 'session',
  needs: 'viewer',
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await describeTeam(caller.owner_id, personOf(caller), now) },
  }),
})

const inviteOne = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({ email: MailAddress, role: RoleName }),
  run: async ({ caller, body, now }) => {
    const { id, email, role, expires_at, url, password_mail } = await invite({
      ownerId: caller.owner_id,
      ...body,
      invitedBy: personOf(caller),
      now,
    })
    return { status: 200, body: { success: true, data: { id, email, role, expires_at, url, password_mail } } }
  },
})

const withdraw = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  run: async ({ caller, params }) => {
    await withdrawInvitation(caller.owner_id, params.id, personOf(caller))
    return { status: 200, body: { success: true, data: { id: params.id } } }
  },
})

const change = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: Member,
  body: z.strictObject({ role: RoleName }),
  run: async ({ caller, params, body, now }) => {
    await setRole({ ownerId: caller.owner_id, personId: params.id, role: body.role, by: personOf(caller), now })
    return { status: 200, body: { success: true, data: { id: params.id, role: body.role } } }
  },
})

/** The person is removed by then, which nothing may hide: where the lists cannot be read, the answer says so. */
const madeByRemoved = (ownerId: string, personId: string): Promise<Made | null> =>
  madeBy(ownerId, personId).catch((error: unknown) => {
    log.error('what a removed member made was not read', {
      owner_id: ownerId,
      person_id: personId,
      error: error as Error,
    })
    return null
  })

const remove = endpoint({
  auth: 'session',
  // Anyone may leave.
  needs: 'viewer',
  params: Member,
  run: async ({ caller, params, now }) => {
    if (params.id !== personOf(caller) && caller.session?.role !== 'admin') {
      throw refuse('role_required', 'Only an admin may remove somebody else (role admin).')
    }
    const { invitations_ended } = await removeFromTeam(caller.owner_id, params.id, now, personOf(caller))
    const made = await madeByRemoved(caller.owner_id, params.id)
    return { status: 200, body: { success: true, data: { id: params.id, invitations_ended, made } } }
  },
})

const lookAt = endpoint({
  auth: 'session',
  needs: 'person',
  params: Link,
  run: async ({ caller, params, now }) => ({
    status: 200,
    body: { success: true, data: await describeInvitation(params.token, personOf(caller), now) },
  }),
})

const accept = endpoint({
  auth: 'session',
  needs: 'person',
  params: Link,
  run: async ({ caller, params, now }) => {
    await acceptInvitation(params.token, personOf(caller), caller.key_id, now)
    return { status: 200, body: { success: true, data: await describeSession(personOf(caller), caller.key_id, now) } }
  },
})

const activity = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  query: z.strictObject({ before: z.optional(BeforeParameter), limit: LimitParameter }),
  run: async ({ caller, query, now }) => {
    const { activities, next_before } = await describeActivity(caller.owner_id, { ...query, now })
    return { status: 200, body: { success: true, data: { result: activities, next_before } } }
  },
})

export const handler = byRoute({
  ...CONSENT_ENDPOINTS,
  'GET /v1/team': team,
  'GET /v1/activity': activity,
  'POST /v1/team/invitations': inviteOne,
  'DELETE /v1/team/invitations/{id}': withdraw,
  'PATCH /v1/team/members/{id}': change,
  'DELETE /v1/team/members/{id}': remove,
  'GET /v1/invitations/{token}': lookAt,
  'POST /v1/invitations/{token}/accept': accept,
})
