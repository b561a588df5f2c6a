import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, type Json, mediaHost, picture, type Reply, type Running, settled, start, video } from './support.ts'

const V = '/v1.0'
let sim: Running
let host: Awaited<ReturnType<typeof mediaHost>>
let image_url: string
let video_url: string

beforeAll(async () => {
  sim = await start('threads')
  host = await mediaHost()
  image_url = host.add('a.jpg', { body: await picture(1080, 1350), type: 'image/jpeg' })
  video_url = host.add('a.mp4', { body: video(), type: 'video/mp4' })
})

const create = (params: Record<string, unknown>, on = sim): Promise<Reply> => on.call('POST', `${V}/me/threads`, params)
const publish = (creation_id: string, on = sim): Promise<Reply> =>
  on.call('POST', `${V}/me/threads_publish`, { creation_id })
const made = async (params: Record<string, unknown>, on = sim): Promise<string> => {
  const { json } = await create(params, on)
  expect(json.error).toBeUndefined()
  expect(await settled(on, `${V}/${json.id}`, 'status')).toMatchObject({ status: 'FINISHED' })
  return json.id
}
const codes = ({ json }: Reply): unknown => [json.error?.code, json.error?.error_subcode]
const NOT_FOUND = [24, 4279009]

describe('a text', () => {
  it('is created, published and read back as it was written', async () => {
    const text = 'Línea 1\nשורה 2 👩‍👩‍👧‍👦 https://example.com/?a=1&b=#c'
    const id = await made({ media_type: 'TEXT', text })
    const { json } = await publish(id)
    expect(json.id).not.toBe(id)
    const fields = 'id,permalink,shortcode,timestamp,media_type,text'
    const post = (await sim.call('GET', `${V}/${json.id}`, { fields })).json
    expect(post).toMatchObject({ id: json.id, media_type: 'TEXT_POST', text })
    expect(post.permalink).toBe(`https://www.threads.net/@demo.studio/post/${post.shortcode}`)
    expect((await sim.call('GET', `${V}/${id}`, { fields: 'status' })).json.status).toBe('PUBLISHED')
  })

  it.each([
    ['500 letters', 'a'.repeat(500), 200],
    ['501 letters', 'a'.repeat(501), 400],
    ['500 Hangul syllables', '가'.repeat(500), 200],
    ['125 emoji of four bytes', '👍'.repeat(125), 200],
    ['126 emoji of four bytes', '👍'.repeat(126), 400],
    ['20 families of 25 bytes', '👨‍👩‍👧‍👦'.repeat(20), 200],
    ['20 families and a letter', `${'👨‍👩‍👧‍👦'.repeat(20)}a`, 400],
    ['500 letters of two code points', 'e\u0301'.repeat(500), 200],
    ['62 flags and four letters', `${'🇰🇷'.repeat(62)}abcd`, 200],
    ['62 flags and five letters', `${'🇰🇷'.repeat(62)}abcde`, 400],
    ['a keycap of seven bytes too many', `${'a'.repeat(494)}1\uFE0F\u20E3`, 400],
    ['five links', 'http://a.example http://b.example http://c.example http://d.example http://e.example', 200],
    ['one link six times', 'http://a.example '.repeat(6), 200],
    ['six links', [1, 2, 3, 4, 5, 6].map((n) => `https://${n}.example`).join(' '), 400],
  ])('counts %s', async (_what, text, status) => {
    const reply = await create({ media_type: 'TEXT', text })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.json.error).toMatchObject({ code: 100, type: 'THApiException' })
  })

  it('names the limits it refuses by', async () => {
    const long = await create({ media_type: 'IMAGE', image_url, text: 'a'.repeat(501) })
    expect(long.json.error.message).toBe('Param text must be at most 500 characters long.')
    const text = [1, 2, 3, 4, 5].map((n) => `https://${n}.example`).join(' ')
    const links = await create({ media_type: 'TEXT', text, link_attachment: 'https://6.example' })
    expect(links.json.error.message).toContain('THREADS_API__LINK_LIMIT_EXCEEDED')
    expect((await create({ media_type: 'TEXT', text, link_attachment: 'https://5.example' })).status).toBe(200)
  })
})

