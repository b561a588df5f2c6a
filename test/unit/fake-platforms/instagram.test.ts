import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY, type Json, mediaHost, picture, type Reply, type Running, settled, start, video } from './support.ts'

const V = '/v26.0'
let sim: Running
let host: Awaited<ReturnType<typeof mediaHost>>
let jpeg: Buffer
let image_url: string
let video_url: string

beforeAll(async () => {
  sim = await start('instagram', { quota_total: 1000, container_limit: 10_000 })
  host = await mediaHost()
  jpeg = await picture(1080, 1080)
  image_url = host.add('a.jpg', { body: jpeg, type: 'image/jpeg' })
  video_url = host.add('a.mp4', { body: video(), type: 'video/mp4' })
})

const create = (params: Record<string, unknown>, on = sim): Promise<Reply> => on.call('POST', `${V}/me/media`, params)
const publish = (creation_id: string, on = sim): Promise<Reply> =>
  on.call('POST', `${V}/me/media_publish`, { creation_id })
const made = async (params: Record<string, unknown>, on = sim): Promise<string> => {
  const { json, status } = await create(params, on)
  expect(json.error).toBeUndefined()
  expect(status).toBe(200)
  await settled(on, `${V}/${json.id}`, 'status_code')
  return json.id
}
const codes = ({ json }: Reply): unknown => [json.error?.code, json.error?.error_subcode]

describe('a picture', () => {
  it('is created, finished, published and read back', async () => {
    const id = await made({ image_url, caption: 'Hello #one\n👩‍👩‍👧 שלום', alt_text: 'a green square' })
    const status = await sim.call('GET', `${V}/${id}`, { fields: 'status_code,status' })
    expect(status.json).toMatchObject({ id, status_code: 'FINISHED', status: expect.stringContaining('Finished') })
    const published = await publish(id)
    expect(Object.keys(published.json)).toEqual(['id'])
    expect(published.json.id).not.toBe(id)
    const fields = 'id,permalink,media_type,media_product_type,timestamp,caption,alt_text'
    const media = await sim.call('GET', `${V}/${published.json.id}`, { fields })
    expect(media.json).toMatchObject({
      id: published.json.id,
      permalink: expect.stringMatching(/^https:\/\/www\.instagram\.com\/p\/[\w-]{11}\/$/),
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      caption: 'Hello #one\n👩‍👩‍👧 שלום',
      alt_text: 'a green square',
    })
    const container = await sim.call('GET', `${V}/${id}`, { fields: 'status_code' })
    expect(container.json.status_code).toBe('PUBLISHED')
  })

  it('is kept byte for byte as it was fetched', async () => {
    const id = await made({ image_url })
    const { containers } = await sim.state()
    const { media } = containers.find((one: Json) => one.id === id)
    const sha256 = createHash('sha256').update(jpeg).digest('hex')
    expect(media).toMatchObject({ sha256, bytes: jpeg.length, width: 1080, height: 1080, content_type: 'image/jpeg' })
    expect(await readFile(join(sim.dataDir, 'instagram-media', media.file))).toEqual(jpeg)
  })

  it.each([
    ['PNG', 'p.png', async () => ({ body: await picture(1080, 1080, 'png'), type: 'image/png' }), [36001, 2207005]],
    [
      'a PNG called JPEG',
      'q.jpg',
      async () => ({ body: await picture(500, 500, 'png'), type: 'image/jpeg' }),
      [36001, 2207005],
    ],
    [
      'a JPEG called otherwise',
      'r.jpg',
      async () => ({ body: jpeg, type: 'application/octet-stream' }),
      [36001, 2207005],
    ],
    [
      'a JPEG cut short',
      's.jpg',
      async () => ({ body: jpeg.subarray(0, jpeg.length - 400), type: 'image/jpeg' }),
      [36001, 2207005],
    ],
    [
      'taller than 4:5',
      't.jpg',
      async () => ({ body: await picture(780, 1000), type: 'image/jpeg' }),
      [36003, 2207009],
    ],
    [
      'wider than 1.91:1',
      'u.jpg',
      async () => ({ body: await picture(1000, 510), type: 'image/jpeg' }),
      [36003, 2207009],
    ],
    [
      'over 8 MiB',
      'v.jpg',
      async () => ({ body: Buffer.alloc(8 * 1024 * 1024 + 1), type: 'image/jpeg' }),
      [36000, 2207004],
    ],
    ['gone', 'w.jpg', async () => ({ body: Buffer.from('no'), type: 'image/jpeg', status: 404 }), [9004, 2207052]],
  ])('is refused when it is %s', async (_what, name, served, expected) => {
    const url = host.add(name, await served())
    expect(codes(await create({ image_url: url }))).toEqual(expected)
  })

  it.each([
    ['4:5 within a pixel', 1080, 1351],
    ['1.91:1 within a pixel', 1080, 565],
    ['wider than 1440, which the platform scales', 1920, 1080],
  ])('is taken at %s', async (what, width, height) => {
    const url = host.add(encodeURIComponent(what), { body: await picture(width, height), type: 'image/jpeg' })
    expect((await create({ image_url: url })).status).toBe(200)
  })

  it('is fetched from this machine only, also over a redirect', async () => {
    const connected = vi.spyOn(globalThis, 'fetch')
    const away = host.add('away', { body: Buffer.alloc(0), type: '', status: 302, location: 'http://192.0.2.1/x.jpg' })
    const back = host.add('back', { body: Buffer.alloc(0), type: '', status: 302, location: image_url })
    expect(codes(await create({ image_url: 'http://192.0.2.1/x.jpg' }))).toEqual([9004, 2207052])
    expect(codes(await create({ image_url: away }))).toEqual([9004, 2207052])
    expect((await create({ image_url: back })).status).toBe(200)
    const asked = connected.mock.calls.map(([address]) => String(address))
    expect(asked.filter((address) => address.includes('192.0.2.1'))).toEqual([])
    connected.mockRestore()
  })

  it('that does not arrive in time could not be fetched', async () => {
    const own = await start('instagram', { fetch_timeout_ms: 30 })
    expect(codes(await create({ image_url: host.add('never.jpg', 'never') }, own))).toEqual([9004, 2207052])
  })

  it('shows its fault as a status instead, when so set', async () => {
    const other = await start('instagram', { image_faults: 'processing' })
    const id = (
      await create({ image_url: host.add('y.png', { body: await picture(400, 400, 'png'), type: 'image/png' }) }, other)
    ).json.id
    expect(await settled(other, `${V}/${id}`, 'status_code')).toMatchObject({
      status_code: 'ERROR',
      status: expect.stringContaining('2207005'),
    })
    expect(codes(await publish(id, other))).toEqual([36001, 2207005])
  })
})

