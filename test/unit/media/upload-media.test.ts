// Uploads by form and by address: what is stored, what is refused, and that a refusal leaves nothing behind.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { deleteMedia } from '../../../core/media/delete-media.ts'
import { getMedia } from '../../../core/media/media-store.ts'
import { altTextFor } from '../../../core/media/rules/media.ts'
import { getStorage, setQuota } from '../../../core/media/storage-store.ts'
import { importPlaceKey } from '../../../core/table-keys.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { stoppedBeforeKeeping } from '../../support/stopped-function.ts'
import { type Answer, BOUNDARY, call, type Engines, formOf, type Part, startEngines } from './engines.ts'
import { sample } from './samples.ts'

// Loaded after the engines' module, which provides what Lambda does.
const { handler } = await import('../../../functions/api/media/create.ts')

let engines: Engines
let server: Server
let origin: string
let reply: RequestListener
let owner: string

beforeAll(async () => {
  engines = await startEngines()
  server = createServer((request, response) => reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env[ENV.urlUploadAllowHosts] = origin.slice(7)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await engines.stop()
})
beforeEach(() => {
  engines.fauxqs.emptyBucket('media-bucket')
  owner = crypto.randomUUID()
})

const base = { method: 'POST', resource: '/v1/media', rateLimit: 10_000 }
const sendForm = (parts: readonly Part[] | Buffer, contentType = `multipart/form-data; boundary=${BOUNDARY}`) =>
  call(handler, {
    ...base,
    ownerId: owner,
    headers: { 'content-type': contentType },
    raw: Buffer.isBuffer(parts) ? parts : formOf(parts),
  })
const sendUrl = (body: unknown) => call(handler, { ...base, ownerId: owner, body })

const file = (value: string | Buffer, fileName: string, type?: string): Part => ({
  name: 'file',
  value,
  fileName,
  type,
})
const png = () =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

/** Everything that a refused upload could have left. */
const traces = async () => ({ keys: await engines.keys(), ...(await getStorage(owner)) })
const NOTHING = { keys: [], bytes: 0, count: 0 }

async function refused(answer: Answer, status: number, ...issues: { code: string; path?: string }[]) {
  expect(answer.json).toMatchObject({ success: false, errors: issues })
  expect(answer.status).toBe(status)
  expect(await traces()).toMatchObject(NOTHING)
}

describe('a repeated request whose first function stopped before it kept its answer', () => {
  const repeated = (send: () => Promise<Answer>) =>
    stoppedBeforeKeeping(send).then(async (first) => [first, await send()])

  it('gets the file that was stored, not a second one', async () => {
    const headers = { 'Idempotency-Key': 'one', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const raw = formOf([file(await png(), 'a.png')])
    const [first, second] = await repeated(() => call(handler, { ...base, ownerId: owner, headers, raw }))
    expect(second).toMatchObject({ status: 200, json: { data: first!.json.data } })
    expect(await traces()).toMatchObject({ keys: [first!.json.data.object_key], count: 1 })
  })

  it('gets the file that was fetched, which is not fetched again', async () => {
    let asked = 0
    reply = (_request, response) => {
      asked += 1
      response.end('hello')
    }
    const given = { ...base, ownerId: owner, headers: { 'Idempotency-Key': 'two' }, body: { url: `${origin}/a.txt` } }
    const [first, second] = await repeated(() => call(handler, given))
    expect(second).toMatchObject({ status: 200, json: { data: first!.json.data } })
    expect([asked, (await traces()).count]).toEqual([1, 1])
  })

  it('is told that the file was deleted since', async () => {
    const given = { ...base, ownerId: owner, headers: { 'Idempotency-Key': 'three' }, body: { url: `${origin}/a.txt` } }
    reply = (_request, response) => response.end('hello')
    const first = await stoppedBeforeKeeping(() => call(handler, given))
    await deleteMedia(String(first.json.data.id), owner, Date.now())
    const second = await call(handler, given)
    expect([second.status, second.json.errors[0]?.code]).toEqual([409, 'conflict'])
  })
})

describe('a form', () => {
  it('stores the bytes as they are, and answers with the upload fields alone', async () => {
    const bytes = await png()
    const { status, json } = await sendForm([file(bytes, 'Foto été.png', 'image/png')])
    expect(status).toBe(200)
    const { data } = json
    expect(json).toEqual({ success: true, message: expect.any(String), data })
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      object_key: `${data.id}.png`,
      content_type: 'image/png',
      size_bytes: bytes.length,
      title: 'Foto été.png',
      alt_text: 'Foto été.png',
      version: 1,
      created_at: expect.any(Number),
    })
    const stored = await engines.object(String(data.object_key))
    expect(stored.bytes.equals(bytes)).toBe(true)
    expect(stored.headers).toMatchObject({ ContentType: 'image/png', CacheControl: expect.stringContaining('public') })
    expect(stored.headers.ContentDisposition).toMatch(/^attachment;/)
    expect(await getMedia(String(data.id))).toMatchObject({
      etag: stored.headers.ETag,
      owner_id: owner,
      status: 'active',
    })
    expect(engines.messages()).toContainEqual({ media_id: data.id })
    expect(await getStorage(owner)).toMatchObject({ bytes: bytes.length, count: 1, by_kind: { image: 1 } })
  })

  it('takes title and description; the description defaults to the title', async () => {
    const { json } = await sendForm([{ name: 'title', value: ' Ein Titel \u0061\u0301 ' }, file('x', 'a.txt')])
    expect(json.data).toMatchObject({ title: 'Ein Titel á', alt_text: 'Ein Titel á' })
    const both = await sendForm([
      file('x', 'a.txt'),
      { name: 'title', value: '写真' },
      { name: 'description', value: 'وصف' },
    ])
    expect(both.json.data).toMatchObject({ title: '写真', alt_text: 'وصف' })
    const empty = await sendForm([
      file('x', 'a.txt'),
      { name: 'title', value: '' },
      { name: 'description', value: ' ' },
    ])
    expect(empty.json.data).toMatchObject({ title: 'a.txt', alt_text: 'a.txt' })
  })

  it('remembers whether the description was given: only then platforms are given it', async () => {
    const sentFor = async (...texts: Part[]) => {
      const { json } = await sendForm([file('x', 'IMG_2034.heic'), ...texts])
      return altTextFor((await getMedia(String(json.data.id)))!)
    }
    expect(await sentFor()).toBeUndefined()
    expect(await sentFor({ name: 'title', value: 'A title' })).toBeUndefined()
    expect(await sentFor({ name: 'description', value: ' ' })).toBeUndefined()
    expect(await sentFor({ name: 'description', value: 'A beach' })).toBe('A beach')
    expect(await sentFor({ name: 'title', value: 'Same' }, { name: 'description', value: 'Same' })).toBe('Same')
  })

  it('gives platforms a description without the character that they do not take', () => {
    expect(altTextFor({ title: 'x', alt_text: 'A\0 beach', alt_text_given: true })).toBe('A beach')
    expect(altTextFor({ title: 'x', alt_text: '\0', alt_text_given: true })).toBeUndefined()
  })

  it('of an asset from before that was remembered, what differs from the title was given', () => {
    expect(altTextFor({ title: 'IMG_2034.heic', alt_text: 'IMG_2034.heic' })).toBeUndefined()
    expect(altTextFor({ title: 'IMG_2034.heic', alt_text: 'A beach' })).toBe('A beach')
    expect(altTextFor({ title: 'x', alt_text: '', alt_text_given: true })).toBeUndefined()
  })

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\\\Users\\\\x\\\\写真.txt', '写真.txt'],
    ['a%22b.txt', 'a"b.txt'],
    ['12:30 <what?> *a|b*.txt', '12:30 <what?> *a|b*.txt'],
    ['.notes', '.notes'],
    ['..', 'file'],
    ['a%2Fb%41.txt', 'a%2Fb%41.txt'],
    ['사진 🌸.txt', '사진 🌸.txt'],
    ['', 'file'],
  ])('the file name %j becomes the title %j', async (fileName, title) => {
    expect((await sendForm([file('x', fileName)])).json.data.title).toBe(title)
  })

  // As .NET, Apache HttpClient and others write a name that is not ASCII: the plain form is for old servers.
  it.each([
    ['name=file; filename="=?utf-8?B?7IKs7KeELnR4dA==?="; filename*=utf-8\'\'%EC%82%AC%EC%A7%84.txt'],
    ['name="file"; filename="=?utf-8?B?7IKs7KeELnR4dA==?="; filename*=utf-8\'\'%EC%82%AC%EC%A7%84.txt'],
    ['filename*="UTF-8\'\'%EC%82%AC%EC%A7%84.txt"; filename="??.txt"; name="file"'],
    ['name="file"; filename="사진.txt"; filename*=utf-8\'\'%E0%28.txt'],
  ])('the name of a file is the extended one: %s', async (disposition) => {
    const form = [
      '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\nfilename*=utf-8\'\'no',
      `--b\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nhello`,
      '--b--\r\n',
    ].join('\r\n')
    const { json } = await sendForm(Buffer.from(form), 'multipart/form-data; boundary=b')
    expect(json.data).toMatchObject({ title: '사진.txt', alt_text: "filename*=utf-8''no" })
  })

  it('goes by what the bytes are', async () => {
    const { json } = await sendForm([file(await png(), 'report.pdf', 'application/pdf')])
    expect(json.data).toMatchObject({ content_type: 'image/png', object_key: expect.stringMatching(/\.png$/) })
    const lying = await sendForm([file('just text', 'a.png', 'image/png')])
    expect(lying.json.data).toMatchObject({ content_type: 'text/plain', object_key: expect.stringMatching(/\.txt$/) })
  })

  it.each([
    'picture.heic',
    'video.mp4',
    'video.mov',
    'video.webm',
    'video.avi',
    'video.mpeg',
    'sound.mp3',
    'sound.wav',
    'sound.ogg',
  ])('takes %s', async (name) => {
    const bytes = sample(name)
    const { json } = await sendForm([file(bytes, name, 'application/octet-stream')])
    expect(json.data.size_bytes).toBe(bytes.length)
    expect(String(json.data.content_type)).toMatch(/^(image|video|audio)\//)
  })

  const whole = () => formOf([file('hello', 'a.txt')])
  const ISSUES: [name: string, send: () => Promise<Answer>, status: number, code: string, path?: string][] = [
    ['no file', () => sendForm([{ name: 'title', value: 'x' }]), 400, 'required', 'file'],
    ['an empty file', () => sendForm([file('', 'a.txt')]), 400, 'empty_file', 'file'],
    ['file as a text field', () => sendForm([{ name: 'file', value: 'x' }]), 400, 'invalid_type', 'file'],
    ['two files', () => sendForm([file('x', 'a.txt'), file('y', 'b.txt')]), 400, 'duplicate', 'file'],
    [
      'two titles',
      () => sendForm([file('x', 'a'), { name: 'title', value: 'a' }, { name: 'title', value: 'b' }]),
      400,
      'duplicate',
      'title',
    ],
    ['an unknown field', () => sendForm([file('x', 'a'), { name: 'tags', value: 'a' }]), 400, 'unknown_field', 'tags'],
    [
      'a file under another name',
      () => sendForm([file('x', 'a'), { name: 'other', value: 'y', fileName: 'b' }]),
      400,
      'unknown_field',
      'other',
    ],
    [
      'a title of 256',
      () => sendForm([file('x', 'a'), { name: 'title', value: '長'.repeat(256) }]),
      400,
      'too_long',
      'title',
    ],
    [
      'a title of 20,000 bytes',
      () => sendForm([file('x', 'a'), { name: 'title', value: 'a'.repeat(20_000) }]),
      400,
      'too_long',
      'title',
    ],
    [
      'a description of 1001',
      () => sendForm([file('x', 'a'), { name: 'description', value: 'a'.repeat(1001) }]),
      400,
      'too_long',
      'description',
    ],
    ['no body', () => sendForm(Buffer.alloc(0)), 400, 'malformed_multipart'],
    ['a body cut inside the file', () => sendForm(whole().subarray(0, -30)), 400, 'malformed_multipart'],
    ['a body cut inside the head', () => sendForm(whole().subarray(0, 40)), 400, 'malformed_multipart'],
    ['another boundary', () => sendForm(whole(), 'multipart/form-data; boundary=other'), 400, 'malformed_multipart'],
    ['no boundary', () => sendForm(whole(), 'multipart/form-data'), 400, 'malformed_multipart'],
    ['noise', () => sendForm(Buffer.from([0, 255, 1, 2, 3])), 400, 'malformed_multipart'],
    [
      'too many parts',
      () => sendForm(Array.from({ length: 40 }, (_, at) => ({ name: `x${at}`, value: 'y' }))),
      400,
      'malformed_multipart',
    ],
    ['another content type', () => sendForm(whole(), 'text/plain'), 415, 'unsupported_media_type'],
    ['no content type', () => sendForm(whole(), ''), 415, 'unsupported_media_type'],
  ]
  it.each(ISSUES)('with %s is refused', async (_, send, status, code, path) => {
    await refused(await send(), status, path ? { code, path } : { code })
  })

  it('reports all that is wrong at once', async () => {
    const answer = await sendForm([
      { name: 'title', value: 'a'.repeat(300) },
      { name: 'nope', value: 'x' },
    ])
    expect(answer.json.errors.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'required file',
      'too_long title',
      'unknown_field nope',
    ])
  })

  it('takes what just fits: 255 and 1000 characters', async () => {
    const parts = [
      file('x', 'a'),
      { name: 'title', value: '😀'.repeat(255) },
      { name: 'description', value: 'é'.repeat(1000) },
    ]
    expect((await sendForm(parts)).status).toBe(200)
  })
})

