// People, their sessions, and what binds them to owners, as stored.
import * as z from 'zod/mini'
import { ROLES } from '../api-keys/rules/roles.ts'

export const RoleName = z.enum(ROLES)

export const Person = z.lazy(() =>
  z.object({
    id: z.string(),
    /** As the provider gave it last, verified there. */
    email: z.string(),
    name: z.string(),
    created_at: z.number(),
    last_seen_at: z.number(),
    /**
     * When sessions were ended from another browser last: a person who signs in after that enters the password again, as the browser may be
     * in other hands and the provider would let it in by itself.
     */
    revoked_at: z.optional(z.number()),
  }),
)
export type Person = z.infer<typeof Person>

export const Session = z.lazy(() =>
  z.object({
    id: z.string(),
    person_id: z.string(),
    /** The owner that is being worked for; null while the person belongs to none. */
    owner_id: z.nullable(z.string()),
    /** Goes up with every change of what the session may do: statements about an earlier one no longer hold. */
    generation: z.number(),
    user_agent: z.string(),
    created_at: z.number(),
    last_used_at: z.number(),
  }),
)
export type Session = z.infer<typeof Session>

export const Member = z.lazy(() =>
  z.object({
    owner_id: z.string(),
    person_id: z.string(),
    role: RoleName,
    joined_at: z.number(),
    /** The hash of the invitation's link: accepted again, after an answer that got lost, it is known. */
    invitation_hash: z.optional(z.string()),
    /** Up to when the person has seen the owner's notices. */
    notices_seen_at: z.optional(z.number()),
    /** Whether the person wants them by mail. */
    notices_by_mail: z.optional(z.boolean()),
  }),
)
export type Member = z.infer<typeof Member>

export const Invitation = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    email: z.string(),
    role: RoleName,
    /** The address of the person who invited; null for the operator. */
    invited_by: z.nullable(z.string()),
    /** The person who invited; null for the operator. Invitations of earlier releases have only the address. */
    created_by: z.optional(z.nullable(z.string())),
    /** Which of the owner's places for open invitations it takes. */
    place: z.optional(z.number()),
    token_hash: z.string(),
    created_at: z.number(),
    until: z.number(),
  }),
)
export type Invitation = z.infer<typeof Invitation>

/** How long an invitation can be accepted. */
export const INVITATION_MS = 7 * 24 * 3_600_000