describe('the parameters', () => {
  const REFUSED: [string, () => Record<string, unknown>, [number, number | undefined]][] = [
    ['no picture', () => ({}), [100, undefined]],
    ['not a URL', () => ({ image_url: 'picture.jpg' }), [100, undefined]],
    ['a URL that is not ASCII', () => ({ image_url: `${image_url}?ü` }), [9004, 2207052]],
    ['an unknown type', () => ({ media_type: 'GIF', image_url }), [100, 2207023]],
    ['a video by itself', () => ({ media_type: 'VIDEO', video_url }), [100, 2207023]],
    ['picture and video', () => ({ image_url, video_url }), [100, undefined]],
    ['a reel without a video', () => ({ media_type: 'REELS', image_url }), [100, undefined]],
    ['a reel as a carousel item', () => ({ media_type: 'REELS', video_url, is_carousel_item: true }), [100, undefined]],
    ['a reel with alt text', () => ({ media_type: 'REELS', video_url, alt_text: 'x' }), [100, undefined]],
    ['a story with alt text', () => ({ media_type: 'STORIES', image_url, alt_text: 'x' }), [100, undefined]],
    ['a child with a caption', () => ({ image_url, is_carousel_item: true, caption: 'x' }), [100, undefined]],
    ['a carousel item that is not a flag', () => ({ image_url, is_carousel_item: 'yes' }), [100, undefined]],
    ['2,201 characters', () => ({ image_url, caption: 'a'.repeat(2201) }), [36004, 2207010]],
    ['1,101 emoji', () => ({ image_url, caption: '👍'.repeat(1101) }), [36004, 2207010]],
    ['31 hashtags', () => ({ image_url, caption: '#a '.repeat(31) }), [36004, 2207010]],
    ['21 mentions', () => ({ image_url, caption: '@a '.repeat(21) }), [100, 2207040]],
    ['1,001 characters of alt text', () => ({ image_url, alt_text: 'a'.repeat(1001) }), [100, undefined]],
    ['one child', () => ({ media_type: 'CAROUSEL', children: '123' }), [100, 2207028]],
    ['11 children', () => ({ media_type: 'CAROUSEL', children: Array(11).fill('1').join() }), [100, 2207028]],
    [
      'unknown children',
      () => ({ media_type: 'CAROUSEL', children: '17880000000000001,17880000000000003' }),
      [24, 2207008],
    ],
    ['four collaborators', () => ({ image_url, collaborators: 'a,b,c,d' }), [100, undefined]],
    ['a tag without a place', () => ({ image_url, user_tags: '[{"username":"a"}]' }), [100, undefined]],
    ['parameters of the other login', () => ({ image_url, upload_type: 'resumable' }), [100, undefined]],
    ['a negative thumb_offset', () => ({ media_type: 'REELS', video_url, thumb_offset: -1 }), [1, 2207057]],
  ]
  it.each(REFUSED)('are refused: %s', async (_what, params, expected) => {
    const reply = await create(params())
    expect(reply.status).toBe(400)
    expect(codes(reply)).toEqual(expected)
    expect(reply.json.error).toMatchObject({
      message: expect.any(String),
      type: 'OAuthException',
      fbtrace_id: expect.any(String),
    })
  })

  const TAKEN: [string, () => Record<string, unknown>][] = [
    ['2,200 characters', () => ({ image_url, caption: 'a'.repeat(2200) })],
    ['30 hashtags and an address', () => ({ image_url, caption: `${'#a '.repeat(30)} me@example.com` })],
    ['20 mentions', () => ({ image_url, caption: '@a '.repeat(20) })],
    ['1,000 characters of alt text', () => ({ image_url, alt_text: 'a'.repeat(1000) })],
    ['media_type IMAGE', () => ({ image_url, media_type: 'IMAGE' })],
    ['tags with places', () => ({ image_url, user_tags: '[{"username":"a","x":0.5,"y":1}]' })],
  ]
  it.each(TAKEN)('are taken: %s', async (_what, params) => {
    expect((await create(params())).status).toBe(200)
  })

  it('may come as JSON, form or query, and the token in three places', async () => {
    const seen: unknown[] = []
    for (const as of ['json', 'form', 'query'] as const) {
      for (const tokenIn of ['header', 'query', 'body'] as const) {
        if (as === 'query' && tokenIn === 'body') continue
        const { status } = await sim.call('POST', `${V}/me/media`, { image_url, caption: `${as} #x` }, { as, tokenIn })
        expect([as, tokenIn, status]).toEqual([as, tokenIn, 200])
        const { requests } = await sim.state()
        expect(requests.at(-1).params).toEqual({ image_url, caption: `${as} #x` })
        seen.push(requests.at(-1).token_in)
      }
    }
    expect(seen).toEqual(['header', 'query', 'body', 'header', 'query', 'body', 'header', 'query'])
  })

  it('that are not documented are ignored and recorded, if a setting says so', async () => {
    await sim.control('POST', '/settings', { unknown_parameters: 'ignore' })
    const id = await made({ image_url, alttext: 'x' })
    const { containers } = await sim.state()
    expect(containers.find((one: Json) => one.id === id).ignored).toEqual(['alttext'])
    await sim.control('POST', '/settings', { unknown_parameters: 'refuse' })
    const refused = await sim.call('POST', `${V}/me/media`, { image_url, alttext: 'x' })
    expect([refused.status, refused.json.error.code]).toEqual([400, 100])
  })

  it('refuses ids that went through a number, and bodies that are not JSON', async () => {
    const id = await made({ image_url })
    const asNumber = await fetch(`${sim.url}${V}/me/media_publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sim.demoToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ creation_id: Number(id) }),
    })
    expect(asNumber.status).toBe(400)
    expect(String(Number(id))).not.toBe(id)
    const broken = await fetch(`${sim.url}${V}/me/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sim.demoToken}`, 'content-type': 'application/json' },
      body: '{"image_url":',
    })
    expect(await broken.json()).toMatchObject({ error: { code: 100 } })
  })
})

describe('a carousel', () => {
  const child = (): Promise<string> => made({ image_url, is_carousel_item: true })

  it('holds pictures and videos in order and counts as one post', async () => {
    const clip = host.add('square.mp4', { body: video({ width: 1080, height: 1080 }), type: 'video/mp4' })
    const second = await made({ media_type: 'VIDEO', video_url: clip, is_carousel_item: true })
    const children = [await child(), second, await child()]
    const before = (await sim.call('GET', `${V}/me/content_publishing_limit`, { fields: 'quota_usage,config' })).json
    const parent = await sim.call(
      'POST',
      `${V}/me/media`,
      { media_type: 'CAROUSEL', children, caption: 'three' },
      { as: 'json' },
    )
    const { json } = await publish(parent.json.id)
    const media = await sim.call('GET', `${V}/${json.id}`, { fields: 'media_type,children{id},caption' })
    expect(media.json).toMatchObject({ media_type: 'CAROUSEL_ALBUM', caption: 'three' })
    expect(media.json.children.data).toHaveLength(3)
    const { posts } = await sim.state()
    expect(posts[0].children.map((one: Json) => one.kind)).toEqual(['image', 'video', 'image'])
    const after = (await sim.call('GET', `${V}/me/content_publishing_limit`, { fields: 'quota_usage,config' })).json
    expect(after.data[0].quota_usage).toBe(before.data[0].quota_usage + 1)
    expect(after.data[0].config).toEqual({ quota_total: 1000, quota_duration: 86_400 })
  })

  it('takes no child of another account, of another parent that was published, twice, or that is no child', async () => {
    const other = await sim.control('POST', '/accounts', { username: 'other.carousel' })
    const foreign = (
      await sim.call('POST', `${V}/me/media`, { image_url, is_carousel_item: true }, { token: other.token })
    ).json.id
    const [first, second, third] = [await child(), await child(), await child()]
    const single = await made({ image_url })
    const of = (...children: string[]): Promise<Reply> => create({ media_type: 'CAROUSEL', children: children.join() })
    expect(codes(await of(first, foreign))).toEqual([24, 2207008])
    expect(codes(await of(first, single))).toEqual([100, undefined])
    expect(codes(await of(first, first))).toEqual([100, undefined])
    const parent = await of(first, second)
    expect((await publish(parent.json.id)).status).toBe(200)
    expect(codes(await of(first, third))).toEqual([24, 2207008])
    expect(codes(await publish(third))).toEqual([100, undefined])
  })

  it('needs children that are finished, and waits for them when so set', async () => {
    const slow = await start('instagram', { processing_ms: 60_000 })
    const children = [
      (await create({ image_url, is_carousel_item: true }, slow)).json.id,
      (await create({ image_url, is_carousel_item: true }, slow)).json.id,
    ].join()
    expect(codes(await create({ media_type: 'CAROUSEL', children }, slow))).toEqual([9007, 2207027])
    await slow.control('POST', '/settings', { unfinished_children: 'wait', processing_ms: 0 })
    const parent = (await create({ media_type: 'CAROUSEL', children }, slow)).json.id
    const state = async (): Promise<string> =>
      (await slow.call('GET', `${V}/${parent}`, { fields: 'status_code' })).json.status_code
    expect(await state()).toBe('IN_PROGRESS')
    await slow.ahead(61_000)
    expect(await state()).toBe('FINISHED')
  })
})

describe('video', () => {
  const reel = (shape: Parameters<typeof video>[0], type = 'video/mp4', name = JSON.stringify(shape) + type): string =>
    host.add(encodeURIComponent(name), { body: video(shape), type })

  it('becomes a reel with its own permalink and product type', async () => {
    const id = await made({ media_type: 'REELS', video_url, caption: 'r', share_to_feed: true })
    const { json } = await publish(id)
    const media = await sim.call('GET', `${V}/${json.id}`, { fields: 'permalink,media_type,media_product_type' })
    expect(media.json).toMatchObject({
      permalink: expect.stringMatching(/\/reel\/[\w-]+\/$/),
      media_type: 'VIDEO',
      media_product_type: 'REELS',
    })
  })

  it.each([
    ['2 seconds', { seconds: 2 }, 'video/mp4', '2207026'],
    ['over 15 minutes', { seconds: 901 }, 'video/mp4', '2207026'],
    ['wider than 1920', { width: 2160, height: 3840 }, 'video/mp4', '2207026'],
    ['another codec', { codec: 'av01' }, 'video/mp4', '2207026'],
    ['another content type', {}, 'application/octet-stream', '2207026'],
  ])('ends as ERROR: %s', async (_what, shape, type, subcode) => {
    const { json } = await create({ media_type: 'REELS', video_url: reel(shape, type) })
    const status = await settled(sim, `${V}/${json.id}`, 'status_code')
    expect(status).toMatchObject({ status_code: 'ERROR', status: expect.stringContaining(subcode) })
  })

  it('ends as ERROR when it cannot be fetched or is no video', async () => {
    const gone = await create({ media_type: 'REELS', video_url: `${video_url}-gone` })
    expect((await settled(sim, `${V}/${gone.json.id}`, 'status_code')).status).toContain('2207077')
    const text = host.add('text.mp4', { body: Buffer.from('not a video at all'), type: 'video/mp4' })
    const wrong = await create({ media_type: 'REELS', video_url: text })
    expect((await settled(sim, `${V}/${wrong.json.id}`, 'status_code')).status).toContain('2207026')
  })

  it('is taken as MOV, and in a story up to 60 seconds', async () => {
    const mov = reel({ brand: 'qt  ' }, 'video/quicktime')
    await made({ media_type: 'REELS', video_url: mov })
    expect(
      (await settled(sim, `${V}/${await made({ media_type: 'STORIES', video_url: mov })}`, 'status_code')).status_code,
    ).toBe('FINISHED')
    const long = await create({ media_type: 'STORIES', video_url: reel({ seconds: 61 }) })
    expect((await settled(sim, `${V}/${long.json.id}`, 'status_code')).status_code).toBe('ERROR')
  })
})

describe('stories', () => {
  it('show no caption, are listed apart, and leave the list after a day', async () => {
    const own = await start('instagram')
    const tall = host.add('story.jpg', { body: await picture(1080, 1920), type: 'image/jpeg' })
    const { json } = await publish(await made({ media_type: 'STORIES', image_url: tall, caption: 'unseen' }, own), own)
    const fields = 'id,caption,permalink,media_product_type'
    const listed = async (edge: string): Promise<Json[]> =>
      (await own.call('GET', `${V}/me/${edge}`, { fields })).json.data
    expect(await listed('stories')).toEqual([
      {
        id: json.id,
        permalink: `https://www.instagram.com/stories/demo.studio/${json.id}/`,
        media_product_type: 'STORY',
      },
    ])
    expect(await listed('media')).toEqual([])
    await own.ahead(DAY + 1000)
    expect(await listed('stories')).toEqual([])
  })
})

