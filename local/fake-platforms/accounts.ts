// Accounts and their tokens, as the control calls make them.
import { z } from 'zod'
import { findAccount } from './consent.ts'
import type { Account } from './model.ts'
import { savePicture } from './pictures.ts'
import type { AccountInput } from './settings.ts'
import type { Simulator } from './simulator.ts'

export const TokenInput = z.strictObject({
  account: z.string(),
  kind: z.enum(['short', 'long']).default('long'),
  scopes: z.array(z.string()).optional(),
  /** How long ago it was issued. */
  age_ms: z.int().min(0).default(0),
})

/** Makes or changes an account. */
export async function saveAccount(sim: Simulator, input: AccountInput): Promise<Account> {
  const { picture, ...given } = input
  const { scopes, idPrefix } = sim.rules
  const existing = input.external_id === undefined ? undefined : sim.store.accounts.get(input.external_id)
  const external_id = input.external_id ?? sim.store.newId(idPrefix.account)
  const username = input.username ?? existing?.username ?? `user_${external_id.slice(-8)}`
  const base: Account = existing ?? {
    external_id,
    app_scoped_id: idPrefix.appScoped === undefined ? external_id : sim.store.newId(idPrefix.appScoped),
    username,
    name: username,
    account_type: 'Business',
    biography: '',
    scopes: [...(sim.rules.usualScopes ?? [scopes.basic, scopes.publish])],
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
  const expires_at = issued_at + sim.rules.tokenMs[input.kind]
  const scopes = input.scopes ?? account.scopes
  return sim.store.issueToken({ account: account.external_id, kind: input.kind, scopes, issued_at, expires_at })
}
