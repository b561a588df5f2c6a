// Media through the whole service: gateway, functions, bucket, queue, CDN and its function, variants.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Reply, type RequestOptions } from '../support/local.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'
import { difference, drawing, look, QUARTERS, quarters } from '../unit/media/pictures.ts'
import { sample } from '../unit/media/samples.ts'

interface Asset {
  id: string
  object_key: string
  content_type: string
  size_bytes: number
  width: number | null
  height: number | null
  duration_ms: number | null
  title: string
  download_url: string
}

const MB = 1024 * 1024
const LARGE = 300 * MB

let local: SharedLocal
/** Answers at the address of the files that are to be fetched. */
let serve: RequestListener
let origin: string
/** A key with a rate that no test reaches. */
let key: string

beforeAll(async () => {
  local = await sharedLocal()
  local.outside.serve((request, response) => serve(request, response))
  origin = local.outside.origin
  ;({ api_key: key } = await local.admin<{ api_key: string }>(
    'key',
    'create',
    '--owner',
    local.owner,
    '--rate-limit',
    '6000',
  ))
})

const api = (method: string, path: string, options: RequestOptions = {}) =>
  local.api(method, `/api/v1/media${path}`, { key, ...options })

const dataOf = (reply: Reply): Asset => {
  expect(reply.status, reply.text).toBe(200)
  return reply.json<{ data: Asset }>().data
}

async function upload(bytes: Buffer, name: string, type = 'application/octet-stream'): Promise<Asset> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return dataOf(await api('POST', '', { body: form }))
}

const listed = async (id: string): Promise<Asset | undefined> =>
  (await api('GET', '/users?limit=100'))
    .json<{ data: { result: Asset[] } }>()
    .data.result.find((asset) => asset.id === id)

const cdn = (path: string, headers: Record<string, string> = {}) =>
  local.fetch(`${local.session.cdn_url}${path}`, { headers })

/** A film of any length: a real head, then a box that players skip. */
function* film(size: number): Generator<Buffer> {
  const head = sample('video.mp4')
  yield head
  const box = Buffer.alloc(8)
  box.writeUInt32BE(size - head.length)
  box.write('free', 4, 'latin1')
  yield box
  const filler = Buffer.alloc(MB, 'film')
  for (let left = size - head.length - 8; left > 0; left -= filler.length) yield filler.subarray(0, left)
}

/** The process of a function, by the name the run gives it. */
function processesOf(name: string): number[] {
  const found = readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0')
      return (
        environment.some((pair) => pair.startsWith('AWS_LAMBDA_FUNCTION_NAME=') && pair.includes(name)) &&
        environment.some(
          (pair) =>
            pair.startsWith('AWS_ENDPOINT_URL_DYNAMODB=') &&
            pair.includes(local.endpoints.env.AWS_ENDPOINT_URL_DYNAMODB!),
        )
      )
    } catch {
      return false
    }
  })
  expect(found).not.toEqual([])
  return found.map(Number)
}

