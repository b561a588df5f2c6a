// Posting on the real local run: what a platform received is what the request said, once.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/local.ts'
import {
  accountOn,
  busyKey,
  clip,
  connect,
  ended,
  held,
  type Json,
  picture,
  post,
  readPost,
  upload,
} from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let local: SharedLocal
let key: string
let instagram: string
let threads: string
let begun: number

beforeAll(async () => {
  local = await sharedLocal()
  key = await busyKey(local)
  instagram = accountOn(local, 'instagram')
  threads = accountOn(local, 'threads')
  begun = Date.now()
})

const image = async (description?: string) =>
  upload(local, await picture(), 'picture.jpg', 'image/jpeg', { key, description })
const video = async () => upload(local, clip(), 'clip.mp4', 'video/mp4', { key })
const bytesHeld = async (platform: 'instagram' | 'threads', file: string) =>
  (await local.fetch(`${local.session.platforms[platform]}/_media/${file}`)).bytes
const publicationOn = (view: Json, account: string): Json =>
  view.publications.find((one: Json) => one.account_id === account)

/** Posts, waits for the end, and returns what each platform holds of it: exactly one post each. */
async function publish(type: string, body: Json) {
  const id = await post(local, type, body, key)
  const view = await ended(local, id, key)
  const found: Record<string, Json> = {}
  for (const publication of view.publications) {
    expect(publication, JSON.stringify(publication.error)).toMatchObject({
      state: 'published',
      terminal: true,
      error: null,
    })
    const posts = await held(local, publication.platform, publication.platform_media_id)
    expect(posts).toHaveLength(1)
    expect(publication.permalink).toBe(posts[0].permalink)
    found[publication.platform] = posts[0]
  }
  return { id, view, ...found } as { id: string; view: Json; instagram: Json; threads: Json }
}

const TEXTS = [
  ['long emoji', '👨‍👩‍👧‍👦 family 🏳️‍🌈 flag 🇰🇷 and 👍🏽'],
  ['combining characters', 'e\u0301 is not é, nor n\u0303 ñ'],
  ['right-to-left text', 'שלום עולם — مرحبا بالعالم'],
  ['newlines and links', 'first\n\nthird https://example.org/a?b=c&d=%20#e\n'],
  ['what forms escape', 'a+b & c=d % "quoted" \\back\\ <tag> #notatag'],
  ['Korean and Chinese', '안녕하세요 你好'],
] as const

