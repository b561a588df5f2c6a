// Accounts and their tokens, as the control calls make them.
import { z } from 'zod'
import { findAccount } from './consent.ts'
import { type Account, DAY_MS } from './model.ts'
import { LONG_TOKEN_MS } from './oauth.ts'
import { savePicture } from './pictures.ts'
import type { Simulator } from './simulator.ts'

export const AccountInput = z.strictObject({
  /** With the id of an account that exists: changes it. */
  external_id: z
    .string()
    .regex(/^\d{1,30}$/)
    .optional(),
  username: z
    .string()
    .regex(/^[A-Za-z0-9._]{1,30}$/)
    .optional(),
  name: z.string().max(200).optional(),
  account_type: z.enum(['Business', 'Media_Creator', 'Personal']).optional(),
  biography: z.string().max(500).optional(),
  scopes: z.array(z.string()).optional(),
  is_verified: z.boolean().optional(),
  followers_count: z.int().min(0).optional(),
  /** A JPEG in base64; null for an account without a picture; absent: one is drawn. */
  picture: z.base64().nullable().optional(),
  restricted: z.boolean().optional(),
  trial_reels: z.boolean().optional(),
  geo_gating: z.boolean().optional(),
  linked_instagram: z.boolean().optional(),
})

export const TokenInput = z.strictObject({
  account: z.string(),
  kind: z.enum(['short', 'long']).default('long'),
  scopes: z.array(z.string()).optional(),
  /** How long ago it was issued. */
  age_ms: z.int().min(0).default(0),
})

/** Makes or changes an account. */
export async function saveAccount(sim: Simulator, input: z.infer<typeof AccountInput>): Promise<Account> {
  const { picture, ...given } = input
  const existing = input.external_id === undefined ? undefined : sim.store.accounts.get(input.external_id)
  const external_id = input.external_id ?? sim.store.newId(sim.rules.idPrefix.account)
  const username = input.username ?? existing?.username ?? `user_${external_id.slice(-8)}`
  const base: Account = existing ?? {
    external_id,
    app_scoped_id: sim.platform === 'threads' ? external_id : sim.store.newId(sim.rules.idPrefix.appScoped),
    username,
    name: username,
    account_type: 'Business',
    biography: '',
    scopes: [sim.rules.scopes.basic, sim.rules.scopes.publish],
    is_verified: false,
    followers_count: 0,
    picture: null,
    restricted: false,
    created_at: sim.now(),
  }
  const account: Account = { ...base, ...given, external_id, username }
  if (picture === null) account.picture = null
  else if (picture !== undefined) account.picture = await savePicture(sim, username, Buffer.from(picture, 'base64'))
  else if (!existing) account.picture = await savePicture(sim, username)
  sim.store.put('account', account)
  return account
}

/** @returns the text of a new token, or undefined where there is no such account. */
export function grantToken(sim: Simulator, input: z.infer<typeof TokenInput>): string | undefined {
  const account = findAccount(sim, input.account)
  if (!account) return undefined
  const issued_at = sim.now() - input.age_ms
  const expires_at = issued_at + (input.kind === 'long' ? LONG_TOKEN_MS : DAY_MS / 24)
  const scopes = input.scopes ?? account.scopes
  return sim.store.issueToken({ account: account.external_id, kind: input.kind, scopes, issued_at, expires_at })
}
