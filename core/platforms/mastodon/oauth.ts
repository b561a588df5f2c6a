// Connecting an account: our app is registered at each server, once, and its owner consents on a page of that server
// (platforms-next, section 3.1).
import { createHash, randomBytes } from 'node:crypto'
import type { PlatformError, Result } from '../outcome.ts'
import type { PlatformApp, SignIn, TokenGrant } from '../sign-in.ts'
import { askServer, idAt, notDocumented, textAt } from './call.ts'
import { mastodon as FACTS } from './facts.ts'
import { sessionText } from './session.ts'

const CLIENT_NAME = 'Social Publisher'

const noHost = (): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'permanent', message: 'No server was named.' },
})

/** Ids and secrets of apps, which servers make as they like. */
const secretAt = (body: unknown, name: string): string | undefined => {
  const value = textAt(body, name)
  return value !== undefined && /^[\x21-\x7e]{1,500}$/.test(value) ? value : undefined
}

/** Scopes that cover others, as servers write what was granted. */
function scopesIn(body: unknown): string[] | undefined {
  const said = textAt(body, 'scope')
  if (said === undefined) return undefined
  const granted = said.split(/[\s,+]+/).filter(Boolean)
  const covered = FACTS.scopes.filter((scope) => granted.includes(scope.split(':')[0]!))
  return [...new Set([...granted, ...covered])]
}

/** A token of the app itself. A server takes an app for used once it has one, and does not remove it. */
const appToken = (host: string, { client_id, client_secret }: PlatformApp, redirect_uri: string) =>
  askServer(host, '/oauth/token', {
    operation: 'auth',
    method: 'POST',
    form: {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      redirect_uri,
      scope: FACTS.scopes[0],
    },
  })

/** A token of a person, which never ends by itself. @param scopes undefined where the server does not say them. */
const granted = (host: string, token: string, scopes: string[] | undefined): Result<readonly TokenGrant[]> => ({
  ok: true,
  value: [{ token: sessionText({ host, token }), expires_at: null, ...(scopes === undefined ? {} : { scopes }) }],
})

/** The server says that it does not know the app: it was removed there. */
const isGone = ({ http_status, message }: PlatformError): boolean =>
  (http_status === 401 || http_status === 400) && /invalid_client|client authentication|unknown client/i.test(message)

/** Pleroma and its like say no more than this of whatever they do not take: of an app only where nothing else was asked about. */
const isGoneAlone = (error: PlatformError): boolean =>
  isGone(error) || (error.http_status === 400 && /^invalid credentials\b/i.test(error.message))

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export const signIn: SignIn = {
  async registerApp({ host, redirect_uri, scopes }) {
    if (host === undefined) return noHost()
    // As text, which all versions take: lists of addresses are taken since 4.3.
    const form = { client_name: CLIENT_NAME, redirect_uris: redirect_uri, scopes: scopes.join(' ') }
    const answer = await askServer(host, '/api/v1/apps', { operation: 'auth', method: 'POST', form })
    if (!answer.ok) return answer
    const { body, status } = answer.value
    const client_id = secretAt(body, 'client_id')
    const client_secret = secretAt(body, 'client_secret')
    if (client_id === undefined || client_secret === undefined) return notDocumented('auth', status)
    const app = { client_id, client_secret }
    // Where it is refused now, it is asked for again before the page of consent.
    await appToken(host, app, redirect_uri)
    return { ok: true, value: app }
  },

  async begin({ host, client_id, client_secret, redirect_uri, state, scopes }) {
    if (host === undefined) return noHost()
    const known = await appToken(host, { client_id, client_secret }, redirect_uri)
    if (!known.ok && isGoneAlone(known.error)) return { ok: false, error: { ...known.error, app_gone: true } }
    if (!known.ok && known.error.http_status === undefined) return known
    const verifier = randomBytes(48).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      scope: scopes.join(' '),
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      // The person who is signed in there may want to connect another account.
      force_login: 'true',
    })
    return { ok: true, value: { url: `${host}/oauth/authorize?${query}`, keep: verifier } }
  },

  async finish({ host, client_id, client_secret, redirect_uri, code, keep }) {
    if (host === undefined) return noHost()
    const answer = await askServer(host, '/oauth/token', {
      operation: 'auth',
      method: 'POST',
      form: {
        grant_type: 'authorization_code',
        code,
        client_id,
        client_secret,
        redirect_uri,
        ...(keep === undefined ? {} : { code_verifier: keep }),
      },
    })
    if (!answer.ok) {
      return isGone(answer.error) ? { ok: false, error: { ...answer.error, app_gone: true } } : answer
    }
    const { body, status } = answer.value
    const token = secretAt(body, 'access_token')
    if (token === undefined) return notDocumented('auth', status)
    return granted(host, token, scopesIn(body))
  },

  async withToken({ token, host }): Promise<Result<readonly TokenGrant[]>> {
    if (host === undefined) return noHost()
    // Its grants are told where there is an address for them.
    const seen = await askServer(host, '/oauth/userinfo', { operation: 'read' }, token)
    const scopes = seen.ok && idAt(seen.value.body, 'sub') !== undefined ? scopesIn(seen.value.body) : undefined
    return granted(host, token, scopes)
  },
}