const residentMb = (pid: number, field: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024

describe('every format', () => {
  const FORMATS: [
    name: string,
    type: string,
    make: () => Buffer | Promise<Buffer>,
    size: [number, number] | null,
    duration: number | null,
  ][] = [
    ['a.jpg', 'image/jpeg', () => quarters(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer(), [48, 64], null],
    ['a.png', 'image/png', () => quarters(64, 48).png().toBuffer(), [64, 48], null],
    ['a.gif', 'image/gif', () => quarters(64, 48).gif().toBuffer(), [64, 48], null],
    ['a.webp', 'image/webp', () => quarters(64, 48).webp().toBuffer(), [64, 48], null],
    ['a.svg', 'image/svg+xml', () => drawing(''), [100, 100], null],
    ['a.heic', 'image/heic', () => sample('turned.heic'), [48, 64], null],
    ['a.mp4', 'video/mp4', () => sample('turned.mp4'), [48, 64], 2000],
    ['a.mov', 'video/quicktime', () => sample('video.mov'), [64, 48], 2000],
    ['a.webm', 'video/webm', () => sample('video.webm'), [64, 48], 2000],
    ['a.avi', 'video/x-msvideo', () => sample('video.avi'), [64, 48], 2040],
    ['a.mpeg', 'video/mpeg', () => sample('video.mpeg'), [64, 48], 2000],
    ['a.mp3', 'audio/mpeg', () => sample('sound.mp3'), null, 2037],
    ['a.wav', 'audio/wav', () => sample('sound.wav'), null, 2000],
    ['a.ogg', 'audio/ogg', () => sample('sound.ogg'), null, 2000],
  ]

  it('is uploaded, inspected, listed and downloaded as it was', async () => {
    for (const [name, type, make, size, duration] of FORMATS) {
      const bytes = await make()
      const { id, object_key, content_type } = await upload(bytes, name)
      expect([name, content_type]).toEqual([name, type])
      const asset = await eventually(
        async () => {
          const found = await listed(id)
          return found && (found.width !== null || found.duration_ms !== null) ? found : undefined
        },
        { what: `${name} inspected` },
      )
      expect([name, asset.width, asset.height]).toEqual([name, ...(size ?? [null, null])])
      if (duration === null) expect(asset.duration_ms).toBeNull()
      else expect(Math.abs(asset.duration_ms! - duration)).toBeLessThanOrEqual(50)
      const downloaded = await api('GET', `/${id}`, { key: null })
      expect(downloaded.bytes.equals(bytes)).toBe(true)
      expect(asset.download_url).toBe(`${local.session.cdn_url}/${object_key}`)
      const served = await local.fetch(asset.download_url)
      expect([served.status, served.bytes.equals(bytes), served.headers.get('content-type')]).toEqual([200, true, type])
    }
  })

  it('is never served so that it could run', async () => {
    const { id, object_key } = await upload(drawing('<script>alert(1)</script>'), 'evil.svg', 'image/svg+xml')
    for (const reply of [await api('GET', `/${id}`, { key: null }), await cdn(`/${object_key}`)]) {
      expect(reply.headers.get('content-security-policy')).toContain('sandbox')
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
    }
  })
})

describe('download', () => {
  it('sends ranges, 304, 416 and HEAD through the gateway', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 31) % 256))
    const { id } = await upload(bytes, 'data.bin')
    const whole = await api('GET', `/${id}`, { key: null })
    expect(whole.headers.get('content-length')).toBe('5000')
    expect(whole.headers.get('x-content-length')).toBe('5000')
    const etag = whole.headers.get('etag')!
    const part = await api('GET', `/${id}`, { key: null, headers: { Range: 'bytes=10-19', 'If-Range': etag } })
    expect([part.status, part.headers.get('content-range'), part.bytes.equals(bytes.subarray(10, 20))]).toEqual([
      206,
      'bytes 10-19/5000',
      true,
    ])
    const fresh = await api('GET', `/${id}`, { key: null, headers: { 'If-None-Match': etag } })
    expect([fresh.status, fresh.bytes.length]).toEqual([304, 0])
    const beyond = await api('GET', `/${id}`, { key: null, headers: { Range: 'bytes=5000-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5000'])
    const head = await api('HEAD', `/${id}`, { key: null })
    expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, etag])
    expect((await api('GET', `/${id}`, { key: 'nonsense' })).status).toBe(401)
    expect(Number((await api('GET', `/${id}`)).headers.get('x-ratelimit-limit'))).toBe(6000)
  })
})

