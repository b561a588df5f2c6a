import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { exactJson } from '../../../core/outbound/exact-json.ts'
import type { ErrorClass } from '../../../core/platforms/connector.ts'
import type { Operation } from '../../../core/platforms/meta/error-table.ts'
import { type GraphCall, graphCall, Made } from '../../../core/platforms/meta/graph.ts'
import { retryAfterMs } from '../../../core/platforms/meta/usage-headers.ts'
import { LEASE_MS, PUBLISH_TIMEOUT_MS } from '../../../core/posts/rules/pace.ts'
import { drop, hang, json, refusal, type ScriptedServer, startScripted } from './scripted-server.ts'

const TOKEN = 'THQVJtesttokentesttokentesttoken42'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
})
afterAll(() => server.close())

const call = (operation: Operation, more: Partial<GraphCall> = {}) =>
  graphCall(
    { operation, method: 'POST', url: `${server.origin}/v1.0/1/media`, token: TOKEN, json: {}, ...more },
    Made,
    [],
  )

describe('ids in JSON', () => {
  it('stay exact beyond 2^53', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (id) => {
        const { user_id } = exactJson(`{"user_id":${id}}`) as { user_id: unknown }
        expect(String(user_id)).toBe(String(id))
        expect(typeof user_id).toBe(id > BigInt(Number.MAX_SAFE_INTEGER) ? 'string' : 'number')
      }),
    )
  })

  it('leave other numbers and texts as they are', () => {
    expect(exactJson('{"a":1.5,"b":1e30,"c":-3,"d":"17841405793187218"}')).toEqual({
      a: 1.5,
      b: 1e30,
      c: -3,
      d: '17841405793187218',
    })
  })

  it('gives no half of a character: a text that was cut within one ends with its replacement', () => {
    const said = exactJson('{"a":"cut \\ud83d","b":["\\udc4d",{"c":"\\ud83d\\udc4d"}]}')
    expect(said).toEqual({ a: 'cut \ufffd', b: ['\ufffd', { c: '👍' }] })
  })

  it.each(['', '<html>', '{"a":', 'nothing', '['.repeat(200_000)])('%#: what is not JSON is undefined', (text) => {
    expect(exactJson(text)).toBeUndefined()
  })

  it('are read of no answer with so many values that they would take all memory of a worker', () => {
    const length = 2_000_000
    const filled = (value: string) => `[${`${value},`.repeat(length / (value.length + 1))}0]`
    for (const text of [filled('{}'), filled('0'), filled('[""]'), `{"a":${filled('{"a":0}')}}`])
      expect(typeof exactJson(text)).toBe('undefined')
  })

  it('are read of long texts, whatever stands in their strings', () => {
    const words = '[{,:"\\\\",[],{}'.repeat(60_000)
    const said = { id: '1', list: Array.from({ length: 10_000 }, (_, at) => ({ at })), words }
    expect(exactJson(JSON.stringify(said))).toEqual(said)
  })
})

