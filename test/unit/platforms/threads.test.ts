import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ContainerSpec } from '../../../core/platforms/meta/containers.ts'
import { threadsApi as threads } from '../../../core/platforms/threads/connector.ts'
import { drop, json, refusal, type ScriptedServer, startScripted } from './scripted-server.ts'

const USER = '26841405793187218'
const account = { external_id: USER, token: 'THQVJtesttokentesttokentesttoken01' }
const URL_OF_IMAGE = 'https://cdn.example/v/1/threads.jpg'
const URL_OF_VIDEO = 'https://cdn.example/1.mp4'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
  process.env.THREADS_GRAPH_URL = server.origin
})
afterAll(async () => {
  delete process.env.THREADS_GRAPH_URL
  await server.close()
})
afterEach(() => {
  vi.useRealTimers()
})

const formOf = (at = 0) => Object.fromEntries(new URLSearchParams(server.asked[at]?.body))

describe('making containers', () => {
  const image: ContainerSpec = { type: 'image', url: URL_OF_IMAGE, carousel_item: false }

  it.each<[string, ContainerSpec, Record<string, string>]>([
    [
      'text',
      { type: 'text', caption: 'Hi & bye\n#tag 👨‍👩‍👧‍👦', carousel_item: false },
      { media_type: 'TEXT', text: 'Hi & bye\n#tag 👨‍👩‍👧‍👦' },
    ],
    [
      'a picture',
      { ...image, caption: 'Hi', alt_text: 'A cat' },
      { media_type: 'IMAGE', image_url: URL_OF_IMAGE, text: 'Hi', alt_text: 'A cat' },
    ],
    [
      'a picture of a carousel',
      { ...image, caption: 'not on children', alt_text: 'A cat', carousel_item: true },
      { media_type: 'IMAGE', image_url: URL_OF_IMAGE, alt_text: 'A cat', is_carousel_item: 'true' },
    ],
    [
      'a video',
      { type: 'video', url: URL_OF_VIDEO, caption: 'Hi', alt_text: 'A cat', carousel_item: false },
      { media_type: 'VIDEO', video_url: URL_OF_VIDEO, text: 'Hi', alt_text: 'A cat' },
    ],
    [
      'a video of a carousel',
      { type: 'video', url: URL_OF_VIDEO, carousel_item: true },
      { media_type: 'VIDEO', video_url: URL_OF_VIDEO, is_carousel_item: 'true' },
    ],
  ])('%s', async (_name, spec, form) => {
    server.script(json({ id: '18010000000000001' }))
    expect(await threads.createContainer(account, spec)).toEqual({
      ok: true,
      value: { container_id: '18010000000000001' },
    })
    const [asked] = server.asked
    expect([asked?.method, asked?.path, asked?.query]).toEqual(['POST', `/v1.0/${USER}/threads`, {}])
    expect(asked?.headers.authorization).toBe(`Bearer ${account.token}`)
    expect(formOf()).toEqual(form)
  })

  it.each<ContainerSpec>([
    { type: 'reel', url: URL_OF_VIDEO, carousel_item: false },
    { type: 'story_image', url: URL_OF_IMAGE, carousel_item: false },
    { type: 'story_video', url: URL_OF_VIDEO, carousel_item: false },
    { type: 'image', carousel_item: false },
    { type: 'text', caption: '', carousel_item: false },
    { type: 'text', caption: 'Hi', carousel_item: true },
  ])('refuses %j without a call', async (spec) => {
    server.script()
    expect(await threads.createContainer(account, spec)).toMatchObject({ ok: false, error: { class: 'permanent' } })
    expect(server.asked).toHaveLength(0)
  })

  it('joins children in their order', async () => {
    server.script(json({ id: '3' }))
    const result = await threads.createCarousel(account, {
      children: ['18010000000000009', '18010000000000001'],
      caption: 'Hi',
    })
    expect(result).toEqual({ ok: true, value: { container_id: '3' } })
    expect(formOf()).toEqual({ media_type: 'CAROUSEL', children: '18010000000000009,18010000000000001', text: 'Hi' })
  })

  it.each([
    [{ code: 100, message: 'Param text must be at most 500 characters long.', type: 'THApiException' }, 'permanent'],
    [{ code: 1, message: 'THREADS_API__LINK_LIMIT_EXCEEDED: at most 5 links' }, 'permanent'],
    [{ code: 1, message: 'Fault', error_user_title: 'THREADS_API__LINK_LIMIT_EXCEEDED' }, 'permanent'],
    [{ code: 1, message: 'Fault' }, 'retry'],
    [{ code: 25, error_subcode: 4279013 }, 'owner_action'],
    [{ code: 190, message: 'Error validating access token: Session has expired' }, 'reconnect'],
    [{ code: 10 }, 'reconnect'],
  ])('refused with %j it is %s', async (error, expected) => {
    server.script(refusal(error))
    const result = await threads.createContainer(account, { type: 'text', caption: 'Hi', carousel_item: false })
    expect(result).toMatchObject({ ok: false, error: { class: expected } })
  })

  it('is known by the name of the error also where that stands in place of the code', async () => {
    const said = refusal({ code: 'THREADS_API__FEATURE_NOT_AVAILABLE', message: 'Not for this profile' })
    const advice = 'Threads does not let this account choose countries: post without allowed_countries.'
    server.script(said, said)
    const created = await threads.createContainer(account, { type: 'text', caption: 'Hi', carousel_item: false })
    expect(created).toMatchObject({ error: { class: 'permanent', advice } })
    const published = await threads.publish(account, '18010000000000001')
    expect(published).toMatchObject({ error: { class: 'permanent', advice } })
  })
})

