// The client where answers break off, come late, or come from something else; and where files and lists change meanwhile.
import { appendFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublisher, Unreachable } from '@social-publisher/client'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { accepted, clientCalls, json, text } from '../../support/client-calls.ts'

const { requests, publisherOf } = clientCalls()

/** An answer of which only the beginning comes. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"success":true,')),
      pull: (stream) => stream.error(new TypeError('terminated')),
    }),
    { status: 202, headers: { 'Content-Type': 'application/json', Location: '/api/v1/posts/p1' } },
  )

describe('an answer', () => {
  it('that breaks off is no answer: the request is repeated with its key', async () => {
    const posted = publisherOf((_, nth) => (nth === 1 ? brokenOff() : accepted())).post('text', text)
    await vi.advanceTimersByTimeAsync(600)
    expect(await posted).toEqual({ id: 'p1', message: 'accepted' })
    expect(new Set(requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    expect(requests).toHaveLength(2)
  })

  it('for which the machine slept for more than a day is not asked for again: the service has forgotten the key', async () => {
    const asleep = (hours: number) => (_: Request, nth: number) => {
      if (nth > 1) return accepted()
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      return new TypeError('fetch failed')
    }
    const posted = expect(publisherOf(asleep(62)).post('text', text)).rejects.toBeInstanceOf(Unreachable)
    await vi.advanceTimersByTimeAsync(600)
    await posted
    expect(requests).toHaveLength(1)
    const soon = publisherOf((request, nth) => asleep(8)(request, nth - 1)).post('text', text)
    await vi.advanceTimersByTimeAsync(600)
    expect((await soon).id).toBe('p1')
  })

  it('that always breaks off leaves the service unreachable', async () => {
    const posted = expect(publisherOf(brokenOff, 1).post('text', text)).rejects.toBeInstanceOf(Unreachable)
    await vi.advanceTimersByTimeAsync(600)
    await posted
  })

  it.each([
    ['a page', '<!doctype html>', 'text/html', 200],
    ['nothing', null, undefined, 200],
    ['nothing, as its status says', null, undefined, 204],
  ])('that is %s is not of the service', async (_, body, type, status) => {
    const page = () => new Response(body, { status, headers: type ? { 'Content-Type': type } : {} })
    await expect(publisherOf(page).accounts()).rejects.toThrow(
      /^The service did not answer: GET https:\/\/publisher\.example came back with (text\/html|an empty answer) in place of JSON/,
    )
    await expect(publisherOf(page).post('text', text)).rejects.toBeInstanceOf(Unreachable)
  })

  it.each([
    ['half of it', '{"success":true,"mess'],
    ['nothing', ''],
  ])('of which %s came whole is asked for again, where the request takes effect', async (_, body) => {
    const type = { 'Content-Type': 'application/json', Location: '/api/v1/posts/p1' }
    const cut = () => new Response(body, { status: 202, headers: type })
    const posted = publisherOf((_, nth) => (nth === 1 ? cut() : accepted())).post('text', text)
    await vi.advanceTimersByTimeAsync(600)
    expect(await posted).toEqual({ id: 'p1', message: 'accepted' })
    expect(new Set(requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    await expect(publisherOf(cut, 0).accounts()).rejects.toBeInstanceOf(Unreachable)
    await expect(publisherOf(cut, 0).post('text', text)).rejects.toBeInstanceOf(Unreachable)
  })

  it('without the id of a post is none of the service', async () => {
    const other = () => json({ success: true, data: [] })
    await expect(publisherOf(other).post('text', text)).rejects.toBeInstanceOf(Unreachable)
  })

  it('that is a page which breaks off leaves the service unreachable', async () => {
    const page = () => new Response(brokenOff().body, { status: 502, headers: { 'Content-Type': 'text/html' } })
    await expect(publisherOf(page, 0).post('text', text)).rejects.toBeInstanceOf(Unreachable)
  })

  it.each([401, 403, 429])(
    'of %s does not speak for the try before it, which may have taken effect',
    async (status) => {
      const refusal = () => json({ success: false, message: 'no' }, status, { 'Retry-After': '3600' })
      for (const lost of [() => new TypeError('gone'), () => json({ message: 'Endpoint request timed out' }, 504)]) {
        requests.length = 0
        const posted = publisherOf((_, nth) => (nth === 1 ? lost() : refusal())).post('text', text)
        const failed = expect(posted).rejects.toMatchObject({
          name: 'Unreachable',
          cause: { message: `the request was repeated then, and refused with ${status}` },
        })
        await vi.advanceTimersByTimeAsync(600)
        await failed
        expect(requests).toHaveLength(2)
        // Reading takes no effect: there the refusal counts.
        requests.length = 0
        const read = expect(publisherOf((_, nth) => (nth === 1 ? lost() : refusal())).accounts()).rejects.toMatchObject(
          {
            status,
          },
        )
        await vi.advanceTimersByTimeAsync(600)
        await read
      }
      await expect(publisherOf(refusal).post('text', text)).rejects.toMatchObject({ status })
    },
  )

  it.each(['GET', 'POST'])('that leads to another host does not take the key there: %s', async (method) => {
    const asked: { origin: string; key: string | undefined }[] = []
    const server = createServer((request, response) => {
      const { host, 'x-secret-token': key } = request.headers
      asked.push({ origin: host!.split(':')[0]!, key: key as string | undefined })
      request.resume()
      if (host!.startsWith('localhost')) response.end('bytes')
      else response.writeHead(307, { Location: `http://localhost:${port}/file` }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const publisher = createPublisher({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'spk_k', retries: 0 })
    const read = { params: { path: { id: 'm' } }, parseAs: 'text' } as const
    if (method === 'GET') expect((await publisher.GET('/v1/media/{id}', read)).data).toBe('bytes')
    else
      await expect(publisher.post('text', text)).rejects.toMatchObject({
        ...{ name: 'Unreachable', cause: { message: expect.stringContaining(`leads to http://localhost:${port}`) } },
      })
    expect(asked.filter(({ origin, key }) => origin === 'localhost' && key !== undefined)).toEqual([])
    expect(asked[0]).toEqual({ origin: '127.0.0.1', key: 'spk_k' })
  })

  it('that leads elsewhere is followed in a service worker, which may not read where it leads', async () => {
    const publisher = createPublisher({
      baseUrl: 'https://publisher.example',
      apiKey: 'spk_k',
      retries: 0,
      // As a browser's, but without its XMLHttpRequest.
      fetch: async (_request, { redirect } = {}) =>
        redirect === 'manual'
          ? Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
          : Response.json({ success: true, data: [] }),
    })
    expect(await publisher.accounts()).toEqual([])
    await expect(publisher.post('text', { content: 'Hello', accounts: ['a'] })).rejects.toMatchObject({
      ...{ name: 'Unreachable', cause: { message: expect.stringContaining('leads elsewhere') } },
    })
  })

  it('that leads from http to https of the same host keeps the key, which another port there does not get', async () => {
    const asked: (string | null)[][] = []
    const publisher = createPublisher({
      ...{ baseUrl: 'http://p.example', apiKey: 'spk_k', retries: 0 },
      fetch: async (input, init) => {
        const { url, headers } = new Request(input, init)
        asked.push([new URL(url).origin, headers.get('X-Secret-Token')])
        const next = { 'http://p.example': 'https://p.example', 'https://p.example': 'https://p.example:8443' }
        const to = next[new URL(url).origin as keyof typeof next]
        return to ? new Response(null, { status: 301, headers: { Location: `${to}/api` } }) : Response.json({ data: 1 })
      },
    })
    await publisher.GET('/v1/media/{id}', { params: { path: { id: 'm' } } })
    expect(asked).toEqual([
      ['http://p.example', 'spk_k'],
      ['https://p.example', 'spk_k'],
      ['https://p.example:8443', null],
    ])
  })

  it('that is the page of something on the way does not speak for it either', async () => {
    const page = () =>
      new Response('<h1>default backend</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } })
    const posted = publisherOf((_, nth) => (nth === 1 ? new TypeError('gone') : page())).post('text', text)
    const failed = expect(posted).rejects.toMatchObject({ name: 'Unreachable' })
    await vi.advanceTimersByTimeAsync(600)
    await failed
    await expect(publisherOf(page).post('text', text)).rejects.toMatchObject({ status: 404 })
  })

  it('that is a file is handed over as it comes', async () => {
    const file = () => new Response('bytes', { headers: { 'Content-Type': 'image/png' } })
    const asked = { params: { path: { id: 'm' } }, parseAs: 'text' } as const
    expect((await publisherOf(file).GET('/v1/media/{id}', asked)).data).toBe('bytes')
  })

  it('is not waited for longer than the caller says', async () => {
    const never = () => new Promise<never>(() => undefined)
    const asked = expect(publisherOf(never, 1, { timeoutMs: 5000 }).accounts()).rejects.toMatchObject({
      name: 'Unreachable',
      cause: { message: 'no answer within 5 s' },
    })
    await vi.advanceTimersByTimeAsync(10_600)
    await asked
    expect(requests).toHaveLength(2)
  })

  it('is waited for as long as the service takes to fetch a file, which is longer than others take', async () => {
    const fetched = json({ success: true, data: { id: 'm' } })
    const publisher = publisherOf(() => new Promise((resolve) => setTimeout(resolve, 280_000, fetched)))
    const stored = publisher.uploadFrom('https://a.example/long.mp4')
    await vi.advanceTimersByTimeAsync(285_000)
    expect(requests).toHaveLength(1)
    expect(await stored).toEqual({ id: 'm' })
  })

  it('of a rate limit is waited for, also by what could take effect twice: it was not carried out', async () => {
    const limited = () => json({ error: { type: 'rate_limit_exceeded' } }, 429, { 'Retry-After': '3' })
    const publisher = publisherOf((_, nth) => (nth === 1 ? limited() : json({ success: true, message: 'cancelled' })))
    const cancelled = publisher.DELETE('/v1/posts/{id}', { params: { path: { id: 'p' } } })
    await vi.advanceTimersByTimeAsync(3000)
    expect((await cancelled).data).toMatchObject({ message: 'cancelled' })
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['seconds', '7', 7],
    ['a date', 'Sun, 01 Nov 2026 10:00:05 GMT', undefined],
    ['nonsense', '-1', undefined],
  ])('with %s in Retry-After is told with a number or none', async (_, given, seconds) => {
    const refused = publisherOf(() => json({}, 400, { 'Retry-After': given })).accounts()
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: seconds })
  })
})

describe('reading', () => {
  it('stops when the caller aborts', async () => {
    const never = () => new Promise<never>(() => undefined)
    const publisher = publisherOf(never)
    const stop = new AbortController()
    const { signal } = stop
    const asked = [
      publisher.accounts({ signal }),
      publisher.validate('text', text, { signal }),
      publisher.posts({}, { signal }).next(),
      publisher.media({}, { signal }).next(),
    ].map((each) => expect(each).rejects.toThrow('enough'))
    await vi.advanceTimersByTimeAsync(0)
    stop.abort(new Error('enough'))
    await Promise.all(asked)
  })

  it.each([1, 7, 100, 250])('a list tells every item although each is removed from it, from %s on', async (count) => {
    const items = Array.from({ length: count }, (_, nth) => ({ id: `p${nth}` }))
    const left = [...items]
    const publisher = publisherOf((request) => {
      const query = new URL(request.url).searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const result_info = {
        page,
        limit,
        total_count: left.length,
        total_pages: Math.ceil(left.length / limit),
      }
      return json({ success: true, data: { result: left.slice((page - 1) * limit, page * limit), result_info } })
    })
    const told: string[] = []
    for await (const { id } of publisher.posts({ status: 'failed', limit: 10 })) {
      told.push(id)
      // Those tried again are no longer `failed`; every third one stays.
      if (told.length % 3 > 0)
        left.splice(
          left.findIndex((each) => each.id === id),
          1,
        )
    }
    expect(told).toEqual(items.map(({ id }) => id))
  })
})

describe('a key', () => {
  it.each(['', 'spk_a\nb', 'spk_한글', 'spk a'])('that cannot be one is refused without being told: %j', (apiKey) => {
    expect(() => createPublisher({ baseUrl: 'https://a.example', apiKey })).toThrow(
      /^The API key is empty, or has spaces or other characters that keys do not have\.$/,
    )
  })
  it('goes to the same address with and without /api', async () => {
    const asked: string[] = []
    for (const end of ['', '/', '/api', '/api/v1/'])
      await createPublisher({
        baseUrl: `https://a.example/stage${end}`,
        apiKey: 'spk_k',
        fetch: async (request) => {
          asked.push((request as Request).url)
          return json({ success: true, data: [] })
        },
      }).accounts()
    expect(new Set(asked)).toEqual(new Set(['https://a.example/stage/api/v1/accounts/social']))
  })
})

describe('a file that changes on the disk after it was opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['small', 1000],
    ['large', 5_000_000],
  ])('is refused with that reason, if %s, and not tried again', async (_, bytes) => {
    vi.useRealTimers()
    const path = join(folder, 'beach.jpg')
    writeFileSync(path, Buffer.alloc(bytes))
    const file = await openAsBlob(path)
    appendFileSync(path, 'more')
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: Blob }) => {
      await body.arrayBuffer().catch((cause: unknown) => {
        throw new TypeError('fetch failed', { cause })
      })
      return new Response(null)
    })
    const publisher = publisherOf(() =>
      json({ success: true, data: { id: 's', upload_url: 'https://store.example/1', headers: {} } }),
    )
    await expect(publisher.upload(file, 'beach.jpg')).rejects.toThrow(
      'The file cannot be read: it has changed since it was opened, or is gone.',
    )
    expect(requests.length).toBeLessThanOrEqual(1)
  })
})
