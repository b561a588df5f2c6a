// Connecting an account by its server's own page (OAuth with PAR, PKCE and DPoP), and renewing what that gave.
import type * as OAuthLibrary from 'oauth4webapi'
import * as z from 'zod/mini'
import type { Result } from '../outcome.ts'
import type { PlatformApp, SignIn, TokenGrant } from '../sign-in.ts'
import { newKey, publicPart } from './dpop.ts'
import { bluesky as FACTS } from './facts.ts'
import { identityOf } from './identity.ts'
import { asking, authenticationOf, exchanged, grantOf, keyIn } from './oauth-exchange.ts'
import { placeOf, Server, serverOf, trimmed } from './oauth-server.ts'
import { type OAuthSession, PrivateKey } from './session.ts'
import { refused } from './xrpc.ts'

/** A client without a key of its own: the session ends after two weeks, whatever is done. */
const PUBLIC_SESSION_MS = 14 * 24 * 3_600_000

/** The state of a started sign-in that finishing needs. */
const Kept = z.lazy(() =>
  z.object({
    server: Server,
    verifier: z.string(),
    dpop: PrivateKey,
    /** The account whose sign-in was started; absent where only a server was named. */
    did: z.optional(z.string()),
    pds: z.optional(z.string()),
  }),
)

const isLoopback = (redirectUri: string): boolean =>
  ['127.0.0.1', '[::1]'].includes(URL.parse(redirectUri)?.hostname ?? '')

/** The client that servers know without being told: only an address of this machine can be sent back to. */
const loopbackClient = (redirectUri: string, scopes: readonly string[]): PlatformApp => ({
  client_id: `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: scopes.join(' ') })}`,
  client_secret: '',
})

export const oauthSignIn: Pick<Required<SignIn>, 'begin' | 'finish' | 'registerApp'> = {
  async registerApp({ redirect_uri, scopes, document_url }) {
    if (isLoopback(redirect_uri) || document_url === undefined)
      return { ok: true, value: loopbackClient(redirect_uri, scopes) }
    const key = await newKey()
    const document = {
      client_id: document_url,
      client_name: 'Social Publisher',
      application_type: 'web',
      redirect_uris: [redirect_uri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: scopes.join(' '),
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...publicPart(key), kid: key.x, alg: 'ES256', use: 'sig' }] },
    }
    return { ok: true, value: { client_id: document_url, client_secret: JSON.stringify(key), document } }
  },

  async begin({ client_id, client_secret, redirect_uri, state, scopes, handle, host }) {
    const place = await placeOf(handle ?? host ?? '')
    if (!place.ok) return place
    const { server, did, pds } = place.value
    const dpop = await newKey()
    const asks = await asking(dpop)
    const { library, options } = asks
    const verifier = library.generateRandomCodeVerifier()
    const parameters = {
      redirect_uri,
      response_type: 'code',
      scope: scopes.join(' '),
      state,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(handle === undefined || /^https?:/.test(handle) ? {} : { login_hint: handle }),
    }
    const client = { client_id }
    const authentication = await authenticationOf(library, keyIn(client_secret))
    const pushed = await exchanged(
      asks,
      [],
      async () =>
        library.processPushedAuthorizationResponse(
          server,
          client,
          await library.pushedAuthorizationRequest(server, client, authentication, parameters, options),
        ),
      'retry',
    )
    if (!pushed.ok) {
      const gone = pushed.error.type === 'invalid_client' || pushed.error.type === 'invalid_client_metadata'
      return { ok: false, error: { ...pushed.error, ...(gone ? { app_gone: true as const } : {}) } }
    }
    const url = new URL(server.authorization_endpoint)
    url.searchParams.set('client_id', client_id)
    url.searchParams.set('request_uri', pushed.value.request_uri)
    // The server knows it from the pushed request, and looks at nothing else of the address; our own page reads it here.
    url.searchParams.set('state', state)
    const keep: z.infer<typeof Kept> = { server, verifier, dpop, ...(did === undefined ? {} : { did, pds }) }
    return { ok: true, value: { url: url.href, keep: JSON.stringify(keep) } }
  },

  async finish({ client_id, client_secret, redirect_uri, code, keep, iss }) {
    const kept = Kept.safeParse(keep === undefined ? undefined : JSON.parse(keep))
    if (!kept.success) return refused('What was begun is not known any more.')
    const { server, verifier, dpop, ...begun } = kept.data
    // Every authorization server of the network says who it is: another's answer is not taken for it (RFC 9207).
    if (iss === undefined || trimmed(iss) !== trimmed(server.issuer))
      return refused('The answer is not from the server that was asked.')
    const asks = await asking(dpop)
    const { library, options } = asks
    const client = { client_id }
    const key = keyIn(client_secret)
    const authentication = await authenticationOf(library, key)
    const callback = library.validateAuthResponse(
      { ...server, issuer: iss },
      client,
      new URLSearchParams({ code, iss }),
      library.expectNoState,
    )
    const now = Date.now()
    const given = await exchanged(
      asks,
      [code],
      async () =>
        library.processAuthorizationCodeResponse(
          server,
          client,
          await library.authorizationCodeGrantRequest(
            server,
            client,
            authentication,
            callback,
            redirect_uri,
            verifier,
            options,
          ),
        ),
      'retry',
    )
    if (!given.ok) return given
    const problem = await problemOf(given.value, server, begun)
    if (!problem.ok) return problem
    const { did, pds } = problem.value
    const oauth = {
      issuer: server.issuer,
      token: server.token_endpoint,
      client: client_id,
      ...(key ? { key } : { until: now + PUBLIC_SESSION_MS }),
      dpop,
    }
    return { ok: true, value: [grantOf({ did, pds, oauth }, given.value, now)] }
  },
}