describe('looking at a container', () => {
  const look = async (reply: Record<string, unknown>) => {
    server.script(json({ id: '18010000000000001', ...reply }))
    return threads.containerStatus(account, '18010000000000001')
  }

  it.each([
    ['IN_PROGRESS', 'in_progress'],
    ['FINISHED', 'finished'],
    ['PUBLISHED', 'published'],
    ['EXPIRED', 'expired'],
  ])('%s is %s', async (status, state) => {
    expect(await look({ status })).toEqual({ ok: true, value: { state } })
    expect(server.asked[0]).toMatchObject({
      path: '/v1.0/18010000000000001',
      query: { fields: 'status,error_message' },
    })
  })

  it.each([
    ['FAILED_DOWNLOADING_VIDEO', 'new_container'],
    ['INVALID_ASPEC_RATIO', 'permanent'],
    ['Error: INVALID_DURATION.', 'permanent'],
    ['UNKNOWN', 'new_container'],
    ['something else', 'new_container'],
    [undefined, 'new_container'],
  ])('ERROR with %s is %s', async (error_message, expected) => {
    const error = { class: expected, message: expect.stringContaining(error_message ?? 'could not process') }
    expect(await look({ status: 'ERROR', error_message })).toEqual({ ok: true, value: { state: 'error', error } })
  })

  it('does not read the state of the other platform', async () => {
    expect(await look({ status_code: 'FINISHED' })).toMatchObject({ ok: false, error: { class: 'retry' } })
  })
})

describe('publishing', () => {
  it('answers the media id', async () => {
    server.script(json({ id: '18030000000000001' }))
    expect(await threads.publish(account, '18010000000000001')).toEqual({
      ok: true,
      value: { media_id: '18030000000000001' },
    })
    expect(server.asked[0]).toMatchObject({ method: 'POST', path: `/v1.0/${USER}/threads_publish` })
    expect(formOf()).toEqual({ creation_id: '18010000000000001' })
  })

  it.each([
    ['not found, also when finished', refusal({ code: 24, error_subcode: 4279009 }), 'same_container'],
    ['throttled', refusal({ code: 4 }), 'wait'],
    ['unknown code', refusal({ code: 4279, error_subcode: 4279999 }), 'ambiguous'],
    ['no id', json({ success: true }), 'ambiguous'],
    ['lost reply', drop, 'ambiguous'],
  ] as const)('%s', async (_name, step, expected) => {
    server.script(step)
    expect(await threads.publish(account, '1')).toMatchObject({ ok: false, error: { class: expected } })
    expect(server.asked).toHaveLength(1)
  })
})

describe('the link', () => {
  it.each([
    [{ permalink: 'https://www.threads.net/@a/post/abc', shortcode: 'abc' }, 'https://www.threads.net/@a/post/abc'],
    [{ shortcode: 'abc' }, null],
  ])('of %j is %s', async (reply, permalink) => {
    server.script(json({ id: '1', ...reply }))
    expect(await threads.permalink(account, '18030000000000001')).toEqual({ ok: true, value: { permalink } })
  })
})

describe('finding a post whose reply was lost', () => {
  const since = Date.UTC(2026, 9, 1, 12)
  const wanted = { caption: 'Hello', since, until: since + 60_000 }
  const post = {
    id: '18030000000000001',
    text: 'Hello',
    timestamp: '2026-10-01T12:00:30+0000',
    permalink: 'https://www.threads.net/@a/post/abc',
  }
  const found = { media_id: post.id, permalink: post.permalink }

  it.each([
    ['text', 'TEXT_POST'],
    ['image', 'IMAGE'],
    ['video', 'VIDEO'],
    ['carousel', 'CAROUSEL_ALBUM'],
  ] as const)('finds a %s as %s', async (kind, media_type) => {
    const repost = { ...post, id: '2', media_type: 'REPOST_FACADE' }
    server.script(json({ data: [repost, { ...post, media_type }], paging: { cursors: { before: 'a', after: 'b' } } }))
    expect(await threads.findPublished(account, { ...wanted, kind })).toEqual({ ok: true, value: found, certain: true })
    expect(server.asked[0]?.path).toBe('/v1.0/me/threads')
    expect(server.asked[0]?.query).toMatchObject({ fields: 'id,permalink,text,timestamp,media_type', limit: '100' })
  })

  it('binds nothing to two', async () => {
    server.script(json({ data: [post, { ...post, id: '2' }].map((one) => ({ ...one, media_type: 'TEXT_POST' })) }))
    expect(await threads.findPublished(account, { ...wanted, kind: 'text' })).toEqual({ ok: true, value: null })
  })

  it('knows that there are no stories', async () => {
    server.script()
    expect(await threads.findPublished(account, { ...wanted, kind: 'story' })).toEqual({ ok: true, value: null })
    expect(server.asked).toHaveLength(0)
  })

  it('is never certain of a ghost post, which has a list of its own', async () => {
    const ghost = { ...wanted, kind: 'text', options: { ghost_post: true } } as const
    server.script(json({ data: [] }))
    expect(await threads.findPublished(account, ghost)).toEqual({ ok: true, value: null })
    server.script(json({ data: [] }))
    expect(await threads.findPublished(account, { ...ghost, options: { ghost_post: false } })).toEqual({
      ok: true,
      value: null,
      certain: true,
    })
  })
})