describe('a call', () => {
  it('carries the token in the header and nowhere else', async () => {
    server.script(json({ id: '17889455560051444' }))
    const result = await call('create', { query: { fields: 'id' }, json: { caption: '# & ünï 👍' } })
    expect(result).toEqual({ ok: true, value: { id: '17889455560051444' } })
    const [asked] = server.asked
    expect(asked?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(JSON.stringify([asked?.path, asked?.query, asked?.body])).not.toContain(TOKEN)
    expect(JSON.parse(asked?.body ?? '')).toEqual({ caption: '# & ünï 👍' })
    expect(asked?.headers['content-type']).toBe('application/json')
  })

  it('sends a form so that every character arrives', async () => {
    server.script(json({ id: '1' }))
    const text = 'a&b=c #tag + 100% 👨‍👩‍👧‍👦\r\nש'
    await call('create', { json: undefined, form: { text } })
    expect(new URLSearchParams(server.asked[0]?.body).get('text')).toBe(text)
    expect(server.asked[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it('makes a connection of its own each time', async () => {
    const ports = new Set<number | undefined>()
    const note = (response: ServerResponse) => {
      ports.add(response.socket?.remotePort)
      response.end('{"id":"1"}')
    }
    server.script(note, note)
    await call('create')
    await call('create')
    expect(ports.size).toBe(2)
  })

  it('does not follow a redirect, which could carry the token elsewhere', async () => {
    server.script({ status: 302, headers: { location: '/elsewhere' } }, json({ id: '1' }))
    expect(await call('create')).toMatchObject({ ok: false, error: { class: 'retry', http_status: 302 } })
    expect(server.asked).toHaveLength(1)
  })

  it.each(['', 'two words', 'new\nline', 'ключ'])('never sends a token like %j', async (token) => {
    server.script(json({ id: '1' }))
    expect(await call('publish', { token })).toMatchObject({ ok: false, error: { class: 'reconnect' } })
    expect(server.asked).toHaveLength(0)
  })
})

describe('when the other side fails', () => {
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"id":"17', () => response.socket?.destroy())
  }
  const stalled = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"id":"17')
  }
  const huge = json({ id: '1', padding: 'x'.repeat(3 * 1024 * 1024) })

  it.each([
    ['a dropped connection', drop],
    ['no answer in time', hang],
    ['an answer cut short', cut],
    ['an answer that stops midway', stalled],
    ['an answer without end', huge],
    ['a page of a proxy, 502', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['a page of a proxy, 200', { status: 200, body: '<html>Welcome</html>' }],
    ['a page of a proxy, 401', { status: 401, body: '<html>Log in</html>' }],
    ['an empty answer', { status: 200, body: '' }],
    ['500 without a body', { status: 500 }],
    ['500 with a code', refusal({ message: 'An unknown error occurred', type: 'OAuthException', code: 1 }, 500)],
    ['JSON that is not the documented', json(['id'])],
    ['no id', json({ success: true })],
    ['an id that is none', json({ id: '../me' })],
    ['an id of null', json({ id: null })],
  ] as const)('%s: is tried again, but for publishing, where it is in doubt', async (_name, step) => {
    const timeoutMs = step === hang || step === stalled ? 150 : 5000
    for (const [operation, expected] of [
      ['create', 'retry'],
      ['read', 'retry'],
      ['publish', 'ambiguous'],
    ] as const) {
      server.script(step)
      const result = await call(operation, { timeoutMs })
      expect(result).toMatchObject({ ok: false, error: { class: expected } })
      expect(server.asked).toHaveLength(1)
      expect(JSON.stringify(result)).not.toContain(TOKEN)
    }
  })

  it('waits for each kind of call no longer than the engine leaves time for', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    for (const operation of ['publish', 'create', 'read', 'auth'] as const) {
      server.script(json({ id: '1' }))
      await call(operation)
    }
    const [publish, create, read, auth] = timeout.mock.calls.map(([ms]) => ms)
    timeout.mockRestore()
    expect(publish).toBe(PUBLISH_TIMEOUT_MS)
    for (const ms of [create, read, auth]) expect(ms).toBeLessThan(LEASE_MS)
  })

  it('knows that nothing happened where no connection was made', async () => {
    const unused = createServer()
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve))
    const { port } = unused.address() as AddressInfo
    await new Promise((resolve) => unused.close(resolve))
    const result = await call('publish', { url: `http://127.0.0.1:${port}/v1.0/1/threads_publish` })
    const message = 'The connection failed (ECONNREFUSED).'
    expect(result).toEqual({ ok: false, error: { class: 'retry', message, unsent: true } })
  })

  it('tells the time it waited', async () => {
    server.script(hang)
    const result = await call('publish', { timeoutMs: 200 })
    expect(result).toEqual({ ok: false, error: { class: 'ambiguous', message: 'No answer within 0.2 s.' } })
  })

  it.each([
    [429, 'wait'],
    [503, 'retry'],
    [404, 'retry'],
  ] as const)('reads status %i without a reason as %s', async (status, expected) => {
    server.script({ status, body: 'slow down', headers: { 'retry-after': '7' } })
    const result = await call('create')
    expect(result).toMatchObject({ ok: false, error: { class: expected, http_status: status, retry_after_ms: 7000 } })
  })
})

describe('an error in the envelope', () => {
  const FULL = {
    message: 'The image is too large',
    type: 'OAuthException',
    code: 36000,
    error_subcode: 2207004,
    is_transient: false,
    error_user_title: 'Image too large',
    error_user_msg: 'The image size is over 8 MiB.',
    fbtrace_id: 'A6LJylpZRKw2xKLFsAP-cJh',
  }
  const failing = (operation: Operation, expected: ErrorClass, error: Record<string, unknown>, status = 400) => {
    server.script(refusal(error, status))
    return expect(
      graphCall(
        { operation, method: 'POST', url: server.origin, token: TOKEN, form: { code: 'AQsecretcode' } },
        Made,
        [],
      ),
    ).resolves.toMatchObject({ ok: false, error: { class: expected } })
  }

  it("keeps the platform's own words, codes and trace", async () => {
    server.script(refusal(FULL))
    const result = await graphCall({ operation: 'create', method: 'POST', url: server.origin, token: TOKEN }, Made, [
      { code: 36000, subcode: 2207004, meaning: 'too large', class: 'permanent' },
    ])
    expect(result).toEqual({
      ok: false,
      error: {
        class: 'permanent',
        message: 'The image is too large · Image too large · The image size is over 8 MiB.',
        code: 36000,
        subcode: 2207004,
        type: 'OAuthException',
        trace_id: 'A6LJylpZRKw2xKLFsAP-cJh',
        http_status: 400,
      },
    })
  })

  it('needs nothing but a code', () => failing('create', 'reconnect', { code: 190 }))
  it('takes a code that is text', () => failing('create', 'reconnect', { code: '190' }))
  it('takes an envelope without anything', () => failing('publish', 'ambiguous', {}))
  it('does not stumble over fields of another type', () =>
    failing('create', 'wait', { code: 4, message: { a: 1 }, error_subcode: null, is_transient: 'no', fbtrace_id: 7 }))
  it('reads it on a 200 too', () => failing('publish', 'reconnect', { code: 190, message: 'expired' }, 200))
  it('takes a subcode of 0 for none', () => failing('create', 'permanent', { code: 100, error_subcode: 0 }))

  it('loses tokens, codes and signed addresses', async () => {
    const said = `Malformed access token ${TOKEN}, code AQsecretcode, at https://cdn.example/a.jpg?signature=s3cret`
    server.script(refusal({ message: said, type: TOKEN, code: 190, fbtrace_id: TOKEN }))
    const result = await graphCall(
      { operation: 'auth', method: 'POST', url: server.origin, token: TOKEN, form: { code: 'AQsecretcode' } },
      Made,
      [],
    )
    expect(JSON.stringify(result)).not.toMatch(/testtoken|secretcode|s3cret/)
    expect(result).toMatchObject({ error: { message: expect.stringContaining('https://cdn.example/a.jpg') } })
  })

  it('reads the shape of code exchanges', async () => {
    const error_message = 'Matching code was not found or was already used'
    server.script(json({ error_type: 'OAuthException', code: 400, error_message }, 400))
    expect(await call('auth')).toEqual({
      ok: false,
      error: { class: 'permanent', message: error_message, code: 400, type: 'OAuthException', http_status: 400 },
    })
  })
})

describe('headers that ask for a pause', () => {
  const usage = (call_count: number, more = {}) => ({ call_count, total_time: 25, total_cputime: 25, ...more })
  const business = (...usages: object[]) => ({ 'x-business-use-case-usage': JSON.stringify({ '178414': usages }) })
  const pause = async (headers: Record<string, string>) => {
    server.script(json({ id: '1' }, 200, headers))
    const result = await call('create')
    return result.ok ? result.pause_ms : 'failed'
  }

  it.each([
    [{}, undefined],
    [{ 'x-app-usage': JSON.stringify(usage(28)) }, undefined],
    [{ 'x-app-usage': JSON.stringify(usage(89)) }, undefined],
    [{ 'x-app-usage': JSON.stringify(usage(95)) }, 300_000],
    [{ 'x-app-usage': JSON.stringify(usage(10, { total_cputime: 100 })) }, 3_600_000],
    [business(usage(28, { estimated_time_to_regain_access: 0 })), undefined],
    [business(usage(100, { estimated_time_to_regain_access: 12 })), 12 * 60_000],
    [business(usage(10), usage(96)), 300_000],
    [{ 'x-app-usage': JSON.stringify(usage(10)), ...business(usage(10, { total_time: 91 })) }, 300_000],
    [business(usage(100, { estimated_time_to_regain_access: 9_999_999 })), 24 * 3_600_000],
    [{ 'x-app-usage': 'garbage', 'x-business-use-case-usage': '[1,null,"x"]' }, undefined],
  ])('%#: %j', async (headers, expected) => expect(await pause(headers)).toBe(expected))

  it('go with an error too, and Retry-After wins', async () => {
    const error = { code: 4, message: 'limit' }
    server.script(json({ error }, 400, business(usage(100, { estimated_time_to_regain_access: 3 }))))
    expect(await call('create')).toMatchObject({ error: { class: 'wait', retry_after_ms: 180_000 } })
    server.script(json({ error }, 400, { ...business(usage(100)), 'retry-after': '30' }))
    expect(await call('create')).toMatchObject({ error: { class: 'wait', retry_after_ms: 30_000 } })
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['999999999', 24 * 3_600_000],
    ['Thu, 01 Oct 2026 00:01:00 GMT', 60_000],
    ['Thu, 01 Oct 2020 00:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ] as const)('Retry-After %s is %s', (value, ms) => {
    expect(retryAfterMs(value, Date.UTC(2026, 9, 1))).toBe(ms)
  })
})

it('hands the reply to the schema alone', async () => {
  server.script(json({ id: 17889455560051444n.toString(), extra: 1 }))
  const result = await graphCall(
    { operation: 'read', method: 'GET', url: server.origin },
    z.object({ extra: z.number() }),
    [],
  )
  expect(result).toEqual({ ok: true, value: { extra: 1 } })
})
