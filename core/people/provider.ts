// The OpenID Connect provider that says who somebody is: authorization code with PKCE, as a confidential client.
import * as oauth from 'oauth4webapi'
import { readAppSecret } from '../aws/app-secrets.ts'
import { readClientSecret } from '../aws/user-pool.ts'
import { optionalSetting, setting } from '../config.ts'
import { ENV } from '../contract.ts'

/** Long enough for a provider that was asleep, short enough for the gateway. */
const ANSWER_MS = 8000

const SCOPE = 'openid email profile'

/** The provider did not answer, or refuses this service: the person who signs in cannot help it. */
export class ProviderUnavailable extends Error {}

interface Provider {
  server: oauth.AuthorizationServer
  client: oauth.Client
  secret: string
  options: { [oauth.allowInsecureRequests]: boolean }
}

let known: Promise<Provider> | undefined

/** The endpoints of an issuer may only be asked in the clear on the machine itself. */
const optionsFor = (issuer: URL) => ({
  [oauth.allowInsecureRequests]: issuer.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(issuer.hostname),
})

const within = () => ({ signal: AbortSignal.timeout(ANSWER_MS) })

const secretOfClient = (clientId: string): Promise<string> => {
  const arn = optionalSetting(ENV.signInClientSecretArn)
  return arn ? readAppSecret(arn) : readClientSecret(setting(ENV.userPool), clientId)
}

async function discover(): Promise<Provider> {
  const issuer = new URL(setting(ENV.signInIssuer))
  const client_id = setting(ENV.signInClientId)
  const options = optionsFor(issuer)
  const [server, secret] = await Promise.all([
    oauth
      .discoveryRequest(issuer, { ...options, ...within() })
      .then((response) => oauth.processDiscoveryResponse(issuer, response)),
    secretOfClient(client_id),
  ])
  return { server, client: { client_id }, secret, options }
}

/** Asked once for the life of a function, or until the provider refuses the secret; a failure is not kept. */
function provider(): Promise<Provider> {
  known ??= discover().catch((error: unknown) => {
    known = undefined
    throw new ProviderUnavailable('the provider could not be asked', { cause: error })
  })
  return known
}

/** The stored part of a sign-in that was started, beside its state. */
export interface Begun {
  nonce: string
  code_verifier: string
}

/**
 * Where to send the browser.
 * @param again whether the provider is to ask for the password although it knows the browser. @throws {ProviderUnavailable}
 */
export async function authorizationUrl(
  state: string,
  { nonce, code_verifier }: Begun,
  redirectUri: string,
  again = false,
) {
  const { server, client } = await provider()
  if (!server.authorization_endpoint) throw new ProviderUnavailable('the provider names no authorization endpoint')
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login' } : {}),
    // Asks the provider to say when the person signed in; Cognito says so anyway, and does not list this parameter.
    ...(again && !optionalSetting(ENV.userPool) ? { max_age: '0' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The person who signed in, as the provider says. */
export interface Identity {
  issuer: string
  subject: string
  /** Only one that the provider has verified. */
  email: string | undefined
  name: string | undefined
  /** When the provider asked for the password last, Unix ms to the second; undefined where it does not say. */
  authenticated_at: number | undefined
}

const verifiedEmail = (claims: Record<string, unknown>): string | undefined => {
  // Cognito's own claim is a boolean, that of providers behind it may be text.
  const verified = claims.email_verified === true || claims.email_verified === 'true'
  const { email } = claims
  return verified && typeof email === 'string' && email !== '' && email.isWellFormed() ? email : undefined
}

/**
 * Redeems what the browser brought back.
 * @param callback the query of the callback's address. @throws {Error} when it is not an answer to what was started.
 * @throws {ProviderUnavailable}
 */
export async function redeem(
  callback: URLSearchParams,
  state: string,
  { nonce, code_verifier }: Begun,
  redirectUri: string,
): Promise<Identity> {
  const { server, client, secret, options } = await provider()
  const answer = oauth.validateAuthResponse(server, client, callback, state)
  const methods = server.token_endpoint_auth_methods_supported
  const authentication =
    methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
      ? oauth.ClientSecretPost(secret)
      : oauth.ClientSecretBasic(secret)
  const reply = await oauth
    .authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, code_verifier, {
      ...options,
      ...within(),
    })
    .catch((error: unknown) => {
      throw new ProviderUnavailable('the provider did not answer', { cause: error })
    })
  if (reply.status >= 500) throw new ProviderUnavailable(`the provider answered with ${reply.status}`)
  const tokens = await oauth
    .processAuthorizationCodeResponse(server, client, reply, {
      expectedNonce: nonce,
      requireIdToken: true,
      maxAge: oauth.skipAuthTimeCheck,
    })
    .catch((error: unknown) => {
      // An invalid code is the browser's fault; a client that is refused is ours. Many refuse it by a challenge, as RFC 6749 has it.
      const challenged = error instanceof oauth.WWWAuthenticateChallengeError
      if (!challenged && (!(error instanceof oauth.ResponseBodyError) || error.error === 'invalid_grant')) throw error
      // The operator may have given the client another secret since it was read.
      known = undefined
      const said = challenged ? 'the client' : error.error
      throw new ProviderUnavailable(`the provider refuses this service: ${said}`, { cause: error })
    })
  const claims = oauth.getValidatedIdTokenClaims(tokens)!
  let said: Record<string, unknown> = claims
  // Many providers say the address, or whether it is verified, only when asked for it.
  if ((claims.email === undefined || claims.email_verified === undefined) && server.userinfo_endpoint) {
    const asked = await oauth
      .userInfoRequest(server, client, tokens.access_token, { ...options, ...within() })
      .catch((error: unknown) => {
        throw new ProviderUnavailable('the provider did not say who signed in', { cause: error })
      })
    if (asked.status >= 500)
      throw new ProviderUnavailable(`the provider answered with ${asked.status} when asked who signed in`)
    said = await oauth.processUserInfoResponse(server, client, claims.sub, asked)
  }
  const name = [said.name, said.preferred_username].find((word) => typeof word === 'string' && word.trim() !== '')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: verifiedEmail(said),
    name: typeof name === 'string' ? name.trim() : undefined,
    authenticated_at: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : undefined,
  }
}
