// Sessions, and the people of an owner, as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { ROLES } from '../api-keys/rules/roles.ts'
import type { Maker } from './makers.ts'
import type { SessionRow, SessionView } from './sessions.ts'
import type { InvitationView, MemberView } from './team.ts'

export const Role = z
  .enum(ROLES)
  .describe(
    '`admin` does everything, `editor` posts and media, `author` posts that an editor approves, `viewer` reads.',
  )
const OwnerOfPerson = z.object({ id: z.uuid(), name: z.string(), role: Role }).meta({ id: 'OwnerOfPerson' })

export const MakerShown = shows<Maker>()(z.object({ id: z.uuid(), name: z.string(), email: z.string() }))
  .meta({ id: 'Maker' })
  .describe(
    'The person who made it. Null where the operator or an API key did, and for what is older than the noting of it.',
  )

export const SessionShown = shows<SessionView>()(
  z.object({
    person: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
    session: z.object({ id: z.uuid(), created_at: Time, expires_at: Time.describe('Unless it is used again.') }),
    owner: OwnerOfPerson.nullable().describe('Whom the session works for; null while the person belongs to no owner.'),
    owners: z.array(OwnerOfPerson),
  }),
).meta({ id: 'Session' })

export const SessionListed = shows<SessionRow>()(
  z.object({
    id: z.uuid(),
    created_at: Time,
    last_used_at: Time,
    expires_at: Time,
    current: z.boolean().describe('The one that asks.'),
    user_agent: z.string(),
  }),
).meta({ id: 'SessionListed' })

export const MemberShown = shows<MemberView>()(
  z.object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    role: Role,
    joined_at: Time,
    last_seen_at: Time,
    you: z.boolean(),
  }),
).meta({ id: 'Member' })

export const InvitationShown = shows<InvitationView>()(
  z.object({
    id: z.uuid(),
    email: z.string(),
    role: Role,
    invited_by: z.string().nullable().describe('By address; null for the operator.'),
    created_by: z.uuid().nullable().describe('The id of the person who invited; null for the operator.'),
    created_at: Time,
    expires_at: Time,
  }),
).meta({ id: 'Invitation' })
