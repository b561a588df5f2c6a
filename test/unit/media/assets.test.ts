// Download, list, delete, upload sessions, inspection and sweeping, on the embedded engines.
import { CopyObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf, newSecret } from '../../../core/api-keys/secret.ts'
import { put, update } from '../../../core/aws/table.ts'
import { inspectMedia } from '../../../core/media/inspect-media.ts'
import { listMediaIds } from '../../../core/media/media-list-store.ts'
import { getMedia, getMediaMany, putMedia, setInspected } from '../../../core/media/media-store.ts'
import { altTextFor, kindOf, type Media } from '../../../core/media/rules/media.ts'
import { MAX_FILE_BYTES, SMALLEST_PART_BYTES } from '../../../core/media/rules/transfer-limits.ts'
import { partsOf as cut, MOST_PARTS, partBytesOf } from '../../../core/media/rules/upload-parts.ts'
import { getStorage, setQuota } from '../../../core/media/storage-store.ts'
import { sweepMedia } from '../../../core/media/sweep-media.ts'
import { closeUpload, getUpload } from '../../../core/media/upload-store.ts'
import { apiKeyHashKey, mediaKey, publicationKey, unfinishedOf, unfinishedSort } from '../../../core/table-keys.ts'
import type { ApiCall } from '../../support/api-event.ts'
import { mediaOf } from '../../support/domain.ts'
import { putMany } from '../../support/table-engine.ts'
import { type Answer, CDN, call, type Engines, startEngines } from './engines.ts'
import { drawing, gifOf, pngClaiming, quarters } from './pictures.ts'
import { sample } from './samples.ts'

// Loaded after the engines' module, which provides what Lambda does.
const handlers = {
  get: (await import('../../../functions/api/media/get.ts')).handler as unknown,
  list: (await import('../../../functions/api/media/list.ts')).handler as unknown,
  change: (await import('../../../functions/api/media/change.ts')).handler as unknown,
  startUpload: (await import('../../../functions/api/media/uploads/create.ts')).handler as unknown,
  complete: (await import('../../../functions/api/media/uploads/complete.ts')).handler as unknown,
}

const HOUR = 3_600_000
let engines: Engines
let owner: string

beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.stop())
beforeEach(() => {
  engines.fauxqs.emptyBucket('media-bucket')
  owner = crypto.randomUUID()
})

const api = (name: keyof typeof handlers, given: ApiCall) =>
  call(handlers[name], { resource: '/v1/media', rateLimit: 100_000, ownerId: owner, ...given })

/** An asset with its bytes, as an upload leaves it. */
async function store(bytes: Buffer, given: Partial<Media> = {}): Promise<Media> {
  const id = crypto.randomUUID()
  const media = mediaOf({
    owner_id: owner,
    id,
    object_key: `${id}.bin`,
    size_bytes: bytes.length,
    created_at: Date.now(),
    ...given,
  })
  await engines.putObject(media.object_key, bytes)
  const { headers } = await engines.object(media.object_key)
  const stored = { ...media, etag: headers.ETag! }
  await putMedia(stored)
  return stored
}

