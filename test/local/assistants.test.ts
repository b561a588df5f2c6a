// Assistants that connect by the dashboard's sign-in, with the SDK's own client of OAuth; and every way in that must be closed.
import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, joinTeam, openBrowser, signIn } from '../../local/demo-people.ts'
import { eventually } from '../support/local.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

const CALLBACK = 'http://127.0.0.1:3917/callback'

let local: SharedLocal
let url: string
let admin: Browser
let clientId: string

async function signedIn(who: { email: string; password: string }): Promise<Browser> {
  const browser = openBrowser(url)
  await signIn(browser, url, who)
  return browser
}

const asJson = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

const register = (metadata: object) => fetch(`${url}/api/v1/oauth/token`, asJson('POST', metadata))

beforeAll(async () => {
  local = await sharedLocal({ people: true })
  url = local.session.dashboard_url!
  admin = await signedIn(local.session.sign_in!)
  const registered = await register({ client_name: 'Helper', redirect_uris: [CALLBACK] })
  expect(registered.status).toBe(201)
  clientId = ((await registered.json()) as { client_id: string }).client_id
})

const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const request = (challenge: string) => ({
  client_id: clientId,
  redirect_uri: CALLBACK,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  resource: `${url}/api/mcp`,
  state: '12345678901234567890',
})

const ask = (browser: Browser, body: object) => browser.ask('/api/v1/oauth/authorizations', asJson('POST', body))

async function refusal(reply: Response): Promise<[number, string | undefined, string | undefined]> {
  const { errors } = (await reply.json()) as { errors?: { code: string; path?: string }[] }
  return [reply.status, errors?.[0]?.code, errors?.[0]?.path]
}

/** A person allows the assistant. @returns the code and what proves it. */
async function allowed(browser: Browser = admin, role = 'editor') {
  const { verifier, challenge } = pkce()
  const reply = await ask(browser, { ...request(challenge), decision: 'allow', role })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { redirect_to } = ((await reply.json()) as { data: { redirect_to: string } }).data
  const back = new URL(redirect_to)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(back.searchParams.get('state')).toBe('12345678901234567890')
  expect(back.searchParams.get('iss')).toBe(url)
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    resource: `${url}/api/mcp`,
  }
}

