// Connecting an account of Bluesky by its server's own page, and keeping the session: PAR, PKCE, DPoP, tokens that are good once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { bluesky as platform } from '../../../core/platforms/bluesky/connector.ts'
import { newTid } from '../../../core/platforms/bluesky/tid.ts'
import type { Result } from '../../../core/platforms/outcome.ts'
import type { PlatformApp, TokenGrant } from '../../../core/platforms/sign-in.ts'
import { type Json, type SimulatedNetwork, startNetwork } from '../../support/bluesky-network.ts'

const BACK = 'http://127.0.0.1:9/accounts/connected'
const SCOPES = ['atproto', 'transition:generic']
const DAY = 24 * 3_600_000

let network: SimulatedNetwork
let document: unknown
/** Serves the document of a client that has a key. */
const own = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
)
let documentUrl: string
beforeAll(async () => {
  network = await startNetwork()
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  documentUrl = `http://127.0.0.1:${(own.address() as AddressInfo).port}/client-metadata.json`
})
afterAll(async () => {
  own.closeAllConnections()
  own.close()
  await network.close()
})
beforeEach(() => network.control('DELETE', '/faults'))

const { begin, finish, registerApp } = platform.signIn as Required<typeof platform.signIn>
const good = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const errorOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.class)

const appFor = async (redirect_uri: string): Promise<PlatformApp> => {
  const app = good(await registerApp({ redirect_uri, scopes: SCOPES, document_url: documentUrl }))
  document = app.document
  return app
}

interface Way {
  handle: string
  redirect_uri?: string
  /** The person's actions on the page. */
  chooses?: string
}

/** To the page and back. */
async function toThePage(app: PlatformApp, { handle, redirect_uri = BACK, chooses = '' }: Way) {
  const { url, keep } = good(await begin({ ...app, redirect_uri, state: 's&1', scopes: SCOPES, handle }))
  const page = await fetch(`${url}${chooses}`, { redirect: 'manual' })
  const back = new URL(page.headers.get('location')!)
  const { state, ...answer } = Object.fromEntries(back.searchParams) as Record<string, string>
  expect(state).toBe('s&1')
  return { ...app, redirect_uri, code: answer.code!, iss: answer.iss!, keep: keep! }
}

async function signedIn(way: Way): Promise<TokenGrant> {
  const app = await appFor(way.redirect_uri ?? BACK)
  const [grant] = good(await finish(await toThePage(app, way)))
  return grant!
}

const accountOf = (grant: TokenGrant) => ({
  external_id: (JSON.parse(grant.token) as { did: string }).did,
  token: grant.token,
})
const post = (key: string) => ({
  handles: [JSON.stringify({ is: 'text', named: {} })],
  kind: 'text' as const,
  text: 'Ahoy',
  options: {},
  key,
})

describe('on this machine', () => {
  it('names the state in the address of the page, by which the dashboard knows the answer', async () => {
    const app = await appFor(BACK)
    const given = { ...app, redirect_uri: BACK, state: 's&1', scopes: SCOPES, handle: 'harbor.test' }
    const { url } = good(await begin(given))
    expect(new URL(url).searchParams.get('state')).toBe('s&1')
  })

  it('signs in without a key of the client, and publishes with proofs', async () => {
    const grant = await signedIn({ handle: 'harbor.test' })
    expect(grant.scopes).toEqual(SCOPES)
    expect(grant.expires_at! - Date.now()).toBeLessThanOrEqual(14 * DAY)
    expect(grant.token.length).toBeLessThan(4096)
    expect(good(await platform.profile(grant.token))).toMatchObject({ username: 'harbor.test' })
    const key = newTid(Date.now())
    const { media_id } = good(await platform.publish(accountOf(grant), post(key)))
    expect(media_id).toContain(key)
  })
})

