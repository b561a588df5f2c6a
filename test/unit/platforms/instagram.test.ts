import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instagramApi as instagram } from '../../../core/platforms/instagram/connector.ts'
import type { ContainerApi, ContainerSpec } from '../../../core/platforms/meta/containers.ts'
import { drop, json, refusal, type ScriptedServer, startScripted } from './scripted-server.ts'

const IG_ID = '17841405793187218'
const account = { external_id: IG_ID, token: 'IGQWRPtesttokentesttokentesttoken01' }
const URL_OF_IMAGE = 'https://cdn.example/v/1/ig-feed.jpg'
const URL_OF_VIDEO = 'https://cdn.example/1.mp4'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
  process.env.INSTAGRAM_GRAPH_URL = server.origin
})
afterAll(async () => {
  delete process.env.INSTAGRAM_GRAPH_URL
  await server.close()
})
afterEach(() => {
  delete process.env.INSTAGRAM_API_VERSION
  vi.useRealTimers()
})

const bodyOf = (at = 0): unknown => JSON.parse(server.asked[at]?.body ?? '')

describe('making containers', () => {
  const image: ContainerSpec = { type: 'image', url: URL_OF_IMAGE, carousel_item: false }
  const child = { caption: 'not on children', carousel_item: true }

  it.each([
    ['a collaborator who cannot be used', { code: 110, error_subcode: 2207018 }, 'check each username'],
    ['a collaborator who is not visible', { code: 100, error_subcode: 2207066 }, 'check each username'],
    ['trial reels that the account does not have', { code: 100, error_subcode: 2207081 }, 'trial reels'],
    [
      'a place without coordinates',
      { code: 100, message: 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID: 1' },
      'location_id',
    ],
    ['an app that Meta has not approved', { code: 10, error_subcode: 4279067 }, 'App Review'],
    ['an app without the capability', { code: 3 }, 'App Review'],
  ])('says what to do about %s', async (_what, error, words) => {
    server.script(refusal(error))
    expect(await instagram.createContainer(account, image)).toMatchObject({
      ok: false,
      error: { class: 'permanent', advice: expect.stringContaining(words) },
    })
  })

  it.each(['API access blocked.', 'API access deactivated. To reactivate, go to the app dashboard.'])(
    'asks nobody to connect an account again, nor to grant a permission, where Meta says: %s',
    async (message) => {
      server.script(refusal({ code: 200, message }))
      const { error } = (await instagram.createContainer(account, image)) as { error: object }
      expect(error).toMatchObject({ class: 'reconnect', advice: expect.stringContaining('does not help') })
      expect(error).not.toHaveProperty('permission')
    },
  )

  it.each<[string, ContainerSpec, Record<string, unknown>]>([
    [
      'a picture',
      { ...image, caption: 'Hello 👍\n#tag', alt_text: 'A cat' },
      { image_url: URL_OF_IMAGE, caption: 'Hello 👍\n#tag', alt_text: 'A cat' },
    ],
    ['a picture without words', image, { image_url: URL_OF_IMAGE }],
    [
      'a picture of a carousel',
      { ...image, ...child, alt_text: 'A cat' },
      { image_url: URL_OF_IMAGE, is_carousel_item: true, alt_text: 'A cat' },
    ],
    [
      'a video of a carousel',
      { type: 'video', url: URL_OF_VIDEO, ...child, alt_text: 'A cat' },
      { media_type: 'VIDEO', video_url: URL_OF_VIDEO, is_carousel_item: true },
    ],
    [
      'a video by itself',
      { type: 'video', url: URL_OF_VIDEO, caption: 'Hi', carousel_item: false },
      { media_type: 'REELS', video_url: URL_OF_VIDEO, share_to_feed: true, caption: 'Hi' },
    ],
    [
      'a reel',
      { type: 'reel', url: URL_OF_VIDEO, caption: 'Hi', alt_text: 'A cat', carousel_item: false },
      { media_type: 'REELS', video_url: URL_OF_VIDEO, share_to_feed: true, caption: 'Hi' },
    ],
    [
      'a story with a picture',
      { ...image, type: 'story_image', caption: 'Hi', alt_text: 'A cat' },
      { media_type: 'STORIES', image_url: URL_OF_IMAGE },
    ],
    [
      'a story with a video',
      { type: 'story_video', url: URL_OF_VIDEO, caption: 'Hi', carousel_item: false },
      { media_type: 'STORIES', video_url: URL_OF_VIDEO },
    ],
  ])('%s', async (_name, spec, body) => {
    server.script(json({ id: '17889455560051444' }))
    expect(await instagram.createContainer(account, spec)).toEqual({
      ok: true,
      value: { container_id: '17889455560051444' },
    })
    const [asked] = server.asked
    expect([asked?.method, asked?.path, asked?.query]).toEqual(['POST', `/v26.0/${IG_ID}/media`, {}])
    expect(bodyOf()).toEqual(body)
  })

  it('keeps an id exact that came as a number', async () => {
    server.script({ body: '{"id":17889455560051447}' })
    expect(await instagram.createContainer(account, image)).toEqual({
      ok: true,
      value: { container_id: '17889455560051447' },
    })
  })

  it('refuses what Instagram does not have, without a call', async () => {
    server.script()
    const text = await instagram.createContainer(account, { type: 'text', caption: 'Hi', carousel_item: false })
    const nothing = await instagram.createContainer(account, { type: 'image', carousel_item: false })
    expect(text).toMatchObject({ ok: false, error: { class: 'permanent' } })
    expect(nothing).toMatchObject({ ok: false, error: { class: 'permanent' } })
    expect(server.asked).toHaveLength(0)
  })

  it('joins children in their order', async () => {
    server.script(json({ id: '3' }))
    const result = await instagram.createCarousel(account, {
      children: ['17889455560051446', '17889455560051441'],
      caption: 'Hi',
    })
    expect(result).toEqual({ ok: true, value: { container_id: '3' } })
    expect(bodyOf()).toEqual({ media_type: 'CAROUSEL', children: '17889455560051446,17889455560051441', caption: 'Hi' })
  })

  it('uses the version that is set', async () => {
    process.env.INSTAGRAM_API_VERSION = 'v27.0'
    server.script(json({ id: '1' }))
    await instagram.createContainer(account, image)
    expect(server.asked[0]?.path).toBe(`/v27.0/${IG_ID}/media`)
  })
})

describe('looking at a container', () => {
  const look = async (reply: Record<string, unknown>) => {
    server.script(json({ id: '17889615691921648', ...reply }))
    return instagram.containerStatus(account, '17889615691921648')
  }

  it.each([
    ['IN_PROGRESS', 'in_progress'],
    ['FINISHED', 'finished'],
    ['PUBLISHED', 'published'],
    ['EXPIRED', 'expired'],
  ])('%s is %s', async (status_code, state) => {
    expect(await look({ status_code, status: 'Finished: 2207026' })).toEqual({ ok: true, value: { state } })
    expect(server.asked[0]).toMatchObject({
      method: 'GET',
      path: '/v26.0/17889615691921648',
      query: { fields: 'status_code,status' },
    })
  })

  it.each([
    ['Error: Media upload has failed with error code 2207026', 2207026, 'permanent'],
    ['2207003', 2207003, 'new_container'],
    [2207052, 2207052, 'new_container'],
    ['Error: Media upload has failed with error code 2207082', 2207082, 'new_container'],
    ['Error: 12207026 is no subcode', undefined, 'new_container'],
    [undefined, undefined, 'new_container'],
  ])('ERROR with %s has subcode %s and is %s', async (status, subcode, expected) => {
    const result = await look({ status_code: 'ERROR', status })
    expect(result).toMatchObject({
      ok: true,
      value: { state: 'error', error: { class: expected, message: expect.any(String) } },
    })
    expect(result.ok && result.value.error?.subcode).toBe(subcode)
  })

  it.each([
    ['2207026', 'video format not supported'],
    ['Error: Media upload has failed with error code 2207009', 'image shape not supported'],
    ['2207003', 'media download timed out'],
  ])('says what the number in %s means', async (status, meaning) => {
    const result = await look({ status_code: 'ERROR', status })
    expect(result.ok && result.value.error?.message).toBe(`${status}: ${meaning}`)
  })

  it('says what to do where processing refuses a name', async () => {
    const result = await look({ status_code: 'ERROR', status: 'Error: 2207018' })
    expect(result.ok && result.value.error).toMatchObject({ class: 'permanent', advice: expect.any(String) })
  })

  it('takes an unknown state for no answer', async () => {
    expect(await look({ status_code: 'DREAMING' })).toMatchObject({ ok: false, error: { class: 'retry' } })
  })
})

describe('publishing', () => {
  it('answers the media id', async () => {
    server.script(json({ id: '17920238422030506' }))
    expect(await instagram.publish(account, '17889455560051444')).toEqual({
      ok: true,
      value: { media_id: '17920238422030506' },
    })
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: `/v26.0/${IG_ID}/media_publish` })
    expect(bodyOf()).toEqual({ creation_id: '17889455560051444' })
  })

  it.each([
    ['not ready', refusal({ code: 9007, error_subcode: 2207027 }), 'same_container'],
    ['spam verdict, seen on live posts', refusal({ code: 4, error_subcode: 2207051 }), 'ambiguous'],
    ['temporary fault', refusal({ code: 2, is_transient: true }), 'ambiguous'],
    ['daily cap', refusal({ code: 9, error_subcode: 2207042 }), 'wait'],
    ['expired token', refusal({ code: 190, error_subcode: 463 }, 401), 'reconnect'],
    ['restricted account', refusal({ code: 25, error_subcode: 2207050 }), 'owner_action'],
    ['already published', refusal({ code: 100 }), 'permanent'],
    ['lost reply', drop, 'ambiguous'],
  ] as const)('%s is %3$s', async (_name, step, expected) => {
    server.script(step)
    expect(await instagram.publish(account, '1')).toMatchObject({ ok: false, error: { class: expected } })
    expect(server.asked).toHaveLength(1)
  })
})

