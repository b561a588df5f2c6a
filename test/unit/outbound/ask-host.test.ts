// Hosts that people name as the server of an account: what is asked of them, and what is never connected to.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { askHost, askService, type HostCall, type HostExchange } from '../../../core/outbound/ask-host.ts'
import { pinned } from '../../../core/outbound/fetch-url.ts'
import type { Address } from '../../../core/outbound/host-addresses.ts'
import { textRecords } from '../../../core/outbound/text-records.ts'
import { PUBLIC, REFUSED, resolve } from './private-addresses.ts'

const servers = new Set<Server>()
beforeEach(() => vi.stubEnv(ENV.platformAllowHosts, ''))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers.clear()
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.add(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A host of this machine that may be named. */
async function allowed(listener: RequestListener): Promise<string> {
  const host = await serving(listener)
  vi.stubEnv(ENV.platformAllowHosts, `${process.env[ENV.platformAllowHosts] ?? ''},${host}`)
  return host
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

const SOON: HostCall = { timeoutMs: 2000 }
const replyOf = (exchange: HostExchange) => {
  if (!('reply' in exchange)) throw new Error(JSON.stringify(exchange))
  return exchange.reply
}

describe('an address that is not public', () => {
  it.each(REFUSED)('%s: nothing is connected to', async (_, url) => {
    const pin = vi.fn<(to: Address) => LookupFunction>(() => {
      throw new Error('connected')
    })
    const calls: HostCall[] = [SOON, { ...SOON, method: 'POST', json: { text: 'a' } }]
    for (const call of calls) {
      const exchange = await askHost(url, call, { resolve, pin })
      expect(exchange).toMatchObject({ fault: expect.stringMatching(/^(NOT_ALLOWED|ENOTFOUND)$/), sent: false })
      expect(JSON.stringify(exchange)).not.toContain('secret')
    }
    expect(pin).not.toHaveBeenCalled()
  })

  it('is not followed to from one that is', async () => {
    const asked = vi.fn<RequestListener>((_, response) => void response.end('{}'))
    const inside = await serving(asked)
    for (const location of [
      `http://${inside}/`,
      'http://0x7f.1/',
      'http://[::ffff:7f00:1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://user:pass@good.example.com/',
      'file:///etc/passwd',
      'gopher://good.example.com/',
    ]) {
      const host = await allowed((_, response) => void response.writeHead(302, { location }).end())
      expect(await askHost(`http://${host}/`, { ...SOON, redirects: 3 }, { resolve })).toMatchObject({
        fault: 'NOT_ALLOWED',
        sent: true,
      })
    }
    expect(asked).not.toHaveBeenCalled()
  })

  it('is not asked in the clear where it is public, unless that is what the call is for', async () => {
    const pin = vi.fn<(to: Address) => LookupFunction>(() => {
      throw new Error('connected')
    })
    const url = 'http://good.example.com/xrpc/com.atproto.server.createSession'
    expect(await askHost(url, SOON, { resolve, pin })).toEqual({
      fault: 'NOT_ALLOWED',
      sent: false,
      problem: 'it is not an https address',
    })
    expect(pin).not.toHaveBeenCalled()
    await askHost(url, { ...SOON, inTheClear: true }, { resolve, pin })
    expect(pin).toHaveBeenCalledOnce()
    // Nor is what a host redirects to.
    pin.mockClear()
    const host = await allowed((_, response) => void response.writeHead(302, { location: url }).end())
    const pinHost = (to: Address): LookupFunction => (to.address === PUBLIC ? pin(to) : pinned(to))
    expect(await askHost(`http://${host}/`, { ...SOON, redirects: 1 }, { resolve, pin: pinHost })).toMatchObject({
      fault: 'NOT_ALLOWED',
    })
    expect(pin).not.toHaveBeenCalled()
  })

  it('is not reached by a name that is looked up a second time', async () => {
    const looked = vi.fn(resolve)
    const pinnedTo: Address[] = []
    await askHost('https://good.example.com/', SOON, {
      resolve: looked,
      pin: (to) => {
        pinnedTo.push(to)
        return (_host, _options, done) => done(new Error('stop here'), '', 4)
      },
    })
    expect([looked.mock.calls.length, pinnedTo]).toEqual([1, [{ address: PUBLIC, family: 4 }]])
  })
})

describe('a host that may be asked', () => {
  it('gets what was meant, in each form', async () => {
    const seen: [string | undefined, string | undefined, string][] = []
    const host = await allowed((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push([request.method, request.headers['content-type'], body])
        response.writeHead(201, { 'x-next': 'a' }).end('{"id":113000000000000000001}')
      })
    })
    const url = `http://${host}/api`
    async function* pieces() {
      yield Buffer.from('ab')
      yield Buffer.from('cd')
    }
    const headers = { 'Content-Type': 'image/png' }
    const calls: HostCall[] = [
      { ...SOON, method: 'POST', json: { a: 'ü' } },
      { ...SOON, method: 'PUT', form: { a: 'b c' } },
      { ...SOON, method: 'POST', bytes: Uint8Array.of(0, 255), headers },
      { ...SOON, method: 'POST', stream: pieces(), headers: { ...headers, 'Content-Length': '4' } },
      { ...SOON, method: 'DELETE' },
    ]
    for (const call of calls) {
      const reply = replyOf(await askHost(url, call))
      expect([reply.status, reply.header('x-next'), reply.body]).toEqual([201, 'a', { id: '113000000000000000001' }])
    }
    expect(seen).toEqual([
      ['POST', 'application/json', Buffer.from('{"a":"ü"}').toString('latin1')],
      ['PUT', 'application/x-www-form-urlencoded', 'a=b+c'],
      ['POST', 'image/png', '\u0000\u00ff'],
      ['POST', 'image/png', 'abcd'],
      ['DELETE', undefined, ''],
    ])
  })

  it('is followed as often as is asked for, and shows no other host what is secret', async () => {
    const seen: (string | undefined)[] = []
    let shown: string[] = []
    const other = await allowed((request, response) => {
      seen.push(request.headers.authorization, request.headers['x-plain'] as string)
      shown = Object.keys(request.headers)
      response.end('"there"')
    })
    const host = await allowed((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: request.url === '/a' ? '/b' : `http://${other}/` }).end()
    })
    const secret = { Authorization: 'Bearer secret', Cookie: 'a=b', DPoP: 'proof', 'Proxy-Authorization': 'Basic b' }
    const call = { ...SOON, headers: { ...secret, 'X-Plain': 'yes' } }
    expect(replyOf(await askHost(`http://${host}/a`, { ...call, redirects: 2 }))).toMatchObject({
      status: 200,
      body: 'there',
      url: `http://${other}/`,
    })
    expect(seen).toEqual(['Bearer secret', 'Bearer secret', undefined, 'yes'])
    expect(shown.filter((name) => /auth|cookie|dpop/.test(name))).toEqual([])
    expect(shown).toContain('x-plain')
    expect(replyOf(await askHost(`http://${host}/a`, { ...call, redirects: 1 })).status).toBe(302)
    // A request that changes something is never redirected.
    expect(replyOf(await askHost(`http://${host}/a`, { ...call, method: 'POST', redirects: 5 })).status).toBe(302)
  })

  it('is not read further than is asked for, and not waited for any longer', async () => {
    const endless = await allowed((_, response) => {
      const more = () => response.writable && response.write('x'.repeat(10_000), more)
      more()
    })
    expect(await askHost(`http://${endless}/`, { ...SOON, maxBytes: 50_000 })).toMatchObject({
      fault: 'BODY_TOO_LARGE',
      sent: true,
    })
    const silent = await allowed(() => undefined)
    expect(await askHost(`http://${silent}/`, { timeoutMs: 50 })).toEqual({
      fault: 'ENDED',
      sent: true,
      problem: 'the host did not answer in time',
    })
    const packed = await allowed((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    expect(await askHost(`http://${packed}/`, SOON)).toMatchObject({ fault: 'COMPRESSED' })
  })

  it('is not waited for either where its name is looked up for ever', async () => {
    const never = () => new Promise<Address[]>(() => undefined)
    expect(await askHost('https://good.example.com/', { timeoutMs: 30 }, { resolve: never })).toMatchObject({
      fault: 'ENDED',
      sent: false,
    })
  })

  it('is told from one that nothing has reached', async () => {
    const host = await allowed((_, response) => void response.destroy())
    expect(await askHost(`http://${host}/`, SOON)).toMatchObject({ fault: 'ECONNRESET', sent: true })
    const closed = await allowed(() => undefined)
    const [, gone] = [...servers]
    await new Promise((done) => gone!.close(done))
    expect(await askHost(`http://${closed}/`, SOON)).toMatchObject({
      fault: 'ECONNREFUSED',
      sent: false,
      problem: 'the host refused the connection',
    })
  })

  it('is told from what could not be read to be sent', async () => {
    const host = await allowed(
      (request, response) =>
        void bodyOf(request).then(
          () => response.end(),
          () => undefined,
        ),
    )
    async function* broken() {
      yield Buffer.from('ab')
      throw new Error('the object is gone')
    }
    const call: HostCall = { ...SOON, method: 'POST', stream: broken(), headers: { 'content-length': '4' } }
    expect(await askHost(`http://${host}/`, call)).toMatchObject({ fault: 'BODY_UNREADABLE' })
  })
})

