// The TypeScript client against the running service, and the document that it is made from.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublisher, orThrow, type Publisher, PublisherError } from '@social-publisher/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { type Local, startLocal } from '../support/local.ts'
import { accountOn, busyKey, picture } from '../support/posting.ts'

let local: Local
let apiKey: string
let publisher: Publisher
beforeAll(async () => {
  local = await startLocal({ env: { PUBLISH_POLL_MS: '50', STREAMED_CONTENT_LENGTH: 'renamed' } })
  apiKey = await busyKey(local)
  publisher = createPublisher({ baseUrl: local.session.base_url, apiKey })
})
afterAll(() => local.end())

const refusalOf = async (work: Promise<unknown>): Promise<PublisherError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(PublisherError)
  return error as PublisherError
}
const countPosts = async () => (await orThrow(publisher.GET('/v1/posts'))).data.result_info.total_count

describe('the client', () => {
  it('uploads, posts and sees it published, with types all the way', async () => {
    const { data: accounts } = await orThrow(publisher.GET('/v1/accounts/social'))
    expect(accounts.map(({ social_provider }) => social_provider.name).sort()).toEqual([...PLATFORM_IDS].sort())
    const file = new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' })
    const media = await publisher.upload(file, 'beach.jpg', { description: 'A beach' })
    expect(media).toMatchObject({ title: 'beach.jpg', alt_text: 'A beach', content_type: 'image/jpeg' })
    const other = await publisher.upload(file, 'again.jpg')

    const meta: string[] = ['instagram', 'threads']
    const { id, message } = await publisher.post('feed', {
      title: 'Beach',
      content: 'At the beach',
      media: { media_asset_ids: [media.id, other.id] },
      accounts: accounts.filter(({ social_provider: { name } }) => meta.includes(name)).map(({ id }) => id),
    })
    expect(message).toMatch(/accepted/i)
    const post = await publisher.settled(id, { everyMs: 250, timeoutMs: 60_000 })
    expect(post).toMatchObject({ id, type: 'feed', status: 'published', progress: { total: 2, published: 2 } })
    expect(post.publications.map(({ platform }) => platform).sort()).toEqual(meta)
    // A gateway that renames the length: what is promised is there all the same.
    const { data: bytes, response } = await publisher.GET('/v1/media/{id}', {
      params: { path: { id: media.id } },
      parseAs: 'arrayBuffer',
    })
    expect((bytes as ArrayBuffer).byteLength).toBe(media.size_bytes)
    const size = String(media.size_bytes)
    expect([response.headers.get('content-length'), response.headers.get('x-content-length')]).toEqual([null, size])
    const head = await publisher.HEAD('/v1/media/{id}', { params: { path: { id: media.id } } })
    expect(head.response.headers.get('x-content-length')).toBe(size)
  })

  it('throws what is wrong, field by field', async () => {
    const error = await refusalOf(publisher.post('text', { content: 'x'.repeat(2001), accounts: [] }))
    expect(error).toMatchObject({
      status: 400,
      code: 'too_long',
      issues: [
        { code: 'too_long', path: 'content' },
        { code: 'too_short', path: 'accounts' },
      ],
      requestId: expect.any(String),
    })
  })

  it('tells apart a key that is no good and a key that has had enough', async () => {
    const stranger = createPublisher({ baseUrl: local.session.base_url, apiKey: 'spk_wrong' })
    expect(await refusalOf(orThrow(stranger.GET('/v1/usage')))).toMatchObject({ status: 401, code: 'invalid_key' })

    const { api_key } = await local.admin<{ api_key: string }>('key', 'create', '--owner', 'demo', '--rate-limit', '1')
    const slow = createPublisher({ baseUrl: local.session.base_url, apiKey: api_key, retries: 0 })
    const answers = await Promise.allSettled(Array.from({ length: 3 }, () => orThrow(slow.GET('/v1/usage'))))
    const refused = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect((refused.reason as PublisherError).retryAfterSeconds).toBeGreaterThan(0)
  })

  it('makes one post of a request whose answer was lost', async () => {
    const before = await countPosts()
    let sent = 0
    const shaky = createPublisher({
      baseUrl: local.session.base_url,
      apiKey,
      fetch: async (...given) => {
        const response = await fetch(...given)
        sent += 1
        if (sent === 1) throw new TypeError('the line broke off')
        return response
      },
    })
    const { id } = await shaky.post('text', { content: 'Once', accounts: [accountOn(local, 'threads')] })
    expect(sent).toBe(2)
    expect(await countPosts()).toBe(before + 1)
    expect(await publisher.settled(id, { everyMs: 50, timeoutMs: 60_000 })).toMatchObject({ status: 'published' })
  })

  it('sends the key it is given', async () => {
    const body = { content: 'The same', accounts: [accountOn(local, 'threads')] }
    const [first, second] = [
      await publisher.post('text', body, { idempotencyKey: 'order-17' }),
      await publisher.post('text', body, { idempotencyKey: 'order-17' }),
    ]
    expect(second).toEqual(first)
    const error = await refusalOf(publisher.post('text', { ...body, content: 'Other' }, { idempotencyKey: 'order-17' }))
    expect(error).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
  })
})

describe('the document', () => {
  it('is served to everybody, as it is checked in', async () => {
    const reply = await local.api('GET', '/api/v1/openapi.json', { key: null })
    expect(reply.status).toBe(200)
    expect(reply.headers.has('X-RateLimit-Limit')).toBe(false)
    const file = join(import.meta.dirname, '..', '..', 'docs', 'openapi.json')
    expect(reply.json()).toEqual(JSON.parse(readFileSync(file, 'utf8')))
    expect((await local.api('GET', '/api/v1/openapi.json', { key: 'spk_wrong' })).status).toBe(401)
    expect((await local.api('GET', '/api/v1/openapi.json')).headers.has('X-RateLimit-Limit')).toBe(true)
  })

  it('is a page too, on which nothing runs and nothing is loaded', async () => {
    const page = await local.api('GET', '/api/docs', { key: null })
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('Content-Security-Policy')!
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*';/)
    const style = /<style>(.*?)<\/style>/s.exec(page.text)![1]!
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
    expect(page.text).not.toMatch(/<script|<link|\bsrc=/i)
  })
})