describe('the link', () => {
  it.each([
    [{ permalink: 'https://www.instagram.com/p/abc/' }, 'https://www.instagram.com/p/abc/'],
    [{}, null],
    [{ permalink: null }, null],
    [{ permalink: 'javascript:alert(1)' }, null],
  ])('of %j is %s', async (reply, permalink) => {
    server.script(json({ id: '17920238422030506', ...reply }))
    expect(await instagram.permalink(account, '17920238422030506')).toEqual({ ok: true, value: { permalink } })
    expect(server.asked[0]).toMatchObject({ path: '/v26.0/17920238422030506', query: { fields: 'id,permalink' } })
  })

  it('is asked for again while the post cannot be seen yet', async () => {
    server.script(refusal({ code: 100, error_subcode: 33, type: 'GraphMethodException' }))
    expect(await instagram.permalink(account, '1')).toMatchObject({ ok: false, error: { class: 'retry', subcode: 33 } })
    server.script(refusal({ code: 4, error_subcode: 2207051 }))
    expect(await instagram.permalink(account, '1')).toMatchObject({ ok: false, error: { class: 'retry' } })
  })
})

describe('finding a post whose reply was lost', () => {
  const since = Date.UTC(2026, 9, 1, 12, 0, 0, 400)
  const until = since + 60_000
  const post = (more: Record<string, unknown> = {}) => ({
    id: '17920238422030506',
    caption: 'Hello',
    permalink: 'https://www.instagram.com/p/abc/',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    timestamp: '2026-10-01T12:00:30+0000',
    ...more,
  })
  const found = { media_id: '17920238422030506', permalink: 'https://www.instagram.com/p/abc/' }
  const find = async (
    data: unknown[],
    wanted: Partial<Parameters<ContainerApi['findPublished']>[1]> = {},
    more = {},
  ) => {
    server.script(json({ data, ...more }))
    return instagram.findPublished(account, { caption: 'Hello', kind: 'image', since, until, ...wanted })
  }
  const other = (id: string, more: Record<string, unknown> = {}) => post({ id, ...more })

  it('binds the only one that fits', async () => {
    const others = [
      other('2', { caption: 'Hello!' }),
      other('3', { media_type: 'VIDEO' }),
      other('4', { timestamp: '2026-10-01T11:59:59+0000' }),
    ]
    expect(await find([...others, post()])).toEqual({ ok: true, value: found, certain: true })
    const [asked] = server.asked
    expect(asked?.path).toBe(`/v26.0/${IG_ID}/media`)
    expect(asked?.query).toEqual({
      fields: 'id,permalink,media_type,media_product_type,timestamp,caption',
      since: String(Date.UTC(2026, 9, 1, 11, 59, 59) / 1000),
      until: String(Date.UTC(2026, 9, 1, 12, 1, 2) / 1000),
      limit: '100',
    })
  })

  it.each([
    ['two that fit', [post(), other('2')]],
    ['no text', [post({ caption: undefined })]],
    ['one without a time', [post({ timestamp: undefined })]],
    ['one with a time that is none', [post({ timestamp: 'today' })]],
  ])('binds nothing to %s', async (_name, data) => expect(await find(data)).toEqual({ ok: true, value: null }))

  it.each([
    ['none', []],
    ['another text', [post({ caption: 'hello' })]],
    ['one that is older', [post({ timestamp: '2026-10-01T11:59:59+0000' })]],
    ['one that is newer', [post({ timestamp: '2026-10-01T12:01:02+0000' })]],
    ['a story', [post({ media_product_type: 'STORY' })]],
  ])('binds nothing to %s, and is certain that nothing fits', async (_name, data) =>
    expect(await find(data)).toEqual({ ok: true, value: null, certain: true }),
  )

  it('takes a post of the first second, which platforms cut off', async () => {
    expect(await find([post({ timestamp: '2026-10-01T12:00:00+0000' })])).toEqual({
      ok: true,
      value: found,
      certain: true,
    })
  })

  it('takes times in other zones and forms', async () => {
    expect(await find([post({ timestamp: '2026-10-01T21:00:30+09:00' })])).toEqual({
      ok: true,
      value: found,
      certain: true,
    })
  })

  it('knows its text by other line ends, forms and edges', async () => {
    expect(await find([post({ caption: 'e\u0301\r\nb ' })], { caption: 'é\nb' })).toEqual({
      ok: true,
      value: found,
      certain: true,
    })
  })

  it('takes a missing caption for an empty one', async () => {
    expect(await find([post({ caption: undefined })], { caption: '' })).toEqual({
      ok: true,
      value: found,
      certain: true,
    })
  })

  it.each([
    ['video', { media_type: 'VIDEO', media_product_type: 'REELS' }],
    ['carousel', { media_type: 'CAROUSEL_ALBUM' }],
  ] as const)('finds a %s', async (kind, more) => {
    expect(await find([post(more)], { kind })).toEqual({ ok: true, value: found, certain: true })
    expect(await find([post()], { kind })).toEqual({ ok: true, value: null, certain: true })
  })

  it('is never certain of a trial reel, of which it is not known whether it is listed', async () => {
    const trial = { kind: 'video', options: { trial_reel: 'manual' } } as const
    expect(await find([], trial)).toEqual({ ok: true, value: null })
    const reel = post({ media_type: 'VIDEO', media_product_type: 'REELS' })
    expect(await find([reel], trial)).toEqual({ ok: true, value: found })
  })

  it('finds a story, which has no caption, among the stories', async () => {
    const story = post({ caption: undefined, media_product_type: 'STORY', permalink: undefined })
    expect(await find([story], { kind: 'story' })).toEqual({
      ok: true,
      value: { ...found, permalink: null },
      certain: true,
    })
    expect(server.asked[0]).toMatchObject({
      path: `/v26.0/${IG_ID}/stories`,
      query: { fields: 'id,permalink,media_type,media_product_type,timestamp' },
    })
    expect(await find([story, { ...story, id: '2' }], { kind: 'story' })).toEqual({ ok: true, value: null })
  })

  it('binds nothing where the list goes on within the time', async () => {
    expect(await find([post()], {}, { paging: { next: 'https://graph.instagram.com/next' } })).toEqual({
      ok: true,
      value: null,
    })
    const full = Array.from({ length: 99 }, (_, at) => other(String(at + 2), { caption: 'x' }))
    expect(await find([post(), ...full])).toEqual({ ok: true, value: null })
  })

  it('binds it where the list goes on with older posts', async () => {
    const older = other('2', { timestamp: '2026-09-30T12:00:00+0000' })
    expect(await find([post(), older], {}, { paging: { next: 'https://graph.instagram.com/next' } })).toEqual({
      ok: true,
      value: found,
      certain: true,
    })
  })

  it('finds nothing where captions cannot be read', async () => {
    server.script(refusal({ code: 100, message: 'Tried accessing nonexistent field (caption)' }))
    expect(await instagram.findPublished(account, { caption: 'Hello', kind: 'image', since, until })).toEqual({
      ok: true,
      value: null,
    })
  })

  it('says when the list cannot be read', async () => {
    server.script(refusal({ code: 190 }))
    expect(await instagram.findPublished(account, { caption: '', kind: 'image', since, until })).toMatchObject({
      error: { class: 'reconnect' },
    })
  })

  it('knows that there is no text without media', async () => {
    server.script()
    expect(await instagram.findPublished(account, { caption: 'Hello', kind: 'text', since, until })).toEqual({
      ok: true,
      value: null,
    })
    expect(server.asked).toHaveLength(0)
  })
})