describe('posting', () => {
  it.each(TEXTS)('text arrives unchanged: %s', async (_label, content) => {
    const { threads: received } = await publish('text', { content, accounts: [threads] })
    expect(Buffer.from(received.text)).toEqual(Buffer.from(content))
  })

  it.each(TEXTS)('captions arrive unchanged: %s', async (_label, content) => {
    const { instagram: received } = await publish('feed', {
      title: 'T',
      content,
      hashtags: ['a', '#b'],
      media: { media_asset_ids: [await image()] },
      accounts: [instagram],
    })
    expect(Buffer.from(received.text)).toEqual(Buffer.from(`${content}\n\n#a #b`))
  })

  it('pictures without a description have no alt text, on either platform', async () => {
    const { instagram: onInstagram, threads: onThreads } = await publish('feed', {
      title: 'Two',
      content: 'Hello',
      media: { media_asset_ids: [await image(), await image()] },
      accounts: [instagram, threads],
    })
    for (const { children } of [onInstagram, onThreads]) {
      expect(children.map(({ alt_text }: Json) => alt_text)).toEqual([null, null])
    }
  })

  it('a single picture on Instagram: the JPEG variant, its alt text, two jobs', async () => {
    const { instagram: received, view } = await publish('feed', {
      title: 'One',
      content: 'Hello',
      media: { media_asset_ids: [await image('A noisy square')] },
      accounts: [instagram],
    })
    expect(received).toMatchObject({ kind: 'image', text: 'Hello', alt_text: 'A noisy square' })
    const bytes = await bytesHeld('instagram', received.media.file)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(received.media.sha256)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 800 })
    const jobs = view.publications[0].jobs
    expect(jobs.map(({ job_type, state }: Json) => [job_type, state])).toEqual([
      ['container_create', 'completed'],
      ['publish_content', 'completed'],
    ])
    expect(
      jobs.every(
        ({ created_at, started_at, completed_at }: Json) => created_at <= started_at && started_at <= completed_at,
      ),
    ).toBe(true)
  })

  it('a carousel on both: pictures in order, alt texts, one caption, three kinds of job', async () => {
    const ids = [
      await image('first'),
      await upload(local, await picture(600, 750, 'png'), 'b.png', 'image/png', { key, description: 'second' }),
    ]
    const {
      instagram: onInstagram,
      threads: onThreads,
      view,
    } = await publish('feed', {
      title: 'Two',
      content: 'Two pictures',
      hashtags: ['x'],
      media: { media_asset_ids: ids },
      accounts: [instagram, threads],
    })
    for (const received of [onInstagram, onThreads]) {
      expect(received).toMatchObject({ kind: 'carousel', text: 'Two pictures\n\n#x' })
      expect(received.children.map(({ alt_text, media }: Json) => [alt_text, media.content_type])).toEqual([
        ['first', 'image/jpeg'],
        ['second', 'image/jpeg'],
      ])
    }
    for (const { jobs } of view.publications) {
      expect(jobs.map(({ job_type }: Json) => job_type)).toEqual([
        'container_create',
        'container_create',
        'carousel_upload',
        'publish_content',
      ])
    }
  })

  it('one video in a feed post is a reel on Instagram and a video on Threads, byte for byte', async () => {
    const { instagram: onInstagram, threads: onThreads } = await publish('feed', {
      title: 'Film',
      content: 'Moving',
      media: { media_asset_ids: [await video()] },
      accounts: [instagram, threads],
    })
    expect(onInstagram).toMatchObject({ kind: 'reel', media_product_type: 'REELS', text: 'Moving' })
    expect(onThreads).toMatchObject({ kind: 'video', text: 'Moving' })
    expect(await bytesHeld('instagram', onInstagram.media.file)).toEqual(clip())
    expect(await bytesHeld('threads', onThreads.media.file)).toEqual(clip())
  })

  it('a reel', async () => {
    const { instagram: received } = await publish('reels', {
      content: 'Reel',
      hashtags: ['r'],
      media: { media_asset_ids: [await video()] },
      accounts: [instagram, threads],
    })
    expect(received).toMatchObject({ kind: 'reel', text: 'Reel\n\n#r' })
    expect(await bytesHeld('instagram', received.media.file)).toEqual(clip())
  })

  it('stories, with a picture and with a video; they expire 24 hours after creation', async () => {
    const still = await publish('stories', { media: { media_asset_ids: [await image()] }, accounts: [instagram] })
    expect(still.instagram).toMatchObject({ kind: 'story_image', media_product_type: 'STORY' })
    const moving = await publish('stories', {
      content: 'Now',
      media: { media_asset_ids: [await video()] },
      accounts: [instagram],
    })
    expect(moving.instagram).toMatchObject({ kind: 'story_video' })
    expect(moving.view.expires_at).toBe(moving.view.created_at + 24 * 3_600_000)
  })

  it('a mixed carousel on Instagram', async () => {
    const { instagram: received } = await publish('feed', {
      title: 'Mixed',
      media: { media_asset_ids: [await image(), await video()] },
      accounts: [instagram],
    })
    expect(received.children.map(({ kind }: Json) => kind)).toEqual(['image', 'video'])
  })

  it.each([
    ['1:1', 1],
    ['4:5', 0.8],
  ])('smart_transform to %s', async (aspect_ratio, ratio) => {
    const id = await upload(local, await picture(1600, 900), 'wide.jpg', 'image/jpeg', { key })
    const { instagram: received } = await publish('feed', {
      title: 'Shaped',
      media: { media_asset_ids: [id], smart_transform: { enabled: true, aspect_ratio } },
      accounts: [instagram],
    })
    expect(received.media.width / received.media.height).toBeCloseTo(ratio, 2)
  })

  it('sends nothing that no document of the platform names', async () => {
    for (const platform of ['instagram', 'threads'] as const) {
      const { containers, requests } = await local.control<Json>(platform, 'GET', '/state')
      const own = containers.filter(({ created_at }: Json) => created_at >= begun)
      expect(own.length).toBeGreaterThan(0)
      expect(own.flatMap(({ ignored }: Json) => ignored)).toEqual([])
      expect(requests.filter(({ at, token_in }: Json) => at >= begun && token_in === 'query')).toEqual([])
    }
  })

  it('tells of skipped accounts, and publishes to the others', async () => {
    const reply = await local.api('POST', '/api/v1/posts/text', {
      key,
      json: { content: 'Only words', accounts: [instagram, threads] },
    })
    expect(reply.status).toBe(202)
    expect(reply.json<Json>().message).toContain(
      'Skipped, because the platform does not take text posts: Instagram @demo.studio',
    )
  })

  it('fails at once, with the figures and without calling the platform, where the caption is too long', async () => {
    const account = await connect(local, 'threads', 'too.long')
    const body = { content: 'x'.repeat(501), accounts: [account.id], scheduled_at: Date.now() + 3_600_000 }
    const view = await ended(local, await post(local, 'text', body, key), key)
    expect(view).toMatchObject({ status: 'failed' })
    expect(view.publications[0]).toMatchObject({
      state: 'failed',
      retryable: false,
      error: { code: 'caption_too_long', message: expect.stringContaining('501') },
    })
    const { containers } = await local.control<Json>('threads', 'GET', '/state?requests=0')
    expect(containers.filter((one: Json) => one.account === account.external_id)).toEqual([])
  })
})