describe('download', () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))
  let media: Media
  beforeEach(async () => {
    media = await store(bytes, {
      content_type: 'image/png',
      file_name: 'Größe.png',
      created_at: Date.UTC(2026, 10, 21, 10, 20, 30, 456),
    })
  })
  const get = (headers: Record<string, string> = {}, more: ApiCall & { signedIn?: boolean } = {}) =>
    call(handlers.get, { resource: '/v1/media/{id}', path: { id: media.id }, headers, signedIn: false, ...more })

  const ALWAYS = () => ({
    ETag: media.etag,
    'Last-Modified': 'Sat, 21 Nov 2026 10:20:30 GMT',
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': expect.stringContaining('sandbox'),
  })

  it('sends the whole file, to be saved', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      ...ALWAYS(),
      'Content-Type': 'image/png',
      'Content-Length': '1000',
      'X-Content-Length': '1000',
      'Content-Disposition': `attachment; filename="Gro_e.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`,
    })
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999],
    ['bytes=100-199', 100, 199],
    ['bytes=-100', 900, 999],
    ['bytes=990-5000', 990, 999],
  ])('%s sends these bytes', async (range, first, last) => {
    const answer = await get({ Range: range })
    expect(answer.status).toBe(206)
    expect(answer.headers).toMatchObject({
      ...ALWAYS(),
      'Content-Range': `bytes ${first}-${last}/1000`,
      'Content-Length': String(last - first + 1),
      'X-Content-Length': String(last - first + 1),
    })
    expect(answer.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  it('sends the whole for several ranges, and for a range of another version', async () => {
    const asked: Record<string, string>[] = [{ Range: 'bytes=0-1,5-6' }, { Range: 'bytes=0-1', 'If-Range': '"other"' }]
    for (const headers of asked) {
      const answer = await get(headers)
      expect([answer.status, answer.bytes.length]).toEqual([200, 1000])
    }
  })

  it('answers 304 without a body', async () => {
    const asked: Record<string, string>[] = [
      { 'If-None-Match': media.etag },
      { 'If-Modified-Since': 'Sat, 21 Nov 2026 10:20:30 GMT' },
    ]
    for (const headers of asked) {
      const answer = await get(headers)
      expect([answer.status, answer.bytes.length]).toEqual([304, 0])
      expect(answer.headers).toMatchObject({ ...ALWAYS(), 'Content-Type': media.content_type })
      expect(answer.headers['Content-Length']).toBeUndefined()
    }
  })

  it('answers 416 with the length, 412 with the version', async () => {
    const beyond = await get({ Range: 'bytes=1000-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['Content-Range']).toBe('bytes */1000')
    expect(beyond.json.errors[0]).toMatchObject({ code: 'range_not_satisfiable' })
    const other = await get({ 'If-Match': '"other"' })
    expect([other.status, other.headers.ETag]).toEqual([412, media.etag])
  })

  it('answers HEAD with the headers alone', async () => {
    const answer = await get({ Range: 'bytes=0-1' }, { method: 'HEAD' })
    expect([answer.status, answer.bytes.length, answer.headers['Content-Length']]).toEqual([200, 0, '1000'])
    expect(answer.headers['X-Content-Length']).toBe('1000')
  })

  it('answers 404 for what does not exist', async () => {
    for (const id of [crypto.randomUUID(), 'nonsense', '']) {
      const answer = await get({}, { path: { id } })
      expect([answer.status, answer.json.errors[0]!.code]).toEqual([404, 'not_found'])
    }
  })

  it('takes the id in capitals', async () => {
    expect((await get({}, { path: { id: media.id.toUpperCase() } })).status).toBe(200)
  })

  it('refuses a key that is not good', async () => {
    expect((await get({ 'X-Secret-Token': 'nonsense' })).status).toBe(401)
  })

  it('sends what is too large to stream to the CDN, whole or in part', async () => {
    await update(mediaKey(media.id), {
      UpdateExpression: 'SET size_bytes = :n',
      ExpressionAttributeValues: { ':n': 300 * 1024 * 1024 },
    })
    for (const headers of [{}, { Range: 'bytes=0-' }] as Record<string, string>[]) {
      const answer = await get(headers)
      expect([answer.status, answer.headers.Location]).toEqual([307, `${CDN}/${media.object_key}`])
    }
    const part = await get({ Range: 'bytes=0-99' })
    expect([part.status, part.bytes.length]).toEqual([206, 100])
    expect((await get({}, { method: 'HEAD' })).status).toBe(200)
  })

  it('sends no bytes by the dashboard’s address: they would be a script of its own origin', async () => {
    const script = await store(Buffer.from('document.title = "taken"'), { content_type: 'text/javascript' })
    for (const more of [{}, { Range: 'bytes=0-1' }, { 'If-None-Match': script.etag }] as Record<string, string>[]) {
      const answer = await get({ ...more, 'X-Dashboard': '1' }, { path: { id: script.id } })
      expect([answer.status, answer.headers.Location, answer.bytes.length]).toEqual([
        307,
        `${CDN}/${script.object_key}`,
        0,
      ])
    }
    expect((await get({ 'X-Dashboard': '1' }, { path: { id: crypto.randomUUID() } })).status).toBe(404)
  })

  it('leads a picture’s element on the dashboard to a variant where browsers do not show the original', async () => {
    const [heic, png] = await Promise.all([
      store(Buffer.from('picture'), { content_type: 'image/heic' }),
      store(Buffer.from('picture'), { content_type: 'image/png' }),
    ])
    const ofPicture = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
    const leads = async ({ id }: typeof heic, accept: string) =>
      (await get({ 'X-Dashboard': '1', Accept: accept }, { path: { id } })).headers.Location
    expect(await leads(heic, ofPicture)).toBe(`${CDN}/${heic.object_key}?w=2048`)
    expect(await leads(heic, 'text/html,application/xhtml+xml,image/avif')).toBe(`${CDN}/${heic.object_key}`)
    expect(await leads(png, ofPicture)).toBe(`${CDN}/${png.object_key}`)
  })

  it('sends bytes by the dashboard’s address to a page that reads them, as a file that nothing runs', async () => {
    const picture = await store(Buffer.from('picture'), { content_type: 'image/png' })
    const secret = newSecret()
    await put({ ...apiKeyHashKey(hashOf(secret)), key_id: 'k', owner_id: owner, rate_limit: 1000, mirrored: false })
    const answer = await get({ 'X-Dashboard': '1', 'X-Secret-Token': secret }, { path: { id: picture.id } })
    expect([answer.status, answer.bytes.toString()]).toEqual([200, 'picture'])
    expect(answer.headers['X-Content-Type-Options']).toBe('nosniff')
    expect(answer.headers['Content-Security-Policy']).toContain('sandbox')
    expect(answer.headers['Content-Disposition']).toMatch(/^attachment/)
  })

  it('sends callers without a key to the CDN for more than 1 MB; with a key they are streamed', async () => {
    const MB = 1024 * 1024
    const large = await store(Buffer.alloc(MB + 1, 'x'))
    const secret = newSecret()
    await put({ ...apiKeyHashKey(hashOf(secret)), key_id: 'k', owner_id: owner, rate_limit: 1000, mirrored: false })
    const ask = (headers: Record<string, string>) => get(headers, { path: { id: large.id } })
    const LENGTHS: [range: string | undefined, keyless: [number, number], withKey: [number, number]][] = [
      [undefined, [307, 0], [200, MB + 1]],
      ['bytes=0-', [307, 0], [206, MB + 1]],
      [`bytes=0-${MB - 1}`, [206, MB], [206, MB]],
      [`bytes=-${MB}`, [206, MB], [206, MB]],
    ]
    for (const [range, keyless, withKey] of LENGTHS) {
      const headers: Record<string, string> = range ? { Range: range } : {}
      const stranger = await ask(headers)
      expect([range, stranger.status, stranger.bytes.length]).toEqual([range, ...keyless])
      if (stranger.status === 307) expect(stranger.headers.Location).toBe(`${CDN}/${large.object_key}`)
      const known = await ask({ ...headers, 'X-Secret-Token': secret })
      expect([range, known.status, known.bytes.length]).toEqual([range, ...withKey])
    }
    const fresh = await ask({ 'If-None-Match': large.etag })
    expect(fresh.status).toBe(304)
  })
})

describe('list', () => {
  const list = async (query: Record<string, string> = {}) => api('list', { resource: '/v1/media/users', query })
  const titles = ({ json }: Answer) => (json.data.result as Media[]).map(({ title }) => title)

  it('is empty for a new owner', async () => {
    expect((await list()).json).toEqual({
      success: true,
      data: {
        result: [],
        usage: { usage_size: 0 },
        result_info: { count: 0, page: 1, limit: 20, total_count: 0, total_pages: 0 },
        filters: {},
      },
    })
  })

  it('shows every field, newest first', async () => {
    const now = Date.now()
    for (const at of [1, 3, 2]) {
      await putMedia(
        mediaOf({ id: crypto.randomUUID(), owner_id: owner, title: `t${at}`, created_at: now + at, size_bytes: 10 }),
      )
    }
    const { json } = await list()
    const [first] = json.data.result as Record<string, unknown>[]
    expect(Object.keys(first!).sort()).toEqual([
      'alt_text',
      'content_type',
      'created_at',
      'download_url',
      'duration_ms',
      'height',
      'id',
      'metadata_json',
      'object_key',
      'size_bytes',
      'tags_json',
      'title',
      'updated_at',
      'version',
      'width',
    ])
    expect(first!.download_url).toBe(`${CDN}/${first!.object_key}`)
    expect((json.data.result as Media[]).map(({ title }) => title)).toEqual(['t3', 't2', 't1'])
    expect(json.data).toMatchObject({
      usage: { usage_size: 30 },
      result_info: { count: 3, total_count: 3, total_pages: 1 },
    })
  })

  it('pages without gaps or repeats, also among equal times', async () => {
    const at = Date.now()
    const ids = Array.from({ length: 7 }, () => crypto.randomUUID())
    await Promise.all(ids.map((id) => putMedia(mediaOf({ id, owner_id: owner, created_at: at }))))
    const seen: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const { json } = await list({ page, limit: '3' })
      seen.push(...(json.data.result as Media[]).map(({ id }) => id))
      expect(json.data.result_info).toEqual({
        count: [3, 3, 1, 0][Number(page) - 1],
        page: Number(page),
        limit: 3,
        total_count: 7,
        total_pages: 3,
      })
    }
    expect(seen).toEqual([...ids].sort().reverse())
    const asked = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const far = await list({ page: '9007199254740991', limit: '100' })
    // The embedded engine takes any; DynamoDB's own has 32 bits.
    const limits = asked.mock.calls.flatMap(([{ input }]) => ('Limit' in input ? [Number(input.Limit)] : []))
    asked.mockRestore()
    expect(limits).toEqual([2 ** 31 - 1])
    expect([far.status, titles(far)]).toEqual([200, []])
  })

  it('filters by type and searches in titles, and says so', async () => {
    const made: [string, string][] = [
      ['Sommer am Straßenrand', 'image/png'],
      ['STRASSE', 'video/mp4'],
      ['가족 사진', 'image/heic'],
      ['notes', 'text/plain'],
      ['song', 'audio/mpeg'],
    ]
    for (const [at, [title, content_type]] of made.entries()) {
      await putMedia(
        mediaOf({ id: crypto.randomUUID(), owner_id: owner, title, content_type, created_at: Date.now() + at }),
      )
    }
    const images = await list({ type: 'image' })
    expect(titles(images)).toEqual(['가족 사진', 'Sommer am Straßenrand'])
    expect(images.json.data).toMatchObject({ filters: { type: 'image' }, result_info: { total_count: 2 } })
    const found = await list({ search: 'strasse' })
    expect(titles(found)).toEqual(['STRASSE', 'Sommer am Straßenrand'])
    expect(found.json.data).toMatchObject({
      filters: { search: 'strasse' },
      result_info: { total_count: 2, total_pages: 1 },
    })
    const both = await list({ search: 'STRASSE', type: 'video', limit: '1' })
    expect(titles(both)).toEqual(['STRASSE'])
    expect(both.json.data.filters).toEqual({ type: 'video', search: 'STRASSE' })
    expect(titles(await list({ search: '사진' }))).toEqual(['가족 사진'])
    expect(titles(await list({ search: '%' }))).toEqual([])
    expect(titles(await list({ search: '' }))).toHaveLength(5)
    expect((await list({ search: 's', limit: '1', page: '2' })).json.data.result_info).toEqual({
      count: 1,
      page: 2,
      limit: 1,
      total_count: 4,
      total_pages: 4,
    })
  })

  it.each([
    [{ page: '0' }, 'page'],
    [{ page: '-1' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: '' }, 'limit'],
    [{ type: 'other' }, 'type'],
    [{ type: 'Image' }, 'type'],
    [{ search: 'x'.repeat(256) }, 'search'],
    [{ order: 'asc' }, 'order'],
  ])('%j is refused by name', async (query, path) => {
    const answer = await list(query as Record<string, string>)
    expect([answer.status, answer.json.errors[0]!.path]).toEqual([400, path])
  })

  it('shows nobody else’s', async () => {
    await putMedia(mediaOf({ id: crypto.randomUUID(), owner_id: crypto.randomUUID() }))
    expect(titles(await list())).toEqual([])
  })

  it('reads thousands of rows an index page, and no more rows than a page needs', { tags: 'deep' }, async () => {
    const rows = 6000
    const title = 'An ordinary title of forty characters, ok'
    const rowAt = (at: number) => {
      const id = crypto.randomUUID()
      const created = String(1_700_000_000_000 + at).padStart(15, '0')
      const search = title.toLowerCase()
      const index = { owner_pk: `MEDIA#${owner}`, owner_sk: `${created}#${id}` }
      return { ...mediaKey(id), ...index, kind: 'image', search, ballast: 'x'.repeat(500) }
    }
    await putMany(Array.from({ length: rows }, (_, at) => rowAt(at)))
    const deep = await listMediaIds({ ownerId: owner, offset: rows - 10, limit: 100 })
    expect(deep.ids).toHaveLength(10)
    expect(deep.indexPages).toBe(Math.ceil(rows / 4000))
    const first = await listMediaIds({ ownerId: owner, offset: 0, limit: 20 })
    expect([first.ids.length, first.indexPages]).toEqual([20, 1])
    const search = await listMediaIds({ ownerId: owner, search: 'forty', offset: 0, limit: 20 })
    expect([search.matches, search.indexPages]).toEqual([rows, Math.ceil(rows / 4000)])
  })
})

describe('change', () => {
  const change = (id: string, body: unknown, ownerId = owner) =>
    api('change', { method: 'PATCH', resource: '/v1/media/{id}', path: { id }, body, ownerId })
  const list = (query: Record<string, string>) => api('list', { resource: '/v1/media/users', query })
  const titles = ({ json }: Answer) => (json.data.result as Media[]).map(({ title }) => title)

  it('renames, describes and tags, and leaves what is not sent', async () => {
    const media = await store(Buffer.from('bytes'), { title: 'IMG_1', alt_text: 'IMG_1', alt_text_given: false })
    const renamed = await change(media.id, { title: ' The beach ' })
    expect([renamed.status, renamed.json.data]).toMatchObject([
      200,
      { id: media.id, title: 'The beach', alt_text: 'The beach', tags_json: null, version: 2, size_bytes: 5 },
    ])
    expect(altTextFor((await getMedia(media.id))!)).toBeUndefined()
    const described = await change(media.id, {
      description: 'Waves in the morning',
      tags: ['#Summer', 'team', 'SUMMER'],
    })
    expect(described.json.data).toMatchObject({ title: 'The beach', alt_text: 'Waves in the morning', version: 3 })
    expect(JSON.parse(String(described.json.data.tags_json))).toEqual(['summer', 'team'])
    expect(altTextFor((await getMedia(media.id))!)).toBe('Waves in the morning')
    expect((await change(media.id, { title: 'Sea' })).json.data).toMatchObject({ alt_text: 'Waves in the morning' })
    const bare = await change(media.id, { description: '', tags: [] })
    expect(bare.json.data).toMatchObject({ title: 'Sea', alt_text: 'Sea', tags_json: null })
    expect(altTextFor((await getMedia(media.id))!)).toBeUndefined()
    expect((await list({})).json.data.result).toMatchObject([{ title: 'Sea', version: 5 }])
  })

  it('is found by its new title and by its tags, which are listed by how often they are used', async () => {
    const [one, two, three] = [
      await store(Buffer.from('1')),
      await store(Buffer.from('2')),
      await store(Buffer.from('3')),
    ]
    await change(one.id, { title: 'Harbour', tags: ['여름', 'team'] })
    await change(two.id, { title: 'Roastery', tags: ['Team event', 'team'] })
    await change(three.id, { title: 'A team', tags: [] })
    const tagged = await list({ tag: '#Team' })
    expect(titles(tagged).sort()).toEqual(['Harbour', 'Roastery'])
    expect(tagged.json.data).toMatchObject({ filters: { tag: 'team' }, result_info: { total_count: 2 } })
    expect(titles(await list({ tag: 'team', search: 'harb' }))).toEqual(['Harbour'])
    expect(titles(await list({ tag: 'tea' }))).toEqual([])
    expect(titles(await list({ search: '여름' }))).toEqual(['Harbour'])
    const tags = await api('list', { resource: '/v1/media/tags' })
    expect(tags.json.data).toEqual([
      { tag: 'team', count: 2 },
      { tag: 'team event', count: 1 },
      { tag: '여름', count: 1 },
    ])
  })

  it('keeps what many change at once', async () => {
    const media = await store(Buffer.from('bytes'))
    const answers = await Promise.all([
      change(media.id, { title: 'T' }),
      change(media.id, { description: 'D' }),
      change(media.id, { tags: ['t'] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await getMedia(media.id)).toMatchObject({ title: 'T', alt_text: 'D', tags_json: '["t"]', version: 4 })
  })

  it('is only for its owner, and for what is there', async () => {
    const media = await store(Buffer.from('bytes'), { title: 'Mine' })
    const answer = await change(media.id, { title: 'Theirs' }, crypto.randomUUID())
    expect([answer.status, answer.json.errors[0]!.code]).toEqual([403, 'not_owner'])
    expect((await change(crypto.randomUUID(), { title: 'T' })).status).toBe(404)
    await api('change', { method: 'DELETE', resource: '/v1/media/{id}', path: { id: media.id } })
    expect((await change(media.id, { title: 'T' })).status).toBe(404)
    expect(await getMedia(media.id)).toMatchObject({ status: 'deleted', title: 'Mine' })
  })

  it.each([
    [{}, undefined],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ description: 'x'.repeat(1001) }, 'description'],
    [{ tags: 'team' }, 'tags'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    [{ tags: ['ok', ' # '] }, 'tags[1]'],
    [{ tags: ['x'.repeat(51)] }, 'tags[0]'],
    [{ tags: ['x'.repeat(100_000)] }, 'tags[0]'],
    [{ tags: ['\u001f'] }, 'tags[0]'],
    [{ file_name: 'x' }, 'file_name'],
  ])('%j is refused by name', async (body, path) => {
    const media = await store(Buffer.from('bytes'))
    const answer = await change(media.id, body)
    expect([answer.status, answer.json.errors[0]!.path]).toEqual([400, path])
    expect(await getMedia(media.id)).toMatchObject({ version: 1 })
  })
})

describe('delete', () => {
  const remove = (id: string, ownerId = owner) =>
    api('change', { method: 'DELETE', resource: '/v1/media/{id}', path: { id }, ownerId })

  it('takes it from list, counters, download and bucket at once, with its variants', async () => {
    const media = await store(Buffer.from('bytes'))
    const other = await store(Buffer.from('more'))
    await engines.putObject(`v/${media.id}/w320.jpg`, Buffer.from('x'))
    await engines.putObject(`v/${media.id}/320to1440-0.8to1.91-q92.jpg`, Buffer.from('x'))
    await engines.putObject(`v/${other.id}/w320.jpg`, Buffer.from('x'))
    const answer = await remove(media.id)
    expect([answer.status, answer.json]).toEqual([200, { success: true, message: expect.any(String) }])
    expect(await engines.keys()).toEqual([`v/${other.id}/w320.jpg`, other.object_key].sort())
    const { json } = await api('list', { resource: '/v1/media/users' })
    expect((json.data.result as Media[]).map(({ id }) => id)).toEqual([other.id])
    expect(json.data).toMatchObject({ usage: { usage_size: 4 }, result_info: { total_count: 1 } })
    expect(await getStorage(owner)).toMatchObject({ bytes: 4, count: 1, by_kind: { image: 1 } })
    expect((await call(handlers.get, { path: { id: media.id }, signedIn: false })).status).toBe(404)
    expect(await getMedia(media.id)).toMatchObject({ status: 'deleted' })
    expect((await remove(media.id)).status).toBe(404)
    expect(await getStorage(owner)).toMatchObject({ bytes: 4, count: 1 })
  })

  it('is only for its owner', async () => {
    const media = await store(Buffer.from('bytes'))
    const answer = await remove(media.id, crypto.randomUUID())
    expect([answer.status, answer.json.errors[0]!.code]).toEqual([403, 'not_owner'])
    expect((await remove(crypto.randomUUID())).status).toBe(404)
    expect((await remove('nonsense')).status).toBe(404)
    expect(await getMedia(media.id)).toMatchObject({ status: 'active' })
  })

  it.each([
    ['an unfinished post', (id: string) => ({ media_ids: [id], jobs: [{ media_id: id }] })],
    ['one that it is the cover of', (id: string) => ({ media_ids: ['reel', id], jobs: [{ media_id: 'reel' }] })],
  ])('is refused while %s needs it, naming the post', async (_what, needing) => {
    const media = await store(Buffer.from('bytes'))
    const [post, account] = [crypto.randomUUID(), crypto.randomUUID()]
    await update(mediaKey(media.id), {
      UpdateExpression: 'SET pending_uses = :n',
      ExpressionAttributeValues: { ':n': 1 },
    })
    await put({
      ...publicationKey(post, account),
      owner_pk: unfinishedOf(owner),
      owner_sk: unfinishedSort(account, post),
      ...needing(media.id),
    })
    await put({
      ...publicationKey(crypto.randomUUID(), account),
      owner_pk: unfinishedOf(owner),
      owner_sk: unfinishedSort(account, 'other'),
      media_ids: ['another'],
      jobs: [{ media_id: 'another' }],
    })
    const answer = await remove(media.id)
    expect([answer.status, answer.json.errors[0]!.code]).toEqual([409, 'media_in_use'])
    expect(answer.json.message).toContain(`post ${post}.`)
    expect(await engines.keys()).toEqual([media.object_key])
    await update(mediaKey(media.id), {
      UpdateExpression: 'SET pending_uses = :n',
      ExpressionAttributeValues: { ':n': 0 },
    })
    expect((await remove(media.id)).status).toBe(200)
  })

  it('is refused without naming a post that has ended, which the index of unfinished ones still shows', async () => {
    const media = await store(Buffer.from('bytes'))
    const [post, ended, account] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await update(mediaKey(media.id), {
      UpdateExpression: 'SET pending_uses = :n',
      ExpressionAttributeValues: { ':n': 1 },
    })
    const needing = { media_ids: [media.id], jobs: [{ media_id: media.id }] }
    const unfinished = { owner_pk: unfinishedOf(owner), owner_sk: unfinishedSort(account, post) }
    await put({ ...publicationKey(post, account), ...unfinished, ...needing })
    await put({ ...publicationKey(ended, account), ...needing })
    const send = DynamoDBDocumentClient.prototype.send as unknown as (command: object) => Promise<{ Items?: object[] }>
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: { input: { IndexName?: string } },
    ) {
      const answer = await send.call(this, command)
      if (command.input.IndexName === undefined) return answer
      return { ...answer, Items: [publicationKey(ended, account), ...(answer.Items ?? [])] }
    } as never)
    const answer = await remove(media.id).finally(() => spy.mockRestore())
    expect(answer.json.message).toContain(`is still needed by post ${post}.`)
  })

  it('of many at once counts each once', async () => {
    const media = await store(Buffer.from('bytes'))
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(media.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await getStorage(owner)).toMatchObject({ bytes: 0, count: 0 })
  })

  it('is finished by the sweeper: what came into the bucket meanwhile goes too', async () => {
    const media = await store(Buffer.from('bytes'))
    await remove(media.id)
    await engines.putObject(`v/${media.id}/w320.jpg`, Buffer.from('late'))
    await sweepMedia(Date.now())
    expect(await engines.keys()).toHaveLength(1)
    expect((await sweepMedia(Date.now() + 2 * HOUR)).deletions).toBeGreaterThan(0)
    expect(await engines.keys()).toEqual([])
    expect(await sweepMedia(Date.now() + 2 * HOUR)).toMatchObject({ deletions: 0 })
  })
})

describe('an upload session', () => {
  const video = sample('video.mp4')
  const announce = (body: Record<string, unknown> = {}) =>
    api('startUpload', {
      method: 'POST',
      resource: '/v1/media/uploads',
      body: { file_name: 'Film.mp4', content_type: 'video/mp4', size_bytes: video.length, ...body },
    })
  const complete = (id: string, ownerId = owner) =>
    api('complete', { method: 'POST', resource: '/v1/media/uploads/{id}/complete', path: { id }, ownerId })
  const send = (data: Record<string, unknown>, bytes: Buffer) =>
    fetch(String(data.upload_url), {
      method: 'PUT',
      headers: data.headers as Record<string, string>,
      body: new Uint8Array(bytes),
    })

  it('gives an address good for an hour, and becomes an asset', async () => {
    const before = Date.now()
    const { json, status } = await announce({ title: 'T', description: 'D' })
    expect(status).toBe(200)
    const { data } = json
    expect(data).toMatchObject({
      method: 'PUT',
      object_key: `${data.id}.mp4`,
      headers: { 'Content-Type': 'video/mp4', 'If-None-Match': '*', 'Content-Length': String(video.length) },
    })
    expect(Number(data.expires_at) - before).toBeGreaterThanOrEqual(HOUR)
    const signed = new URL(String(data.upload_url)).searchParams
    expect(signed.get('X-Amz-Expires')).toBe('3600')
    expect(signed.get('X-Amz-SignedHeaders')!.split(';')).toEqual(
      expect.arrayContaining(['content-length', 'content-type', 'if-none-match', 'host']),
    )
    expect([...signed.keys()].join()).not.toMatch(/checksum/i)
    expect(await getStorage(owner)).toMatchObject({ bytes: 0, count: 0 })
    expect((await send(data, video)).status).toBe(200)
    const done = await complete(String(data.id))
    expect(done.status).toBe(200)
    expect(done.json.data).toEqual({
      id: data.id,
      object_key: data.object_key,
      content_type: 'video/mp4',
      size_bytes: video.length,
      title: 'T',
      alt_text: 'D',
      version: 1,
      created_at: expect.any(Number),
    })
    expect(await getUpload(String(data.id))).toBeUndefined()
    expect(await getStorage(owner)).toMatchObject({ bytes: video.length, count: 1, by_kind: { video: 1 } })
    expect(engines.messages()).toContainEqual({ media_id: data.id })
    expect((await engines.object(String(data.object_key))).headers.ContentDisposition).toContain('Film.mp4')
  })

  it('completed again, or many times at once, is one asset', async () => {
    const { data } = (await announce()).json
    await send(data, video)
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(String(data.id))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)
    expect((await complete(String(data.id))).json.data).toEqual(answers[0]!.json.data)
    expect(await getStorage(owner)).toMatchObject({ count: 1 })
  })

  it('without its file is 409, and can go on', async () => {
    const { data } = (await announce()).json
    const early = await complete(String(data.id))
    expect([early.status, early.json.errors[0]!.code]).toEqual([409, 'upload_incomplete'])
    await send(data, video)
    expect((await complete(String(data.id))).status).toBe(200)
  })

  it('with another file is 422, the bytes go, and the right one can still come', async () => {
    const { data } = (await announce()).json
    await engines.putObject(`uploads/${data.object_key}`, Buffer.from('short'))
    const size = await complete(String(data.id))
    expect([size.status, size.json.errors[0]!.code]).toEqual([422, 'file_mismatch'])
    expect(size.json.message).toContain('5 bytes')
    expect(await engines.keys()).toEqual([])
    const png = await quarters(60, 60).png().toBuffer()
    await engines.putObject(
      `uploads/${data.object_key}`,
      Buffer.concat([png, Buffer.alloc(video.length)]).subarray(0, video.length),
    )
    const type = await complete(String(data.id))
    expect([type.status, type.json.message]).toEqual([422, expect.stringContaining('image/png')])
    await send(data, video)
    expect((await complete(String(data.id))).status).toBe(200)
  })

  it.each([
    ['a.zip', 'application/x-zip-compressed', Buffer.from('504b030414000000000000000000', 'hex'), 'application/zip'],
    ['a.doc', 'application/msword', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000)])],
    ['a.csv', 'application/vnd.ms-excel', Buffer.from('a,b')],
    ['a.csv', 'text/csv', Buffer.from('\ufeffa,b', 'utf16le')],
    ['a.wmv', 'video/x-ms-wmv', sample('recordings/wmv2-wmav2.wmv')],
    ['a.3gp', 'video/3gpp', sample('video.mp4')],
    ['a.srt', 'application/x-subrip', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHello')],
  ])('takes %s as %s, as browsers announce it', async (file_name, content_type, bytes, stored = content_type) => {
    const { data } = (await announce({ file_name, content_type, size_bytes: bytes.length })).json
    await send(data, bytes)
    const done = await complete(String(data.id))
    expect([done.status, done.json.data?.content_type]).toEqual([200, stored])
  })

  it.each([
    ['a picture', () => quarters(60, 60).png().toBuffer(), 'application/pdf', 'image/png', 'Film.png'],
    ['text', async () => Buffer.from('hello'), 'video/mp4', 'text/plain', 'Film.txt'],
  ])(
    'refuses %s that is announced as something else, and says what helps',
    async (_, make, content_type, found, name) => {
      const bytes = await make()
      const { data } = (await announce({ content_type, size_bytes: bytes.length })).json
      await send(data, bytes)
      const { errors } = (await complete(String(data.id))).json
      expect(errors[0]!.code).toBe('file_mismatch')
      expect(errors[0]!.message).toBe(
        `The file is ${found}; ${content_type} was announced. The file was removed: send the one announced, then complete the upload again. If it is the right file, rename it to ${name} and upload it anew.`,
      )
    },
  )

  it('is nobody else’s', async () => {
    const { data } = (await announce()).json
    await send(data, video)
    for (const id of [String(data.id), crypto.randomUUID(), 'nonsense']) {
      expect((await complete(id, crypto.randomUUID())).status).toBe(404)
    }
    await complete(String(data.id))
    expect((await complete(String(data.id), crypto.randomUUID())).status).toBe(404)
  })

  it('keeps to the quota, at its beginning and its end', async () => {
    await setQuota(owner, 2 * video.length + 10)
    const [first, second] = [(await announce()).json.data, (await announce()).json.data]
    expect((await announce({ size_bytes: 2 * video.length + 11 })).status).toBe(413)
    await send(first, video)
    await send(second, video)
    expect((await complete(String(first.id))).status).toBe(200)
    await setQuota(owner, video.length + 10)
    const full = await complete(String(second.id))
    expect([full.status, full.json.errors[0]!.code]).toEqual([413, 'quota_exceeded'])
    expect(await engines.keys()).toEqual([first.object_key])
  })

  it('completed meanwhile, with no room for a second one, keeps its file', async () => {
    await setQuota(owner, video.length + 10)
    const { data } = (await announce()).json
    await send(data, video)
    const actual = S3Client.prototype.send as (command: unknown) => Promise<unknown>
    const asked = vi.spyOn(S3Client.prototype, 'send')
    let first: Answer | undefined
    asked.mockImplementation(async function (this: S3Client, command: unknown) {
      const answer = await actual.call(this, command)
      if (command instanceof CopyObjectCommand && !first) {
        asked.mockRestore()
        first = await complete(String(data.id))
      }
      return answer
    } as never)
    const second = await complete(String(data.id))
    expect([first?.status, second.status]).toEqual([200, 200])
    expect(second.json.data).toEqual(first!.json.data)
    expect(await engines.keys()).toEqual([data.object_key])
    expect(await getStorage(owner)).toMatchObject({ bytes: video.length, announced_bytes: 0, count: 1 })
  })

  it('counts against the quota while it is open, also of many at once', async () => {
    await setQuota(owner, 3 * video.length + 10)
    const answers = await Promise.all(Array.from({ length: 6 }, () => announce()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 413, 413, 413])
    const full = answers.find(({ status }) => status === 413)!
    expect(full.json.errors[0]).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining(`${3 * video.length} more are announced`),
    })
    expect(await getStorage(owner)).toMatchObject({ bytes: 0, announced_bytes: 3 * video.length })
    const [open] = answers.filter(({ status }) => status === 200)
    await send(open!.json.data, video)
    expect((await complete(String(open!.json.data.id))).status).toBe(200)
    expect(await getStorage(owner)).toMatchObject({ bytes: video.length, announced_bytes: 2 * video.length })
    expect((await announce()).status).toBe(413)
    await sweepMedia(Date.now() + 24 * HOUR + 1000)
    await sweepMedia(Date.now() + 24 * HOUR + 1000)
    expect(await getStorage(owner)).toMatchObject({ bytes: video.length, announced_bytes: 0 })
    expect((await announce({ size_bytes: 2 * video.length })).status).toBe(200)
  })

  it('leads to a place of its own: nothing lies where the CDN serves from before it is completed', async () => {
    const { data } = (await announce()).json
    expect(new URL(String(data.upload_url)).pathname).toBe(`/media-bucket/uploads/${data.object_key}`)
    await send(data, video)
    expect(await engines.keys()).toEqual([`uploads/${data.object_key}`])
    await complete(String(data.id))
    expect(await engines.keys()).toEqual([data.object_key])
    const { headers } = await engines.object(String(data.object_key))
    expect(headers).toMatchObject({
      ContentType: 'video/mp4',
      CacheControl: 'public, max-age=60',
      ContentDisposition: expect.stringContaining('Film.mp4'),
      ETag: (await getMedia(String(data.id)))!.etag,
    })
  })

  it('whose address is used again after the deletion brings nothing back', async () => {
    const { data } = (await announce()).json
    await send(data, video)
    await complete(String(data.id))
    await api('change', { method: 'DELETE', resource: '/v1/media/{id}', path: { id: String(data.id) } })
    expect((await send(data, video)).status).toBe(200)
    expect(await engines.keys()).toEqual([`uploads/${data.object_key}`])
    expect((await complete(String(data.id))).status).toBe(404)
  })

  it('is cleaned up after a day, with its bytes', async () => {
    const { data } = (await announce()).json
    await send(data, video)
    expect(await sweepMedia(Date.now() + 23 * HOUR)).toMatchObject({ uploads: 0 })
    expect((await sweepMedia(Date.now() + 24 * HOUR + 1000)).uploads).toBeGreaterThanOrEqual(1)
    expect(await engines.keys()).toEqual([])
    expect(await getUpload(String(data.id))).toBeUndefined()
    expect((await complete(String(data.id))).status).toBe(404)
  })

  it.each([
    [{ file_name: undefined }, 400, 'required', 'file_name'],
    [{ file_name: '' }, 400, 'too_short', 'file_name'],
    [{ content_type: undefined }, 400, 'required', 'content_type'],
    [{ content_type: 'video' }, 400, 'invalid_format', 'content_type'],
    [{ size_bytes: undefined }, 400, 'required', 'size_bytes'],
    [{ size_bytes: 0 }, 400, 'too_small', 'size_bytes'],
    [{ size_bytes: -1 }, 400, 'too_small', 'size_bytes'],
    [{ size_bytes: 1.5 }, 400, 'invalid_type', 'size_bytes'],
    [{ size_bytes: '5' }, 400, 'invalid_type', 'size_bytes'],
    [{ size_bytes: 5 * 1024 ** 3 + 1 }, 413, 'file_too_large', 'size_bytes'],
    [{ title: 'x'.repeat(256) }, 400, 'too_long', 'title'],
    [{ extra: 1 }, 400, 'unknown_field', 'extra'],
  ])('announced with %j is refused', async (body, status, code, path) => {
    const answer = await announce(body)
    expect([answer.status, answer.json.errors[0]]).toMatchObject([status, { code, path }])
  })

  it('takes the largest file there can be', async () => {
    expect((await announce({ size_bytes: 5 * 1024 ** 3 })).status).toBe(200)
  })
})

