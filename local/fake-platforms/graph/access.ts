// The caller, and whether it may call.

import type { Input } from '../input.ts'
import type { Account, Token } from '../model.ts'
import type { Simulator } from '../simulator.ts'
import { GraphError, missingPermission, noSuchObject } from './errors.ts'

/** @throws {GraphError} 190 for a token that is missing, unknown, expired or revoked. */
export function authenticate(sim: Simulator, text: string | null): { token: Token; account: Account } {
  if (!text) throw new GraphError(190, 'An access token is required to request this resource.')
  const token = sim.store.findToken(text)
  const account = token && sim.store.accounts.get(token.account)
  if (!token || !account) throw new GraphError(190, 'Invalid OAuth access token - Cannot parse access token')
  if (token.revoked !== null) {
    throw new GraphError(190, 'Error validating access token: The user has not authorized application.', {
      subcode: token.revoked,
    })
  }
  if (token.expires_at <= sim.now()) {
    const at = new Date(token.expires_at).toUTCString()
    throw new GraphError(190, `Error validating access token: Session has expired on ${at}.`, { subcode: 463 })
  }
  return { token, account }
}

/** @throws {GraphError} 190, or 10 for a scope that was not granted. */
export function authorise(sim: Simulator, input: Input, scopes: readonly ('basic' | 'publish')[]): Account {
  const { token, account } = authenticate(sim, input.token)
  for (const name of scopes) {
    const scope = sim.rules.scopes[name]
    if (!token.scopes.includes(scope)) throw missingPermission(scope)
  }
  return account
}

/** The token's grants. @throws {GraphError} 190 */
export const scopesOf = (sim: Simulator, input: Input): readonly string[] => authenticate(sim, input.token).token.scopes

/** @throws {GraphError} 10 where the scope was not granted. */
export function needScope(scopes: readonly string[], scope: string): void {
  if (!scopes.includes(scope)) throw missingPermission(scope)
}

/** A further permission by the name that the login has for it: all of a login begin alike. */
export const permissionOf = ({ rules }: Simulator, what: string): string => rules.scopes.basic.replace(/basic$/, what)

/** @throws {GraphError} when a path names another account than the token's. */
export function ownPath(account: Account, id: string): void {
  if (id !== 'me' && id !== account.external_id) throw noSuchObject(id)
}

/** The account of a token whether or not the token still works. */
export function holderOf(sim: Simulator, text: string | null): Account | undefined {
  const token = text ? sim.store.findToken(text) : undefined
  return token && sim.store.accounts.get(token.account)
}
