// The caller, and whether it may call.
import type { Input } from '../input.ts'
import type { Account } from '../model.ts'
import { ApiError, unauthorized } from './errors.ts'
import type { MastodonSimulator } from './settings.ts'

/** `write` covers `write:media`. */
export const covers = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) || granted.includes(scope.split(':')[0]!)

/** The account of a token whether or not the token still works. */
export const holderOf = (sim: MastodonSimulator, text: string | null): Account | undefined => {
  const token = text === null ? undefined : sim.store.findToken(text)
  return token && sim.store.accounts.get(token.account)
}

/**
 * The caller of what visitors may read too: undefined for one without a token, and for one whose token the server does not have any
 * more. Mastodon removes those that were revoked every night (`Vacuum::AccessTokensVacuum`). @throws {ApiError} as `authorise`.
 */
export function visitorOr(sim: MastodonSimulator, input: Input, scope: string): Account | undefined {
  const { forgets_revoked } = sim.store.settings
  const token = input.token === null || input.tokenIn !== 'header' ? undefined : sim.store.findToken(input.token)
  const known = token !== undefined && !(forgets_revoked && token.revoked !== null)
  return known ? authorise(sim, input, scope) : undefined
}

/** @throws {ApiError} 401 for a token that is not good, 403 for one without the scope or of an account that may not act. */
export function authorise(sim: MastodonSimulator, input: Input, scope: string): Account {
  if (input.token === null) throw unauthorized()
  // Query and body are taken by nobody any more.
  const token = input.tokenIn === 'header' ? sim.store.findToken(input.token) : undefined
  const account = token && sim.store.accounts.get(token.account)
  if (!token || !account) throw unauthorized()
  if (token.revoked !== null) throw unauthorized('The access token was revoked')
  if (token.expires_at <= sim.now()) throw unauthorized('The access token expired')
  if (!covers(token.scopes, scope)) throw new ApiError(403, 'This action is outside the authorized scopes')
  if (account.restricted) throw new ApiError(403, 'Your login is currently disabled')
  return account
}