describe('an upload session in parts', () => {
  const MIB = 1024 * 1024
  const film = Buffer.concat([sample('video.mp4'), Buffer.alloc(17 * MIB, 7)])
  interface Part {
    number: number
    first_byte: number
    size_bytes: number
    arrived: boolean
    upload_url: string | null
    headers: Record<string, string> | null
  }
  const announce = async (size = film.length) =>
    (
      await api('startUpload', {
        method: 'POST',
        resource: '/v1/media/uploads',
        body: { file_name: 'Film.mp4', content_type: 'video/mp4', size_bytes: size, in_parts: true },
      })
    ).json.data
  const upload = '/v1/media/uploads/{id}'
  const show = (id: unknown, ownerId = owner) =>
    api('complete', { resource: upload, path: { id: String(id) }, ownerId })
  const giveUp = (id: unknown, ownerId = owner) =>
    api('complete', { method: 'DELETE', resource: upload, path: { id: String(id) }, ownerId })
  const complete = (id: unknown) =>
    api('complete', { method: 'POST', resource: `${upload}/complete`, path: { id: String(id) } })
  const partsOf = async (id: unknown) => (await show(id)).json.data.parts as Part[]
  const send = (part: Part, bytes: Buffer = film.subarray(part.first_byte, part.first_byte + part.size_bytes)) =>
    fetch(part.upload_url!, { method: 'PUT', headers: part.headers!, body: new Uint8Array(bytes) })

  it('says what has arrived, takes the rest in any order, and becomes one asset', { tags: 'deep' }, async () => {
    const begun = await announce()
    expect(begun).toMatchObject({ upload_url: null, headers: null, part_bytes: 8 * MIB, part_count: 3 })
    const [first, second, third] = await partsOf(begun.id)
    expect([first, second, third].map((part) => part!.size_bytes)).toEqual([8 * MIB, 8 * MIB, film.length - 16 * MIB])
    expect((await send(third!)).status).toBe(200)
    const early = await complete(begun.id)
    expect([early.status, early.json.errors[0]!.code]).toEqual([409, 'upload_incomplete'])
    expect(early.json.message).toContain('these have not arrived: 1, 2.')
    const rest = (await partsOf(begun.id)).filter(({ arrived }) => !arrived)
    expect(rest.map(({ number }) => number)).toEqual([1, 2])
    for (const part of rest) expect((await send(part)).status).toBe(200)
    expect((await partsOf(begun.id)).map((part) => [part.arrived, part.upload_url])).toEqual(
      Array(3).fill([true, null]),
    )
    expect((await engines.keys()).every((key) => key.startsWith(`uploads/${begun.object_key}/`))).toBe(true)
    const answers = await Promise.all([complete(begun.id), complete(begun.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await engines.keys()).toEqual([begun.object_key])
    const { bytes, headers } = await engines.object(String(begun.object_key))
    expect(bytes.equals(film)).toBe(true)
    expect(headers).toMatchObject({ ContentType: 'video/mp4', ETag: (await getMedia(String(begun.id)))!.etag })
    expect(await getStorage(owner)).toMatchObject({ bytes: film.length, announced_bytes: 0, count: 1 })
    expect((await show(begun.id)).status).toBe(404)
  })

  it('has addresses that take a part of that size and no other', async () => {
    const [first] = await partsOf((await announce()).id)
    expect(new URL(first!.upload_url!).searchParams.get('X-Amz-SignedHeaders')!.split(';')).toEqual(
      expect.arrayContaining(['content-length', 'if-none-match', 'host']),
    )
    expect(first!.headers).toMatchObject({ 'Content-Length': String(8 * MIB), 'If-None-Match': '*' })
  })

  it('of another type is 422, all parts go, and the right ones can still come', { tags: 'deep' }, async () => {
    const begun = await announce()
    const [first, ...rest] = await partsOf(begun.id)
    const png = await quarters(60, 60).png().toBuffer()
    await send(first!, Buffer.concat([png, Buffer.alloc(8 * MIB)]).subarray(0, 8 * MIB))
    for (const part of rest) await send(part)
    const wrong = await complete(begun.id)
    expect([wrong.status, wrong.json.errors[0]!.code]).toEqual([422, 'file_mismatch'])
    expect(await engines.keys()).toEqual([])
    for (const part of await partsOf(begun.id)) await send(part)
    expect((await complete(begun.id)).status).toBe(200)
  })

  it('is nobody else’s, and is given up with its bytes and what they count', async () => {
    const begun = await announce()
    await send((await partsOf(begun.id))[0]!)
    for (const look of [show, giveUp]) expect((await look(begun.id, crypto.randomUUID())).status).toBe(404)
    expect(await getStorage(owner)).toMatchObject({ announced_bytes: film.length })
    expect((await giveUp(begun.id)).status).toBe(200)
    expect(await engines.keys()).toEqual([])
    expect(await getStorage(owner)).toMatchObject({ bytes: 0, announced_bytes: 0 })
    for (const again of [show, giveUp, complete]) expect((await again(begun.id)).status).toBe(404)
  })

  it('is given up by a further request where the first broke off, and counts no more', async () => {
    const begun = await announce()
    expect(await closeUpload(String(begun.id))).toBe(true)
    expect((await complete(begun.id)).status).toBe(404)
    expect((await giveUp(begun.id, crypto.randomUUID())).status).toBe(404)
    expect((await giveUp(begun.id)).status).toBe(200)
    expect(await getStorage(owner)).toMatchObject({ bytes: 0, announced_bytes: 0 })
  })

  it('shows a file that comes whole as one part', async () => {
    const { data } = (
      await api('startUpload', {
        method: 'POST',
        resource: '/v1/media/uploads',
        body: { file_name: 'a.mp4', content_type: 'video/mp4', size_bytes: sample('video.mp4').length },
      })
    ).json
    const [part] = await partsOf(data.id)
    expect((await send(part!, sample('video.mp4'))).status).toBe(200)
    expect((await partsOf(data.id)).map(({ arrived }) => arrived)).toEqual([true])
    expect((await complete(data.id)).status).toBe(200)
  })

  it('is cleaned up after a day, with its parts', async () => {
    const begun = await announce()
    await send((await partsOf(begun.id))[1]!)
    await sweepMedia(Date.now() + 24 * HOUR + 1000)
    expect(await engines.keys()).toEqual([])
    expect((await show(begun.id)).status).toBe(404)
  })

  it('cuts a file of any size into parts that follow one another, few enough and large enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_FILE_BYTES }), (size) => {
        const parts = cut(size, partBytesOf(size))
        expect(parts.length).toBeLessThanOrEqual(MOST_PARTS)
        expect(parts.reduce((end, part) => (part.first_byte === end ? end + part.size_bytes : Number.NaN), 0)).toBe(
          size,
        )
        expect(parts.slice(0, -1).every((part) => part.size_bytes >= SMALLEST_PART_BYTES)).toBe(true)
        expect(parts.every((part, at) => part.number === at + 1 && part.size_bytes > 0)).toBe(true)
      }),
    )
  })
})

