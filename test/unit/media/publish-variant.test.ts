// The files that a platform fetches, made ready first, and the function behind the CDN that makes them.
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { markDeleted, putMedia } from '../../../core/media/media-store.ts'
import { publishUrl } from '../../../core/media/publish-url.ts'
import { askForSent, warm } from '../../../core/media/publish-variant.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import { mediaOf } from '../../support/domain.ts'
import { CDN, type Engines, startEngines } from './engines.ts'
import { look, pngClaiming, quarters } from './pictures.ts'

const { handler } = await import('../../../functions/variant.ts')

const ID = '0b1f7c3e-98a4-4d2b-8f6e-1234567890ab'

describe('the address for a platform', () => {
  beforeAll(() => {
    process.env[ENV.cdnUrl] = `${CDN}/`
  })

  it('is the variant of a picture, and the original of a video', () => {
    const picture = mediaOf({ id: ID, object_key: `${ID}.heic`, content_type: 'image/heic' })
    const video = mediaOf({ id: ID, object_key: `${ID}.mp4`, content_type: 'video/mp4' })
    expect(publishUrl(picture, { platform: 'instagram', use: 'carousel' })).toBe(
      `${CDN}/v/${ID}/320to1440-0.8to1.91-q92.jpg`,
    )
    expect(publishUrl(picture, { platform: 'threads', use: 'feed', aspect: '4:5' })).toBe(
      `${CDN}/v/${ID}/320to1440-4x5-q92.jpg`,
    )
    // Seen in the shape that Instagram takes, it is the same file for both.
    const seen = { ...picture, width: 3000, height: 2000 }
    const urls = (['instagram', 'threads'] as const).map((platform) => publishUrl(seen, { platform, use: 'carousel' }))
    expect(urls).toEqual(Array(2).fill(`${CDN}/v/${ID}/320to1440-0.8to1.91-q92.jpg`))
    expect(publishUrl(video, { platform: 'instagram', use: 'story', aspect: '1:1' })).toBe(`${CDN}/${ID}.mp4`)
  })
})

describe('warming', () => {
  let server: Server
  let reply: RequestListener
  const asked: string[] = []
  let origin: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      reply(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    asked.length = 0
  })

  const answering =
    (status: number, type = 'image/jpeg', body = 'x'): RequestListener =>
    (_, response) =>
      void response.writeHead(status, { 'Content-Type': type }).end(body)

  it('asks again while the function behind the CDN is held back', async () => {
    let held = 2
    reply = (_, response) => {
      held -= 1
      if (held >= 0) response.writeHead(429).end('{"Message":"Rate Exceeded."}')
      else response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('x')
    }
    expect(await warm(`${origin}/v/x/ig-feed.jpg`)).toEqual({ ok: true, value: undefined })
    expect(asked).toHaveLength(3)
  })

  it('tells a picture for which there was no room from one that could not be made', async () => {
    reply = (_, response) => void response.writeHead(429).end('{"Message":"Rate Exceeded."}')
    const refused = await askForSent(`${origin}/v/x/a.jpg`, 500, () => undefined)
    expect(refused).toEqual({ ok: false, held_back: true, reason: 'there was no room for it beside other pictures' })
    reply = () => {}
    const slow = await askForSent(`${origin}/v/x/a.jpg`, 100, () => undefined)
    expect(slow).toEqual({ ok: false, reason: 'it took more than 0.1 seconds' })
  })

  it('does not blame a picture for which no place came free', async () => {
    process.env[ENV.variantsAtOnce] = '1'
    let answer = () => {}
    reply = (_, response) => (answer = () => void response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('x'))
    const first = warm(`${origin}/v/1/a.jpg`)
    await expect.poll(() => asked).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const second = warm(`${origin}/v/2/a.jpg`)
    await vi.advanceTimersByTimeAsync(35_000)
    vi.useRealTimers()
    expect(await second).toMatchObject({ ok: false, held_back: true })
    answer()
    expect(await first).toMatchObject({ ok: true })
    delete process.env[ENV.variantsAtOnce]
  })

  it('has no more made at once than the stack says, and each in its turn', async () => {
    process.env[ENV.variantsAtOnce] = '2'
    const open: (() => void)[] = []
    let most = 0
    reply = (_, response) => {
      open.push(() => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('x'))
      most = Math.max(most, open.length)
    }
    const made = Promise.all(Array.from({ length: 7 }, (_, at) => warm(`${origin}/v/${at}/a.jpg`)))
    for (let answered = 0; answered < 7; answered += 1) {
      await expect.poll(() => open.length).toBeGreaterThanOrEqual(Math.min(2, 7 - answered))
      open.shift()?.()
    }
    expect(await made).toHaveLength(7)
    expect(most).toBe(2)
    expect(asked).toEqual(Array.from({ length: 7 }, (_, at) => `GET /v/${at}/a.jpg`))
    delete process.env[ENV.variantsAtOnce]
  })

  it('has one made for all that need it at the same time, and asks again afterwards', async () => {
    let answer = () => {}
    reply = (_, response) => (answer = () => void response.writeHead(502).end())
    const both = Promise.all([warm(`${origin}/v/x/a.jpg`), warm(`${origin}/v/x/a.jpg`)])
    await expect.poll(() => asked).toHaveLength(1)
    answer()
    expect((await both).map(({ ok }) => ok)).toEqual([false, false])
    reply = answering(200)
    expect(await warm(`${origin}/v/x/a.jpg`)).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
  })

  it.each<[string, RequestListener, string, object]>([
    ['a picture', answering(200), '/v/x/ig-feed.jpg', { ok: true }],
    ['a video', answering(200, 'video/mp4'), '/x.mp4', { ok: true }],
    [
      'something else than a JPEG',
      answering(200, 'text/html'),
      '/v/x/a.jpg',
      { ok: false, reason: expect.stringContaining('text/html') },
    ],
    [
      'what is made again later',
      answering(503, 'text/plain; charset=utf-8', 'Variants are tried again later.'),
      '/a.jpg',
      { ok: false, reason: 'Variants are tried again later.' },
    ],
    [
      'a page of the CDN about itself',
      answering(503, 'text/html', '<h1>503 ERROR</h1>'),
      '/a.jpg',
      { ok: false, reason: 'the CDN answered with status 503' },
    ],
    [
      'what cannot be decoded',
      answering(422, 'text/plain', 'The picture cannot be used.'),
      '/a.jpg',
      { ok: false, permanent: true, reason: 'The picture cannot be used.' },
    ],
    ['what is gone', answering(404), '/a.jpg', { ok: false, permanent: true, reason: expect.stringContaining('gone') }],
    ['what is not let through', answering(403), '/a.mp4', { ok: false, reason: expect.stringContaining('403') }],
    ['a fault', answering(502), '/a.jpg', { ok: false, reason: expect.stringContaining('502') }],
    [
      'a CDN that hangs up',
      (request) => void request.socket.destroy(),
      '/a.jpg',
      { ok: false, reason: expect.stringContaining('reached') },
    ],
  ])('%s', async (_, listener, path, outcome) => {
    reply = listener
    expect(await warm(origin + path)).toEqual(outcome)
    expect(asked).toEqual([`${path.endsWith('.jpg') ? 'GET' : 'HEAD'} ${path}`])
  })
})