describe('the CDN', () => {
  it('makes variants of a HEIC, keeps them, and turns queries into them', async () => {
    const { id, object_key } = await upload(sample('turned.heic'), 'phone.heic')
    const turned = [1, 3, 0, 2].map((at) => QUARTERS[at]!)
    for (const [path, type] of [
      [`/v/${id}/w320.webp`, 'image/webp'],
      [`/${object_key}?w=320&f=jpg`, 'image/jpeg'],
      [`/${object_key}?w=1080&f=avif`, 'image/avif'],
    ] as const) {
      const reply = await cdn(path)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, type])
      const seen = await look(reply.bytes)
      expect([seen.width, seen.height]).toEqual([48, 64])
      expect(difference(seen.corners, turned)).toBeLessThan(20)
    }
    const negotiated = await cdn(`/${object_key}?w=480`, { Accept: 'image/webp,*/*' })
    expect(negotiated.headers.get('content-type')).toBe('image/webp')
    const again = await cdn(`/v/${id}/w320.webp`)
    expect(again.headers.get('etag')).toBeTruthy()
    const published = await look((await cdn(`/v/${id}/ig-feed-4x5.jpg`)).bytes)
    expect([published.width, published.height, published.format]).toEqual([320, 400, 'jpeg'])
  })

  it('renders a drawing at the width that is asked for', async () => {
    const { id } = await upload(drawing('<rect width="100" height="100" fill="rgb(200,30,30)"/>'), 'a.svg')
    const seen = await look((await cdn(`/v/${id}/w640.jpg`)).bytes)
    expect([seen.width, seen.height, difference([seen.at(0.5, 0.5)], [QUARTERS[0]!]) < 8]).toEqual([640, 640, true])
  })

  it('refuses what is no variant, and what is no picture', async () => {
    const { id } = await upload(Buffer.from('text'), 'a.txt')
    const picture = await upload(await quarters(20, 20).png().toBuffer(), 'a.png')
    for (const path of [
      `/v/${id}/w320.jpg`,
      `/v/${picture.id}/w321.jpg`,
      `/v/${crypto.randomUUID()}/w320.jpg`,
      '/nothing',
      `/${crypto.randomUUID()}.png`,
    ]) {
      expect([path, (await cdn(path)).status]).toEqual([path, 404])
    }
    expect((await cdn(`/${picture.object_key}?w=abc`)).status).toBe(400)
    const broken = await upload((await quarters(60, 60).png().toBuffer()).subarray(0, 200), 'broken.png')
    const reply = await cdn(`/v/${broken.id}/w320.jpg`)
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('cannot be decoded')])
  })

  it('is empty after a deletion, at once', async () => {
    const { id, object_key } = await upload(await quarters(40, 40).png().toBuffer(), 'gone.png')
    for (const path of [`/${object_key}`, `/v/${id}/w320.jpg`]) expect((await cdn(path)).status).toBe(200)
    expect((await api('DELETE', `/${id}`)).status).toBe(200)
    for (const path of [`/${object_key}`, `/v/${id}/w320.jpg`, `/v/${id}/w480.jpg`])
      expect((await cdn(path)).status).toBe(404)
    expect((await api('GET', `/${id}`, { key: null })).status).toBe(404)
    expect(await listed(id)).toBeUndefined()
  })

  it('serves a large picture as sharp would make it', async () => {
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer()
    const { id } = await upload(photo, 'photo.jpg')
    expect(await look((await cdn(`/v/${id}/w1440-191x100.jpg`)).bytes)).toMatchObject({ width: 1440, height: 754 })
  })
})