describe('the parameters', () => {
  const REFUSED: [string, () => Record<string, unknown>][] = [
    ['no type', () => ({ text: 'x' })],
    ['an unknown type', () => ({ media_type: 'REELS', video_url })],
    ['no text', () => ({ media_type: 'TEXT' })],
    ['a text with a picture', () => ({ media_type: 'TEXT', text: 'x', image_url })],
    ['a picture without one', () => ({ media_type: 'IMAGE', text: 'x' })],
    ['a video with a picture', () => ({ media_type: 'VIDEO', video_url, image_url })],
    ['a text as a child', () => ({ media_type: 'TEXT', text: 'x', is_carousel_item: true })],
    ['one child', () => ({ media_type: 'CAROUSEL', children: '1' })],
    ['21 children', () => ({ media_type: 'CAROUSEL', children: Array(21).fill('1').join() })],
    ['children of a picture', () => ({ media_type: 'IMAGE', image_url, children: '1,2' })],
    ['alt text of a text', () => ({ media_type: 'TEXT', text: 'x', alt_text: 'y' })],
    ['1,001 characters of alt text', () => ({ media_type: 'IMAGE', image_url, alt_text: 'a'.repeat(1001) })],
    ['an unknown reply_control', () => ({ media_type: 'TEXT', text: 'x', reply_control: 'nobody' })],
    ['a topic with a dot', () => ({ media_type: 'TEXT', text: 'x', topic_tag: 'a.b' })],
    ['a link card on a picture', () => ({ media_type: 'IMAGE', image_url, link_attachment: 'https://a.example' })],
    ['publishing at once', () => ({ media_type: 'TEXT', text: 'x', auto_publish_text: true })],
  ]
  it.each(REFUSED)('are refused: %s', async (_what, params) => {
    const reply = await create(params())
    expect([reply.status, reply.json.error.code]).toEqual([400, 100])
  })
})

describe('a carousel', () => {
  it('mixes up to 20 pictures and videos, with alt texts', async () => {
    const png = host.add('a.png', { body: await picture(600, 3000, 'png'), type: 'image/png' })
    const children = await Promise.all([
      ...Array.from({ length: 18 }, (_none, n) =>
        made({ media_type: 'IMAGE', image_url, is_carousel_item: true, alt_text: `picture ${n}` }),
      ),
      made({ media_type: 'IMAGE', image_url: png, is_carousel_item: true }),
      made({ media_type: 'VIDEO', video_url, is_carousel_item: true, alt_text: 'clip' }),
    ])
    const parent = await made({ media_type: 'CAROUSEL', children: children.join(','), text: 'twenty' })
    const { json } = await publish(parent)
    const post = (await sim.call('GET', `${V}/${json.id}`, { fields: 'media_type,children' })).json
    expect(post.media_type).toBe('CAROUSEL_ALBUM')
    expect(post.children.data).toHaveLength(20)
    const { posts } = await sim.state()
    expect(posts[0].children[17].alt_text).toBe('picture 17')
    expect(posts[0].children[19]).toMatchObject({ kind: 'video', alt_text: 'clip' })
  })

  it('refuses children that are unknown, unfinished or failed', async () => {
    const child = await made({ media_type: 'IMAGE', image_url, is_carousel_item: true })
    const failed = (await create({ media_type: 'IMAGE', image_url: `${image_url}x`, is_carousel_item: true })).json.id
    await settled(sim, `${V}/${failed}`, 'status')
    for (const [other, said] of [
      ['18010000000000001', [100, 4279004]],
      [failed, NOT_FOUND],
    ]) {
      expect(codes(await create({ media_type: 'CAROUSEL', children: `${child},${other}` }))).toEqual(said)
    }
  })
})

describe('media', () => {
  it.each([
    ['a picture that is gone', 'IMAGE', 'none.jpg', null, 'UNKNOWN'],
    ['a WebP', 'IMAGE', 'b.webp', { body: Buffer.from('RIFFxxxxWEBP'), type: 'image/webp' }, 'UNKNOWN'],
    ['a picture wider than 10:1', 'IMAGE', 'w.jpg', 'wide', 'INVALID_ASPEC_RATIO'],
    ['a video that is gone', 'VIDEO', 'none.mp4', null, 'FAILED_DOWNLOADING_VIDEO'],
    [
      'a video over five minutes',
      'VIDEO',
      'l.mp4',
      { body: video({ seconds: 301 }), type: 'video/mp4' },
      'INVALID_DURATION',
    ],
    ['text as a video', 'VIDEO', 't.mp4', { body: Buffer.from('text'), type: 'video/mp4' }, 'FAILED_PROCESSING_VIDEO'],
  ])('end as ERROR: %s', async (_what, media_type, name, served, error_message) => {
    const wide = async (): Promise<{ body: Buffer; type: string }> => ({
      body: await picture(2200, 200),
      type: 'image/jpeg',
    })
    const file = served === 'wide' ? await wide() : (served as { body: Buffer; type: string } | null)
    const url = file ? host.add(name, file) : image_url.replace('a.jpg', name)
    const params = media_type === 'IMAGE' ? { image_url: url } : { video_url: url }
    const { json } = await create({ media_type, ...params })
    const status = await settled(sim, `${V}/${json.id}`, 'status')
    expect(status).toEqual({ id: json.id, status: 'ERROR', error_message })
    expect(codes(await publish(json.id))).toEqual(NOT_FOUND)
  })
})