describe('inspecting', () => {
  const animation = () => gifOf(50, 30, 5)
  const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff') => quarters(64, 48).toFormat(format).toBuffer()
  const turned = () => quarters(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const behindProfile = () =>
    sharp({ create: { width: 33, height: 22, channels: 3, background: 'red' } })
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000) } })
      .jpeg()
      .toBuffer()

  const FILES: [
    name: string,
    type: string,
    make: () => Buffer | Promise<Buffer>,
    width: number | null,
    height: number | null,
    duration: number | null,
  ][] = [
    ['JPEG', 'image/jpeg', () => picture('jpeg'), 64, 48, null],
    ['JPEG, turned', 'image/jpeg', turned, 48, 64, null],
    ['JPEG, much before the picture', 'image/jpeg', behindProfile, 33, 22, null],
    ['PNG', 'image/png', () => picture('png'), 64, 48, null],
    ['PNG of any size', 'image/png', () => pngClaiming(60_000, 50_000), 60_000, 50_000, null],
    ['GIF', 'image/gif', animation, 50, 30, null],
    ['WebP', 'image/webp', () => picture('webp'), 64, 48, null],
    ['AVIF', 'image/avif', () => picture('avif'), 64, 48, null],
    ['TIFF', 'image/tiff', () => picture('tiff'), 64, 48, null],
    ['HEIC', 'image/heic', () => sample('picture.heic'), 64, 48, null],
    ['HEIC, turned', 'image/heic', () => sample('turned.heic'), 48, 64, null],
    ['HEIF', 'image/heif', () => sample('picture.heic'), 64, 48, null],
    ['SVG', 'image/svg+xml', () => drawing('', 'width="120.4" height="80"'), 120, 80, null],
    ['SVG in inches', 'image/svg+xml', () => drawing('', 'width="1in" viewBox="0 0 200 100"'), 96, 48, null],
    ['SVG with a box', 'image/svg+xml', () => drawing('', "viewBox='0,0 30 20' width='100%'"), 30, 20, null],
    ['MP4', 'video/mp4', () => sample('video.mp4'), 64, 48, 2000],
    ['MP4, turned', 'video/mp4', () => sample('turned.mp4'), 48, 64, 2000],
    ['MOV', 'video/quicktime', () => sample('video.mov'), 64, 48, 2000],
    ['WebM', 'video/webm', () => sample('video.webm'), 64, 48, 2000],
    ['AVI', 'video/x-msvideo', () => sample('video.avi'), 64, 48, 2040],
    ['MPEG', 'video/mpeg', () => sample('video.mpeg'), 64, 48, 2000],
    ['MP3', 'audio/mpeg', () => sample('sound.mp3'), null, null, 2037],
    ['WAV', 'audio/wav', () => sample('sound.wav'), null, null, 2000],
    ['OGG', 'audio/ogg', () => sample('sound.ogg'), null, null, 2000],
    ['text', 'text/plain', () => Buffer.from('hello'), null, null, null],
    ['SVG without a size', 'image/svg+xml', () => drawing('', ''), null, null, null],
    ['text that claims to be JPEG', 'image/jpeg', () => Buffer.from('not a picture'), null, null, null],
    ['a drawing that claims to be PNG', 'image/png', () => drawing(''), null, null, null],
    [
      'noise that claims to be MP4',
      'video/mp4',
      () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)),
      null,
      null,
      null,
    ],
    ['the head of an MP4', 'video/mp4', () => sample('video.mp4').subarray(0, 60), null, null, null],
    ['half a PNG head', 'image/png', () => pngClaiming(10, 10).subarray(0, 20), null, null, null],
    ['noise that claims to be MP3', 'audio/mpeg', () => Buffer.alloc(3000, 1), null, null, null],
  ]

  it.each(FILES)('%s', async (_, content_type, make, width, height, duration) => {
    const media = await store(await make(), { content_type })
    await inspectMedia(media.id, 12345)
    const found = (await getMedia(media.id))!
    expect([found.width, found.height]).toEqual([width, height])
    if (duration === null) expect(found.duration_ms).toBeNull()
    else expect(Math.abs(found.duration_ms! - duration)).toBeLessThanOrEqual(50)
    expect([found.updated_at, found.version]).toEqual([12345, 1])
    // It is no longer due.
    expect((await sweepMedia(Date.now() + HOUR)).inspections).toBe(0)
  })

  it.each<[string, string, () => Buffer | Promise<Buffer>, object | null]>([
    [
      'MP4',
      'video/mp4',
      () => sample('video.mp4'),
      {
        format: 'MPEG-4',
        moov_first: true,
        edit_lists: true,
        video: {
          codec: 'AVC',
          profile: 'High',
          chroma: '4:2:0',
          scan: 'Progressive',
          frame_rate: 25,
          bit_rate: expect.closeTo(7900, -3),
        },
        audio: { codec: 'AAC', sample_rate: 44_100, channels: 1, bit_rate: expect.closeTo(32_000, -4) },
        picture: null,
      },
    ],
    ['MOV', 'video/quicktime', () => sample('video.mov'), { format: 'QuickTime', moov_first: false, picture: null }],
    [
      'WebM',
      'video/webm',
      () => sample('video.webm'),
      { format: 'WebM', moov_first: null, edit_lists: null, video: { codec: 'VP8' }, audio: { codec: 'Opus' } },
    ],
    ['MP3', 'audio/mpeg', () => sample('sound.mp3'), { video: null, audio: { codec: 'MPEG Audio', channels: 1 } }],
    ['JPEG', 'image/jpeg', () => picture('jpeg'), { format: 'jpeg', picture: { color_space: 'srgb', alpha: false } }],
    [
      'JPEG for printing',
      'image/jpeg',
      () => quarters(64, 48).toColourspace('cmyk').jpeg().toBuffer(),
      { format: 'jpeg', video: null, picture: { color_space: 'cmyk', alpha: false } },
    ],
    [
      'PNG that can be seen through',
      'image/png',
      () => quarters(64, 48).ensureAlpha(0.5).png().toBuffer(),
      { format: 'png', picture: { color_space: 'srgb', alpha: true } },
    ],
    ['HEIC', 'image/heic', () => sample('picture.heic'), { format: 'heif', picture: { alpha: false } }],
    ['SVG', 'image/svg+xml', () => drawing('', 'width="9" height="9"'), { format: 'svg', picture: { alpha: null } }],
    ['noise that claims to be MP4', 'video/mp4', () => Buffer.alloc(5000, 3), null],
    ['text that claims to be JPEG', 'image/jpeg', () => Buffer.from('not a picture'), null],
    ['text', 'text/plain', () => Buffer.from('hello'), null],
  ])('tells how it is coded: %s', async (_, content_type, make, properties) => {
    const media = await store(await make(), { content_type })
    expect((await getMedia(media.id))!.properties).toBeUndefined()
    await inspectMedia(media.id, 1)
    const found = (await getMedia(media.id))!.properties
    if (properties === null) expect(found).toBeNull()
    else expect(found).toMatchObject(properties)
  })

  it('of a large video reads little of it', { tags: 'deep' }, async () => {
    const video = sample('video.mp4')
    // Media data grows by a box that is skipped, as in a long film.
    const filler = Buffer.alloc(24 * 1024 * 1024)
    filler.writeUInt32BE(filler.length, 0)
    filler.write('free', 4, 'latin1')
    const media = await store(Buffer.concat([video, filler]), { content_type: 'video/mp4' })
    const sent = engines.bytesSent()
    await inspectMedia(media.id, 1)
    expect(await getMedia(media.id)).toMatchObject({ width: 64, height: 48, duration_ms: 2000 })
    expect(engines.bytesSent() - sent).toBeLessThan(4 * 1024 * 1024)
  })

  it('of what was deleted or never was does nothing', async () => {
    await inspectMedia(crypto.randomUUID(), 1)
    const media = await store(Buffer.from('x'))
    await api('change', { method: 'DELETE', resource: '/v1/media/{id}', path: { id: media.id } })
    await inspectMedia(media.id, 1)
    expect(await getMedia(media.id)).toMatchObject({ status: 'deleted', width: null })
  })

  it('that got lost is asked for again, a few times', async () => {
    const media = await store(Buffer.from('x'))
    const asked = () =>
      engines.messages().filter((message) => (message as { media_id: string }).media_id === media.id).length
    let now = Date.now()
    expect(await sweepMedia(now + 50_000)).toMatchObject({ inspections: 0 })
    for (let round = 1; round <= 8; round += 1) {
      now += HOUR
      await sweepMedia(now)
      expect(asked()).toBe(Math.min(round, 5))
    }
    // The inspector was away for longer than that: its owner is told all the same, and once.
    const nothing = { width: null, height: null, duration_ms: null, properties: null }
    expect(await setInspected(media, nothing, now)).toMatchObject({ type: 'media.ready' })
    expect(await setInspected(media, nothing, now)).toBeUndefined()
  })
})

describe('reading many', () => {
  it('gives each asset once, by id, deleted ones too', async () => {
    const made = await Promise.all(Array.from({ length: 120 }, () => putAndId()))
    const found = await getMediaMany([...made, ...made, crypto.randomUUID()])
    expect([...found.keys()].sort()).toEqual([...made].sort())
    expect(kindOf(found.get(made[0]!)!.content_type)).toBe('image')
  })
  const putAndId = async () => {
    const id = crypto.randomUUID()
    await putMedia(mediaOf({ id, owner_id: owner }))
    return id
  }
})
