// Identities of assistants: ids that contain their metadata, and metadata that are fetched from the address that the id is.
import { describe, expect, it, vi } from 'vitest'
import { describeAssistant } from '../../../core/assistants/authorize.ts'
import { findClient } from '../../../core/assistants/find-client.ts'
import { metadataUrl, registered, registeredClient } from '../../../core/assistants/rules/client.ts'
import { leadsBack, redirectFits, redirectUrl } from '../../../core/assistants/rules/redirect-address.ts'
import { rolesToGive, sentBack } from '../../../core/assistants/rules/request.ts'
import { ENV } from '../../../core/contract.ts'
import type { HostExchange } from '../../../core/outbound/ask-host.ts'

const asked = vi.hoisted(() => ({ answer: {} as unknown, calls: [] as unknown[] }))
vi.mock('../../../core/outbound/ask-host.ts', () => ({
  askHost: async (...given: unknown[]) => {
    asked.calls.push(given)
    return asked.answer as HostExchange
  },
}))

const ID = 'https://helper.example/client.json'
const CALLBACK = 'https://helper.example/callback'
const METADATA = { client_id: ID, client_name: 'Helper', redirect_uris: [CALLBACK] }
const answers = (body: unknown, status = 200) => {
  asked.answer = { reply: { status, body } }
}

describe('an id that is an address', () => {
  it('is the client that its metadata describe, fetched once, without redirects, and bounded', async () => {
    answers(METADATA)
    asked.calls.length = 0
    expect(await findClient(ID)).toEqual({ id: ID, name: 'Helper', redirectUris: [CALLBACK], host: 'helper.example' })
    expect(asked.calls).toEqual([[new URL(ID), { timeoutMs: 5000, maxBytes: 16_384 }, {}]])
  })

  it.each([
    ['are of another id', { ...METADATA, client_id: `${ID}x` }, 'of another client_id'],
    ['ask for a secret', { ...METADATA, token_endpoint_auth_method: 'client_secret_basic' }, 'only none is allowed'],
    ['name no address', { ...METADATA, redirect_uris: [] }, 'names 1 to 10 addresses'],
    [
      'name a place in the clear',
      { ...METADATA, redirect_uris: ['http://helper.example/'] },
      'redirect_uris[0] must be',
    ],
    ['are no object', 'x', 'is not a JSON object'],
  ])('is refused where its metadata %s', async (_what, body, message) => {
    answers(body)
    await expect(findClient(ID)).rejects.toThrow(message)
  })

  it('is refused where it cannot be asked, and says why', async () => {
    answers(METADATA, 302)
    await expect(findClient(ID)).rejects.toThrow('it answered 302')
    asked.answer = { fault: 'NOT_ALLOWED', sent: false, problem: 'it is not an address of the public internet' }
    await expect(findClient(ID)).rejects.toThrow('not an address of the public internet')
  })

  it.each([
    'http://helper.example/client.json',
    'https://helper.example/',
    'https://helper.example',
    'https://user@helper.example/client.json',
    'https://helper.example/client.json#x',
    'https://helper.example/a/../client.json',
    'https://HELPER.example/client.json',
    `https://helper.example/${'x'.repeat(800)}`,
    'helper',
  ])('%s is none, and nothing is asked', async (id) => {
    asked.calls.length = 0
    expect(metadataUrl(id)).toBeUndefined()
    await expect(findClient(id)).rejects.toThrow('client_id must be')
    expect(asked.calls).toEqual([])
  })
})

describe('an id that was registered', () => {
  it('holds what it names, and is the same for the same', () => {
    const client = registered({ client_name: ' He\u202elper\n ', redirect_uris: [CALLBACK], scope: 'editor' })
    expect(client).toMatchObject({ name: 'Helper', redirectUris: [CALLBACK], host: null })
    expect(registeredClient((client as { id: string }).id)).toEqual(client)
    expect(registered({ client_name: 'Helper', redirect_uris: [CALLBACK] })).toEqual(client)
  })

  it('is the one of an editor that names an address for each place that it runs in', () => {
    const redirect_uris = [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://localhost/',
      'http://127.0.0.1/',
      'http://localhost:33418/',
      'http://127.0.0.1:33418/',
    ]
    const client = registered({ client_name: 'Visual Studio Code', redirect_uris })
    expect(client).toMatchObject({ name: 'Visual Studio Code', redirectUris: redirect_uris })
  })

  it.each([
    '',
    'reg.',
    'reg.%%%',
    `reg.${Buffer.from('{"0":"x"}').toString('base64url')}`,
    `reg.${Buffer.from(JSON.stringify(['x'])).toString('base64url')}`,
    `reg.${Buffer.from(JSON.stringify(['x', 'javascript:alert(1)'])).toString('base64url')}`,
    // The same in another spelling.
    `reg.${Buffer.from(JSON.stringify(['x', CALLBACK], null, 1)).toString('base64url')}`,
    `reg.${'x'.repeat(2000)}`,
  ])('is not %s', (id) => {
    expect(registeredClient(id)).toBeUndefined()
  })
})

