// Connecting an account by its server's own page (OAuth with PAR, PKCE and DPoP), and renewing what that gave.
import type * as OAuthLibrary from 'oauth4webapi'
import * as z from 'zod/mini'
import { askHost } from '../../outbound/ask-host.ts'
import type { PlatformApp, SignIn, TokenGrant } from '../connector.ts'
import { redact } from '../meta/redact.ts'
import type { PlatformError, Result } from '../outcome.ts'
import { newKey, oauthLibrary, proverOf, publicPart, responseOf, signingKey, Unanswered } from './dpop.ts'
import { meaningOf } from './errors.ts'
import { bluesky as FACTS } from './facts.ts'
import { identify, identityOf } from './identity.ts'
import { type OAuthSession, PrivateKey, type Session } from './session.ts'
import { faultIn, refused } from './xrpc.ts'

const LOOK_MS = 8000
const AUTH_MS = 15_000
const DAY = 24 * 3_600_000
/** Access tokens of servers that do not say how long theirs live. */
const ACCESS_MS = 30 * 60_000
/** A client without a key of its own: the session ends after two weeks, whatever is done. */
const PUBLIC_SESSION_MS = 14 * DAY
/** A client with a key: each refresh token is valid for three months. */
const REFRESH_MS = 90 * DAY

/** The browser is sent to one of them: `javascript:` is an address too. Which may be asked in the clear, `askHost` decides. */
const Address = z.lazy(() => z.url({ protocol: /^https?$/ }).check(z.maxLength(300)))

const Resource = z.lazy(() => z.object({ authorization_servers: z.array(Address).check(z.minLength(1)) }))

const Server = z.lazy(() =>
  z.object({
    issuer: Address,
    authorization_endpoint: Address,
    token_endpoint: Address,
    pushed_authorization_request_endpoint: Address,
  }),
)
type Server = z.infer<typeof Server>

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

const unavailable = (message: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'retry', message },
})

async function documentAt<T>(url: string, schema: z.ZodMiniType<T>, what: string): Promise<Result<T>> {
  const exchange = await askHost(url, { timeoutMs: LOOK_MS, maxBytes: 256 * 1024 })
  if ('fault' in exchange) {
    if (exchange.fault === 'NOT_ALLOWED') return refused(`The account's server may not be called: ${exchange.problem}.`)
    return unavailable(`${what} could not be read: ${exchange.problem}.`)
  }
  const read = exchange.reply.status === 200 ? schema.safeParse(exchange.reply.body) : undefined
  return read?.success
    ? { ok: true, value: read.data }
    : unavailable(`${what} could not be read (HTTP ${exchange.reply.status}).`)
}

const trimmed = (url: string): string => url.replace(/\/+$/, '')

/** The authorization server that speaks for a server of accounts. */
async function serverOf(pds: string): Promise<Result<Server>> {
  const resource = await documentAt(
    `${pds}/.well-known/oauth-protected-resource`,
    Resource,
    "What the account's server says of signing in",
  )
  if (!resource.ok) return resource
  const issuer = trimmed(resource.value.authorization_servers[0]!)
  const server = await documentAt(
    `${issuer}/.well-known/oauth-authorization-server`,
    Server,
    'What the authorization server says of itself',
  )
  if (server.ok && trimmed(server.value.issuer) !== issuer)
    return refused('The authorization server says that it is another one.')
  return server
}

/** Where the named account signs in, by a handle, a DID, or the address of a server. */
async function placeOf(named: string): Promise<Result<{ server: Server; did?: string; pds?: string }>> {
  const url = /^https?:\/\//.test(named) ? URL.parse(named) : null
  const identity = url ? undefined : await identify(named)
  if (identity && !identity.ok) return identity
  const { did, pds } = identity?.value ?? {}
  const server = await serverOf(pds ?? url!.origin)
  return server.ok ? { ok: true, value: { server: server.value, ...(did ? { did, pds } : {}) } } : server
}

/** How the client says who it is. */
async function authenticationOf(library: typeof OAuthLibrary, key: PrivateKey | undefined) {
  if (!key) return library.None()
  return library.PrivateKeyJwt({ key: await signingKey(key), kid: key.x })
}

const keyIn = (secret: string): PrivateKey | undefined => {
  if (secret === '') return undefined
  const read = PrivateKey.safeParse(JSON.parse(secret))
  return read.success ? read.data : undefined
}

interface Asking {
  library: typeof OAuthLibrary
  options: OAuthLibrary.PushedAuthorizationRequestOptions & OAuthLibrary.TokenEndpointRequestOptions
}

async function asking(dpop: PrivateKey): Promise<Asking> {
  const library = await oauthLibrary()
  const options = {
    DPoP: await proverOf(dpop),
    // `askHost` says which hosts may be asked in the clear.
    [library.allowInsecureRequests]: true,
    [library.customFetch]: async (
      url: string,
      { headers, body }: { headers: Record<string, string>; body: URLSearchParams },
    ) => responseOf(await askHost(url, { method: 'POST', headers, form: body, timeoutMs: AUTH_MS }), true),
  }
  return { library, options: options as Asking['options'] }
}

/** The status of the answer that the library did not take. */
const statusOf = (error: { cause?: unknown; status?: number }): number =>
  error.status ?? (error.cause instanceof Response ? error.cause.status : 200)

/** Asks, and asks again once where the server wants its nonce in the proof: what it refused for that changed nothing. */
async function exchanged<T>(
  { library }: Asking,
  secrets: readonly string[],
  ask: () => Promise<T>,
  lost: PlatformError['class'],
): Promise<Result<T>> {
  for (let round = 0; ; round += 1) {
    try {
      return { ok: true, value: await ask() }
    } catch (error) {
      if (round === 0 && library.isDPoPNonceError(error)) continue
      if (error instanceof Unanswered) {
        const fault = faultIn(error.exchange, 'auth')
        return { ok: false, error: error.exchange.sent ? { ...fault, class: lost } : fault }
      }
      if (error instanceof library.ResponseBodyError) {
        const { error: name, error_description: words = name, status } = error
        const { class: found } = meaningOf(name, status, 'auth')
        // An answer that refuses is not one that was lost: the token may be used again.
        return { ok: false, error: { class: found, type: name, message: redact(words, secrets), http_status: status } }
      }
      if (error instanceof library.OperationProcessingError || error instanceof library.WWWAuthenticateChallengeError) {
        const http_status = statusOf(error)
        const found = http_status >= 500 ? 'retry' : http_status >= 400 ? 'reconnect' : lost
        return { ok: false, error: { class: found, message: 'The answer is not a valid OAuth response.', http_status } }
      }
      throw error
    }
  }
}

/** A session made from the token endpoint's answer. */
function grantOf(
  session: Omit<OAuthSession, 'access' | 'refresh'>,
  reply: OAuthLibrary.TokenEndpointResponse,
  now: number,
): TokenGrant {
  const { access_token: access, refresh_token: refresh, expires_in, scope } = reply
  const { until = Number.POSITIVE_INFINITY } = session.oauth
  const full: Session = { ...session, access, refresh: refresh! }
  return {
    token: JSON.stringify(full),
    expires_at: Math.min(until, now + REFRESH_MS),
    renew_at: now + (expires_in === undefined ? ACCESS_MS : Math.floor(expires_in * 1000)),
    ...(scope === undefined ? {} : { scopes: scope.split(' ').filter((one) => one !== '') }),
  }
}

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