const token = (form: Record<string, string>) =>
  fetch(`${url}/api/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
const tokens = async (form: Record<string, string>) => {
  const reply = await token(form)
  expect(reply.status, await reply.clone().text()).toBe(200)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  return (await reply.json()) as Required<OAuthTokens>
}
const problem = async (form: Record<string, string>) => {
  const reply = await token(form)
  return [reply.status, ((await reply.json()) as { error: string }).error]
}
const connected = async (browser?: Browser, role?: string) => tokens(await allowed(browser, role))
const api = (key: string, method = 'GET', path = '/api/v1/accounts/social', json?: unknown) =>
  local.api(method, path, { key, ...(json === undefined ? {} : { json }) })
const refreshing = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token, client_id: clientId })

/** The store of a program that connects with the SDK. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata = { client_name: 'SDK program', redirect_uris: [CALLBACK] }
  leads: URL | undefined
  kept: OAuthTokens | undefined
  #client: OAuthClientInformationMixed | undefined
  #verifier = ''
  clientInformation = () => this.#client
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client
  }
  tokens = () => this.kept
  saveTokens = (given: OAuthTokens) => {
    this.kept = given
  }
  redirectToAuthorization = (address: URL) => {
    this.leads = address
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

const connect = async (program: Program) => {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { authProvider: program })
  const client = new Client({ name: 'test', version: '1' })
  return { client, transport, connecting: client.connect(transport) }
}

describe('an assistant with the SDK', () => {
  it('finds the sign-in by itself, is let in by a person, works, and renews its key', { tags: 'deep' }, async () => {
    const program = new Program()
    const first = await connect(program)
    await expect(first.connecting).rejects.toThrow(UnauthorizedError)
    const { searchParams, origin } = program.leads!
    expect(origin).toBe(url)
    const asked = await ask(admin, Object.fromEntries(searchParams))
    expect(((await asked.json()) as { data: unknown }).data).toEqual({
      assistant: {
        name: 'SDK program',
        host: null,
        redirect_host: '127.0.0.1:3917',
        on_this_machine: true,
        roles: ['editor', 'author', 'viewer'],
      },
      redirect_to: null,
    })
    const answer = await ask(admin, { ...Object.fromEntries(searchParams), decision: 'allow', role: 'editor' })
    const back = new URL(((await answer.json()) as { data: { redirect_to: string } }).data.redirect_to)
    await first.transport.finishAuth(back.searchParams)
    const { client, connecting } = await connect(program)
    await connecting
    const { structuredContent, isError } = await client.callTool({ name: 'list_accounts', arguments: {} })
    expect(isError).toBeFalsy()
    expect((structuredContent as { accounts: unknown[] }).accounts.length).toBeGreaterThan(0)
    // Its access token has ended: the program gets the next one without a person.
    const before = program.kept!
    program.kept = { ...before, access_token: 'spk_ended' }
    const again = await connect(program)
    await again.connecting
    expect((await again.client.callTool({ name: 'list_accounts', arguments: {} })).isError).toBeFalsy()
    expect(program.kept.access_token).not.toBe(before.access_token)
    await Promise.all([client.close(), again.client.close()])
  })

  it('reads where to sign in at the addresses that are fixed for it, also without the header', async () => {
    const resource = `${url}/api/mcp`
    const unasked = await fetch(resource, { method: 'POST', body: '{}' })
    expect([unasked.status, unasked.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/api/mcp", scope="editor author viewer"`,
    ])
    for (const path of ['oauth-protected-resource/api/mcp', 'oauth-protected-resource']) {
      const metadata = await (await fetch(`${url}/.well-known/${path}`)).json()
      expect(metadata, path).toMatchObject({ resource, authorization_servers: [url] })
    }
    expect(await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
      issuer: url,
      code_challenge_methods_supported: ['S256'],
      token_endpoint: `${url}/api/v1/oauth/token`,
    })
  })
})