describe('the publishing limit', () => {
  it.each([
    [
      { quota_usage: 2, config: { quota_total: 100, quota_duration: 86400 } },
      { used: 2, total: 100, window_seconds: 86400 },
    ],
    [
      { quota_usage: 2, config: { quota_total: 100 } },
      { used: 2, total: 100, window_seconds: 86400 },
    ],
    [{ quota_usage: 3 }, { used: 3, total: 50, window_seconds: 86400 }],
  ])('%j', async (row, quota) => {
    server.script(json({ data: [row] }))
    expect(await instagram.quota(account)).toEqual({ ok: true, value: quota })
    expect(server.asked[0]).toMatchObject({
      path: `/v26.0/${IG_ID}/content_publishing_limit`,
      query: { fields: 'quota_usage,config' },
    })
  })

  it.each([{ data: [] }, { data: [{}] }, {}])('%j says nothing', async (reply) => {
    server.script(json(reply))
    expect(await instagram.quota(account)).toMatchObject({ ok: false, error: { class: 'retry' } })
  })
})

describe('the profile', () => {
  const me = {
    id: '24000000000000001',
    user_id: IG_ID,
    username: 'demo.studio',
    name: 'Demo',
    account_type: 'Media_Creator',
    profile_picture_url: 'https://scontent.example/p.jpg?sig=1',
  }
  const profile = {
    external_id: IG_ID,
    username: 'demo.studio',
    name: 'Demo',
    biography: 'Hi',
    picture_url: 'https://scontent.example/p.jpg?sig=1',
    account_type: 'media_creator',
  }

  it.each([
    ['flat', me],
    ['wrapped', { data: [me] }],
  ])('comes %s', async (_name, reply) => {
    server.script(json(reply), json({ biography: 'Hi', id: IG_ID }))
    expect(await instagram.profile(account.token)).toEqual({ ok: true, value: profile })
    expect(server.asked.map(({ path }) => path)).toEqual(['/v26.0/me', `/v26.0/${IG_ID}`])
  })

  it('does without what is optional', async () => {
    server.script({ body: `{"data":[{"user_id":${IG_ID},"username":"a"}]}` }, refusal({ code: 100 }))
    const bare = { external_id: IG_ID, username: 'a', name: '', biography: '', picture_url: '', account_type: null }
    expect(await instagram.profile(account.token)).toEqual({ ok: true, value: bare })
  })

  it('is not known where the account is not named', async () => {
    server.script(json({ id: '24000000000000001', username: 'a' }))
    expect(await instagram.profile(account.token)).toMatchObject({ ok: false, error: { class: 'retry' } })
  })

  it('is not half read: an old biography is not lost to a fault', async () => {
    server.script(json(me), drop)
    expect(await instagram.profile(account.token)).toMatchObject({ ok: false, error: { class: 'retry' } })
  })

  it('says when the token is dead', async () => {
    server.script(refusal({ code: 190, message: `Malformed access token ${account.token}` }))
    const result = await instagram.profile(account.token)
    expect(result).toMatchObject({
      ok: false,
      error: { class: 'reconnect', message: 'Malformed access token [redacted]' },
    })
  })
})

