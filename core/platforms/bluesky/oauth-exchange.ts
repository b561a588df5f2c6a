// Calls to an authorization server with a proof of possession, and the sessions that it gives.
import type * as OAuthLibrary from 'oauth4webapi'
import { askHost } from '../../outbound/ask-host.ts'
import { redact } from '../meta/redact.ts'
import type { PlatformError, Result } from '../outcome.ts'
import type { TokenGrant } from '../sign-in.ts'
import { oauthLibrary, proverOf, responseOf, signingKey, Unanswered } from './dpop.ts'
import { meaningOf } from './errors.ts'
import { type OAuthSession, PrivateKey, type Session } from './session.ts'
import { faultIn, nameOfError } from './xrpc.ts'

const AUTH_MS = 15_000
/** Access tokens of servers that do not say how long theirs live. */
const ACCESS_MS = 30 * 60_000
/** A client with a key: each refresh token is valid for three months. */
const REFRESH_MS = 90 * 24 * 3_600_000

/** How the client says who it is. */
export async function authenticationOf(library: typeof OAuthLibrary, key: PrivateKey | undefined) {
  if (!key) return library.None()
  return library.PrivateKeyJwt({ key: await signingKey(key), kid: key.x })
}

/** The key in an app's secret; undefined for a client without one. */
export const keyIn = (secret: string): PrivateKey | undefined => {
  if (secret === '') return undefined
  const read = PrivateKey.safeParse(JSON.parse(secret))
  return read.success ? read.data : undefined
}

interface Asking {
  library: typeof OAuthLibrary
  options: OAuthLibrary.PushedAuthorizationRequestOptions & OAuthLibrary.TokenEndpointRequestOptions
}

/** @param dpop the key whose possession every call proves. */
export async function asking(dpop: PrivateKey): Promise<Asking> {
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
export async function exchanged<T>(
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
        const said = { type: nameOfError(name, secrets), message: redact(words, secrets) }
        return { ok: false, error: { class: found, ...said, http_status: status } }
      }
      if (error instanceof library.OperationProcessingError || error instanceof library.WWWAuthenticateChallengeError) {
        const http_status = statusOf(error)
        // An answer without an OAuth error comes from a proxy; the server behind it may be down.
        const challenged = error instanceof library.WWWAuthenticateChallengeError && http_status < 500
        const found = challenged ? 'reconnect' : http_status >= 400 ? 'retry' : lost
        return { ok: false, error: { class: found, message: 'The answer is not a valid OAuth response.', http_status } }
      }
      throw error
    }
  }
}

/** A session made from the token endpoint's answer. */
export function grantOf(
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
