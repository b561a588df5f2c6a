// Signing in by the server's own page: pushed requests, the page, and the tokens that come of it.
import { createHash, type JsonWebKey, randomBytes } from 'node:crypto'
import { escapeHtml, page } from '../html.ts'
import { OAuthError } from './errors.ts'
import type { GivenCode, Pushed } from './model.ts'
import { begin, checkProof, rotated, signed, tokensOf } from './tokens.ts'
import type { Answered, Asked, Call, World } from './world.ts'

const PUSHED_MS = 5 * 60_000
const CODE_MS = 60_000 * 5
const SCOPES = ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky']

export const resourceDocument = ({ sim }: World) => ({
  resource: sim.url,
  authorization_servers: [sim.url],
  scopes_supported: [],
  bearer_methods_supported: ['header'],
  resource_documentation: 'https://atproto.com',
})

export const serverDocument = ({ sim: { url } }: World) => ({
  issuer: url,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  authorization_endpoint: `${url}/oauth/authorize`,
  token_endpoint: `${url}/oauth/token`,
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  pushed_authorization_request_endpoint: `${url}/oauth/par`,
  require_pushed_authorization_requests: true,
  dpop_signing_alg_values_supported: ['ES256'],
  client_id_metadata_document_supported: true,
})

interface Client {
  redirect_uris: string[]
  scope: string
  keys?: JsonWebKey[]
}

const badClient = (message: string) => new OAuthError(400, 'invalid_client_metadata', message)

/** The client that every server knows: one on the machine of the person who signs in. */
function loopbackClient(id: URL): Client {
  const redirects = id.searchParams.getAll('redirect_uri')
  for (const redirect of redirects)
    if (URL.parse(redirect)?.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(new URL(redirect).hostname))
      throw badClient('Loopback client redirects to an address of the machine alone')
  return { redirect_uris: redirects, scope: id.searchParams.get('scope') ?? 'atproto' }
}