describe('refusals', () => {
  const refused = async (path: string, json: Json) => {
    const reply = await local.api('POST', path, { key, json })
    return {
      status: reply.status,
      codes: (reply.json<Json>().errors ?? []).map(({ code, path: at }: Json) => `${code} ${at}`),
    }
  }

  it('name every problem at once and leave no trace', async () => {
    const before = (await local.api('GET', '/api/v1/posts', { key })).json<Json>().data.result_info.total_count
    const nobody = crypto.randomUUID()
    expect(
      await refused('/api/v1/posts/feed', {
        content: 'x'.repeat(2001),
        hashtags: ['a b'],
        media: { media_asset_ids: [nobody] },
        accounts: [nobody],
      }),
    ).toEqual({
      status: 400,
      codes: [
        'required title',
        'too_long content',
        'invalid_format hashtags[0]',
        'unknown_media media.media_asset_ids[0]',
        'unknown_account accounts[0]',
      ],
    })
    expect((await local.api('GET', '/api/v1/posts', { key })).json<Json>().data.result_info.total_count).toBe(before)
  })

  it('of bodies that are not JSON, too large, or of another type', async () => {
    const send = (body: string | Buffer<ArrayBuffer>, type = 'application/json') =>
      local.api('POST', '/api/v1/posts/text', { key, body, headers: { 'Content-Type': type } })
    expect((await send('{"content":')).json<Json>()).toMatchObject({
      success: false,
      errors: [{ code: 'malformed_json' }],
    })
    // Decoded on its way, it would be published with "�" in place of its letters.
    const latin = Buffer.from(JSON.stringify({ content: 'caf\xe9', accounts: [threads] }), 'latin1')
    expect((await send(latin)).json<Json>()).toMatchObject({ errors: [{ code: 'malformed_json' }] })
    expect((await send('content=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send(JSON.stringify({ content: 'x'.repeat(1024 * 1024) }))).status).toBe(413)
  })

  it("of another owner's accounts, media and posts", async () => {
    await local.admin('owner', 'create', 'stranger')
    const other = (await local.admin<Json>('key', 'create', '--owner', 'stranger', '--rate-limit', '1000')).api_key
    const mine = await image()
    const reply = await local.api('POST', '/api/v1/posts/feed', {
      key: other,
      json: { title: 'T', media: { media_asset_ids: [mine] }, accounts: [instagram] },
    })
    expect(reply.json<Json>().errors.map(({ code }: Json) => code)).toEqual(['unknown_media', 'unknown_account'])
    const id = await post(local, 'text', { content: 'Mine', accounts: [threads] }, key)
    expect((await local.api('GET', `/api/v1/posts/${id}`, { key: other })).status).toBe(404)
    expect((await local.api('DELETE', `/api/v1/posts/${id}`, { key: other })).status).toBe(404)
    expect((await local.api('GET', '/api/v1/posts', { key: other })).json<Json>().data.result).toEqual([])
  })
})

describe('Idempotency-Key', () => {
  it('makes one post of 100 requests at once, and repeats the answer', async () => {
    const body = { content: `Once ${crypto.randomUUID()}`, accounts: [threads] }
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => local.api('POST', '/api/v1/posts/text', { key, json: body, headers })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(replies.map((reply) => reply.headers.get('location'))).size).toBe(1)
    expect(replies.filter((reply) => reply.headers.get('idempotency-replayed') === 'true')).toHaveLength(99)
    await ended(local, replies[0]!.headers.get('location')!.split('/').at(-1)!, key)
    const { posts } = await local.control<Json>('threads', 'GET', '/state?requests=0')
    expect(posts.filter(({ text }: Json) => text === body.content)).toHaveLength(1)
    const other = await local.api('POST', '/api/v1/posts/text', { key, json: { ...body, content: 'Other' }, headers })
    expect([other.status, other.json<Json>().errors[0].code]).toEqual([422, 'idempotency_mismatch'])
  })
})

describe('when the platform fails', () => {
  it('finds out what a publish call did whose answer was lost, and publishes once', async () => {
    for (const kind of ['drop_after', 'drop_before'] as const) {
      const account = await connect(local, 'threads', `lost.${kind.replace('_', '.')}`)
      await local.control('threads', 'POST', '/faults', {
        match: { operation: 'publish', account: account.external_id },
        fault: { kind },
        times: 1,
      })
      const id = await post(local, 'text', { content: `Lost ${kind}`, accounts: [account.id] }, key)
      const view = await ended(local, id, key)
      expect(publicationOn(view, account.id)).toMatchObject({ state: 'published' })
      const { posts } = await local.control<Json>('threads', 'GET', '/state?requests=0')
      expect(posts.filter((one: Json) => one.account === account.external_id)).toHaveLength(1)
    }
  })

  it('holds up no other publication of the batch that waits for one', { tags: 'deep' }, async () => {
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_, at) => connect(local, 'threads', `side.by.side.${at}`)),
    )
    const [slow, ...others] = accounts as [(typeof accounts)[0], ...typeof accounts]
    await local.control('threads', 'POST', '/faults', {
      match: { operation: 'create', account: slow.external_id },
      // As long as the service waits for an answer, but some seconds: the others have that long on a machine that is busy.
      fault: { kind: 'hang', ms: 25_000 },
      times: 1,
    })
    const id = await post(local, 'text', { content: 'Side by side', accounts: accounts.map((one) => one.id) }, key)
    const meanwhile = await eventually(
      async () => {
        const view = await readPost(local, id, key)
        return others.every(({ id: account }) => publicationOn(view, account).terminal) && view
      },
      { what: 'an end of all the others', timeoutMs: 60_000, everyMs: 100 },
    )
    expect(publicationOn(meanwhile, slow.id)).toMatchObject({ state: 'waiting', terminal: false })
    expect(meanwhile.progress).toMatchObject({ total: 8, published: 7 })
    expect((await ended(local, id, key)).progress).toMatchObject({ total: 8, published: 8 })
    const { posts } = await local.control<Json>('threads', 'GET', '/state?requests=0')
    expect(posts.filter(({ text }: Json) => text === 'Side by side')).toHaveLength(8)
  })

  it('marks an account whose token is dead, fails with that reason, and refuses the next post', async () => {
    const account = await connect(local, 'threads', 'dead.token')
    await local.control('threads', 'POST', '/tokens/revoke', { account: account.external_id })
    const view = await ended(
      local,
      await post(local, 'text', { content: 'Too late', accounts: [account.id] }, key),
      key,
    )
    expect(view.publications[0]).toMatchObject({
      state: 'failed',
      retryable: true,
      error: { code: 'reconnect_required', platform: { code: 190 } },
    })
    // The account is marked right after the publication has ended.
    const statusOf = async () => {
      const { data } = (await local.api('GET', '/api/v1/accounts/social', { key })).json<Json>()
      return JSON.parse(data.find(({ id }: Json) => id === account.id).metadata).status
    }
    await eventually(async () => (await statusOf()) === 'reconnect_required', { what: 'the account marked' })
    const reply = await local.api('POST', '/api/v1/posts/text', {
      key,
      json: { content: 'Again', accounts: [account.id] },
    })
    expect(reply.json<Json>().errors).toEqual([
      expect.objectContaining({ code: 'account_reconnect_required', path: 'accounts[0]' }),
    ])
  })

  it("shows the platform's own error where it refuses the content", async () => {
    const account = await connect(local, 'instagram', 'refused.content')
    await local.control('instagram', 'POST', '/faults', {
      match: { operation: 'create', account: account.external_id },
      fault: { kind: 'error_before', code: 36003, subcode: 2207009, message: 'Aspect ratio' },
    })
    const view = await ended(
      local,
      await post(
        local,
        'feed',
        { title: 'T', media: { media_asset_ids: [await image()] }, accounts: [account.id] },
        key,
      ),
      key,
    )
    expect(view.publications[0]).toMatchObject({
      state: 'failed',
      retryable: false,
      error: {
        code: 'rejected',
        platform: { code: 36003, subcode: 2207009, message: expect.stringContaining('Aspect ratio') },
      },
    })
  })
})