it('asks an origin of the settings wherever it is', async () => {
  const host = await serving((_, response) => void response.end('{"did":"did:plc:a"}'))
  expect(await askHost(`http://${host}/`, SOON)).toMatchObject({ fault: 'NOT_ALLOWED' })
  expect(replyOf(await askService(`http://${host}/`, SOON)).body).toEqual({ did: 'did:plc:a' })
})

describe('text records', () => {
  const resolver = (records: string[][] | Error) => ({
    resolveTxt: vi.fn(async () => {
      if (records instanceof Error) throw records
      return records
    }),
  })

  it('are put together and bounded', async () => {
    const many = Array.from({ length: 100 }, (_, at) => [`r${at}`])
    expect(await textRecords('_atproto.a.example.com', resolver([['did=', 'did:plc:a']]))).toEqual(['did=did:plc:a'])
    expect(await textRecords('a.example.com', resolver([['x'.repeat(2000)], ['y']]))).toEqual(['y'])
    expect(await textRecords('a.example.com', resolver(many))).toHaveLength(50)
    expect(await textRecords('a.example.com', resolver(new Error('ENOTFOUND')))).toEqual([])
  })

  it.each(['', 'localhost', '127.0.0.1', 'a b.example.com', `${'a'.repeat(64)}.com`, 'a..com', 'x'.repeat(300)])(
    '%j is no name that has any',
    async (name) => {
      const asked = resolver([['did=did:plc:a']])
      expect([await textRecords(name, asked), asked.resolveTxt.mock.calls.length]).toEqual([[], 0])
    },
  )
})
