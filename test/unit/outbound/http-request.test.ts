// The one HTTP client for addresses that are not AWS's: its errors, and when it gives up.
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Outgoing, RequestFailed, readText, sendRequest } from '../../../core/outbound/http-request.ts'

const servers = new Set<Server | TcpServer>()
afterEach(() => {
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
  servers.clear()
})

async function listen(server: Server | TcpServer): Promise<URL> {
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query=1`)
}

const serving = (listener: RequestListener) => listen(createServer(listener))
const speaking = (bytes: string) =>
  listen(createTcpServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.end(bytes))))

const never = () => new AbortController().signal
const send = (url: URL, more: Partial<Outgoing> = {}) => sendRequest(url, { signal: never(), ...more })
const failureOf = async (work: Promise<unknown>): Promise<RequestFailed> => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(RequestFailed)
  return failure as RequestFailed
}

describe('an answer', () => {
  it('comes with the request as it was meant', async () => {
    const url = await serving((request, response) => {
      response.setHeader('X-Twice', ['a', 'b'])
      request.pipe(response.writeHead(201, { 'X-Asked': `${request.method} ${request.url}` }))
    })
    const answer = await send(url, { method: 'POST', body: 'bödy', headers: { 'x-a': '1' } })
    expect([answer.status, answer.header('x-asked'), answer.header('x-twice'), answer.header('x-none')]).toEqual([
      201,
      'POST /path?query=1',
      'a',
      undefined,
    ])
    expect(await readText(answer, 100)).toBe('bödy')
  })

  it('is hung up on where nothing more of it is wanted', async () => {
    let gone = () => undefined as unknown
    const closed = new Promise<void>((resolve) => {
      gone = resolve
    })
    const url = await serving((_, response) => void response.once('close', gone).writeHead(200).write('x'))
    const answer = await send(url)
    answer.close()
    await closed
  })

  it('is not waited for while its reader is slow', async () => {
    const size = 4 * 1024 * 1024
    const url = await serving((_, response) => void response.end(Buffer.alloc(size)))
    const answer = await send(url, { silenceMs: 100 })
    let read = 0
    for await (const chunk of answer.body) {
      // The reader takes longer than the silence that is allowed, more than once.
      if (read === 0) await new Promise((resolve) => setTimeout(resolve, 250))
      read += (chunk as Buffer).length
    }
    expect(read).toBe(size)
  })
})

it('an answer that has arrived whole waits for its reader', async () => {
  const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
  const url = await listen(
    createTcpServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.write(whole))),
  )
  const answer = await send(url, { silenceMs: 20 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await readText(answer, 100)).toBe('hello')
})

describe('a failure', () => {
  it.each<[string, Partial<Outgoing>, RequestListener]>([
    ['HEADERS_TIMEOUT', { silenceMs: 20 }, () => undefined],
    ['ECONNRESET', {}, (request) => void request.socket.destroy()],
    ['HPE_HEADER_OVERFLOW', {}, (_, response) => void response.writeHead(200, { 'x-large': 'x'.repeat(40_000) }).end()],
  ])('%s, with the request sent', async (code, more, listener) => {
    expect(await failureOf(send(await serving(listener), more))).toMatchObject({ code, connected: true })
  })

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    [
      'a protocol that was not asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['nothing', ''],
  ])('of a server that speaks %s', async (_, bytes) => {
    expect((await failureOf(send(await speaking(bytes)))).code).toMatch(/^HPE_|^ECONNRESET$/)
  })

  it('is known to have sent nothing where no connection was made', async () => {
    // An address is looked up only where there is a name.
    const url = new URL('http://receiver.example.com/')
    const hanging = failureOf(send(url, { connectMs: 20, lookup: () => undefined }))
    expect(await hanging).toMatchObject({ code: 'CONNECT_TIMEOUT', connected: false })
    const nobody = Object.assign(new Error(), { code: 'ENOTFOUND' })
    const unknown = failureOf(send(url, { lookup: (_host, _options, done) => done(nobody, '') }))
    expect(await unknown).toMatchObject({ code: 'ENOTFOUND', connected: false })
  })

  it('says that it was ended, and why, before the answer and in the middle of it', async () => {
    const why = new Error('enough')
    const early = await failureOf(send(await serving(() => undefined), { signal: AbortSignal.abort(why) }))
    expect(early).toMatchObject({ code: 'ENDED', connected: false, cause: why })
    const control = new AbortController()
    const answer = await send(await serving((_, response) => void response.writeHead(200).write('some')), {
      signal: control.signal,
    })
    const text = failureOf(readText(answer, 100))
    control.abort(why)
    expect(await text).toMatchObject({ code: 'ENDED', cause: why })
  })

  it.each<[string, Partial<Outgoing>, RequestListener]>([
    ['BODY_TIMEOUT', { silenceMs: 30 }, (_, response) => void response.writeHead(200).write('some')],
    ['BODY_TOO_LARGE', {}, (_, response) => void response.end('x'.repeat(200))],
    [
      'ECONNRESET',
      {},
      (_, response) => {
        response.writeHead(200, { 'content-length': '50' }).write('some', () => response.socket?.destroy())
      },
    ],
  ])('in the middle of an answer: %s', async (code, more, listener) => {
    expect(await failureOf(readText(await send(await serving(listener), more), 100))).toMatchObject({ code })
  })

  it('tells nothing of the address', async () => {
    const url = await serving((request) => void request.socket.destroy())
    url.search = '?access_token=secret'
    const failure = await failureOf(send(url))
    expect(failure.message).not.toContain('secret')
  })
})