describe('the variant function', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await startEngines()
  })
  afterAll(() => engines.stop())

  const call = async (path: string) => {
    const event = { rawPath: path } as LambdaFunctionURLEvent
    const stream = new PassThrough()
    const [bytes] = await Promise.all([buffer(stream), handler(event, stream as never, {} as Context)])
    const { metadata } = stream as PassThrough & { metadata?: { statusCode: number; headers: Record<string, string> } }
    return { ...metadata!, body: bytes.toString('utf8'), bytes }
  }

  async function store(bytes: Buffer, given: Partial<Media> = {}): Promise<Media> {
    const id = crypto.randomUUID()
    const media = mediaOf({
      id,
      object_key: `${id}.png`,
      content_type: 'image/png',
      size_bytes: bytes.length,
      ...given,
    })
    await engines.putObject(media.object_key, bytes)
    const stored = { ...media, etag: (await engines.object(media.object_key)).headers.ETag! }
    await putMedia(stored)
    return stored
  }

  it('returns what an answer in one piece could not carry', { tags: 'deep' }, async () => {
    const noise = sharp(randomBytes(2048 * 6400 * 3), { raw: { width: 2048, height: 6400, channels: 3 } })
    const { id } = await store(await noise.jpeg({ quality: 95 }).toBuffer(), { content_type: 'image/jpeg' })
    const answer = await call(`/v/${id}/w2048.jpg`)
    expect(answer.statusCode).toBe(200)
    expect(answer.bytes.length).toBeGreaterThan((6_291_556 * 3) / 4)
    expect((await engines.object(`v/${id}/w2048.jpg`)).bytes.equals(answer.bytes)).toBe(true)
  })

  it('makes what is missing, keeps it and returns it', async () => {
    const { id } = await store(await quarters(400, 300).png().toBuffer())
    const answer = await call(`/v/${id}/w320-1x1.webp`)
    expect([answer.statusCode, answer.headers]).toMatchObject([
      200,
      { 'Content-Type': 'image/webp', 'Cache-Control': expect.stringContaining('public') },
    ])
    expect(await look(answer.bytes)).toMatchObject({ width: 300, height: 300, format: 'webp' })
    const kept = await engines.object(`v/${id}/w320-1x1.webp`)
    expect(kept.bytes.equals(answer.bytes)).toBe(true)
    expect(kept.headers).toMatchObject({ ContentType: 'image/webp', CacheControl: expect.stringContaining('public') })
  })

  it('refuses what does not exist, and keeps nothing', async () => {
    const picture = await store(await quarters(40, 30).png().toBuffer())
    const deleted = await store(await quarters(40, 30).png().toBuffer())
    await markDeleted(deleted, Date.now(), Date.now())
    const video = await store(Buffer.from('x'), { content_type: 'video/mp4' })
    const before = await engines.keys()
    for (const path of [
      `/v/${picture.id}/w321.jpg`,
      `/v/${picture.id}/../w320.jpg`,
      `/v/${crypto.randomUUID()}/w320.jpg`,
      `/v/${deleted.id}/w320.jpg`,
      `/v/${video.id}/w320.jpg`,
      `/${picture.object_key}`,
      '/',
    ]) {
      expect([path, (await call(path)).statusCode]).toEqual([path, 404])
    }
    expect(await engines.keys()).toEqual(before)
  })

  it('says what is wrong with a picture that cannot be used', async () => {
    const broken = await store((await quarters(40, 30).png().toBuffer()).subarray(0, 100))
    const bomb = await store(pngClaiming(50_000, 50_000))
    const icon = await store(Buffer.alloc(100), { content_type: 'image/x-icon' })
    for (const { id } of [broken, bomb, icon]) {
      const answer = await call(`/v/${id}/320to1440-0.8to1.91-q92.jpg`)
      expect([answer.statusCode, answer.headers['Cache-Control'], answer.body]).toEqual([
        422,
        'no-store',
        expect.stringMatching(/^The picture cannot be used: /),
      ])
    }
  })
})