describe('publishing', () => {
  it('too early, too late or of nothing is one and the same error', async () => {
    const own = await start('threads', { processing_ms: 10_000 })
    const { json } = await create({ media_type: 'TEXT', text: 'x' }, own)
    expect(codes(await publish(json.id, own))).toEqual(NOT_FOUND)
    expect(codes(await publish('18010000000000001', own))).toEqual(NOT_FOUND)
    await own.ahead(10_001)
    expect((await own.call('GET', `${V}/${json.id}`, { fields: 'status' })).json.status).toBe('FINISHED')
    await own.ahead(DAY + 1000)
    expect((await own.call('GET', `${V}/${json.id}`, { fields: 'status' })).json.status).toBe('EXPIRED')
    expect(codes(await publish(json.id, own))).toEqual(NOT_FOUND)
  })

  it('ends at the quota, which it reports', async () => {
    const own = await start('threads', { quota_total: 1 })
    await publish(await made({ media_type: 'TEXT', text: '1' }, own), own)
    expect(codes(await publish(await made({ media_type: 'TEXT', text: '2' }, own), own))).toEqual([4, undefined])
    const fields = 'quota_usage,config,reply_quota_usage,reply_config'
    expect((await own.call('GET', `${V}/me/threads_publishing_limit`, { fields })).json.data[0]).toEqual({
      quota_usage: 1,
      config: { quota_total: 1, quota_duration: 86_400 },
      reply_quota_usage: 0,
      reply_config: { quota_total: 1000, quota_duration: 86_400 },
    })
  })

  it('counts answers against a limit of their own', async () => {
    const own = await start('threads', { quota_total: 1, reply_quota_total: 1 })
    const { id } = (await publish(await made({ media_type: 'TEXT', text: 'root' }, own), own)).json
    const { token } = await own.control('POST', '/tokens', {
      account: (await own.state()).accounts[0].external_id,
      scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_replies'],
    })
    const answered = async (text: string) => {
      const form = { media_type: 'TEXT', text, reply_to_id: id }
      const container = (await own.call('POST', `${V}/me/threads`, form, { token })).json.id
      return publish(container, own)
    }
    expect((await answered('1')).status).toBe(200)
    expect(codes(await answered('2'))).toEqual([4, undefined])
  })

  it('stops a restricted user', async () => {
    const { token } = await sim.control('POST', '/accounts', { username: 'restricted', restricted: true })
    const reply = await sim.call('POST', `${V}/me/threads`, { media_type: 'TEXT', text: 'x' }, { token })
    expect(codes(reply)).toEqual([25, 4279013])
  })
})

describe('reading', () => {
  it('lists own posts newest first', async () => {
    const own = await start('threads')
    const ids: string[] = []
    for (const text of ['one', 'two'])
      ids.unshift((await publish(await made({ media_type: 'TEXT', text }, own), own)).json.id)
    const list = (await own.call('GET', `${V}/me/threads`, { fields: 'id,text,media_type,timestamp', limit: 100 })).json
    expect(list.data.map((one: Json) => [one.id, one.text])).toEqual([
      [ids[0], 'two'],
      [ids[1], 'one'],
    ])
    expect((await own.call('GET', `${V}/me/threads`, { limit: 101 })).status).toBe(400)
  })

  it('has no status on a published post, and only one version', async () => {
    const { json } = await publish(await made({ media_type: 'TEXT', text: 'x' }))
    const reply = await sim.call('GET', `${V}/${json.id}`, { fields: 'status' })
    expect(reply.json.error).toMatchObject({ code: 100, type: 'THApiException' })
    expect((await sim.call('GET', '/v2.0/me')).status).toBe(404)
  })

  it('gives the profile and what a token is', async () => {
    const fields = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified'
    const me = (await sim.call('GET', `${V}/me`, { fields })).json
    expect(me).toMatchObject({ username: 'demo.studio', is_verified: false, threads_biography: expect.any(String) })
    const { token } = await sim.control('POST', '/tokens', { account: 'demo.studio', age_ms: 59 * DAY })
    const check = (await sim.call('GET', `${V}/debug_token`, { input_token: token })).json.data
    expect(check).toMatchObject({
      is_valid: true,
      user_id: me.id,
      scopes: ['threads_basic', 'threads_content_publish'],
    })
    expect(check.expires_at * 1000 - Date.now()).toBeLessThan(DAY)
    const { requests } = await sim.state()
    expect(JSON.stringify(requests.at(-1))).not.toContain(token)
  })
})
