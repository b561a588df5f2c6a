// The client where the service and the network misbehave.
import { PublisherError, TimeoutError, Unreachable } from '@social-publisher/client'
import { describe, expect, it, vi } from 'vitest'
import { accepted, clientCalls, json, text } from '../../support/client-calls.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

const { requests, publisherOf } = clientCalls()
const keys = () => requests.map((request) => request.headers.get('Idempotency-Key'))

describe('requests that are repeated', () => {
  it('carry one key, and wait as long as the service asks', async () => {
    const publisher = publisherOf((_, nth) =>
      nth === 1
        ? json({ error: { type: 'rate_limit_exceeded', message: 'slow down', retry_after: 7 } }, 429, {
            'Retry-After': '7',
          })
        : accepted(),
    )
    const posted = publisher.post('text', text)
    await vi.advanceTimersByTimeAsync(6900)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await posted).toEqual({ id: 'p1', message: 'accepted' })
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys()).size).toBe(1)
  })

  it('are put off where the limit is used up, so that the key does not break it', async () => {
    const publisher = publisherOf((_, nth) => json({ data: [] }, 200, { RateLimit: `"default";r=${2 - nth};t=23` }))
    await publisher.accounts()
    await publisher.accounts()
    const both = [publisher.accounts(), publisher.accounts()]
    await vi.advanceTimersByTimeAsync(22_900)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(200)
    await Promise.all(both)
    expect(requests).toHaveLength(4)
  })

  it.each<[string, number | undefined, number | undefined]>([
    ['repeats nothing', 0, undefined],
    ['waits for less', undefined, 5000],
  ])('are refused at once where the caller %s', async (_, retries, longestWaitMs) => {
    const used = { RateLimit: '"default";r=0;t=23', 'Retry-After': '23' }
    const publisher = publisherOf((_, nth) => json({ data: [] }, nth === 1 ? 200 : 429, used), retries, {
      longestWaitMs,
    })
    await publisher.accounts()
    await expect(publisher.accounts()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 23 })
    expect(requests).toHaveLength(2)
  })

  it('understand a date in Retry-After', async () => {
    vi.setSystemTime(Date.parse('2026-11-01T10:00:00Z'))
    const publisher = publisherOf((_, nth) =>
      nth === 1 ? json({}, 503, { 'Retry-After': 'Sun, 01 Nov 2026 10:00:05 GMT' }) : accepted(),
    )
    const posted = publisher.post('text', text)
    await vi.advanceTimersByTimeAsync(4900)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await posted
    expect(requests).toHaveLength(2)
  })

  it('wait for the answer of the first one where that is still being worked on', async () => {
    const publisher = publisherOf((_, nth) =>
      nth === 1
        ? json(
            { success: false, message: 'in flight', errors: [{ code: 'idempotency_in_flight', message: '' }] },
            409,
            {
              'Retry-After': '1',
            },
          )
        : accepted(),
    )
    const posted = publisher.post('text', text)
    await vi.advanceTimersByTimeAsync(1100)
    expect(await posted).toMatchObject({ id: 'p1' })
  })

  it('are not those that could take effect twice, nor those of which the service asks a long wait', async () => {
    const gone = publisherOf(() => json({}, 503))
    expect(
      (await gone.PATCH('/v1/posts/{id}', { params: { path: { id: 'p' } }, body: { scheduled_at: 1 } })).response
        .status,
    ).toBe(503)
    expect(requests).toHaveLength(1)
    requests.length = 0
    const closed = publisherOf(() => json({}, 503, { 'Retry-After': '3600' }))
    await expect(closed.post('text', text)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 })
    expect(requests).toHaveLength(1)
  })

  it.each(['', 'Bestellung-ä', 'a\nb', '注文'])(
    'refuse the key %j, which no header can have',
    async (idempotencyKey) => {
      const sent = publisherOf(() => accepted()).post('text', text, { idempotencyKey })
      await expect(sent).rejects.toThrow(/^The idempotencyKey is empty, or has characters other than printable ASCII/)
      expect(requests).toEqual([])
    },
  )

  it('end with what was the matter', async () => {
    const cause = new TypeError('the line broke off')
    const posted = publisherOf(() => cause, 1).post('text', text)
    const failed = expect(posted).rejects.toMatchObject({ name: 'Unreachable', cause })
    await vi.advanceTimersByTimeAsync(500)
    await failed
    await expect(posted).rejects.toBeInstanceOf(Unreachable)
    expect(new Set(keys()).size).toBe(1)
  })

  it('stop at once when the caller aborts', async () => {
    const stop = new AbortController()
    const posted = publisherOf(() => json({}, 503, { 'Retry-After': '30' })).post('text', text, { signal: stop.signal })
    const failed = expect(posted).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(100)
    stop.abort(new Error('enough'))
    await failed
    expect(requests).toHaveLength(1)
  })
})