describe('the quota', () => {
  it('admits exactly what fits, also of uploads at once', async () => {
    await setQuota(owner, 100)
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm([file('x'.repeat(30), 'a.txt')])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 413, 413, 413, 413, 413])
    const full = answers.find(({ status }) => status === 413)!
    expect(full.json.errors[0]).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('100') })
    expect(await getStorage(owner)).toMatchObject({ bytes: 90, count: 3 })
    expect(await engines.keys()).toHaveLength(3)
    expect((await sendForm([file('x'.repeat(10), 'a.txt')])).status).toBe(200)
  })
})

describe('an address', () => {
  const serve = (bytes: Buffer, headers: Record<string, string> = {}) => {
    reply = (_, response) => response.writeHead(200, { 'Content-Length': bytes.length, ...headers }).end(bytes)
  }

  it('is fetched and stored', async () => {
    const bytes = await png()
    serve(bytes, { 'Content-Type': 'image/png' })
    const { json, status } = await sendUrl({ url: `${origin}/some/pic%20one.png?x=y` })
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      content_type: 'image/png',
      size_bytes: bytes.length,
      title: 'pic one.png',
      alt_text: 'pic one.png',
    })
    expect((await engines.object(String(json.data.object_key))).bytes.equals(bytes)).toBe(true)
    expect(await getStorage(owner)).toMatchObject({ bytes: bytes.length, count: 1 })
  })

  it('of a large file is stored in parts', { tags: 'deep' }, async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 17, 'abcdefg')
    reply = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-thing' })
      for (let at = 0; at < bytes.length; at += 1_000_003) response.write(bytes.subarray(at, at + 1_000_003))
      response.end()
    }
    const { json } = await sendUrl({ url: `${origin}/big.dat`, title: 'Big', description: 'Very' })
    expect(json.data).toMatchObject({ size_bytes: bytes.length, title: 'Big', alt_text: 'Very' })
    expect((await engines.object(String(json.data.object_key))).bytes.equals(bytes)).toBe(true)
  })

  it.each([
    [{ 'Content-Disposition': `attachment; filename*=UTF-8''%E5%86%99.txt` }, '/x', '写.txt'],
    [{ 'Content-Disposition': 'attachment; filename="../a b.txt"' }, '/x', 'a b.txt'],
    [{}, '/', 'file'],
    [{}, '/a/b/', 'file'],
  ])('with %j at %s is named %j', async (headers, path, title) => {
    serve(Buffer.from('hello'), headers as Record<string, string>)
    expect((await sendUrl({ url: origin + path })).json.data.title).toBe(title)
  })

  it('follows redirects, five at most', async () => {
    reply = (request, response) => {
      const left = Number(request.url!.slice(1))
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` }).end()
      else response.end('there')
    }
    expect((await sendUrl({ url: `${origin}/5` })).status).toBe(200)
    engines.fauxqs.emptyBucket('media-bucket')
    owner = crypto.randomUUID()
    await refused(await sendUrl({ url: `${origin}/6` }), 422, { code: 'source_failed', path: 'url' })
  })

  it('is checked again at every redirect', async () => {
    for (const location of [
      'http://127.0.0.1:1/x',
      'http://localhost/x',
      'http://169.254.169.254/x',
      'file:///etc/passwd',
      'http://user:pw@example.com/',
      '//10.0.0.1/x',
    ]) {
      reply = (_, response) => response.writeHead(302, { Location: location }).end()
      await refused(await sendUrl({ url: `${origin}/x` }), 400, { code: 'url_not_allowed', path: 'url' })
    }
  })

  const FAILING: [name: string, reply: RequestListener, says: RegExp][] = [
    ['answers 404', (_, response) => response.writeHead(404).end('no'), /status 404/],
    ['answers 500', (_, response) => response.writeHead(500).end('no'), /status 500/],
    ['answers 204', (_, response) => response.writeHead(204).end(), /status 204/],
    [
      'answers a part',
      (_, response) => response.writeHead(206, { 'Content-Range': 'bytes 0-1/9' }).end('xx'),
      /status 206/,
    ],
    ['answers nothing', (_, response) => response.end(), /no bytes/],
    ['hangs up', (request) => request.socket.destroy(), /broke off/],
    [
      'sends less than it said',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 1000 }).write('short')
        response.socket!.end()
      },
      /broke off|announced/,
    ],
    [
      'breaks off in the middle',
      (_, response) => {
        response.writeHead(200).write(Buffer.alloc(12_000_000))
        setImmediate(() => response.destroy())
      },
      /broke off/,
    ],
    ['compresses', (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('xx'), /compressed/],
    ['redirects nowhere', (_, response) => response.writeHead(302, { Location: 'http://[' }).end(), /redirects/],
    ['speaks no HTTP', (request) => request.socket.end('SSH-2.0-x\r\n'), /HTTP/],
  ]
  it.each(FAILING)('that %s is refused, and says so', async (_, listener, says) => {
    reply = listener
    const answer = await sendUrl({ url: `${origin}/secret-path?token=abc` })
    await refused(answer, 422, { code: 'source_failed', path: 'url' })
    expect(answer.json.message).toMatch(says)
    expect(answer.json.message).not.toContain('token')
  })

  it('that sends a byte now and then is refused after seconds', async () => {
    // Each wait for the source takes 6 s: silence alone is never long enough to be noticed.
    let asked = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (asked++ % 2) * 6000)
    reply = (_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(Buffer.alloc(8 * 1024, 'x')), 5)
      response.once('close', () => clearInterval(drip))
    }
    const answer = await sendUrl({ url: `${origin}/x` })
    vi.restoreAllMocks()
    await refused(answer, 422, { code: 'source_failed', path: 'url' })
    expect(answer.json.message).toContain('64 KB a second')
  })

  it('is fetched for at most five uploads of an owner at once', async () => {
    const waiting: (() => void)[] = []
    reply = (_, response) => void waiting.push(() => response.end('there'))
    const first = Array.from({ length: 5 }, () => sendUrl({ url: `${origin}/x` }))
    await vi.waitUntil(() => waiting.length === 5, { timeout: PATIENCE_MS })
    const sixth = await sendUrl({ url: `${origin}/x` })
    expect([sixth.status, sixth.headers['Retry-After'], sixth.json.error]).toEqual([
      429,
      '5',
      { type: 'rate_limit_exceeded', message: expect.stringContaining('5 files'), retry_after: 5 },
    ])
    expect(waiting).toHaveLength(5)
    // Another owner is not held up, and a failed one makes room as well.
    const other = call(handler, { ...base, ownerId: crypto.randomUUID(), body: { url: `${origin}/x` } })
    await vi.waitUntil(() => waiting.length === 6, { timeout: PATIENCE_MS })
    for (const end of waiting) end()
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual(Array(6).fill(200))
    serve(Buffer.from('there'))
    for (let times = 0; times < 6; times += 1) expect((await sendUrl({ url: `${origin}/x` })).status).toBe(200)
  })

  it('that a crash left in all its places is fetched again when their leases end', async () => {
    const now = Date.now()
    await Promise.all(
      Array.from({ length: 5 }, (_, place) =>
        put({ ...importPlaceKey(owner, place), holder: 'gone', until: now + (place === 3 ? -1 : 60_000) }),
      ),
    )
    serve(Buffer.from('there'))
    expect((await sendUrl({ url: `${origin}/x` })).status).toBe(200)
  })

  it('that nobody listens at is refused', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await new Promise((resolve) => other.close(resolve))
    process.env[ENV.urlUploadAllowHosts] = `${origin.slice(7)}, 127.0.0.1:${port}`
    await refused(await sendUrl({ url: `http://127.0.0.1:${port}/` }), 422, { code: 'source_failed', path: 'url' })
  })

  it('of more than may be stored is refused, announced or not', async () => {
    await setQuota(owner, 1000)
    serve(Buffer.alloc(2000, 'x'))
    await refused(await sendUrl({ url: `${origin}/x` }), 413, { code: 'quota_exceeded' })
    reply = (_, response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(900, 'x'))
      response.end(Buffer.alloc(200_000, 'y'))
    }
    await refused(await sendUrl({ url: `${origin}/x` }), 413, { code: 'quota_exceeded' })
    reply = (_, response) => response.writeHead(200, { 'Content-Length': 6 * 1024 ** 3 }).write('x')
    await refused(await sendUrl({ url: `${origin}/x` }), 413, { code: 'file_too_large', path: 'url' })
  })

  it.each([
    [{}, 400, 'required', 'url'],
    [{ url: '' }, 400, 'too_short', 'url'],
    [{ url: 5 }, 400, 'invalid_type', 'url'],
    [{ url: 'nonsense' }, 400, 'url_not_allowed', 'url'],
    [{ url: 'ftp://example.com/a' }, 400, 'url_not_allowed', 'url'],
    [{ url: 'http://127.0.0.1/a' }, 400, 'url_not_allowed', 'url'],
    [{ url: 'https://example.com/a', name: 'x' }, 400, 'unknown_field', 'name'],
    [{ url: 'https://example.com/a', title: 'a'.repeat(256) }, 400, 'too_long', 'title'],
    [{ url: 'https://example.com/a', title: 7 }, 400, 'invalid_type', 'title'],
    [[], 400, 'invalid_type', undefined],
  ])('in the body %j is refused', async (body, status, code, path) => {
    await refused(await sendUrl(body), status, path ? { code, path } : { code })
  })
})