describe('time', () => {
  it('makes a container ready, then expired', async () => {
    const own = await start('instagram', { processing_ms: { image: 10_000, video: 20_000 } })
    const { json } = await create({ image_url }, own)
    const state = async (): Promise<string> =>
      (await own.call('GET', `${V}/${json.id}`, { fields: 'status_code' })).json.status_code
    expect(await state()).toBe('IN_PROGRESS')
    expect(codes(await publish(json.id, own))).toEqual([9007, 2207027])
    await own.ahead(10_001)
    expect(await state()).toBe('FINISHED')
    await own.ahead(DAY + 1000)
    expect(await state()).toBe('EXPIRED')
    expect(codes(await publish(json.id, own))).toEqual([24, 2207008])
  })

  it('refills quota and containers over 24 hours', async () => {
    const own = await start('instagram', { quota_total: 1, container_limit: 3 })
    const [first, second] = [await made({ image_url }, own), await made({ image_url }, own)]
    expect((await publish(first, own)).status).toBe(200)
    expect(codes(await publish(second, own))).toEqual([9, 2207042])
    await made({ image_url }, own)
    expect(codes(await create({ image_url }, own))).toEqual([4, undefined])
    await own.ahead(DAY + 1000)
    expect((await publish(await made({ image_url }, own), own)).status).toBe(200)
  })
})