it('tells an answer that is not the service’s own from a refusal', async () => {
  const headers = { 'Content-Type': 'text/html' }
  const page = (status: number) => publisherOf(() => new Response('<html>Nothing here</html>', { status, headers }), 0)
  await expect(page(404).accounts()).rejects.toMatchObject({
    ...{ name: 'PublisherError', status: 404, code: 'unknown' },
    message: 'The service answered 404. Is that the address of the API?',
  })
  await expect(page(502).accounts()).rejects.toMatchObject({ message: 'The service answered 502.' })
})

it('tells each post once, also where pages move while they are read', async () => {
  const pages: Record<string, string[]> = { 1: ['c', 'b'], 2: ['b', 'a'] }
  const publisher = publisherOf((request) => {
    const page = new URL(request.url).searchParams.get('page')!
    return json({
      success: true,
      data: { result: pages[page]!.map((id) => ({ id })), result_info: { page: Number(page), total_pages: 2 } },
    })
  })
  const ids: string[] = []
  for await (const { id } of publisher.posts({ status: 'failed' })) ids.push(id)
  expect(ids).toEqual(['c', 'b', 'a'])
  expect(new URL(requests[0]!.url).search).toBe('?limit=100&status=failed&page=1')
})

it('tells of changes until a post has settled, and says when that takes too long', async () => {
  const states = ['publishing', 'publishing', 'published', 'published']
  const publisher = publisherOf((_, nth) => {
    const status = states[nth - 1] ?? 'publishing'
    return json({ success: true, data: { id: 'p', status, publications: [{ terminal: nth === 4, state: status }] } })
  })
  const seen: string[] = []
  const settled = publisher.settled('p', { onChange: ({ status }) => seen.push(status) })
  await vi.advanceTimersByTimeAsync(6000)
  expect(await settled).toMatchObject({ status: 'published' })
  expect(seen).toEqual(['publishing', 'published', 'published'])
  const slow = expect(publisher.settled('p', { timeoutMs: 5000 })).rejects.toBeInstanceOf(TimeoutError)
  await vi.advanceTimersByTimeAsync(6000)
  await slow
})

it('reads an answer once to see whether it is whole', async () => {
  const clone = vi.spyOn(Response.prototype, 'clone')
  await publisherOf(() => json({ data: [] })).accounts()
  expect(clone).toHaveBeenCalledTimes(1)
  clone.mockRestore()
})

