// Connecting and staying connected: both platforms have the same three token calls under other names (section 9).
import * as z from 'zod/mini'
import type { Result } from '../connector.ts'
import type { TokenGrant } from '../sign-in.ts'
import type { Addresses } from './addresses.ts'
import type { ErrorRow } from './error-table.ts'
import { graphCall, mapped } from './graph.ts'
import { numeric, optional } from './lenient.ts'

export interface OAuth {
  addresses: Addresses
  /** `ig` or `th`: how the grant types begin. */
  prefix: 'ig' | 'th'
  errors: readonly ErrorRow[]
}

/** How long a long-lived token lives; the replies say it too. */
const LIFETIME_S = 60 * 24 * 3600

const LongLived = z.lazy(() =>
  z.object({
    access_token: z.string().check(z.minLength(1)),
    expires_in: optional(numeric.check(z.positive())),
  }),
)

const ShortReply = z.lazy(() => {
  const Listed = z.pipe(
    z.string(),
    z.transform((list) => list.split(/[\s,]+/)),
  )
  const Scopes = z.pipe(
    z.union([Listed, z.array(z.string())]),
    z.transform((scopes) => scopes.filter((scope) => scope !== '')),
  )
  // The `user_id` beside it may be app-scoped, or a number that others have rounded: the id comes from the profile.
  const ShortLived = z.object({
    access_token: z.string().check(z.minLength(1)),
    permissions: optional(Scopes),
  })
  return z.union([
    ShortLived,
    z.pipe(
      z.object({ data: z.tuple([ShortLived], ShortLived) }),
      z.transform(({ data }) => data[0]),
    ),
  ])
})

const grantOf = ({ access_token, expires_in = LIFETIME_S }: z.infer<typeof LongLived>): TokenGrant => ({
  token: access_token,
  expires_at: Date.now() + Math.floor(expires_in * 1000),
})

/** The token calls are documented with parameters only, so these two tokens travel in the query. */
export async function refreshToken({ addresses, prefix, errors }: OAuth, token: string): Promise<Result<TokenGrant>> {
  const query = { grant_type: `${prefix}_refresh_token`, access_token: token }
  const url = `${addresses.graph}/refresh_access_token`
  return mapped(await graphCall({ operation: 'auth', method: 'GET', url, query }, LongLived, errors), grantOf)
}

/** The code that a browser brought back, without the `#_` that platforms append to it. */
const bare = (code: string): string => code.replace(/#_?$/, '')

/** Code to short-lived to long-lived token. */
export async function exchangeCode(
  { addresses, prefix, errors }: OAuth,
  app: { client_id: string; client_secret: string; redirect_uri: string; code: string },
): Promise<Result<TokenGrant>> {
  const { client_id, client_secret, redirect_uri } = app
  const form = { client_id, client_secret, grant_type: 'authorization_code', redirect_uri, code: bare(app.code) }
  const url = `${addresses.token}/oauth/access_token`
  const short = await graphCall({ operation: 'auth', method: 'POST', url, form }, ShortReply, errors)
  if (!short.ok) return short
  const { access_token, permissions } = short.value
  const lengthen = () =>
    graphCall(
      {
        operation: 'auth',
        method: 'GET',
        url: `${addresses.graph}/access_token`,
        query: { grant_type: `${prefix}_exchange_token`, client_secret, access_token },
      },
      LongLived,
      errors,
    )
  let long = await lengthen()
  // The code is used up: without a second try a dropped reply would send the owner through the whole flow again.
  if (!long.ok && long.error.class === 'retry') long = await lengthen()
  return mapped(long, (reply) => ({ ...grantOf(reply), ...(permissions ? { scopes: permissions } : {}) }))
}

/** The address of the consent page. @param publishing the scopes that are asked for if `scopes` is absent. */
export function authorizeUrl(
  { addresses }: Pick<OAuth, 'addresses'>,
  publishing: readonly string[],
  app: { client_id: string; redirect_uri: string; state: string; scopes?: readonly string[] },
): string {
  const { client_id, redirect_uri, state, scopes = publishing } = app
  const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: scopes.join(','), state })
  return `${addresses.authorize}/oauth/authorize?${query}`
}