describe('publishing again', () => {
  it('makes a second post and counts it, or is refused when so set', async () => {
    const own = await start('instagram')
    const id = await made({ image_url }, own)
    expect((await publish(id, own)).json.id).not.toBe((await publish(id, own)).json.id)
    const state = await own.state()
    expect(state.totals).toMatchObject({ posts: 2, duplicates: 1 })
    expect(state.containers[0]).toMatchObject({ publish_calls: 2, posts: 2, state: 'PUBLISHED' })
    await own.control('POST', '/settings', { repeat_publish: 'reject' })
    expect(codes(await publish(id, own))).toEqual([100, undefined])
    expect((await own.state()).totals.posts).toBe(2)
  })

  it("needs a container that is known and one's own", async () => {
    const other = await sim.control('POST', '/accounts', { username: 'other.publisher' })
    const id = await made({ image_url })
    expect(codes(await publish('17880000000000001'))).toEqual([24, 2207008])
    expect(codes(await sim.call('POST', `${V}/me/media_publish`, { creation_id: id }, { token: other.token }))).toEqual(
      [24, 2207008],
    )
    expect(codes(await sim.call('GET', `${V}/${id}`, { fields: 'status' }, { token: other.token }))).toEqual([100, 33])
    expect(codes(await sim.call('POST', `${V}/me/media_publish`, {}))).toEqual([100, undefined])
  })
})