describe('tokens', () => {
  const app = {
    client_id: '990',
    client_secret: 'shhh-secret-shhh',
    redirect_uri: 'https://dash.example/back',
    code: 'AQcode-single-use',
  }
  const long = { access_token: 'IGlong', token_type: 'bearer', expires_in: 5183944 }

  const atNoon = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 1, 12) })
    return Date.UTC(2026, 9, 1, 12) + 5183944_000
  }

  it.each([
    ['flat, text', { access_token: 'IGshort', user_id: 1, permissions: 'a,b' }],
    ['flat, array', { access_token: 'IGshort', user_id: '1', permissions: ['a', 'b'] }],
    ['wrapped', { data: [{ access_token: 'IGshort', user_id: '1', permissions: 'a, b' }] }],
  ])('a code becomes a long-lived one (%s)', async (_name, reply) => {
    const expires_at = atNoon()
    server.script(json(reply), json(long))
    expect(await instagram.exchangeCode({ ...app, code: `${app.code}#_` })).toEqual({
      ok: true,
      value: { token: 'IGlong', expires_at, scopes: ['a', 'b'] },
    })
    const [first, second] = server.asked
    expect([first?.method, first?.path]).toEqual(['POST', '/oauth/access_token'])
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({ ...app, grant_type: 'authorization_code' })
    expect([second?.method, second?.path]).toEqual(['GET', '/access_token'])
    expect(second?.query).toEqual({
      grant_type: 'ig_exchange_token',
      client_secret: app.client_secret,
      access_token: 'IGshort',
    })
  })

  it('does not claim scopes that were not told', async () => {
    server.script(json({ access_token: 'IGshort' }), json(long))
    const result = await instagram.exchangeCode(app)
    expect(result).toMatchObject({ ok: true, value: { token: 'IGlong' } })
    expect(result.ok && 'scopes' in result.value).toBe(false)
  })

  it('says that a code is used up', async () => {
    server.script(
      json(
        { error_type: 'OAuthException', code: 400, error_message: 'Matching code was not found or was already used' },
        400,
      ),
    )
    expect(await instagram.exchangeCode(app)).toMatchObject({
      ok: false,
      error: { class: 'permanent', type: 'OAuthException' },
    })
    expect(server.asked).toHaveLength(1)
  })

  it('is not stopped by one lost reply once the code is used', async () => {
    server.script(json({ access_token: 'IGshort' }), drop, json(long))
    expect(await instagram.exchangeCode(app)).toMatchObject({ ok: true, value: { token: 'IGlong' } })
    server.script(json({ access_token: 'IGshort' }), drop, drop)
    expect(await instagram.exchangeCode(app)).toMatchObject({ ok: false, error: { class: 'retry' } })
  })

  it('keeps secret, code and tokens out of errors', async () => {
    const said = `Bad secret ${app.client_secret} for code ${app.code} and https://x.example/?access_token=abc`
    server.script(refusal({ code: 101, message: said }))
    const result = await instagram.exchangeCode(app)
    expect(result).toMatchObject({
      ok: false,
      error: { message: 'Bad secret [redacted] for code [redacted] and https://x.example/' },
    })
  })

  it('are refreshed', async () => {
    const expires_at = atNoon()
    server.script(json(long))
    expect(await instagram.refresh(account.token)).toEqual({ ok: true, value: { token: 'IGlong', expires_at } })
    expect(server.asked[0]).toMatchObject({
      method: 'GET',
      path: '/refresh_access_token',
      query: { grant_type: 'ig_refresh_token', access_token: account.token },
    })
  })

  it('live as long as documented where the reply does not say', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    server.script(json({ access_token: 'IGlong' }))
    expect(await instagram.refresh(account.token)).toEqual({
      ok: true,
      value: { token: 'IGlong', expires_at: 60 * 86_400_000 },
    })
  })

  it.each([
    [refusal({ code: 190, error_subcode: 463 }), 'reconnect'],
    [refusal({ code: 190, error_subcode: 459 }), 'owner_action'],
    [refusal({ code: 100, message: 'too young' }), 'permanent'],
    [json({ error_type: 'OAuthException', code: 400, error_message: 'no' }, 400), 'permanent'],
    [json({ token_type: 'bearer' }), 'retry'],
    [drop, 'retry'],
  ] as const)('%#: refused, which is %s', async (step, expected) => {
    server.script(step)
    const result = await instagram.refresh(account.token)
    expect(result).toMatchObject({ ok: false, error: { class: expected } })
    expect(JSON.stringify(result)).not.toContain(account.token)
  })
})

