// A connected social account, as stored.
import * as z from 'zod/mini'
import type { AccountLimits } from '../../platforms/account-limits.ts'
import { PROVIDER_NAMES } from '../../platforms/providers.ts'

/**
 * `active` posts go · `reconnect_required` the token is dead · `action_required` the platform wants the owner to act
 * (checkpoint, restriction) · `disconnected` ended by the owner or operator; the token is erased.
 */
export const AccountStatus = z.enum(['active', 'reconnect_required', 'action_required', 'disconnected'])
export type AccountStatus = z.infer<typeof AccountStatus>

const Time = z._default(z.nullable(z.number()), null)

export const Account = z.lazy(() =>
  z.object({
    id: z.string(),
    owner_id: z.string(),
    provider: z.enum(PROVIDER_NAMES),
    /** Digits beyond 2^53: never a number. */
    external_account_id: z.string(),
    external_username: z.string(),
    external_name: z.string(),
    external_bio: z.string(),
    /** The platform's own address of the picture: signed, and soon over. Shown only where there is no copy. */
    external_profile_url: z.string(),
    /** `business` or `media_creator`; null where the platform has no such thing. */
    account_type: z._default(z.nullable(z.string()), null),
    /** The limits of the account's server, where servers have limits of their own. */
    limits: z._default(z.nullable(z.custom<AccountLimits>()), null),
    /** The platform that was signed in to, where the account came with one of another. */
    connected_via: z._default(z.nullable(z.string()), null),
    /** The owner's grants; null where a token was given directly. */
    permissions: z._default(z.nullable(z.array(z.string())), null),
    status: AccountStatus,
    /** Why it is not active, in a sentence for the owner. */
    status_reason: z._default(z.nullable(z.string()), null),
    /** Encrypted; absent for accounts that are only listed, and after disconnecting. */
    token_ciphertext: z.optional(z.string()),
    /** At the latest, while `token_refreshed_at` is null: nobody says how old a token is that was given directly. */
    token_expires_at: Time,
    /** When a platform last said how long the token lives. */
    token_refreshed_at: Time,
    /** From when on the session must be renewed before it is used; null where it is good until it ends. */
    renew_at: Time,
    /** A renewal with a single-use refresh token was started, and its outcome is not stored yet. */
    renewal_begun_at: Time,
    /** The last try to refresh that failed since the token was granted. */
    refresh_tried_at: Time,
    /** Why the platform refused to refresh a token that still works; it ends when it expires. */
    refresh_problem: z._default(z.nullable(z.string()), null),
    profile_synced_at: Time,
    /** Keepings in a row that failed: what back-off grows with. */
    keep_failures: z._default(z.number(), 0),
    /** The last Unix day on which its figures were kept. */
    figures_day: z._default(z.nullable(z.number()), null),
    /** Where the copy of the profile picture is in the bucket. */
    picture_key: z._default(z.nullable(z.string()), null),
    /** The version of it that the platform named (ETag or date), so that it is downloaded again only when it changes. */
    picture_version: z._default(z.nullable(z.string()), null),
    /** The person who connected it last; null for the operator, absent where it was connected before this was noted. */
    created_by: z.optional(z.nullable(z.string())),
    /** When it was connected last; `created_at` is the first time. */
    connected_at: Time,
    created_at: z.number(),
    updated_at: z.number(),
  }),
)
export type Account = z.infer<typeof Account>