it('is sent back to what it named alone, and on the person’s machine to any port', () => {
  // One that no browser may be sent to fits nothing, and keeps nothing else from it.
  const client = { redirectUris: [CALLBACK, 'javascript:alert(1)', 'http://127.0.0.1/back', 'http://[::1]:1/back'] }
  const fits = (uri: string) => redirectFits(uri, client)
  for (const uri of [CALLBACK, 'http://127.0.0.1/back', 'http://127.0.0.1:5000/back', 'http://[::1]:2/back'])
    expect(fits(uri), uri).toBe(true)
  for (const uri of [
    `${CALLBACK}/`,
    `${CALLBACK}?a=1`,
    'https://helper.example:444/callback',
    'https://HELPER.example/callback',
    'http://helper.example/callback',
    'http://localhost/back',
    'http://127.0.0.1/other',
    'https://127.0.0.1/back',
    'http://127.0.0.1@evil.example/back',
    'javascript:alert(1)',
  ])
    expect(fits(uri), uri).toBe(false)
})

describe('a program with a scheme of its own', () => {
  it.each([
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.mcp/callback?a=1',
    'com.example.app:/oauth',
    'com.example.app:callback',
    'com.example.app://oauth/callback',
  ])('is sent back to %s, to the letter', (uri) => {
    expect(redirectUrl(uri)?.href).toBe(uri)
    expect(leadsBack(new URL(`${uri}?code=c`))).toBe(true)
    const client = { redirectUris: [uri] }
    expect(redirectFits(uri, client)).toBe(true)
    for (const other of [`${uri}x`, uri.replace(':', '://x'), uri.toUpperCase(), uri.replace('://', '://x:1/')])
      if (other !== uri) expect(redirectFits(other, client), other).toBe(false)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//a.b',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://helper.example/1',
    'about:blank',
    'ftp://helper.example/back',
    'ws://127.0.0.1/back',
    'http://helper.example/back',
    'intent://helper.example/#Intent;end',
    'ms-msdt:/id',
    'search-ms:query=x',
    'mailto:person@helper.example',
    'cursors://helper.example/back',
    'xcursor://helper.example/back',
    'a..b:/back',
    '.b:/back',
    'cursor://person@anysphere.cursor-mcp/back',
    'cursor://anysphere.cursor-mcp/back#x',
    'cursor://anysphere.cursor-mcp\\back',
  ])('is not at %s', (uri) => {
    expect(redirectUrl(uri)).toBeUndefined()
    expect(registered({ client_name: 'Helper', redirect_uris: [uri] })).toMatchObject({ field: 'redirect_uris' })
  })

  it('is shown by its scheme, and gets its answer there', async () => {
    process.env[ENV.dashboardUrl] = 'https://dashboard.example'
    for (const [redirect_uri, place] of [
      ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
      ['com.example.app:/oauth', 'com.example.app:'],
    ] as const) {
      const { id } = registered({ redirect_uris: [redirect_uri] }) as { id: string }
      const request = { client_id: id, redirect_uri, code_challenge: 'x' }
      expect(await describeAssistant({ request, own: 'viewer' })).toEqual({
        name: place,
        host: null,
        redirect_host: place,
        on_this_machine: true,
        roles: ['viewer'],
      })
      expect(sentBack(redirect_uri, { code: 'c' })).toBe(`${redirect_uri}?code=c`)
    }
  })
})

it('is led to by no address of a script or a file', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://helper.example/?code=c',
  ])
    expect(leadsBack(new URL(address)), address).toBe(false)
})

it('may be given what was asked for, what is less, and nothing above the person’s own role', () => {
  expect(rolesToGive(undefined, 'admin')).toEqual(['editor', 'author', 'viewer'])
  expect(rolesToGive('viewer', 'admin')).toEqual(['viewer'])
  expect(rolesToGive('viewer author offline_access', 'admin')).toEqual(['author', 'viewer'])
  expect(rolesToGive('editor', 'viewer')).toEqual(['viewer'])
  expect(rolesToGive('admin', 'admin')).toEqual(['editor', 'author', 'viewer'])
})

it('gets its answer beside what its address has already', () => {
  expect(sentBack('https://x.example/cb?a=1', { code: 'c d', state: undefined, iss: 'https://d' })).toBe(
    'https://x.example/cb?a=1&code=c+d&iss=https%3A%2F%2Fd',
  )
})

it('is shown with the host that vouches for it, and where the person goes back to', async () => {
  process.env[ENV.dashboardUrl] = 'https://dashboard.example'
  answers({ ...METADATA, redirect_uris: ['http://127.0.0.1/back'] })
  const request = { client_id: ID, redirect_uri: 'http://127.0.0.1:9/back', code_challenge: 'x' }
  expect(await describeAssistant({ request, own: 'author' })).toEqual({
    name: 'Helper',
    host: 'helper.example',
    redirect_host: '127.0.0.1:9',
    on_this_machine: true,
    roles: ['author', 'viewer'],
  })
})