describe('what a person allowed', () => {
  it('gives its tokens up where the metadata say, by a client of another maker', async () => {
    const allowing = { [oauth.allowInsecureRequests]: true }
    const found = await oauth.discoveryRequest(new URL(url), { algorithm: 'oauth2', ...allowing })
    const server = await oauth.processDiscoveryResponse(new URL(url), found)
    const revoke = async (client_id: string, shown: string) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(server, { client_id }, oauth.None(), shown, allowing),
      )
    const { access_token, refresh_token } = await connected()
    await expect(revoke('reg.other', refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await api(access_token)).status).toBe(200)
    await revoke(clientId, refresh_token)
    expect((await api(access_token)).status).toBe(401)
    expect(await problem(refreshing(refresh_token))).toEqual([400, 'invalid_grant'])
    // As the specification has it, a token that is worth nothing is no mistake; a request without a client is one.
    await revoke(clientId, refresh_token)
    expect(await problem({ token: refresh_token })).toEqual([400, 'invalid_request'])
  })

  it('is sent back to a program by its own scheme, which the key names', async () => {
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const registered = await register({ client_name: 'Cursor', redirect_uris: [redirect_uri, CALLBACK] })
    expect(registered.status).toBe(201)
    const { client_id } = (await registered.json()) as { client_id: string }
    const { verifier, challenge } = pkce()
    const asked = { ...request(challenge), client_id, redirect_uri }
    const shown = (await (await ask(admin, asked)).json()) as { data: { assistant: object } }
    expect(shown.data.assistant).toMatchObject({
      redirect_host: 'cursor://anysphere.cursor-mcp',
      on_this_machine: true,
    })
    expect(await refusal(await ask(admin, { ...asked, redirect_uri: `${redirect_uri}/x` }))).toEqual([
      400,
      'invalid_value',
      'redirect_uri',
    ])
    const reply = await ask(admin, { ...asked, decision: 'allow', role: 'viewer' })
    const { redirect_to } = ((await reply.json()) as { data: { redirect_to: string } }).data
    expect(redirect_to.startsWith(`${redirect_uri}?code=`)).toBe(true)
    const code = new URL(redirect_to).searchParams.get('code')!
    const shownCode = { grant_type: 'authorization_code', code, client_id, redirect_uri }
    const { access_token } = await tokens({ ...shownCode, code_verifier: verifier })
    expect((await api(access_token)).status).toBe(200)
    const keys = (await (await admin.ask('/api/v1/keys')).json()) as {
      data: { keys: { assistant: { redirect_host: string } | null }[] }
    }
    expect(JSON.stringify(keys)).toContain('"redirect_host":"cursor://anysphere.cursor-mcp"')
  })

  it('is a key among the others, which says whose it is, and ends when it is revoked', async () => {
    const { access_token, refresh_token, expires_in, scope } = await connected()
    expect([expires_in, scope]).toEqual([3600, 'editor'])
    expect((await api(access_token)).status).toBe(200)
    const { data } = (await (await admin.ask('/api/v1/keys')).json()) as {
      data: { id: string; name: string; created_by: { email: string }; assistant: unknown }[]
    }
    const key = data.at(-1)!
    expect(key).toMatchObject({
      name: 'Helper',
      created_by: { email: local.session.sign_in!.email },
      assistant: { role: 'editor', redirect_host: '127.0.0.1:3917' },
    })
    const rotated = await admin.ask(`/api/v1/keys/${key.id}/rotate`, asJson('POST', { keep_old_hours: 0 }))
    expect((await refusal(rotated)).slice(0, 2)).toEqual([409, 'conflict'])
    expect((await admin.ask(`/api/v1/keys/${key.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await api(access_token)).status).toBe(401)
    expect(await problem(refreshing(refresh_token))).toEqual([400, 'invalid_grant'])
  })

  it('reaches no further than the role that was given, and never to what people alone do', async () => {
    const { access_token } = await connected(admin, 'viewer')
    const post = { content: 'Hello', accounts: ['0193c1b2-7b2e-7000-8000-000000000000'] }
    const posted = await api(access_token, 'POST', '/api/v1/posts/text', post)
    expect([posted.status, posted.json<{ errors: { code: string }[] }>().errors[0]!.code]).toEqual([
      403,
      'role_required',
    ])
    const author = await connected(admin, 'author')
    const published = await api(author.access_token, 'POST', '/api/v1/posts/text', post)
    expect(published.status).toBeGreaterThanOrEqual(400)
    const hook = await api((await connected()).access_token, 'POST', '/api/v1/webhooks', { url: 'https://x.example/' })
    expect([hook.status, hook.json<{ errors: { code: string }[] }>().errors[0]!.code]).toEqual([403, 'role_required'])
    expect((await fetch(`${url}/api/v1/keys`, { headers: { 'X-Secret-Token': access_token } })).status).toBe(401)
    expect((await api(access_token, 'GET', '/api/v1/keys')).status).toBe(403)
  })

  it('ends at once when the person gets a lower role, and when the person is removed', { tags: 'deep' }, async () => {
    const email = 'helped@example.com'
    const reply = await admin.ask('/api/v1/team/invitations', asJson('POST', { email, role: 'editor' }))
    const { data } = (await reply.json()) as { data: { url: string } }
    const password = await eventually(() => /helped@example\.com: password (\S+)/.exec(local.process.stderr())?.[1], {
      what: 'a password for the invited',
    })
    const person = { email, password }
    await joinTeam(url, data.url, person)
    const editor = await signedIn(person)
    const me = (await (await editor.ask('/api/v1/session')).json()) as { data: { person: { id: string } } }
    const member = `/api/v1/team/members/${me.data.person.id}`
    const [publishing, reading] = [await connected(editor, 'editor'), await connected(editor, 'viewer')]
    for (const { access_token } of [publishing, reading]) expect((await api(access_token)).status).toBe(200)
    expect((await admin.ask(member, asJson('PATCH', { role: 'viewer' }))).status).toBe(200)
    expect((await api(publishing.access_token)).status).toBe(401)
    expect(await problem(refreshing(publishing.refresh_token))).toEqual([400, 'invalid_grant'])
    // A viewer may go on giving a viewer's rights, and no more.
    expect((await api(reading.access_token)).status).toBe(200)
    expect(
      await refusal(await ask(editor, { ...request(pkce().challenge), decision: 'allow', role: 'editor' })),
    ).toEqual([400, 'invalid_value', 'role'])
    const late = await allowed(editor, 'viewer')
    expect((await admin.ask(member, { method: 'DELETE' })).status).toBe(200)
    expect((await api(reading.access_token)).status).toBe(401)
    expect(await problem(refreshing(reading.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await problem(late)).toEqual([400, 'invalid_grant'])
  })
})

describe('what is refused', () => {
  it('is a code that comes a second time: the key that was made of it ends', async () => {
    const code = await allowed()
    const { access_token, refresh_token } = await tokens(code)
    expect((await api(access_token)).status).toBe(200)
    expect(await problem(code)).toEqual([400, 'invalid_grant'])
    expect((await api(access_token)).status).toBe(401)
    expect(await problem(refreshing(refresh_token))).toEqual([400, 'invalid_grant'])
  })

  it('is one of two that show a code at the same moment', async () => {
    const code = await allowed()
    const statuses = (await Promise.all([token(code), token(code), token(code)])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(2)
  })

  it.each([
    ['another redirect', { redirect_uri: 'http://127.0.0.1:3917/other' }],
    ['another client', { client_id: 'reg.WyJYIiwiaHR0cHM6Ly94LmV4YW1wbGUvIl0' }],
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['a verifier that is none', { code_verifier: 'short' }],
  ])('is a code with %s, and the code is spoilt by it', async (_what, wrong) => {
    const code = await allowed()
    expect(await problem({ ...code, ...wrong })).toEqual([400, 'invalid_grant'])
    expect(await problem(code)).toEqual([400, 'invalid_grant'])
  })

  it('is a token request for another resource, without a verifier, of another kind, or with a parameter twice', async () => {
    const code = await allowed()
    expect(await problem({ ...code, resource: `${url}/api/v1` })).toEqual([400, 'invalid_target'])
    const { code_verifier: _verifier, ...without } = code
    expect(await problem(without)).toEqual([400, 'invalid_request'])
    expect(await problem({ grant_type: 'password', username: 'x', password: 'y' })).toEqual([
      400,
      'unsupported_grant_type',
    ])
    const twice = new URLSearchParams(code)
    twice.append('code', code.code)
    const reply = await fetch(`${url}/api/v1/oauth/token`, { method: 'POST', body: twice })
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const text = await fetch(`${url}/api/v1/oauth/token`, { method: 'POST', body: String(new URLSearchParams(code)) })
    expect([text.status, await text.json()]).toMatchObject([400, { error: 'invalid_request' }])
    expect(await problem({ ...code, client_id: '' })).toEqual([400, 'invalid_request'])
    // None of that used the code up. A parameter without a value counts as left out.
    expect((await token({ ...code, resource: '' })).status).toBe(200)
  })

  it('is a refresh token of another client, and one that was replaced; the key before stops at once', async () => {
    const { access_token, refresh_token } = await connected()
    expect(await problem({ ...refreshing(refresh_token), client_id: 'reg.other' })).toEqual([400, 'invalid_grant'])
    const next = await tokens(refreshing(refresh_token))
    expect((await api(access_token)).status).toBe(401)
    // Sent twice by the same program, within a minute: refused, and the connection stays.
    expect(await problem(refreshing(refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await api(next.access_token)).status).toBe(200)
    expect(await problem(refreshing(next.access_token))).toEqual([400, 'invalid_grant'])
  })

  it('is an address that the assistant did not name, another method than S256, and another resource', async () => {
    const good = request(pkce().challenge)
    const wrong = async (change: object) => (await refusal(await ask(admin, { ...good, ...change }))).slice(1)
    for (const redirect_uri of [
      'https://evil.example/callback',
      `${CALLBACK}/more`,
      `${CALLBACK}?x=1`,
      'http://127.0.0.1.evil.example:3917/callback',
      'http://user@127.0.0.1:3917/callback',
      'javascript:alert(1)',
    ])
      for (const decision of [undefined, 'allow', 'deny'])
        expect(await wrong({ redirect_uri, decision, role: 'editor' }), redirect_uri).toEqual([
          'invalid_value',
          'redirect_uri',
        ])
    expect(await wrong({ code_challenge_method: 'plain' })).toEqual(['invalid_value', 'code_challenge_method'])
    expect(await wrong({ code_challenge: undefined })).toEqual(['required', 'code_challenge'])
    expect(await wrong({ response_type: 'token' })).toEqual(['invalid_value', 'response_type'])
    expect(await wrong({ resource: 'https://other.example/mcp' })).toEqual(['invalid_value', 'resource'])
    expect(await wrong({ client_id: 'reg.nothing' })).toEqual(['invalid_value', 'client_id'])
    expect(await wrong({ client_id: 'https://127.0.0.1/client.json' })).toEqual(['invalid_value', 'client_id'])
    // The port alone may be another: a program on the person's machine takes one that is free.
    expect((await ask(admin, { ...good, redirect_uri: 'http://127.0.0.1:4000/callback' })).status).toBe(200)
  })

  it('is a consent that another site sends, or that comes without the header that only the page sets', async () => {
    const body = { ...request(pkce().challenge), decision: 'allow', role: 'editor' }
    const foreign: Record<string, string>[] = [
      { 'X-CSRF': '' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const sent = asJson('POST', body)
      const reply = await admin.ask('/api/v1/oauth/authorizations', {
        ...sent,
        headers: { ...(sent.headers as Record<string, string>), ...headers },
      })
      expect(reply.status, JSON.stringify(headers)).toBe(401)
    }
    // A key cannot either: only a person consents.
    const byKey = await local.api('POST', '/api/v1/oauth/authorizations', { json: body })
    expect(byKey.status).toBe(403)
  })

  it('is a session at the MCP endpoint, by cookie and as a bearer', async () => {
    const call = asJson('POST', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_accounts' } })
    expect((await admin.ask('/api/mcp', call)).status).toBe(401)
    const bearer = { ...(call.headers as object), Authorization: `Bearer sps_${'x'.repeat(49)}` }
    expect((await fetch(`${url}/api/mcp`, { ...call, headers: bearer })).status).toBe(401)
  })

  it('is a registration with redirect addresses that are not allowed', async () => {
    for (const redirect_uris of [
      undefined,
      [],
      ['http://example.com/'],
      ['https://user:pass@example.com/'],
      ['https://example.com/#x'],
      ['custom://callback'],
      Array.from({ length: 11 }, () => CALLBACK),
      [`https://example.com/${'x'.repeat(300)}`],
      [1],
    ]) {
      const reply = await register({ redirect_uris })
      expect([reply.status, await reply.json()], JSON.stringify(redirect_uris)).toMatchObject([
        400,
        { error: 'invalid_redirect_uri' },
      ])
    }
  })
})