describe('scheduling', () => {
  it('is called back before it begins, and refuses to be once it has', async () => {
    const media = await image()
    const id = await post(
      local,
      'feed',
      {
        title: 'Later',
        media: { media_asset_ids: [media] },
        accounts: [instagram],
        scheduled_at: Date.now() + 3_600_000,
      },
      key,
    )
    expect((await local.api('DELETE', `/api/v1/media/${media}`, { key })).status).toBe(409)
    expect((await local.api('DELETE', `/api/v1/posts/${id}`, { key })).json()).toEqual({
      success: true,
      message: 'The post was cancelled on 1 account.',
    })
    expect(await readPost(local, id, key)).toMatchObject({
      status: 'cancelled',
      publications: [{ state: 'cancelled', terminal: true }],
    })
    expect((await local.api('DELETE', `/api/v1/posts/${id}`, { key })).status).toBe(409)
    expect((await local.api('DELETE', `/api/v1/media/${media}`, { key })).status).toBe(200)

    const begun = await post(local, 'text', { content: 'Already out', accounts: [threads] }, key)
    await ended(local, begun, key)
    const reply = await local.api('DELETE', `/api/v1/posts/${begun}`, { key })
    expect([reply.status, reply.json<Json>().errors[0].code]).toEqual([409, 'already_started'])
  })

  it('ends failed with that reason when the account was disconnected by then', async () => {
    const account = await connect(local, 'threads', 'gone.by.then')
    const id = await post(
      local,
      'text',
      { content: 'Never', accounts: [account.id], scheduled_at: Date.now() + 3_600_000 },
      key,
    )
    await local.admin('account', 'disconnect', account.id)
    const view = await ended(local, id, key)
    expect(view.publications[0]).toMatchObject({ state: 'failed', error: { code: 'account_disconnected' } })
  })
})