describe('a film of 300 MB', () => {
  it('comes by its address in little memory', { tags: 'deep' }, async ({ skip }) => {
    skip(!existsSync('/proc/self/status'), 'Memory is read from /proc.')
    // Three at the same time: where the machine is so busy that one is not ready again, another one gets the request.
    const held: (() => void)[] = []
    serve = (_, response) => {
      held.push(() => response.end('warm'))
      if (held.length === 3) for (const answer of held) answer()
    }
    const url = (name: string) => api('POST', '', { json: { url: `${origin}/${name}` } })
    const warm = await Promise.all([1, 2, 3].map((at) => url(`warm-${at}.txt`)))
    expect(warm.map(({ status }) => status)).toEqual([200, 200, 200])
    // Any of them may get the request. The peak is counted again from here.
    const before = processesOf('MediaCreate').map((pid) => {
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
      return { pid, mb: residentMb(pid, 'VmRSS') }
    })
    serve = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': LARGE })
      Readable.from(film(LARGE)).pipe(response)
    }
    const asset = dataOf(await url('film.mp4'))
    expect([asset.size_bytes, asset.content_type, asset.title]).toEqual([LARGE, 'video/mp4', 'film.mp4'])
    for (const { pid, mb } of before) expect(residentMb(pid, 'VmHWM') - mb).toBeLessThan(64)
    expect(processesOf('MediaCreate')).toEqual(before.map(({ pid }) => pid))
    await eventually(async () => (await listed(asset.id))?.duration_ms === 2000, { what: 'the film inspected' })
    const redirected = await api('GET', `/${asset.id}`, { key: null })
    expect([redirected.status, redirected.headers.get('location')]).toEqual([
      307,
      `${local.session.cdn_url}/${asset.object_key}`,
    ])
    const tail = await api('GET', `/${asset.id}`, {
      key: null,
      headers: { Range: `bytes=${LARGE - 4 * MB}-${LARGE - 4 * MB + 3}` },
    })
    expect([tail.status, tail.bytes.length, [...tail.text].sort().join('')]).toEqual([206, 4, 'film'])
    expect((await api('DELETE', `/${asset.id}`)).status).toBe(200)
  })

  it('comes by an upload session', { tags: 'deep' }, async () => {
    const begun = await api('POST', '/uploads', {
      json: { file_name: 'Film.mp4', content_type: 'video/mp4', size_bytes: LARGE },
    })
    expect(begun.status, begun.text).toBe(200)
    const { id, upload_url, headers } = begun.json<{
      data: { id: string; upload_url: string; headers: Record<string, string> }
    }>().data
    const staged = new URL(upload_url).pathname.split('/').slice(2).join('/')
    expect(staged).toBe(`uploads/${id}.mp4`)
    const early = await api('POST', `/uploads/${id}/complete`)
    expect(early.status).toBe(409)
    const sent = await fetch(upload_url, {
      method: 'PUT',
      headers,
      body: Readable.toWeb(Readable.from(film(LARGE))) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    expect(sent.status, await sent.text()).toBe(200)
    const again = await fetch(upload_url, {
      method: 'PUT',
      headers,
      body: Readable.toWeb(Readable.from(film(LARGE))) as ReadableStream,
      duplex: 'half',
    } as RequestInit).then(
      (reply) => reply.status,
      () => 412,
    )
    expect(again).toBe(412)
    // It is there, and nobody gets it.
    for (const path of [`/${staged}`, `/${staged.replace('upl', '%75pl')}`, `/${id}.mp4`])
      expect([path, (await cdn(path)).status]).toEqual([path, 404])
    // Where the machine is so busy that the copy takes longer than a request may, it is asked for again, as its 503 says.
    const completed = await eventually(
      async () => {
        const reply = await api('POST', `/uploads/${id}/complete`)
        return reply.status === 503 ? undefined : reply
      },
      { what: 'the upload completed' },
    )
    const asset = dataOf(completed)
    expect((await cdn(`/${id}.mp4`, { Range: 'bytes=0-9' })).status).toBe(206)
    expect([asset.id, asset.size_bytes, asset.object_key]).toEqual([id, LARGE, `${id}.mp4`])
    await eventually(async () => (await listed(id))?.width === 64, { what: 'the film inspected' })
    expect((await api('DELETE', `/${id}`)).status).toBe(200)
  })
})

describe('readers', () => {
  it('with a key are streamed what strangers fetch from the CDN, and cut off when they read nothing', {
    tags: 'deep',
  }, async () => {
    const size = 64 * MB
    serve = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': size })
      Readable.from(film(size)).pipe(response)
    }
    const { id, object_key } = dataOf(await api('POST', '', { json: { url: `${origin}/film.mp4` } }))
    const stranger = await api('GET', `/${id}`, { key: null })
    expect([stranger.status, stranger.headers.get('location')]).toEqual([307, `${local.session.cdn_url}/${object_key}`])
    expect((await api('GET', `/${id}`)).bytes.length).toBe(size)
    const { hostname, port } = new URL(local.session.base_url)
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => undefined)
    socket.write(`GET /api/v1/media/${id} HTTP/1.1\r\nHost: ${hostname}\r\nX-Secret-Token: ${key}\r\n\r\n`)
    const logs = join(local.dataDir, 'logs')
    const cutOff = () =>
      readdirSync(logs).some(
        (name) => name.includes('Media') && readFileSync(join(logs, name), 'utf8').includes('a download was cut off'),
      )
    await eventually(async () => cutOff() || undefined, { what: 'the reader cut off', timeoutMs: 60_000 })
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toBeLessThan(size)
  })
})

describe('too much for one request', () => {
  it('is refused with the ways that take it', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(6 * MB)]), 'big.bin')
    const reply = await api('POST', '', { body: form })
    expect(reply.status).toBe(413)
    expect(reply.text).toMatch(/url/)
    expect(reply.text).toMatch(/upload/)
  })

  it('over Lambda’s limit is refused in the envelope, whichever endpoint would have read it', async () => {
    const content = 'x'.repeat(7 * MB)
    const [text, file] = [
      await local.api('POST', '/api/v1/posts/text', { key, json: { content, accounts: [] } }),
      await api('POST', '', { json: { url: `https://example.com/${content}` } }),
    ]
    for (const reply of [text, file]) {
      expect(reply.status).toBe(413)
      expect(reply.json<{ errors: unknown }>().errors).toEqual([
        { code: 'body_too_large', message: expect.stringMatching(/6 MB.*4\.5 MB.*POST \/v1\/media\/uploads/) },
      ])
    }
    // The gateway carries it, and the endpoint refuses it by its own limit.
    const own = await local.api('POST', '/api/v1/posts/text', {
      key,
      json: { content: content.slice(0, 2 * MB), accounts: [] },
    })
    expect([own.status, own.json<{ errors: { message: string }[] }>().errors[0]!.message]).toEqual([
      413,
      expect.stringContaining('at most 1048576'),
    ])
  })

  it('just fits at 4.5 MB', async () => {
    expect((await upload(Buffer.alloc(4_600_000, 7), 'fits.bin')).size_bytes).toBe(4_600_000)
  })
})