describe('a post that takes long', () => {
  const open = () =>
    json({ success: true, data: { id: 'p', status: 'publishing', publications: [{ terminal: false, state: 'x' }] } })
  it('is looked at less and less often, so that other programs can use the key', async () => {
    const settled = expect(publisherOf(open).settled('p', { everyMs: 1000 })).rejects.toBeInstanceOf(TimeoutError)
    await vi.advanceTimersByTimeAsync(20_500)
    expect(requests).toHaveLength(21)
    await vi.advanceTimersByTimeAsync(580_000)
    await settled
    expect(requests.length).toBeLessThan(100)
  })

  it('is waited for as long as the caller says, also where that is less than the time between two looks', async () => {
    const settled = publisherOf((_, nth) =>
      nth === 1
        ? open()
        : json({ success: true, data: { id: 'p', status: 'published', publications: [{ terminal: true }] } }),
    ).settled('p', { timeoutMs: 1500 })
    await vi.advanceTimersByTimeAsync(1500)
    expect(await settled).toMatchObject({ status: 'published' })
  })

  it.each<[string, (nth: number) => Response | Promise<Response>]>([
    ['answers nothing', () => new Promise(() => undefined)],
    ['asks to wait', () => json({}, 429, { 'Retry-After': '50' })],
    ['stops to answer', (nth) => (nth === 1 ? open() : new Promise<Response>(() => undefined))],
  ])('is waited for hardly longer than the caller says, where the service %s', async (_, answer) => {
    const publisher = publisherOf((_request, nth) => answer(nth))
    const settled = expect(publisher.settled('p', { timeoutMs: 10_000 })).rejects.toBeInstanceOf(TimeoutError)
    let over = false
    void settled.then(() => (over = true))
    // The last look is given some seconds.
    await vi.advanceTimersByTimeAsync(15_100)
    expect(over).toBe(true)
    await settled
  })

  it.each([Infinity, 40 * 24 * 3_600_000])('is waited for however long the caller says: %d ms', async (timeoutMs) => {
    const settled = publisherOf(async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return nth === 1
        ? open()
        : json({ success: true, data: { id: 'p', status: 'published', publications: [{ terminal: true }] } })
    }).settled('p', { timeoutMs })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await settled).toMatchObject({ status: 'published' })
  })

  it('ends at once where the caller gives up', async () => {
    const stop = new AbortController()
    const publisher = publisherOf(() => new Promise(() => undefined))
    const settled = expect(publisher.settled('p', { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    await vi.advanceTimersByTimeAsync(1000)
    stop.abort()
    await settled
  })
})

describe('a post that has ended without its link', () => {
  const postWith = (...links: (string | null)[]) =>
    json({
      success: true,
      data: {
        id: 'p',
        status: 'published',
        publications: links.map((permalink) => ({ terminal: true, state: 'published', permalink })),
      },
    })

  it('is read again until the platforms have given their links', async () => {
    const links = [
      [null, null],
      [null, 'https://b'],
      ['https://a', 'https://b'],
    ]
    const publisher = publisherOf((_, nth) => postWith(...links[nth - 1]!))
    const seen: unknown[] = []
    const settled = publisher.settled('p', {
      onChange: ({ publications }) => seen.push(publications.map((each) => each.permalink)),
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect((await settled).publications.map(({ permalink }) => permalink)).toEqual(links[2])
    expect(seen).toEqual(links)
  })

  it.each<[string, (nth: number) => Response]>([
    ['never come', () => postWith(null)],
    ['cannot be read', (nth) => (nth === 1 ? postWith(null) : json({ success: false, message: 'no' }, 404))],
  ])('is told as it ended where they %s', async (_, answer) => {
    const publisher = publisherOf((_request, nth) => answer(nth))
    const settled = publisher.settled('p')
    await vi.advanceTimersByTimeAsync(3000)
    expect((await settled).publications[0]!.permalink).toBeNull()
    expect(requests.length).toBeLessThanOrEqual(6)
  })

  it('is not waited for beyond the time of the caller', async () => {
    const publisher = publisherOf(() => postWith(null))
    const settled = publisher.settled('p', { timeoutMs: 100 })
    await vi.advanceTimersByTimeAsync(0)
    expect((await settled).status).toBe('published')
  })
})

describe('an upload in parts', () => {
  const MB = 1024 * 1024
  const file = new Blob([new Uint8Array(20 * MB)])

  /**
   * A service with one session, and a store that does with each PUT what it is told.
   * @param pages requests that something on the way answers, in their order.
   */
  function store(put: (part: number, signal: AbortSignal) => Promise<number> | number, pages: string[] = []) {
    const arrived = new Set<number>()
    const sizes = [8 * MB, 8 * MB, 4 * MB]
    const log: string[] = []
    vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
      const part = Number(url.at(-1))
      log.push(`PUT ${part}`)
      const status = await put(part, signal)
      if (status < 300) arrived.add(part)
      return new Response(null, { status })
    })
    const publisher = publisherOf((request) => {
      const path = new URL(request.url).pathname.replace('/api/v1/media/uploads', '')
      log.push(`${request.method} ${path}`)
      if (pages[0] === log.at(-1) && pages.shift())
        return new Response('<h1>default backend</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } })
      if (request.method === 'DELETE') return json({ success: true, message: 'aborted' })
      if (request.method === 'GET')
        return json({
          success: true,
          data: {
            parts: sizes.map((size_bytes, part) => ({
              first_byte: part * 8 * MB,
              size_bytes,
              arrived: arrived.has(part),
              upload_url: `https://store.example/${part}`,
              headers: { 'Content-Length': String(size_bytes), 'x-amz-meta-a': 'b' },
            })),
          },
        })
      if (path.endsWith('/complete')) return json({ success: true, data: { id: 's1' } })
      return json({ success: true, data: { id: 's1', upload_url: null, headers: null } })
    })
    return { publisher, log }
  }

  it('goes on with the parts that are missing after the connection broke', async () => {
    let broken = true
    const { publisher, log } = store((part) => {
      if (part === 1 && broken) {
        broken = false
        throw new TypeError('the line broke off')
      }
      return 200
    })
    const progress: number[] = []
    const stored = publisher.upload(file, 'long.mp4', { onProgress: (sent) => progress.push(sent / MB) })
    await vi.advanceTimersByTimeAsync(1100)
    expect(await stored).toEqual({ id: 's1' })
    expect(log).toEqual(['POST ', 'GET /s1', 'PUT 0', 'PUT 1', 'GET /s1', 'PUT 1', 'PUT 2', 'POST /s1/complete'])
    expect(progress).toEqual([0, 8, 8, 16, 20])
  })

  it('waits while it is paused, and aborts with what has arrived', async () => {
    const hanging = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    let hangs = true
    const { publisher, log } = store((part, signal) => (part === 1 && hangs ? hanging(signal) : 200))
    const upload = publisher.startUpload(file, 'long.mp4')
    await vi.waitFor(() => expect(log).toContain('PUT 1'), { timeout: PATIENCE_MS })
    upload.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([upload.state, upload.sentBytes, log.at(-1)]).toEqual(['paused', 8 * MB, 'PUT 1'])
    upload.resume()
    await vi.waitFor(() => expect(log.filter((line) => line === 'PUT 1')).toHaveLength(2), { timeout: PATIENCE_MS })
    // Paused and resumed before the first has come to an end.
    upload.pause()
    hangs = false
    upload.resume()
    expect(await upload.done).toEqual({ id: 's1' })
    expect(log.filter((line) => line === 'PUT 0')).toHaveLength(1)

    hangs = true
    const other = store((part, signal) => (part === 1 ? hanging(signal) : 200))
    const stop = new AbortController()
    const second = other.publisher.startUpload(file, 'long.mp4', { signal: stop.signal })
    await vi.waitFor(() => expect(other.log).toContain('PUT 1'), { timeout: PATIENCE_MS })
    const ended = expect(second.done).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    await ended
    expect(second.state).toBe('aborted')
    await vi.waitFor(() => expect(other.log.at(-1)).toBe('DELETE /s1'), { timeout: PATIENCE_MS })
  })

  it('begins anew where it was aborted, and is the same one with the same key from then on', async () => {
    /** Sessions by their key; the first was aborted. */
    const sessions = new Map<string, string>()
    vi.stubGlobal('fetch', async () => new Response())
    const publisher = publisherOf((request) => {
      const path = new URL(request.url).pathname.replace('/api/v1/media/uploads', '')
      const key = request.headers.get('Idempotency-Key')!
      if (path === '') {
        const id = sessions.get(key) ?? `s${sessions.size}`
        sessions.set(key, id)
        return json({ success: true, data: { id, upload_url: 'https://store.example/0', headers: {} } })
      }
      const gone = { success: false, errors: [{ code: 'not_found', message: 'gone' }] }
      return path.startsWith('/s0/') ? json(gone, 404) : json({ success: true, data: { id: path.split('/')[1] } })
    })
    const storedWith = async (idempotencyKey: string) => {
      const stored = publisher.upload(file, 'long.mp4', { idempotencyKey })
      await vi.advanceTimersByTimeAsync(1100)
      return stored
    }
    for (const _ of [1, 2]) expect(await storedWith('order-17')).toEqual({ id: 's1' })
    // The service refuses a longer key, and another key of this length differs from it at its end only.
    const longest = 'order-'.padEnd(254, '0')
    sessions.clear()
    for (const _ of [1, 2]) expect(await storedWith(`${longest}1`)).toEqual({ id: 's1' })
    expect(await storedWith(`${longest}2`)).toEqual({ id: 's2' })
    for (const key of sessions.keys()) expect(key.length).toBeLessThanOrEqual(255)
  })

  it('does not begin anew where a page of something on the way says 404', async () => {
    const { publisher, log } = store(() => 200, ['GET /s1', 'POST /s1/complete'])
    const stored = publisher.upload(file, 'long.mp4')
    await vi.advanceTimersByTimeAsync(4000)
    expect(await stored).toEqual({ id: 's1' })
    expect(log.filter((line) => /^(POST|PUT) /.test(line))).toEqual([
      ...['POST ', 'PUT 0', 'PUT 1', 'PUT 2', 'POST /s1/complete', 'POST /s1/complete'],
    ])
  })

  it('tells what the store answers that takes no part', async () => {
    const { publisher } = store(() => 403)
    const failed = publisher.upload(file, 'long.mp4').catch((error) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await failed).message).toBe('The file did not arrive: its store answered 403.')
  })

  it('is refused once, not tried again', async () => {
    const refused = {
      success: false,
      message: 'too long',
      errors: [{ code: 'too_long', path: 'title', message: 'too long' }],
    }
    const publisher = publisherOf(() => json(refused, 400))
    await expect(publisher.upload(file, 'long.mp4', { title: 'x' })).rejects.toMatchObject({ code: 'too_long' })
    await expect(publisher.upload(file, 'long.mp4')).rejects.toBeInstanceOf(PublisherError)
    expect(requests).toHaveLength(2)
  })
})
