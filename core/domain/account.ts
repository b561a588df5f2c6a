// What a connected social account is, as stored.
import { z } from 'zod'

/**
 * `active` posts go · `reconnect_required` the token is dead · `action_required` the platform wants the owner to act
 * (checkpoint, restriction) · `disconnected` ended by the owner or operator; the token is erased.
 */
export const AccountStatus = z.enum(['active', 'reconnect_required', 'action_required', 'disconnected'])
export type AccountStatus = z.infer<typeof AccountStatus>

export const Account = z.object({
  id: z.string(),
  owner_id: z.string(),
  provider: z.enum(['instagram', 'threads', 'facebook', 'x', 'youtube']),
  external_account_id: z.string(),
  external_username: z.string(),
  external_name: z.string(),
  external_bio: z.string(),
  external_profile_url: z.string(),
  status: AccountStatus,
  /** Why it is not active, in a sentence for the owner. */
  status_reason: z.string().nullable().default(null),
  /** Encrypted; absent for accounts that are only listed, and after disconnecting. */
  token_ciphertext: z.string().optional(),
  token_expires_at: z.number().nullable().default(null),
  token_refreshed_at: z.number().nullable().default(null),
  profile_synced_at: z.number().nullable().default(null),
  created_at: z.number(),
  updated_at: z.number(),
})
export type Account = z.infer<typeof Account>
