// The distribution's function before the dashboard: which cookies reach the API, and as what.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { mcpResource } from '../../../core/assistants/rules/client.ts'
import { SCOPES } from '../../../core/assistants/rules/request.ts'
import { HASHED, KEY_HEADER, LOGIN_COOKIE, PACKED, REFERENCE_PROGRAM, SESSION_COOKIE } from '../../../core/contract.ts'
import { edgeFunction } from '../../../local/services/cdn/edge-runtime.ts'
import { GUIDE_FILES } from '../../../scripts/guide-page.ts'

const FILE = new URL('../../../functions/cdn/dashboard-request.js', import.meta.url)
const request = edgeFunction(readFileSync(FILE, 'utf8'), 'dashboard-request.js')

interface Passed {
  headers: Record<string, { value: string }>
  cookies: Record<string, { value: string }>
}

const pass = async (uri: string, session: string): Promise<Passed> =>
  (await request({
    request: {
      method: 'GET',
      uri,
      querystring: {},
      headers: { host: { value: 'dashboard.example' }, 'x-csrf': { value: '1' } },
      cookies: { [SESSION_COOKIE]: { value: session }, [LOGIN_COOKIE]: { value: 'login' } },
    },
  })) as never as Passed

const header = KEY_HEADER.toLowerCase()

it('makes the key’s header of a session, and of nothing else that stands in its cookie', async () => {
  const session = newSecret('sps_')
  expect((await pass('/api/v1/session', session)).headers[header]).toEqual({ value: session })
  for (const other of [newSecret(), newSecret('spi_'), '', 'sps_', `${session} x`, `x${session}`])
    expect((await pass('/api/v1/session', other)).headers[header], other).toBeUndefined()
})

it('hands the sign-in the session that it replaces, the callback the sign-in, and other requests no cookie', async () => {
  const session = newSecret('sps_')
  expect((await pass('/api/v1/session/sign-in', session)).cookies).toEqual({ [SESSION_COOKIE]: { value: session } })
  expect((await pass('/api/v1/session/sign-in', newSecret())).cookies).toEqual({})
  expect((await pass('/api/v1/session/callback', session)).cookies).toEqual({ [LOGIN_COOKIE]: { value: 'login' } })
  expect((await pass('/api/v1/posts', session)).cookies).toEqual({})
})

it('knows every guide, and says of another that there is none', async () => {
  const answerTo = async (uri: string) =>
    (await pass(uri, '')) as never as { uri?: string; statusCode?: number; body?: string }
  for (const name of GUIDE_FILES.keys())
    expect((await answerTo(`/docs/guides/${name}`)).uri).toBe(`/docs/guides/${name}.html`)
  for (const path of ['nothing', 'constructor', 'webhooks/', 'a/webhooks'])
    expect(await answerTo(`/docs/guides/${path}`), path).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('There is no such guide'),
    })
})

it('leads to the guides, to their Markdown and to the reference, and everything else to the dashboard', async () => {
  const uriOf = async (uri: string) => ((await pass(uri, '')) as never as { uri: string }).uri
  expect(await uriOf('/docs/guides')).toBe('/docs/guides/index.html')
  expect(await uriOf('/docs/guides/')).toBe('/docs/guides/index.html')
  expect(await uriOf('/docs/guides/webhooks')).toBe('/docs/guides/webhooks.html')
  expect(await uriOf('/docs/guides/webhooks.md')).toBe('/docs/guides/webhooks.md')
  expect(await uriOf('/docs/guidesx')).toBe('/index.html')
  expect(await uriOf('/posts/1')).toBe('/index.html')
  expect(await pass('/reference', newSecret('sps_'))).toMatchObject({
    ...{ statusCode: 302, headers: { location: { value: '/api/reference' } } },
  })
})

it('leads to the packed file where the viewer takes brotli, and nowhere else', async () => {
  const uriFor = async (uri: string, codings?: string): Promise<string> => {
    const { uri: led } = (await ask(uri, codings === undefined ? {} : { 'accept-encoding': { value: codings } })) as {
      uri?: string
    }
    return led!
  }
  const packed = `${PACKED}${REFERENCE_PROGRAM.slice(1)}`
  for (const codings of ['br', 'gzip, deflate, br, zstd', 'gzip,BR;q=0.5', 'gzip, br; q=1.0', 'br;q=0.001'])
    expect(await uriFor(REFERENCE_PROGRAM, codings), codings).toBe(packed)
  for (const codings of [
    undefined,
    '',
    'gzip, deflate',
    '*',
    'br;q=0',
    'gzip, br;q=0.000',
    'brr',
    'x-br',
    'br;level=1',
  ])
    expect(await uriFor(REFERENCE_PROGRAM, codings), codings).toBe(REFERENCE_PROGRAM)
  expect(await uriFor(`${HASHED}index-1.js`, 'br')).toBe(`${HASHED}index-1.js`)
})

interface Answered {
  statusCode: number
  headers: Record<string, { value: string }>
  body: string
}

const ask = async (
  uri: string,
  headers: Record<string, { value: string }> = {},
  method = 'POST',
): Promise<Passed & Answered> =>
  (await request({
    request: {
      method,
      uri,
      querystring: {},
      headers: { host: { value: 'dashboard.example' }, 'x-csrf': { value: '1' }, ...headers },
      cookies: { [SESSION_COOKIE]: { value: newSecret('sps_') } },
    },
  })) as never as Passed & Answered

it('tells assistants without a key where to sign in, and hands on a key, but never a session', async () => {
  const { statusCode, headers } = await ask('/api/mcp')
  expect([statusCode, headers['www-authenticate']!.value]).toEqual([
    401,
    'Bearer resource_metadata="https://dashboard.example/.well-known/oauth-protected-resource/api/mcp", scope="editor author viewer"',
  ])
  const passed = await ask('/api/mcp', { authorization: { value: 'Bearer spk_x' }, [header]: { value: 'spk_other' } })
  expect(passed.headers.authorization).toEqual({ value: 'Bearer spk_x' })
  expect(passed.headers[header]).toBeUndefined()
  expect(passed.cookies).toEqual({})
  // Nowhere else has it a meaning.
  const elsewhere = await ask('/api/mcp/', { authorization: { value: 'Bearer spk_x' } })
  expect(elsewhere.headers.authorization).toBeUndefined()
})

it('answers an assistant that opens a stream, or ends a session, that there is none: 401 would have it renew its token without end', async () => {
  const authorization = { value: 'Bearer spk_x' }
  for (const method of ['GET', 'DELETE']) {
    const { statusCode, headers } = await ask('/api/mcp', { authorization }, method)
    expect([statusCode, headers.allow!.value], method).toEqual([405, 'POST'])
    expect((await ask('/api/mcp', {}, method)).statusCode, method).toBe(401)
  }
})

it('has the metadata of OAuth at the addresses that are fixed for them, of its own address and with the scopes that there are', async () => {
  const dashboard = 'https://dashboard.example'
  for (const after of ['', '/api/mcp']) {
    const { statusCode, headers, body } = await ask(`/.well-known/oauth-protected-resource${after}`)
    expect([statusCode, headers['content-type']!.value]).toEqual([200, 'application/json'])
    expect(JSON.parse(body)).toMatchObject({
      resource: mcpResource(dashboard),
      authorization_servers: [dashboard],
      scopes_supported: SCOPES,
    })
  }
  const { body } = await ask('/.well-known/oauth-authorization-server')
  expect(JSON.parse(body)).toMatchObject({
    issuer: dashboard,
    scopes_supported: SCOPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
  expect((await ask('/.well-known/oauth-protected-resources')).statusCode).toBeUndefined()
})