/** The client's document at its address. */
async function clientOf(clientId: string): Promise<Client> {
  const id = URL.parse(clientId)
  if (!id) throw badClient('client_id is not an address')
  if (id.origin === 'http://localhost') return loopbackClient(id)
  const loopback = id.hostname === '127.0.0.1'
  if (id.protocol !== 'https:' && !loopback) throw badClient('client_id must be an https address')
  const reply = await fetch(id, { redirect: 'error', signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  if (reply?.status !== 200 || !(reply.headers.get('content-type') ?? '').startsWith('application/json'))
    throw badClient('Unable to obtain the client metadata')
  const document = (await reply.json()) as Record<string, unknown>
  if (document.client_id !== clientId) throw badClient('client_id of the document is another one')
  if (document.dpop_bound_access_tokens !== true) throw badClient('dpop_bound_access_tokens must be true')
  if (document.token_endpoint_auth_method === 'private_key_jwt' && !document.jwks) throw badClient('jwks is missing')
  return {
    redirect_uris: document.redirect_uris as string[],
    scope: String(document.scope),
    ...(document.token_endpoint_auth_method === 'private_key_jwt'
      ? { keys: (document.jwks as { keys: JsonWebKey[] }).keys }
      : {}),
  }
}

/** Whether the client is who it says, where it has a key. */
function checkClient(world: World, { keys }: Client, fields: Record<string, unknown>): void {
  if (!keys) return
  const { client_assertion: assertion, client_assertion_type: type, client_id } = fields
  const refuse = (message: string) => new OAuthError(401, 'invalid_client', message)
  if (type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' || typeof assertion !== 'string')
    throw refuse('client authentication method "private_key_jwt" required a "client_assertion"')
  const claims = keys.map((key) => signed(assertion, key)).find((one) => one !== undefined)
  if (!claims) throw refuse('client_assertion has a wrong signature')
  if (claims.iss !== client_id || claims.sub !== client_id) throw refuse('client_assertion is of another client')
  if (claims.aud !== world.sim.url) throw refuse('client_assertion is for another server')
}

const textOf = (fields: Record<string, unknown>, name: string): string => {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new OAuthError(400, 'invalid_request', `${name} is required`)
  return value
}

async function push(world: World, asked: Asked): Promise<Answered> {
  const { fields } = asked
  const jkt = checkProof(world, asked)
  const client_id = textOf(fields, 'client_id')
  const client = await clientOf(client_id)
  checkClient(world, client, fields)
  const redirect_uri = textOf(fields, 'redirect_uri')
  if (!client.redirect_uris.includes(redirect_uri))
    throw new OAuthError(400, 'invalid_request', 'Invalid redirect_uri: not among those of the client')
  if (textOf(fields, 'response_type') !== 'code') throw new OAuthError(400, 'invalid_request', 'Invalid response_type')
  if (textOf(fields, 'code_challenge_method') !== 'S256')
    throw new OAuthError(400, 'invalid_request', 'Invalid code_challenge_method')
  const scope = textOf(fields, 'scope')
  const asks = scope.split(' ')
  const unknown = asks.find((one) => !SCOPES.includes(one) || !client.scope.split(' ').includes(one))
  if (unknown !== undefined || !asks.includes('atproto'))
    throw new OAuthError(400, 'invalid_scope', `Scope "${unknown ?? scope}" is not declared in the client metadata`)
  const uri = `urn:ietf:params:oauth:request_uri:req-${randomBytes(16).toString('hex')}`
  const { login_hint } = fields
  const pushed: Pushed = {
    uri,
    client_id,
    redirect_uri,
    scope,
    state: textOf(fields, 'state'),
    challenge: textOf(fields, 'code_challenge'),
    jkt,
    ...(typeof login_hint === 'string' ? { login_hint } : {}),
    until: world.sim.now() + PUSHED_MS,
  }
  world.network.put('pushed', pushed)
  return { status: 201, json: { request_uri: uri, expires_in: PUSHED_MS / 1000 } }
}

async function exchange(world: World, asked: Asked): Promise<Answered> {
  const { fields } = asked
  const jkt = checkProof(world, asked)
  const client_id = textOf(fields, 'client_id')
  checkClient(world, await clientOf(client_id), fields)
  const session =
    textOf(fields, 'grant_type') === 'refresh_token'
      ? rotated(world, textOf(fields, 'refresh_token'), client_id, jkt)
      : redeemed(world, fields, client_id, jkt)
  const { access, refresh, expires_in } = tokensOf(world, session)
  const { did: sub, scope } = session
  return { json: { access_token: access, refresh_token: refresh, token_type: 'DPoP', expires_in, scope, sub } }
}

function redeemed(world: World, fields: Record<string, unknown>, client_id: string, jkt: string) {
  const invalid = (message: string) => new OAuthError(400, 'invalid_grant', message)
  const given = world.network.codes.get(textOf(fields, 'code'))
  if (!given || given.used || given.until <= world.sim.now()) throw invalid('Invalid code')
  world.network.put('code', { ...given, used: true })
  const { pushed, did } = given
  if (pushed.client_id !== client_id) throw invalid('This code was not issued for you')
  if (pushed.redirect_uri !== textOf(fields, 'redirect_uri')) throw invalid('The redirect_uri is another one')
  if (pushed.jkt !== jkt) throw invalid('DPoP proof is of another key')
  const challenge = createHash('sha256').update(textOf(fields, 'code_verifier')).digest('base64url')
  if (challenge !== pushed.challenge) throw invalid('Invalid code_verifier')
  return begin(world, { did, kind: 'oauth', scope: pushed.scope, client_id, jkt })
}

/** The calls of the token endpoints. */
export function routeOAuth(world: World, asked: Asked): Call | undefined {
  const { method, path } = asked
  if (method !== 'POST') return undefined
  if (path === '/oauth/par') return { operation: 'par', run: () => push(world, asked) }
  if (path !== '/oauth/token') return undefined
  const refresh = asked.fields.grant_type === 'refresh_token'
  return { operation: refresh ? 'refresh' : 'exchange', run: () => exchange(world, asked) }
}

export type Consent = { redirect: string } | { status: 200 | 400; html: string }

const refusedPage = (reason: string): Consent => ({
  status: 400,
  html: page('Invalid request', `<main><h1>Invalid request</h1><p>${escapeHtml(reason)}</p></main>`),
})

/** The page an account's owner is sent to. A browser sees a choice; a program is redirected at once. */
export function answerAuthorize(world: World, query: URLSearchParams, accept: string): Consent {
  const { network, sim } = world
  const pushed = network.pushed.get(query.get('request_uri') ?? '')
  if (!pushed || pushed.client_id !== query.get('client_id') || pushed.until <= sim.now())
    return refusedPage('This request has expired, or was never made.')
  const back = (answer: Record<string, string>): Consent => {
    const target = new URL(pushed.redirect_uri)
    for (const [name, value] of Object.entries({ ...answer, iss: sim.url, state: pushed.state }))
      target.searchParams.set(name, value)
    return { redirect: target.href }
  }
  if (query.get('deny') === '1')
    return back({ error: 'access_denied', error_description: 'The user denied the request' })
  const named = query.get('account')
  if (named === null && accept.includes('text/html')) return { status: 200, html: choice(world, query, pushed) }
  const person = network.personNamed(named ?? pushed.login_hint ?? world.store.meta.demo_account)
  if (!person) return refusedPage('There is no such account.')
  const code: GivenCode = {
    code: `cod-${randomBytes(24).toString('hex')}`,
    did: person.did,
    pushed,
    until: sim.now() + CODE_MS,
    used: false,
  }
  network.put('code', code)
  return back({ code: code.code })
}

function choice({ network }: World, query: URLSearchParams, { login_hint, scope }: Pushed): string {
  const kept = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const people = [...network.people.values()]
  const hinted = login_hint === undefined ? undefined : network.personNamed(login_hint)
  const first = hinted ?? people[0]
  const rows = people.map(
    ({ did, handle }) =>
      `<li><label><input type="radio" name="account" value="${did}"${did === first?.did ? ' checked' : ''}> @${escapeHtml(handle)}</label></li>`,
  )
  return page(
    'Connect an account',
    `<main><h1>Connect an account</h1><p>An app asks for: ${escapeHtml(scope)}</p>
<form action="/oauth/authorize">${kept.join('')}<fieldset><legend>Account</legend><ul class="choices">${rows.join('')}</ul></fieldset>
<p><button>Allow</button> <button name="deny" value="1">Cancel</button></p></form></main>`,
  )
}