describe('as a client that describes itself', () => {
  const redirect_uri = 'https://here.example/accounts/connected'

  it('signs in with its key, for as long as servers let it', async () => {
    const app = await appFor(redirect_uri)
    expect(app).toMatchObject({
      client_id: documentUrl,
      document: {
        client_id: documentUrl,
        redirect_uris: [redirect_uri],
        token_endpoint_auth_method: 'private_key_jwt',
        dpop_bound_access_tokens: true,
        jwks: { keys: [{ kty: 'EC', alg: 'ES256' }] },
      },
    })
    expect(JSON.stringify(app.document)).not.toContain(JSON.parse(app.client_secret).d)
    const [grant] = good(await finish(await toThePage(app, { handle: 'pier.test', redirect_uri })))
    expect(grant!.expires_at! - Date.now()).toBeGreaterThan(89 * DAY)
    expect(grant!.token.length).toBeLessThan(4096)
    const renewed = good(await platform.refresh(grant!.token))
    expect(good(await platform.profile(renewed.token)).username).toBe('pier.test')
  })

  it('is refused with another key than the one it describes', async () => {
    const app = await appFor(redirect_uri)
    const other = good(await registerApp({ redirect_uri, scopes: SCOPES, document_url: documentUrl }))
    const given = { ...app, client_secret: other.client_secret }
    const answer = await begin({ ...given, redirect_uri, state: 's', scopes: SCOPES, handle: 'pier.test' })
    expect(answer).toMatchObject({ ok: false, error: { type: 'invalid_client', app_gone: true } })
  })
})