describe('what became of posts', () => {
  it('lists them newest first, paged and filtered', async () => {
    await local.admin('owner', 'create', 'lister')
    const own = (await local.admin<Json>('key', 'create', '--owner', 'lister', '--rate-limit', '1000')).api_key
    const { token } = await local.control<Json>('threads', 'POST', '/accounts', { username: 'lister' })
    const { id: account } = await local.admin<Json>(
      'account',
      'connect',
      '--owner',
      'lister',
      '--platform',
      'threads',
      `--access-token=${token}`,
    )
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1)
      ids.unshift(await post(local, 'text', { content: `Post ${at}`, accounts: [account] }, own))
    ids.unshift(
      await post(local, 'text', { content: 'Later', accounts: [account], scheduled_at: Date.now() + 3_600_000 }, own),
    )
    await eventually(
      async () =>
        (await local.api('GET', '/api/v1/posts?status=published', { key: own })).json<Json>().data.result_info
          .total_count === 3,
      { what: 'three published posts' },
    )
    const list = async (query: string) =>
      (await local.api('GET', `/api/v1/posts?${query}`, { key: own })).json<Json>().data
    const first = await list('limit=3')
    expect(first.result.map(({ id }: Json) => id)).toEqual(ids.slice(0, 3))
    expect(first.result_info).toEqual({ count: 3, page: 1, limit: 3, total_count: 4, total_pages: 2 })
    expect((await list('limit=3&page=2')).result.map(({ id }: Json) => id)).toEqual(ids.slice(3))
    expect((await list('status=scheduled')).result.map(({ id }: Json) => id)).toEqual(ids.slice(0, 1))
    expect(await list('type=reels')).toMatchObject({ result: [], filters: { type: 'reels' } })
    expect((await local.api('GET', '/api/v1/posts?page=0', { key: own })).json<Json>().errors).toEqual([
      expect.objectContaining({ code: 'too_small', path: 'page' }),
    ])
    expect((await local.api('GET', '/api/v1/posts?status=lost', { key: own })).status).toBe(400)
  })
})

describe('when the platform takes its time', () => {
  it('with one owner’s posts, no other owner’s post waits for that', async () => {
    await local.admin('owner', 'create', 'delayed')
    const delayed = (await local.admin<Json>('key', 'create', '--owner', 'delayed', '--rate-limit', '1000')).api_key
    const accounts = await Promise.all(
      Array.from({ length: 6 }, (_, at) => connect(local, 'threads', `delayed.${at}`, 'delayed')),
    )
    for (const { external_id } of accounts)
      await local.control('threads', 'POST', '/faults', {
        match: { operation: 'create', account: external_id },
        fault: { kind: 'hang', ms: 12_000, when: 'before' },
        times: null,
      })
    // Each is six messages of the queue, more than all its pollers take.
    const waiting = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        post(local, 'text', { content: `Delayed ${at}`, accounts: accounts.map(({ id }) => id) }, delayed),
      ),
    )
    await publish('text', { content: 'Next', accounts: [threads] })
    const others = await Promise.all(waiting.map((id) => readPost(local, id, delayed)))
    expect(others.map(({ progress }) => progress)).toEqual(
      Array(5).fill(expect.objectContaining({ total: 6, published: 0, failed: 0 })),
    )
  })
})
