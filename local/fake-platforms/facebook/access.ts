// The caller: a Page with its own token, or a person with theirs. The token has the grants.
import { authenticate } from '../graph/access.ts'
import { GraphError, noSuchObject } from '../graph/errors.ts'
import type { Input } from '../input.ts'
import type { Token } from '../model.ts'
import { type FacebookAccount, type FacebookSimulator, isPerson } from './settings.ts'

/** Which Pages a person let the app have stands among the scopes of the token. */
const PAGE_GRANT = 'page:'
export const grantOf = (page: string): string => `${PAGE_GRANT}${page}`
export const plainScopes = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !scope.startsWith(PAGE_GRANT))
/** Undefined where the person did not narrow them. */
export function grantedPages(scopes: readonly string[]): string[] | undefined {
  const pages = scopes.filter((scope) => scope.startsWith(PAGE_GRANT)).map((scope) => scope.slice(PAGE_GRANT.length))
  return pages.length > 0 ? pages : undefined
}

const lacks = (scope: string): GraphError =>
  new GraphError(200, `(#200) The permission ${scope} is not granted, or not available to the app`)

export function needScopes({ scopes }: Token, wanted: readonly string[]): void {
  const missing = wanted.find((scope) => !scopes.includes(scope))
  if (missing !== undefined) throw lacks(missing)
}

/** The Page that calls about itself. @throws {GraphError} for anybody else. */
export function pageCaller(
  sim: FacebookSimulator,
  input: Input,
  node: string,
  scopes: readonly string[],
): { page: FacebookAccount; token: Token } {
  const { token, account } = authenticate(sim, input.token)
  if (isPerson(account)) throw new GraphError(210, '(#210) A page access token is required to request this resource.')
  if (node !== 'me' && node !== account.external_id) throw noSuchObject(node)
  needScopes(token, scopes)
  if (account.restricted)
    throw new GraphError(368, 'The action attempted has been deemed abusive or is otherwise disallowed')
  return { page: account, token }
}

/** The Page whose post, photo or video it is. */
export function ownerOf(
  sim: FacebookSimulator,
  input: Input,
  thing: { id: string; account: string },
): {
  page: FacebookAccount
  token: Token
} {
  const { token, account } = authenticate(sim, input.token)
  if (account.external_id !== thing.account) throw noSuchObject(thing.id)
  return { page: account, token }
}

/** The person that calls. */
export function personCaller(sim: FacebookSimulator, input: Input): { person: FacebookAccount; token: Token } {
  const { token, account } = authenticate(sim, input.token)
  if (!isPerson(account))
    throw new GraphError(100, '(#100) Tried accessing nonexisting field (accounts) on node type (Page)')
  return { person: account, token }
}