/** Whether the tokens are as asked for, and for which account. */
async function problemOf(
  { token_type, sub, refresh_token, scope = '' }: OAuthLibrary.TokenEndpointResponse,
  server: Server,
  begun: { did?: string; pds?: string },
): Promise<Result<{ did: string; pds: string }>> {
  if (token_type.toLowerCase() !== 'dpop' || refresh_token === undefined)
    return refused('The server gave tokens that cannot be used.')
  if (!scope.split(' ').includes(FACTS.scopes[0])) return refused('The account did not grant what is needed.')
  if (typeof sub !== 'string') return refused('The server did not say whose account it is.')
  if (begun.did !== undefined) {
    return sub === begun.did && begun.pds !== undefined
      ? { ok: true, value: { did: sub, pds: begun.pds } }
      : refused('Another account was signed in than the one that was named. Begin again with its handle.')
  }
  // Only a server was named: the account must say that it lives where this server speaks for.
  const identity = await identityOf(sub)
  if (!identity.ok) return identity
  const own = await serverOf(identity.value.pds)
  if (!own.ok) return own
  return trimmed(own.value.issuer) === trimmed(server.issuer)
    ? { ok: true, value: identity.value }
    : refused('The account lives on another server than the one that signed it in.')
}

/** Renews a session. The refresh token is good once: an answer that may have been lost is `ambiguous`. */
export async function refreshOAuth(session: OAuthSession): Promise<Result<TokenGrant>> {
  const { oauth, access, refresh, ...rest } = session
  const { issuer, token, client: client_id, key, dpop } = oauth
  const asks = await asking(dpop)
  const { library, options } = asks
  const server = { issuer, token_endpoint: token }
  const client = { client_id }
  const authentication = await authenticationOf(library, key)
  const now = Date.now()
  const given = await exchanged(
    asks,
    [refresh, access],
    async () =>
      library.processRefreshTokenResponse(
        server,
        client,
        await library.refreshTokenGrantRequest(server, client, authentication, refresh, options),
      ),
    'ambiguous',
  )
  if (!given.ok) return given
  if (given.value.sub !== session.did || given.value.refresh_token === undefined)
    return refused('The server renewed the session of another account.', { class: 'reconnect' })
  return { ok: true, value: grantOf({ ...rest, oauth }, given.value, now) }
}