it('reads the publishing limit', async () => {
  const config = { quota_total: 250, quota_duration: 86400 }
  const reply = {
    quota_usage: 4,
    config,
    reply_quota_usage: 1,
    reply_config: { quota_total: 1000, quota_duration: 86400 },
  }
  server.script(json({ data: [reply] }))
  expect(await threads.quota(account)).toEqual({ ok: true, value: { used: 4, total: 250, window_seconds: 86400 } })
  expect(server.asked[0]?.path).toBe(`/v1.0/${USER}/threads_publishing_limit`)
})

describe('the profile', () => {
  it('is read in one call', async () => {
    const me = {
      id: USER,
      username: 'a',
      name: 'A',
      threads_profile_picture_url: 'https://x.example/p.jpg',
      threads_biography: 'Hi',
      is_verified: false,
    }
    server.script(json(me))
    const value = {
      external_id: USER,
      username: 'a',
      name: 'A',
      biography: 'Hi',
      picture_url: 'https://x.example/p.jpg',
      account_type: null,
    }
    expect(await threads.profile(account.token)).toEqual({ ok: true, value })
    expect(server.asked[0]).toMatchObject({ path: '/v1.0/me', headers: { authorization: `Bearer ${account.token}` } })
  })

  it('does without what is optional', async () => {
    server.script(json({ id: USER, username: 'a' }))
    const value = { external_id: USER, username: 'a', name: '', biography: '', picture_url: '', account_type: null }
    expect(await threads.profile(account.token)).toEqual({ ok: true, value })
  })
})

describe('tokens', () => {
  const app = {
    client_id: '990',
    client_secret: 'shhh-secret-shhh',
    redirect_uri: 'https://dash.example/back',
    code: 'AQcode',
  }
  const long = { access_token: 'THlong', token_type: 'bearer', expires_in: 5184000 }
  const short = { body: '{"access_token":"THshort","user_id":26841405793187218}' }

  it('a code becomes a long-lived one, and its scopes are looked up', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
    server.script(short, json(long), json({ data: { is_valid: true, scopes: ['threads_basic'], user_id: '1' } }))
    const value = { token: 'THlong', expires_at: 1000 + 5184000_000, scopes: ['threads_basic'] }
    expect(await threads.exchangeCode(app)).toEqual({ ok: true, value })
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /oauth/access_token',
      'GET /access_token',
      'GET /v1.0/debug_token',
    ])
    expect(server.asked[1]?.query.grant_type).toBe('th_exchange_token')
    expect(server.asked[2]).toMatchObject({
      query: { input_token: 'THlong' },
      headers: { authorization: 'Bearer THlong' },
    })
  })

  it('is good also where its scopes cannot be looked up', async () => {
    server.script(short, json(long), refusal({ code: 100 }))
    const result = await threads.exchangeCode(app)
    expect(result).toMatchObject({ ok: true, value: { token: 'THlong' } })
    expect(result.ok && 'scopes' in result.value).toBe(false)
  })

  it('are refreshed', async () => {
    server.script(json(long))
    expect(await threads.refresh(account.token)).toMatchObject({ ok: true, value: { token: 'THlong' } })
    expect(server.asked[0]).toMatchObject({
      path: '/refresh_access_token',
      query: { grant_type: 'th_refresh_token', access_token: account.token },
    })
  })

  it('are asked for at the consent page', () => {
    const { THREADS_GRAPH_URL } = process.env
    delete process.env.THREADS_GRAPH_URL
    const url = new URL(
      threads.authorizeUrl({ client_id: '990', redirect_uri: 'https://dash.example/back', state: 's' }),
    )
    process.env.THREADS_GRAPH_URL = THREADS_GRAPH_URL
    expect(url.origin + url.pathname).toBe('https://threads.net/oauth/authorize')
    expect(url.searchParams.get('scope')).toBe('threads_basic,threads_content_publish')
  })
})
