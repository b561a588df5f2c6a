// Which requests the servers of the local run answer: this machine's programs, and of pages in a browser only those that may ask.
import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowsPage } from '../../../local/engines/cors.ts'
import { guarded, type Pages } from '../../../local/loopback.ts'
import { serve } from './mini-assembly.ts'

const EVIL = 'https://evil.example'
const SIGNED = '/media/a.mp4?X-Amz-Signature=00'
const RULES = [{ AllowedMethods: ['PUT'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] }]

const SERVERS = {
  programs: 'none',
  own: 'own',
  public: 'all',
  bucket: (origin, asked) => allowsPage(origin, asked, RULES),
} as const satisfies Record<string, Pages>

const running: Record<string, Awaited<ReturnType<typeof serve>>> = {}

beforeAll(async () => {
  for (const [name, pages] of Object.entries(SERVERS))
    running[name] = await serve(guarded(pages, (_request, response) => response.end('served')))
})
afterAll(async () => {
  for (const server of Object.values(running)) await server.close()
})

/** Headers as they are given: `fetch` sets some of them itself. */
const ask = (server: keyof typeof SERVERS, headers: Record<string, string>, method = 'POST', path = '/') =>
  new Promise<{ status?: number; text: string }>((resolve, reject) => {
    request(`${running[server]!.origin}${path}`, { method, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode, text }))
    })
      .on('error', reject)
      .end(method.startsWith('P') ? '{}' : undefined)
  })
const portOf = (server: keyof typeof SERVERS) => new URL(running[server]!.origin).port

describe('a server of the local run', () => {
  const servers = Object.keys(SERVERS) as (keyof typeof SERVERS)[]

  it.each(servers)('answers a program under either name of this machine: %s', async (server) => {
    const names = ['127.0.0.1', 'localhost', 'LocalHost'].flatMap((name) => [name, `${name}:${portOf(server)}`])
    for (const name of names) expect(await ask(server, { Host: name })).toEqual({ status: 200, text: 'served' })
  })

  it.each(servers)(
    'refuses every other name, so that no name made to mean this machine reads it: %s',
    async (server) => {
      const port = portOf(server)
      const strange = [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, `127.0.0.1:${Number(port) + 1}`]
      for (const host of [...strange, `0.0.0.0:${port}`, `127.0.0.2:${port}`, '-']) {
        const { status, text } = await ask(server, { Host: host })
        expect([host, status]).toEqual([host, 403])
        expect(text).toContain(`not to "${host}"`)
      }
    },
  )

  it.each(['programs', 'own', 'bucket'] as const)('refuses a page of elsewhere: %s', async (server) => {
    for (const origin of [EVIL, 'null', 'http://127.0.0.1:1', `https://127.0.0.1:${portOf(server)}`]) {
      expect([origin, (await ask(server, { Origin: origin })).status]).toEqual([origin, 403])
      expect((await ask(server, { Origin: origin, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS')).status).toBe(
        403,
      )
    }
    expect((await ask(server, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }, 'GET')).status).toBe(403)
  })

  it('answers what a person typed, or followed a link to, where there are pages', async () => {
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect((await ask('own', { ...link, 'Sec-Fetch-Dest': 'iframe' }, 'GET')).status).toBe(403)
    expect((await ask('own', link, 'GET')).status).toBe(200)
    expect((await ask('own', { Origin: running.own!.origin })).status).toBe(200)
    expect((await ask('own', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' }, 'GET')).status).toBe(200)
    // Another port of this machine is the same site.
    expect((await ask('own', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }, 'GET')).status).toBe(403)
    expect((await ask('programs', link, 'GET')).status).toBe(403)
    expect((await ask('programs', { Origin: running.programs!.origin })).status).toBe(403)
    expect((await ask('programs', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }, 'GET')).status).toBe(200)
  })

  it('leaves it to a public service to judge origins', async () => {
    expect((await ask('public', { Origin: EVIL })).status).toBe(200)
  })

  it('lets a page send to a bucket by its rules, to signed addresses alone', async () => {
    const page = { Origin: EVIL }
    const question = { ...page, 'Access-Control-Request-Method': 'PUT' }
    expect((await ask('bucket', page, 'PUT', SIGNED)).status).toBe(200)
    expect((await ask('bucket', question, 'OPTIONS', SIGNED)).status).toBe(200)
    const picture = { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }
    expect((await ask('bucket', picture, 'GET', SIGNED)).status).toBe(200)
    expect((await ask('bucket', picture, 'GET', '/media/a.mp4')).status).toBe(403)
    expect((await ask('bucket', page, 'DELETE', SIGNED)).status).toBe(403)
    expect((await ask('bucket', page, 'PUT', '/media/a.mp4')).status).toBe(403)
    expect((await ask('bucket', question, 'OPTIONS', '/media/a.mp4')).status).toBe(403)
  })
})

describe('a proxy in the environment', () => {
  const LOOPBACK = join(import.meta.dirname, '..', '..', '..', 'local', 'loopback.ts')
  /** Calls a server of this machine, and says how that went and what a process that it starts would be told. */
  const CALLER = `
const { createServer } = await import('node:http')
const { callDirectly } = await import(${JSON.stringify(LOOPBACK)})
callDirectly()
const server = createServer((_request, response) => response.end('reached'))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const said = await fetch('http://127.0.0.1:' + server.address().port).then((reply) => reply.text(), (error) => error.cause.code)
console.log([said, process.env.NO_PROXY, process.env.no_proxy].join(' '))
process.exit()`

  it.each([
    [{}, '127.0.0.1,localhost'],
    [{ NO_PROXY: 'inside.example' }, 'inside.example,127.0.0.1,localhost'],
  ])('%j is not asked for servers of this machine', async (env, exceptions) => {
    // Nothing listens there.
    const proxied = { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', ...env }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', CALLER], {
      env: proxied,
    })
    expect(stdout.trim()).toBe(`reached ${exceptions} ${exceptions}`)
  })
})