describe('what comes back', () => {
  it('must be of the account that was named', async () => {
    const app = await appFor(BACK)
    const brought = await toThePage(app, { handle: 'harbor.test', chooses: '&account=pier.test' })
    expect(await finish(brought)).toMatchObject({
      ok: false,
      error: { class: 'permanent', message: expect.stringContaining('Another account') },
    })
  })

  it('may be of any account of the server, where only that was named', async () => {
    const grant = await signedIn({ handle: network.url, chooses: '&account=pier.test' })
    expect(good(await platform.profile(grant.token)).username).toBe('pier.test')
  })

  it('must come from the server that was asked', async () => {
    const app = await appFor(BACK)
    const brought = await toThePage(app, { handle: 'harbor.test' })
    expect(errorOf(await finish({ ...brought, iss: 'https://evil.example' }))).toBe('permanent')
    const { iss: _, ...without } = brought
    expect(errorOf(await finish(without))).toBe('permanent')
  })

  it('leads to no page but one of the web', async () => {
    // The dashboard goes to the address that it is given.
    const server = createServer((request, response) => {
      const answer = request.url!.endsWith('/oauth-protected-resource')
        ? { authorization_servers: [origin] }
        : request.method === 'POST'
          ? { request_uri: 'urn:request', expires_in: 60 }
          : {
              issuer: origin,
              authorization_endpoint: 'javascript:alert(document.domain)//',
              token_endpoint: `${origin}/token`,
              pushed_authorization_request_endpoint: `${origin}/par`,
            }
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    vi.stubEnv(ENV.platformAllowHosts, `${process.env[ENV.platformAllowHosts]},${new URL(origin).host}`)
    const begun = await begin({
      ...(await appFor(BACK)),
      redirect_uri: BACK,
      state: 's',
      scopes: SCOPES,
      handle: origin,
    })
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
    expect(begun).toMatchObject({ ok: false, error: { message: expect.stringContaining('could not be read') } })
  })

  it('is good once', async () => {
    const brought = await toThePage(await appFor(BACK), { handle: 'harbor.test' })
    good(await finish(brought))
    const again = await finish(brought)
    expect(errorOf(again)).toBe('reconnect')
    expect(JSON.stringify(again)).not.toContain(brought.code)
  })

  it('says who has cancelled', async () => {
    const { url } = good(
      await begin({ ...(await appFor(BACK)), redirect_uri: BACK, state: 's', scopes: SCOPES, handle: 'harbor.test' }),
    )
    const page = await fetch(`${url}&deny=1`, { redirect: 'manual' })
    expect(new URL(page.headers.get('location')!).searchParams.get('error')).toBe('access_denied')
  })

  it('shows a person the accounts to choose from', async () => {
    const { url } = good(
      await begin({ ...(await appFor(BACK)), redirect_uri: BACK, state: 's', scopes: SCOPES, handle: 'pier.test' }),
    )
    const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    expect(html).toMatch(/type="radio"[^>]*checked> @pier\.test/)
    expect(html).toContain('<button>Allow</button>')
    expect(html).toMatch(/<button name="deny"[^>]*>Cancel/)
  })
})

describe('a session', () => {
  it('is renewed once for each token; the same twice ends it', async () => {
    const grant = await signedIn({ handle: 'harbor.test' })
    const renewed = good(await platform.refresh(grant.token))
    expect(await platform.quota(accountOf(renewed))).toEqual({ ok: true, value: null })
    expect(errorOf(await platform.refresh(grant.token))).toBe('reconnect')
    expect(errorOf(await platform.quota(accountOf(renewed)))).toBe('renew')
    expect(errorOf(await platform.refresh(renewed.token))).toBe('reconnect')
  })

  it.each([
    [{ kind: 'drop_after' }, 'ambiguous'],
    [{ kind: 'malformed_json' }, 'ambiguous'],
    [{ kind: 'error_before', http_status: 503, error: 'temporarily_unavailable' }, 'retry'],
    [{ kind: 'html_502', when: 'before' }, 'retry'],
    // A proxy whose server is being started.
    [{ kind: 'raw_reply', when: 'before', http_status: 404, body: '404 page not found\n' }, 'retry'],
    [{ kind: 'retry_after', seconds: 5 }, 'wait'],
    // The server could not read our document at that moment; the refresh token is as good as before.
    [{ kind: 'error_before', http_status: 400, error: 'invalid_client_metadata' }, 'retry'],
  ])('whose renewal goes wrong (%j): %s', async (fault, expected) => {
    const grant = await signedIn({ handle: 'harbor.test' })
    await network.control('POST', '/faults', { match: { operation: 'refresh' }, fault })
    const answer = await platform.refresh(grant.token)
    expect(errorOf(answer)).toBe(expected)
    const { refresh } = JSON.parse(grant.token) as { refresh: string }
    expect(JSON.stringify(answer)).not.toContain(refresh)
  })

  it('whose renewal is refused in endless words keeps neither them nor its secrets', async () => {
    const grant = await signedIn({ handle: 'harbor.test' })
    const { refresh } = JSON.parse(grant.token) as { refresh: string }
    const fault = { kind: 'error_before', http_status: 400, error: `${refresh} ${'x '.repeat(200_000)}` }
    await network.control('POST', '/faults', { match: { operation: 'refresh' }, fault })
    const answer = await platform.refresh(grant.token)
    expect(errorOf(answer)).toBe('permanent')
    expect(JSON.stringify(answer)).not.toContain(refresh)
    expect(JSON.stringify(answer).length).toBeLessThan(1000)
  })

  it('is renewed when its access is over', async () => {
    const grant = await signedIn({ handle: 'harbor.test' })
    await network.control('POST', '/tokens/expire', { account: 'harbor.test' })
    expect(errorOf(await platform.publish(accountOf(grant), post(newTid(Date.now()))))).toBe('renew')
    const renewed = good(await platform.refresh(grant.token))
    expect(errorOf(await platform.publish(accountOf(renewed), post(newTid(Date.now()))))).toBe('ok')
  })
})

it.each([
  ['127.0.0.1', 'permanent'],
  ['http://127.0.0.1:1', 'permanent'],
  ['http://[::ffff:10.0.0.1]', 'permanent'],
  ['http://169.254.169.254', 'permanent'],
  ['https://localhost', 'permanent'],
  ['http://0177.0.0.1/', 'permanent'],
  ['did:web:127.0.0.1', 'retry'],
  ['nobody.test', 'permanent'],
])('does not begin with %s', async (handle, expected) => {
  const before: Json = await network.state()
  const given = { ...(await appFor(BACK)), redirect_uri: BACK, state: 's', scopes: SCOPES, handle }
  expect(errorOf(await begin(given))).toBe(expected)
  const after: Json = await network.state()
  expect(after.totals.calls.par).toBe(before.totals.calls.par)
})
