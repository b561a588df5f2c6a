// Apps, which are registered by a call; codes and tokens (RFC 6749, RFC 7636).
import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '../input.ts'
import type { App } from '../model.ts'
import type { Answer } from '../simulator.ts'
import { covers } from './access.ts'
import { invalid, oauthError } from './errors.ts'
import { onlyFields, textOf } from './parameters.ts'
import type { MastodonSimulator } from './settings.ts'

const scopesOf = (text: string | undefined): string[] => (text ?? 'read').split(/\s+/).filter(Boolean)

/** `POST /api/v1/apps` */
export function registerApp(sim: MastodonSimulator, input: Input): Answer {
  onlyFields(input, ['client_name', 'redirect_uris', 'scopes', 'website'])
  const { params } = input
  const name = textOf(params, 'client_name')
  if (!name) throw invalid("Application name can't be blank")
  const given = params.get('redirect_uris')
  const uris = Array.isArray(given) ? given.map(String) : (textOf(params, 'redirect_uris') ?? '').split(/\s+/)
  const redirect_uris = uris.filter(Boolean)
  if (redirect_uris.length === 0) throw invalid("Redirect URI can't be blank")
  if (redirect_uris.some((uri) => !URL.canParse(uri))) throw invalid('Redirect URI must be an absolute URI.')
  const scopes = scopesOf(textOf(params, 'scopes'))
  const known = [sim.rules.scopes.basic, sim.rules.scopes.publish, ...sim.rules.moreScopes, 'read', 'write']
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) throw invalid('Scopes does not match configured on the server.')
  const app: App = {
    client_id: randomBytes(32).toString('base64url'),
    client_secret: randomBytes(32).toString('base64url'),
    name,
    redirect_uris,
    scopes,
    used: false,
    created_at: sim.now(),
  }
  sim.store.put('app', app)
  const { client_id, client_secret } = app
  return {
    json: {
      id: String(sim.store.apps.size),
      name,
      website: null,
      scopes,
      redirect_uri: redirect_uris.join('\n'),
      redirect_uris,
      client_id,
      client_secret,
      client_secret_expires_at: 0,
    },
  }
}

/** Reasons for which the consent page refuses an app. */
export function refusesApp(sim: MastodonSimulator, params: Map<string, unknown>): string | undefined {
  const app = sim.store.apps.get(String(params.get('client_id')))
  if (!app) return 'Client authentication failed due to unknown client'
  if (!app.redirect_uris.includes(String(params.get('redirect_uri')))) return 'The redirect URI included is not valid.'
  const beyond = scopesOf(textOf(params, 'scope')).find((scope) => !covers(app.scopes, scope))
  return beyond === undefined ? undefined : 'The requested scope is invalid, unknown, or malformed.'
}

/** `POST /oauth/token` */
export function giveToken(sim: MastodonSimulator, input: Input): Answer {
  onlyFields(input, ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri', 'scope', 'code_verifier'])
  const { params } = input
  const app = sim.store.apps.get(textOf(params, 'client_id') ?? '')
  if (!app || app.client_secret !== textOf(params, 'client_secret')) {
    throw oauthError(
      401,
      'invalid_client',
      'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    )
  }
  const grant = textOf(params, 'grant_type')
  if (grant === 'client_credentials') {
    sim.store.put('app', { ...app, used: true })
    const scope = textOf(params, 'scope') ?? 'read'
    if (scopesOf(scope).some((one) => !covers(app.scopes, one)))
      throw oauthError(400, 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
    const created_at = Math.floor(sim.now() / 1000)
    return { json: { access_token: randomBytes(32).toString('base64url'), token_type: 'Bearer', scope, created_at } }
  }
  if (grant !== 'authorization_code')
    throw oauthError(
      400,
      'unsupported_grant_type',
      'The authorization grant type is not supported by the authorization server.',
    )
  return { json: exchange(sim, app, params) }
}

function exchange(sim: MastodonSimulator, app: App, params: Map<string, unknown>): unknown {
  const code = sim.store.codes.get(textOf(params, 'code') ?? '')
  const bad = () =>
    oauthError(
      400,
      'invalid_grant',
      'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    )
  if (!code || code.used || code.expires_at <= sim.now()) throw bad()
  if (code.client_id !== null && code.client_id !== app.client_id) throw bad()
  if (code.redirect_uri !== null && code.redirect_uri !== textOf(params, 'redirect_uri')) throw bad()
  const verifier = textOf(params, 'code_verifier')
  const proof = verifier === undefined ? null : createHash('sha256').update(verifier).digest('base64url')
  if ((code.challenge ?? null) !== proof) throw bad()
  sim.store.put('code', { ...code, used: true })
  sim.store.put('app', { ...app, used: true })
  const { account, scopes } = code
  const issued_at = sim.now()
  const expires_at = issued_at + sim.rules.tokenMs.long
  const access_token = sim.store.issueToken({ account, kind: 'long', scopes, issued_at, expires_at })
  return { access_token, token_type: 'Bearer', scope: scopes.join(' '), created_at: Math.floor(issued_at / 1000) }
}
