// Facebook's simulator: what it takes, what it refuses, in which words.
import { describe, expect, it } from 'vitest'
import { DEMO_PAGE } from '../../../local/fake-platforms/facebook/demo.ts'
import { HOUR, type Json, mediaHost, picture, type Running, start, video } from './support.ts'

const V = '/v26.0'
const REDIRECT = 'http://127.0.0.1:9/back'
const APP = { client_id: '3', client_secret: 'hush' }

/** A Page with every scope, and its token. */
async function newPage(sim: Running, scopes?: string[]): Promise<{ id: string; token: string }> {
  const all = [
    ...['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement', 'read_insights'],
  ]
  const { external_id, token }: Json = await sim.control('POST', '/accounts', { scopes: scopes ?? all })
  return { id: external_id, token }
}
const caller =
  (sim: Running, token: string) =>
  (method: string, path: string, params: Record<string, unknown> = {}) =>
    sim.call(method, `${V}/${path}`, params, { token, as: method === 'POST' ? 'json' : 'query' })

const errorIn = ({ status, json }: { status: number; json: Json }) => [
  status,
  json.error?.code,
  json.error?.error_subcode,
]

async function files() {
  const host = await mediaHost()
  return {
    photo: host.add('a.jpg', { body: await picture(600, 600), type: 'image/jpeg' }),
    other: host.add('b.jpg', { body: await picture(600, 600, 'jpeg', 20), type: 'image/jpeg' }),
    text: host.add('a.txt', { body: Buffer.from('no picture'), type: 'text/plain' }),
    clip: host.add('a.mp4', { body: video(), type: 'video/mp4' }),
    wide: host.add('w.mp4', { body: video({ width: 1920, height: 1080 }), type: 'video/mp4' }),
  }
}

describe('signing in', () => {
  const dialog = (sim: Running, more: Record<string, string> = {}) =>
    `${sim.url}${V}/dialog/oauth?${new URLSearchParams({
      ...{ client_id: APP.client_id, redirect_uri: REDIRECT, response_type: 'code', state: 's' },
      scope: 'pages_show_list,pages_manage_posts,pages_read_engagement,business_management',
      ...more,
    })}`
  async function userToken(sim: Running, more: Record<string, string> = {}): Promise<string> {
    const answer = await fetch(dialog(sim, more), { redirect: 'manual' })
    const back = new URL(answer.headers.get('location')!)
    expect([back.hash, back.searchParams.get('state')]).toEqual(['#_=_', 's'])
    const given = { ...APP, redirect_uri: REDIRECT, code: back.searchParams.get('code')! }
    const short = await sim.call('GET', `${V}/oauth/access_token`, given, { token: null })
    expect(short.status, short.text).toBe(200)
    const wanted = { ...APP, grant_type: 'fb_exchange_token', fb_exchange_token: short.json.access_token }
    const long = await sim.call('GET', `${V}/oauth/access_token`, wanted, { token: null })
    expect(long.json.expires_in).toBe(60 * 24 * 3600)
    const again = await sim.call('GET', `${V}/oauth/access_token`, given, { token: null })
    expect(errorIn(again)).toEqual([400, 100, 36009])
    return long.json.access_token
  }

  it('shows the Pages, and the buttons Allow and Cancel', async () => {
    const sim = await start('facebook')
    const page = await (await fetch(dialog(sim), { headers: { accept: 'text/html' } })).text()
    for (const words of ['<button>Allow</button>', '>Cancel</button>', 'Demo Studio', 'Harbor Bakery'])
      expect(page).toContain(words)
    const denied = await fetch(dialog(sim, { deny: '1' }), { redirect: 'manual' })
    expect(new URL(denied.headers.get('location')!).searchParams.get('error')).toBe('access_denied')
  })

  it('gives the Pages of a person with tasks and tokens without end, those of a business apart', async () => {
    const sim = await start('facebook')
    const token = await userToken(sim)
    const call = caller(sim, token)
    const own = await call('GET', 'me/accounts', { fields: 'id,name,access_token,tasks' })
    expect(own.json.data.map(({ name, tasks }: Json) => [name, tasks.includes('CREATE_CONTENT')])).toEqual([
      ['Demo Studio', true],
      ['Old Lighthouse Museum', false],
    ])
    const [{ access_token }] = own.json.data
    const inspected = await call('GET', 'debug_token', { input_token: access_token })
    expect(inspected.json.data).toMatchObject({ type: 'PAGE', expires_at: 0, is_valid: true })
    const [business] = (await call('GET', 'me/businesses', { fields: 'id' })).json.data
    const owned = await call('GET', `${business.id}/owned_pages`, { fields: 'id,name,access_token,tasks' })
    const client = await call('GET', `${business.id}/client_pages`, { fields: 'id,name,access_token,tasks' })
    expect([owned, client].map(({ json }) => json.data[0].name)).toEqual(['Harbor Bakery', 'Quay Books'])
    expect((await caller(sim, access_token)('GET', 'me', { fields: 'id,name' })).json.id).toBe(DEMO_PAGE)
    await sim.ahead(200 * 24 * HOUR)
    expect((await caller(sim, access_token)('GET', 'me')).status).toBe(200)
    expect(errorIn(await call('GET', 'me'))).toEqual([400, 190, 463])
  })

  it('gives only the Pages that were chosen, and no business without the permission', async () => {
    const sim = await start('facebook')
    const call = caller(sim, await userToken(sim, { account: 'demo.studio', grant: 'pages_show_list' }))
    expect((await call('GET', 'me/accounts')).json.data.map(({ name }: Json) => name)).toEqual(['Demo Studio'])
    expect(errorIn(await call('GET', 'me/businesses'))).toEqual([400, 200, undefined])
  })
})