describe('access', () => {
  it('needs a version, a token that lives, and the scopes', async () => {
    expect((await sim.call('POST', '/me/media', { image_url })).status).toBe(404)
    expect(codes(await sim.call('GET', `${V}/me`, {}, { token: null }))).toEqual([190, undefined])
    expect(codes(await sim.call('GET', `${V}/me`, {}, { token: 'IGQnonsense' }))).toEqual([190, undefined])
    const reader = await sim.control('POST', '/accounts', { username: 'reader', scopes: ['instagram_business_basic'] })
    const refused = await sim.call('POST', `${V}/me/media`, { image_url }, { token: reader.token })
    expect(codes(refused)).toEqual([10, undefined])
    await sim.control('POST', '/tokens/expire', { account: 'reader' })
    expect(codes(await sim.call('GET', `${V}/me`, {}, { token: reader.token }))).toEqual([190, 463])
    const { token } = await sim.control('POST', '/tokens', { account: 'reader' })
    await sim.control('POST', '/tokens/revoke', { token, subcode: 460 })
    expect(codes(await sim.call('GET', `${V}/me`, {}, { token }))).toEqual([190, 460])
  })

  it('knows its own path by user id, not by the app-scoped id', async () => {
    const { json } = await sim.call('GET', `${V}/me`, { fields: 'id,user_id' })
    expect(json.id).not.toBe(json.user_id)
    expect((await sim.call('POST', `${V}/${json.user_id}/media`, { image_url })).status).toBe(200)
    expect(codes(await sim.call('POST', `${V}/${json.id}/media`, { image_url }))).toEqual([100, 33])
  })

  it('stops an account that is restricted', async () => {
    const account = await sim.control('POST', '/accounts', { username: 'restricted', restricted: true })
    expect(codes(await sim.call('POST', `${V}/me/media`, { image_url }, { token: account.token }))).toEqual([
      25, 2207050,
    ])
  })
})

