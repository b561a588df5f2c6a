// An API key as stored: one item by its id, which lists show, and one by the hash of its secret, which callers are
// resolved by. Only the second is read on a request.
import * as z from 'zod/mini'
import { ASSISTANT_ROLES } from './rules/roles.ts'

export const ApiKey = z.lazy(() =>
  z.object({
    key_id: z.string(),
    owner_id: z.string(),
    label: z.nullable(z.string()),
    rate_limit: z.number(),
    status: z.enum(['active', 'revoked']),
    /** Absent once revoked: nothing of the secret is kept. */
    secret_hash: z.optional(z.string()),
    /** Counts the key's secrets: 1 at first, one more with each rotation. */
    generation: z._default(z.number(), 1),
    /** The secret before the last rotation, while it lives on: its hash, and the Unix ms at which it ends. */
    old_secret_hash: z.optional(z.string()),
    old_secret_until: z._default(z.nullable(z.number()), null),
    /** The id that API Gateway gave the mirrored key; absent for keys that share the common one. */
    gateway_key_id: z.optional(z.string()),
    /** The person who made it; null for the operator, absent for keys that were made before this was noted. */
    created_by: z.optional(z.nullable(z.string())),
    /** Set for keys that are access tokens: the assistant, and what a person lets it do. */
    assistant: z.optional(
      z.object({
        person_id: z.string(),
        /** It works while the person has this role or a higher one. */
        role: z.enum(ASSISTANT_ROLES),
        client_id: z.string(),
        /** Where the assistant had the person sent back to. */
        redirect_host: z.string(),
        /** Unix ms at which it is over unless it is refreshed before. */
        until: z.number(),
      }),
    ),
    /** The one refresh token that is good. */
    refresh_hash: z.optional(z.string()),
    created_at: z.number(),
    rotated_at: z._default(z.nullable(z.number()), null),
    revoked_at: z._default(z.nullable(z.number()), null),
    last_used_at: z._default(z.nullable(z.number()), null),
  }),
)
export type ApiKey = z.infer<typeof ApiKey>

export const KeySecret = z.lazy(() =>
  z.object({
    key_id: z.string(),
    owner_id: z.string(),
    rate_limit: z.number(),
    /** Whether the gateway holds a copy of the key; without one it uses a shared key. */
    mirrored: z.boolean(),
    /** Unix ms at which that copy was made; 0 for what was stored before this was noted. */
    mirrored_at: z._default(z.number(), 0),
    last_used_at: z._default(z.nullable(z.number()), null),
    generation: z._default(z.number(), 1),
    /** Unix ms from which on the secret is refused; null for the secret of a key that no rotation has replaced. */
    ends_at: z._default(z.nullable(z.number()), null),
    /** Set for an access token: the person in whose name the assistant acts, and the role that it was given. */
    person_id: z.optional(z.string()),
    role: z.optional(z.enum(ASSISTANT_ROLES)),
  }),
)
export type KeySecret = z.infer<typeof KeySecret>

/** Active keys of one owner. */
export const MOST_KEYS = 100

/** How many of the revoked keys people see: those that were revoked last. */
export const REVOKED_SHOWN = 50

/**
 * How long a new copy of a key may take until the gateway lets requests through by it. AWS says a few minutes at most; some
 * saw more, and until then every request would be answered 403. Such a key uses a shared one until then.
 */
export const MIRROR_SETTLES_MS = 60 * 60_000

/** Requests a minute unless agreed otherwise. */
export const DEFAULT_RATE_LIMIT = 60
export const MAX_RATE_LIMIT = 100_000