describe('finding the first comment', () => {
  const wanted = { text: 'First, with #tags', username: 'harbor.shots' }
  const comment = { id: '179', text: 'First, with #tags', username: 'harbor.pictures' }
  const calledNow = (username: string) => [
    json({ user_id: IG_ID, username, account_type: 'BUSINESS' }),
    json({ biography: '' }),
  ]
  const find = () => instagram.comments!.find(account, '178', wanted)

  it('knows it by the name that the account has now, where that was changed', async () => {
    server.script(json({ data: [comment] }), ...calledNow('Harbor.Pictures'))
    expect(await find()).toMatchObject({ ok: true, value: { id: '179' } })
  })

  it('does not take the same words of somebody else for it', async () => {
    server.script(json({ data: [comment] }), ...calledNow('harbor.shots'))
    expect(await find()).toMatchObject({ ok: true, value: null })
  })

  it('does not know where the name cannot be read', async () => {
    server.script(json({ data: [comment] }), refusal({ code: 2, message: 'later' }, 500))
    expect(await find()).toMatchObject({ ok: false })
  })
})

describe('the consent page', () => {
  const app = { client_id: '990', redirect_uri: 'https://dash.example/back?x=1', state: 'a b&c' }
  const query = {
    client_id: '990',
    redirect_uri: 'https://dash.example/back?x=1',
    response_type: 'code',
    scope: 'instagram_business_basic,instagram_business_content_publish',
    state: 'a b&c',
  }

  it("is the simulator's where that is set, else Instagram's", () => {
    const there = new URL(instagram.authorizeUrl(app))
    expect(there.origin + there.pathname).toBe(`${server.origin}/oauth/authorize`)
    const { INSTAGRAM_GRAPH_URL } = process.env
    for (const unset of ['', 'https://graph.instagram.com', 'https://graph.instagram.com/']) {
      process.env.INSTAGRAM_GRAPH_URL = unset
      const home = new URL(instagram.authorizeUrl(app))
      expect(home.origin + home.pathname).toBe('https://www.instagram.com/oauth/authorize')
      expect(Object.fromEntries(home.searchParams)).toEqual(query)
    }
    process.env.INSTAGRAM_GRAPH_URL = INSTAGRAM_GRAPH_URL
  })
})