describe('accounts', () => {
  it('are made and changed, with the picture given, drawn or none', async () => {
    const given = await picture(200, 200)
    const made = await sim.control('POST', '/accounts', {
      username: 'creator',
      account_type: 'Media_Creator',
      biography: 'one',
      picture: given.toString('base64'),
    })
    const read = async (fields: string, on = 'me'): Promise<Json> =>
      (await sim.call('GET', `${V}/${on}`, { fields }, { token: made.token })).json
    const { profile_picture_url, account_type } = await read('profile_picture_url,account_type')
    expect(account_type).toBe('Media_Creator')
    expect(Buffer.from(await (await fetch(profile_picture_url)).arrayBuffer())).toEqual(given)
    const { external_id } = made
    await sim.control('POST', '/accounts', { external_id, biography: 'two', picture: null, account_type: 'Personal' })
    expect(await read('biography,profile_picture_url', external_id)).toEqual({ id: external_id, biography: 'two' })
    expect(await read('account_type,username')).toMatchObject({ account_type: 'Personal', username: 'creator' })
  })
})

describe('reading', () => {
  it('pages through the list by cursor and by time', async () => {
    const own = await start('instagram')
    const ids: string[] = []
    for (const caption of ['one', 'two', 'three'])
      ids.unshift((await publish(await made({ image_url, caption }, own), own)).json.id)
    const first = (await own.call('GET', `${V}/me/media`, { fields: 'id,caption', limit: 2 })).json
    expect(first.data.map((one: Json) => one.id)).toEqual(ids.slice(0, 2))
    const next = (await own.call('GET', `${V}/me/media`, { limit: 2, after: first.paging.cursors.after })).json
    expect(next.data).toEqual([{ id: ids[2] }])
    const back = (await own.call('GET', `${V}/me/media`, { limit: 2, before: next.paging.cursors.before })).json
    expect(back.data.map((one: Json) => one.id)).toEqual(ids.slice(0, 2))
    const later = Math.floor(Date.now() / 1000) + 60
    expect((await own.call('GET', `${V}/me/media`, { since: later })).json).toEqual({ data: [] })
    expect((await own.call('GET', `${V}/me/media`, { until: later })).json.data).toHaveLength(3)
    await own.control('POST', '/settings', { caption_field: false })
    expect(codes(await own.call('GET', `${V}/me/media`, { fields: 'caption' }))).toEqual([100, undefined])
  })

  it('refuses fields that do not exist and objects that are not there', async () => {
    const id = await made({ image_url })
    expect(codes(await sim.call('GET', `${V}/${id}`, { fields: 'permalink' }))).toEqual([100, undefined])
    expect(codes(await sim.call('GET', `${V}/17880000000000001`, { fields: 'status_code' }))).toEqual([100, 33])
  })

  it('gives the profile flat or wrapped, and the biography where documented', async () => {
    const own = await start('instagram')
    const fields = 'user_id,username,name,account_type,profile_picture_url'
    const flat = (await own.call('GET', `${V}/me`, { fields })).json
    expect(flat).toMatchObject({
      username: 'demo.studio',
      account_type: 'Business',
      user_id: expect.stringMatching(/^\d{17}$/),
    })
    await own.control('POST', '/settings', { profile_shape: 'wrapped' })
    const wrapped = (await own.call('GET', `${V}/me`, { fields })).json
    expect(wrapped.data[0]).toMatchObject({ user_id: flat.user_id, username: 'demo.studio' })
    expect(codes(await own.call('GET', `${V}/me`, { fields: 'biography' }))).toEqual([100, undefined])
    const node = (await own.call('GET', `${V}/${flat.user_id}`, { fields: 'biography,username' })).json
    expect(node).toEqual({ id: flat.user_id, username: 'demo.studio', biography: 'A simulated Instagram account.' })
    const image = await fetch(flat.profile_picture_url)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    await own.ahead(2 * DAY)
    expect((await fetch(flat.profile_picture_url)).status).toBe(403)
    expect((await fetch(flat.profile_picture_url.replace('oh=', 'oh=0'))).status).toBe(403)
  })
})