describe('publishing', () => {
  it('takes text, links and photos, and refuses what is no field', async () => {
    const sim = await start('facebook')
    const { photo, other, text } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const first = await call('POST', `${id}/feed`, { message: 'Hello', link: 'https://harbor.example/' })
    expect(first.json.id).toBe(`${id}_${first.json.id.split('_')[1]}`)
    expect(errorIn(await call('POST', `${id}/feed`, { message: 'Hello', colour: 'red' }))).toEqual([
      400,
      100,
      undefined,
    ])
    expect(errorIn(await call('POST', `${id}/feed`, {}))).toEqual([400, 100, undefined])
    expect(errorIn(await call('POST', `${id}/photos`, { url: text, published: false }))).toEqual([400, 324, 1366046])
    const photos: string[] = []
    for (const url of [photo, other])
      photos.push((await call('POST', `${id}/photos`, { url, published: false, alt_text_custom: 'A' })).json.id)
    expect((await sim.state()).posts).toHaveLength(1)
    const several = { message: 'Two', attached_media: photos.map((media_fbid) => ({ media_fbid })) }
    const album = await call('POST', `${id}/feed`, several)
    expect(album.status, album.text).toBe(200)
    const listed = await call('GET', `${id}/published_posts`, {
      fields: 'id,message,created_time,permalink_url,attachments',
    })
    expect(listed.json.data.map(({ message }: Json) => message)).toEqual(['Two', 'Hello'])
    const [{ attachments }] = listed.json.data
    expect(attachments.data[0].subattachments.data.map(({ target }: Json) => target.id)).toEqual(photos)
    expect(errorIn(await call('GET', `${id}/published_posts`, { fields: 'colour' }))).toEqual([400, 100, undefined])
  })

  it('refuses the same text twice in a row with 506, unless it is set not to', async () => {
    const sim = await start('facebook')
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const say = (message: string) => call('POST', `${id}/feed`, { message })
    expect((await say('One')).status).toBe(200)
    expect(errorIn(await say('One'))).toEqual([400, 506, undefined])
    expect((await say('Two')).status).toBe(200)
    expect((await say('One')).status).toBe(200)
    await sim.control('POST', '/settings', { duplicate_text: 'accept' })
    expect((await say('One')).status).toBe(200)
    expect((await sim.state()).totals.duplicates).toBe(2)
  })

  it('takes a reel in three steps, and tells how far it is', async () => {
    const sim = await start('facebook')
    const { clip } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const status = async (video: string) => {
      const { json } = await call('GET', video, { fields: 'status,post_id,permalink_url' })
      const { uploading_phase, processing_phase, publishing_phase } = json.status
      return [uploading_phase.status, processing_phase.status, publishing_phase.status, json.post_id]
    }
    const begun = await call('POST', `${id}/video_reels`, { upload_phase: 'start' })
    const { video_id, upload_url } = begun.json
    expect(await status(video_id)).toEqual(['not_started', 'not_started', 'not_started', undefined])
    const sent = await fetch(upload_url, {
      method: 'POST',
      headers: { authorization: `OAuth ${token}`, file_url: clip },
    })
    expect(await sent.json()).toMatchObject({ success: true })
    expect(await status(video_id)).toEqual(['complete', 'not_started', 'not_started', undefined])
    await sim.control('POST', '/settings', { processing_ms: HOUR })
    const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: 'Morning', title: 'T' }
    const done = await call('POST', `${id}/video_reels`, finish)
    expect(done.json).toMatchObject({ success: true })
    expect(await status(video_id)).toEqual(['complete', 'in_progress', 'not_started', undefined])
    expect((await sim.state()).posts).toHaveLength(0)
    await sim.ahead(2 * HOUR)
    expect(await status(video_id)).toEqual(['complete', 'complete', 'complete', done.json.post_id])
    expect((await sim.state()).posts).toMatchObject([
      { id: `${id}_${done.json.post_id}`, text: 'Morning', options: { title: 'T' } },
    ])
  })

  it('refuses after processing what is no reel, and what a fault says', async () => {
    const sim = await start('facebook')
    const { clip, wide } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const failed = async (file_url: string) => {
      const { video_id, upload_url } = (await call('POST', `${id}/video_reels`, { upload_phase: 'start' })).json
      await fetch(upload_url, { method: 'POST', headers: { authorization: `OAuth ${token}`, file_url } })
      const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' }
      expect((await call('POST', `${id}/video_reels`, finish)).status).toBe(200)
      const { status } = (await call('GET', video_id, { fields: 'status' })).json
      return [status.video_status, status.processing_phase.error.code]
    }
    expect(await failed(wide)).toEqual(['error', 1363040])
    await sim.faults({
      match: { operation: 'create' },
      fault: { kind: 'container_error', code: 6000, error_message: 'No' },
    })
    expect(await failed(clip)).toEqual(['error', 6000])
    expect((await sim.state()).posts).toHaveLength(0)
  })

  it('holds a Page to its reels of 24 hours', async () => {
    const sim = await start('facebook', { reel_limit: 1 })
    const { clip } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const reel = async () => {
      const { video_id, upload_url } = (await call('POST', `${id}/video_reels`, { upload_phase: 'start' })).json
      await fetch(upload_url, { method: 'POST', headers: { authorization: `OAuth ${token}`, file_url: clip } })
      return call('POST', `${id}/video_reels`, { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' })
    }
    expect((await reel()).status).toBe(200)
    expect(errorIn(await reel())).toEqual([400, 32, undefined])
    expect((await call('GET', `${id}/video_reels`, { fields: 'created_time' })).json.data).toHaveLength(1)
  })

  it('takes stories of a photo, and lists them by what they show', async () => {
    const sim = await start('facebook')
    const { photo } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const { json } = await call('POST', `${id}/photos`, { url: photo, published: false })
    const story = await call('POST', `${id}/photo_stories`, { photo_id: json.id })
    expect(story.json.success).toBe(true)
    const { data } = (await call('GET', `${id}/stories`)).json
    expect(data).toMatchObject([{ post_id: story.json.post_id, media_id: json.id, status: 'PUBLISHED' }])
    await sim.control('POST', '/settings', { repeat_publish: 'reject' })
    expect(errorIn(await call('POST', `${id}/photo_stories`, { photo_id: json.id }))).toEqual([400, 100, undefined])
    await sim.ahead(25 * HOUR)
    expect((await call('GET', `${id}/stories`)).json.data).toEqual([])
  })

  it('makes a plain video a post once it is processed, over a restart', async () => {
    const sim = await start('facebook', { processing_ms: HOUR })
    const { wide } = await files()
    const { id, token } = await newPage(sim)
    const { json } = await caller(sim, token)('POST', `${id}/videos`, {
      file_url: wide,
      description: 'Harbor',
      title: 'T',
    })
    const again = await sim.restart()
    await again.control('POST', '/settings', { processing_ms: 0, clock_offset_ms: 2 * HOUR })
    for (;;) {
      const { status } = (await caller(again, token)('GET', json.id, { fields: 'status' })).json
      if (status.publishing_phase.status === 'complete') break
    }
    expect((await again.state()).posts).toMatchObject([{ text: 'Harbor', kind: 'video', media: { url: wide } }])
  })

  it('tells tokens, scopes and Pages apart', async () => {
    const sim = await start('facebook')
    const page = await newPage(sim, ['pages_show_list'])
    const { id, token } = await newPage(sim)
    expect(errorIn(await caller(sim, token)('POST', `${page.id}/feed`, { message: 'x' }))).toEqual([400, 100, 33])
    expect(errorIn(await caller(sim, page.token)('POST', `${page.id}/feed`, { message: 'x' }))).toEqual([
      400,
      200,
      undefined,
    ])
    const { token: person }: Json = await sim.control('POST', '/tokens', { account: 'dana.demo' })
    expect(errorIn(await caller(sim, person)('POST', `${id}/feed`, { message: 'x' }))).toEqual([400, 210, undefined])
    await sim.control('POST', '/tokens/revoke', { token, subcode: 460 })
    expect(errorIn(await caller(sim, token)('POST', `${id}/feed`, { message: 'x' }))).toEqual([400, 190, 460])
  })
})

describe('afterwards', () => {
  it('comments, tells figures, and deletes', async () => {
    const sim = await start('facebook')
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const post = (await call('POST', `${id}/feed`, { message: 'Hello' })).json.id
    const comment = await call('POST', `${post}/comments`, { message: 'First' })
    const { data } = (await call('GET', `${post}/comments`, { fields: 'id,message,from' })).json
    expect(data).toMatchObject([{ id: comment.json.id, message: 'First', from: { id } }])
    const metric = 'post_media_view,post_total_media_view_unique,post_reactions_by_type_total,post_clicks'
    const figures = await call('GET', `${post}/insights`, { metric })
    expect(figures.json.data.map(({ name }: Json) => name).join()).toBe(metric)
    expect(errorIn(await call('GET', `${post}/insights`, { metric: 'post_impressions' }))).toEqual([
      400,
      100,
      undefined,
    ])
    expect((await call('GET', `${id}/insights`, { metric: 'page_follows', period: 'day' })).status).toBe(200)
    expect((await call('DELETE', post)).json).toEqual({ success: true })
    expect(errorIn(await call('GET', post, { fields: 'id' }))).toEqual([400, 100, 33])
  })

  it('says of a post that the token may not read what it says of one that is not there', async () => {
    const sim = await start('facebook')
    const { id, token } = await newPage(sim)
    const post = (await caller(sim, token)('POST', `${id}/feed`, { message: 'Hello' })).json.id
    const less: Json = await sim.control('POST', '/tokens', { account: id, scopes: ['pages_show_list'] })
    const call = caller(sim, less.token)
    expect(errorIn(await call('DELETE', post))).toEqual([400, 200, undefined])
    expect(errorIn(await call('GET', post, { fields: 'id' }))).toEqual([400, 100, 33])
    expect((await caller(sim, token)('GET', post, { fields: 'id' })).json).toEqual({ id: post })
  })

  it('loses answers, limits with headers, and is late, on demand', async () => {
    const sim = await start('facebook')
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    await sim.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_after' } })
    await expect(call('POST', `${id}/feed`, { message: 'Lost' })).rejects.toThrow()
    expect((await sim.state()).posts).toHaveLength(1)
    await sim.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_before' } })
    await expect(call('POST', `${id}/feed`, { message: 'Never' })).rejects.toThrow()
    expect((await sim.state()).posts).toHaveLength(1)
    const usage = { call_count: 100, total_time: 1, total_cputime: 1 }
    await sim.faults(
      { match: { operation: 'publish' }, fault: { kind: 'error_before', code: 32, retry_after: 60 } },
      { match: { operation: 'publish' }, fault: { kind: 'usage', page: usage } },
    )
    const limited = await call('POST', `${id}/feed`, { message: 'Much' })
    expect(errorIn(limited)).toEqual([400, 32, undefined])
    expect([limited.headers.get('retry-after'), limited.headers.get('x-page-usage')]).toEqual([
      '60',
      JSON.stringify(usage),
    ])
    await sim.control('POST', '/settings', { list_delay_ms: 60_000 })
    expect((await call('GET', `${id}/published_posts`)).json.data).toEqual([])
  })

  it('makes two of a reel that is finished twice, which must not happen, or refuses', async () => {
    const sim = await start('facebook')
    const { clip } = await files()
    const { id, token } = await newPage(sim)
    const call = caller(sim, token)
    const { video_id, upload_url } = (await call('POST', `${id}/video_reels`, { upload_phase: 'start' })).json
    await fetch(upload_url, { method: 'POST', headers: { authorization: `OAuth ${token}`, file_url: clip } })
    const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' }
    await Promise.all([call('POST', `${id}/video_reels`, finish), call('POST', `${id}/video_reels`, finish)])
    await call('GET', video_id, { fields: 'status' })
    expect((await sim.state()).totals.duplicates).toBe(1)
    await sim.control('POST', '/settings', { repeat_publish: 'reject' })
    expect(errorIn(await call('POST', `${id}/video_reels`, finish))).toEqual([400, 100, undefined])
  })
})
