// Facebook Pages call by call: what is sent, byte for byte, and what each answer means.
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { InDoubt, Piece, Publishing } from '../../../core/platforms/connector.ts'
import { facebook } from '../../../core/platforms/facebook/connector.ts'
import { prepareParameters, publishParameters } from '../../../core/platforms/facebook/parameters.ts'
import { type Answer, drop, json, refusal, type ScriptedServer, startScripted } from './scripted-server.ts'

const PAGE = '61550000000000017'
const account = { external_id: PAGE, token: 'EAAQtesttokentesttokentesttoken01' }
const PICTURE = 'https://cdn.example/v/1/picture.jpg'
const CLIP = 'https://cdn.example/1.mp4'
const NOW = Date.UTC(2026, 10, 22, 12)
const KEY = 'key'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScripted()
  process.env.FACEBOOK_GRAPH_URL = server.origin
})
afterAll(async () => {
  delete process.env.FACEBOOK_GRAPH_URL
  await server.close()
})
afterEach(() => {
  vi.useRealTimers()
})

const piece = (more: Partial<Piece> & Pick<Piece, 'type'>): Piece => ({ one_of_several: false, text: 'Hi', ...more })
const post = (handles: object[], more: Partial<Publishing> = {}): Publishing => ({
  handles: handles.map((handle) => JSON.stringify(handle)),
  kind: 'text',
  text: 'Hi 👋\n#tag',
  options: {},
  key: KEY,
  ...more,
})
const doubt = (handles: object[], more: Partial<InDoubt> = {}): InDoubt => ({
  ...post(handles),
  since: NOW - 70_000,
  until: NOW + 60_000,
  asked_at: NOW,
  ...more,
})
const sentBody = (at = 0) => JSON.parse(server.asked[at]!.body)
const told = (at = 0) => `${server.asked[at]!.method} ${server.asked[at]!.path.replace(/^\/v26\.0\//, '')}`
const handleIn = (value: { handle?: string }) => JSON.parse(value.handle!)

const uploadUrl = (id = '7') => `${server.origin}/video-upload/v26.0/${id}`
const phases = (upload: string, processing: string, publishing: string, more: object = {}) =>
  json({
    id: '7',
    status: {
      video_status: 'processing',
      uploading_phase: { status: upload },
      processing_phase: { status: processing },
      publishing_phase: { status: publishing },
    },
    ...more,
  })

describe('preparing', () => {
  it('makes nothing of a text, and of a plain video', async () => {
    server.script()
    const text = await facebook.prepare(account, piece({ type: 'text' }))
    const video = await facebook.prepare(account, piece({ type: 'video', url: CLIP }))
    expect([text, video].map((one) => one.ok && [one.value.state, handleIn(one.value)])).toEqual([
      ['finished', { as: 'text' }],
      ['finished', { as: 'video', url: CLIP }],
    ])
    expect(server.asked).toHaveLength(0)
  })

  it.each([
    ['image', 'photo', { url: PICTURE, published: false, alt_text_custom: 'A cat' }],
    ['story_image', 'story_photo', { url: PICTURE, published: false }],
  ] as const)('uploads a photo that nobody sees: %s', async (type, as, body) => {
    server.script(json({ id: '1226' }))
    const made = await facebook.prepare(account, piece({ type, url: PICTURE, alt_text: 'A cat' }))
    expect(made).toEqual({
      ok: true,
      value: { state: 'finished', handle: JSON.stringify({ as, id: '1226' }), id: '1226' },
    })
    expect([told(), sentBody()]).toEqual([`POST ${PAGE}/photos`, body])
    expect(server.asked[0]!.headers.authorization).toBe(`Bearer ${account.token}`)
  })

  it.each([
    ['reel', 'video_reels'],
    ['story_video', 'video_stories'],
  ] as const)('begins, uploads by address and looks: %s', async (type, edge) => {
    const begun: Answer[] = type === 'reel' ? [json({ data: [] })] : []
    server.script(...begun, json({ video_id: '7', upload_url: uploadUrl() }))
    const first = await facebook.prepare(account, piece({ type, url: CLIP }))
    expect(first).toMatchObject({ ok: true, value: { state: 'in_progress', goes_on: true, id: '7' } })
    expect([told(begun.length), sentBody(begun.length)]).toEqual([`POST ${PAGE}/${edge}`, { upload_phase: 'start' }])

    const handle = first.ok ? first.value.handle! : ''
    server.script(phases('not_started', 'not_started', 'not_started'), json({ success: true }))
    const second = await facebook.prepare(account, piece({ type, url: CLIP }), handle)
    expect([second.ok && second.value.state, told(0), told(1)]).toEqual([
      'in_progress',
      'GET 7',
      'POST /video-upload/v26.0/7',
    ])
    const { headers, body } = server.asked[1]!
    expect([headers.authorization, headers.file_url, body]).toEqual([`OAuth ${account.token}`, CLIP, ''])

    server.script(phases('complete', 'not_started', 'not_started'))
    const third = await facebook.prepare(account, piece({ type, url: CLIP }), second.ok ? second.value.handle : '')
    expect(third).toEqual({ ok: true, value: { state: 'finished' } })
  })

  it('does not tell an upload again while it is fetched', async () => {
    const handle = JSON.stringify({ as: 'reel', id: '7', url: uploadUrl(), sent_at: Date.now() - 1000 })
    server.script(phases('not_started', 'not_started', 'not_started'))
    const looked = await facebook.prepare(account, piece({ type: 'reel', url: CLIP }), handle)
    expect(looked).toEqual({ ok: true, value: { state: 'in_progress' } })
  })

  it('sends its token to no other place than Facebook names of its own', async () => {
    server.script(json({ data: [] }), json({ video_id: '7', upload_url: 'https://evil.example/video-upload/7' }))
    const made = await facebook.prepare(account, piece({ type: 'reel', url: CLIP }))
    expect(made).toMatchObject({ ok: false, error: { class: 'permanent' } })
    const handle = JSON.stringify({ as: 'reel', id: '7', url: 'https://evil.example/7' })
    server.script(phases('not_started', 'not_started', 'not_started'))
    const refused = await facebook.prepare(account, piece({ type: 'reel', url: CLIP }), handle)
    expect(refused).toMatchObject({ ok: false, error: { class: 'permanent' } })
  })

  it.each<[string, Answer, string]>([
    ['cannot be fetched now', json({ debug_info: { retriable: true, message: 'Later' } }, 400), 'retry'],
    ['fails at Facebook', json({ debug_info: { retriable: false, message: 'Fault' } }, 500), 'retry'],
    ['comes too often', json({ debug_info: { message: 'Slow down' } }, 429), 'retry'],
    ['is refused', json({ debug_info: { retriable: false, message: 'No' } }, 400), 'new_container'],
    ['is answered by a proxy', json('Bad gateway', 502), 'retry'],
    ['comes with a token that has ended', json({}, 401), 'reconnect'],
  ])('tells what becomes of an upload that %s', async (_name, answer, found) => {
    const handle = JSON.stringify({ as: 'reel', id: '7', url: uploadUrl() })
    server.script(phases('not_started', 'not_started', 'not_started'), answer)
    const told = await facebook.prepare(account, piece({ type: 'reel', url: CLIP }), handle)
    expect(told).toMatchObject({ ok: false, error: { class: found } })
  })

  it('does not tell an upload again that is under way, and sees where the video is out already', async () => {
    const handle = JSON.stringify({ as: 'reel', id: '7', url: uploadUrl() })
    const look = () => facebook.prepare(account, piece({ type: 'reel', url: CLIP }), handle)
    server.script(phases('in_progress', 'not_started', 'not_started'), phases('complete', 'complete', 'complete'))
    expect(await look()).toEqual({ ok: true, value: { state: 'in_progress' } })
    expect(await look()).toEqual({ ok: true, value: { state: 'published' } })
  })

  it('waits where the Page has had its reels of 24 hours', async () => {
    const data = Array.from({ length: 30 }, (_, at) => ({
      created_time: new Date(Date.now() - at * 60_000).toISOString().replace('.', '+').replace(/\+.*/, '+0000'),
    }))
    server.script(json({ data }))
    const held = await facebook.prepare(account, piece({ type: 'reel', url: CLIP }))
    expect(held).toMatchObject({ ok: false, error: { class: 'wait' } })
    const wait = held.ok ? 0 : held.error.retry_after_ms!
    expect(Math.round(wait / 60_000)).toBe(24 * 60 - 29)
    expect(server.asked).toHaveLength(1)
    data[29] = { created_time: new Date(Date.now() - 25 * 3_600_000).toISOString() }
    server.script(json({ data }), json({ video_id: '7', upload_url: uploadUrl() }))
    expect((await facebook.prepare(account, piece({ type: 'reel', url: CLIP }))).ok).toBe(true)
  })

  it('makes a video again whose upload failed, and ends with one that can never be taken', async () => {
    const handle = JSON.stringify({ as: 'reel', id: '7', url: uploadUrl() })
    const failing = (error: object) =>
      json({ id: '7', status: { video_status: 'error', uploading_phase: { status: 'error', error } } })
    server.script(failing({ message: 'Broken' }), failing({ message: 'Too bad', code: 6000 }))
    const at = () => facebook.prepare(account, piece({ type: 'reel', url: CLIP }), handle)
    expect(await at()).toMatchObject({ ok: true, value: { state: 'error', error: { class: 'new_container' } } })
    expect(await at()).toMatchObject({ ok: true, value: { state: 'error', error: { class: 'permanent', code: 6000 } } })
  })
})

describe('publishing', () => {
  const COUNTRIES = { countries: ['DE', 'KR'] }
  const targeting = { geo_locations: COUNTRIES }
  it.each<[string, object[], Partial<Publishing>, string, object, object, object]>([
    [
      'text with a link',
      [{ as: 'text' }],
      { options: { link: 'https://harbor.example/', ...COUNTRIES } },
      'feed',
      { message: 'Hi 👋\n#tag', link: 'https://harbor.example/', targeting },
      { id: `${PAGE}_1` },
      { media_id: `${PAGE}_1` },
    ],
    [
      'photos',
      [
        { as: 'photo', id: '11' },
        { as: 'photo', id: '12' },
      ],
      { kind: 'carousel' },
      'feed',
      { message: 'Hi 👋\n#tag', attached_media: [{ media_fbid: '11' }, { media_fbid: '12' }] },
      { id: `${PAGE}_1` },
      { media_id: `${PAGE}_1` },
    ],
    [
      'a photo without words',
      [{ as: 'photo', id: '11' }],
      { kind: 'image', text: '' },
      'feed',
      { attached_media: [{ media_fbid: '11' }] },
      { id: `${PAGE}_1` },
      { media_id: `${PAGE}_1` },
    ],
    [
      'a plain video',
      [{ as: 'video', url: CLIP }],
      { kind: 'video', options: { title: 'Morning' } },
      'videos',
      { file_url: CLIP, description: 'Hi 👋\n#tag', title: 'Morning' },
      { id: '7' },
      { media_id: '7', pending: true },
    ],
    [
      'a reel',
      [{ as: 'reel', id: '7', url: CLIP }],
      {
        kind: 'video',
        options: { title: 'Morning', is_ai_generated: true, place_id: '106377336067638', ...COUNTRIES },
      },
      'video_reels',
      {
        ...{ upload_phase: 'finish', video_id: '7', video_state: 'PUBLISHED', description: 'Hi 👋\n#tag' },
        ...{ title: 'Morning', is_ai_generated: true, place: '106377336067638', targeting },
      },
      { success: true, post_id: '9' },
      { media_id: '7', pending: true },
    ],
    [
      'a photo story',
      [{ as: 'story_photo', id: '11' }],
      { kind: 'story' },
      'photo_stories',
      { photo_id: '11' },
      { success: true, post_id: '9' },
      { media_id: '9' },
    ],
    [
      'a video story',
      [{ as: 'story_video', id: '7', url: CLIP }],
      { kind: 'story' },
      'video_stories',
      { upload_phase: 'finish', video_id: '7' },
      { success: true, post_id: '9' },
      { media_id: '7', pending: true },
    ],
  ])('%s', async (_name, handles, more, edge, body, answer, value) => {
    server.script(json(answer))
    expect(await facebook.publish(account, post(handles, more))).toEqual({ ok: true, value })
    expect([told(), server.asked[0]!.body]).toEqual([`POST ${PAGE}/${edge}`, JSON.stringify(body)])
  })

  it('shows before what it sends', () => {
    const pieces = [piece({ type: 'image', url: PICTURE }), piece({ type: 'image', url: PICTURE })]
    const given = { ...post([]), handles: ['<container 1>', '<container 2>'], text: 'Hi' }
    expect(publishParameters(given, pieces)).toEqual({
      message: 'Hi',
      attached_media: [{ media_fbid: '<container 1>' }, { media_fbid: '<container 2>' }],
    })
    expect(prepareParameters(pieces[0]!)).toEqual({ url: PICTURE, published: false })
  })

  it.each<[string, object, number, string]>([
    ['1', { code: 1 }, 400, 'ambiguous'],
    ['2', { code: 2, is_transient: true }, 400, 'ambiguous'],
    ['behind a 500', { code: 100 }, 500, 'ambiguous'],
    ['4', { code: 4 }, 400, 'wait'],
    ['17', { code: 17 }, 400, 'wait'],
    ['32', { code: 32 }, 400, 'wait'],
    ['341', { code: 341 }, 400, 'wait'],
    ['613', { code: 613 }, 400, 'wait'],
    ['80001', { code: 80001 }, 400, 'wait'],
    ['service', { code: 1, error_subcode: 1363047 }, 400, 'ambiguous'],
    ['service, the other', { code: 1609010 }, 400, 'ambiguous'],
    ['190', { code: 190 }, 400, 'reconnect'],
    ['190/459', { code: 190, error_subcode: 459 }, 400, 'reconnect'],
    ['190/464', { code: 190, error_subcode: 464 }, 400, 'reconnect'],
    ['102', { code: 102 }, 400, 'reconnect'],
    ['100', { code: 100 }, 400, 'permanent'],
    ['10', { code: 10 }, 400, 'reconnect'],
    ['200', { code: 200 }, 403, 'reconnect'],
    ['368', { code: 368 }, 400, 'owner_action'],
    ['506', { code: 506 }, 400, 'permanent'],
    ['100 with a subcode that no page names', { code: 100, error_subcode: 1609005 }, 400, 'permanent'],
    ['100 that passes', { code: 100, error_subcode: 1609005, is_transient: true }, 400, 'ambiguous'],
    ['506 as it comes in the field', { code: 506, error_subcode: 1455006 }, 400, 'permanent'],
    ['200 with a subcode that no page names', { code: 200, error_subcode: 1376999 }, 403, 'ambiguous'],
    ['1366051', { code: 100, error_subcode: 1366051 }, 400, 'permanent'],
    ['1366046', { code: 324, error_subcode: 1366046 }, 400, 'permanent'],
    ['1390008', { code: 368, error_subcode: 1390008 }, 400, 'permanent'],
    ['1404078', { code: 200, error_subcode: 1404078 }, 400, 'owner_action'],
    ['4854002', { code: 4854002 }, 400, 'owner_action'],
    ['6000', { code: 6000 }, 400, 'permanent'],
    ['6000 of a file', { code: 6000, error_subcode: 1363030 }, 400, 'permanent'],
  ])('takes error %s for what it is', async (_name, error, status, expected) => {
    server.script(refusal({ message: 'No', ...error }, status))
    const answer = await facebook.publish(account, post([{ as: 'text' }]))
    expect(answer.ok ? 'no error' : answer.error.class).toBe(expected)
  })

  it('says what can be done about a duplicate', async () => {
    server.script(refusal({ message: 'Duplicate status message', code: 506 }))
    const answer = await facebook.publish(account, post([{ as: 'text' }]))
    expect(answer.ok || answer.error.advice).toContain('the same text twice')
  })

  it('pauses as the usage of the Page says', async () => {
    const header = { 'x-page-usage': '{"call_count":100,"total_time":4,"total_cputime":3}' }
    server.script({ ...refusal({ code: 32, message: 'Page request limit reached' }), headers: header })
    const answer = await facebook.publish(account, post([{ as: 'text' }]))
    expect(answer.ok ? 0 : answer.error.retry_after_ms).toBe(3_600_000)
  })
})

const item = (id: string, more: object = {}) => ({
  ...{ id: `${PAGE}_${id}`, message: 'Hi 👋\n#tag', created_time: '2026-11-22T12:00:01+0000' },
  ...{ permalink_url: `https://www.facebook.com/${PAGE}/posts/${id}` },
  ...more,
})
const photos = (...ids: string[]) => ({
  attachments: {
    data: [{ type: 'album', subattachments: { data: ids.map((id) => ({ target: { id }, type: 'photo' })) } }],
  },
})
const live = (id: string) => ({
  ok: true,
  value: { state: 'live', media_id: `${PAGE}_${id}`, permalink: `https://www.facebook.com/${PAGE}/posts/${id}` },
})
const verdict = (handles: object[], more: Partial<InDoubt> = {}, later = 1000) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + later })
  return facebook.verify(account, doubt(handles, more))
}
const UNKNOWN = { ok: true, value: { state: 'unknown' } }
const NEVER_TOLD = { ok: true, value: { state: 'unknown', final: true } }

describe('searching for what came of a call', () => {
  const TEXT = [{ as: 'text' }]

  it('finds the text among the posts of the time', async () => {
    server.script(json({ data: [item('2', { message: 'Other' }), item('1', { message: 'Hi 👋\r\n#tag ' })] }))
    expect(await verdict(TEXT)).toEqual(live('1'))
    expect([told(), server.asked[0]!.query]).toEqual([
      `GET ${PAGE}/published_posts`,
      {
        fields: 'id,message,created_time,permalink_url,attachments',
        since: String((NOW - 15_000) / 1000),
        until: String((NOW + 60_000) / 1000),
        limit: '50',
      },
    ])
  })

  it.each<[string, object[], Partial<InDoubt>]>([
    ['none', [], {}],
    ['one with other words', [item('1', { message: 'Hi' })], {}],
    ['one of before', [item('1', { created_time: '2026-11-22T11:59:00+0000' })], {}],
    ['one that was there before', [item('1')], { mark: `${PAGE}_0,${PAGE}_1` }],
    ['one that is another publication’s', [item('1')], { others: [`${PAGE}_1`] }],
    ['one with a photo', [item('1', photos('5'))], {}],
    ['one with a video', [item('1', { attachments: { data: [{ type: 'video_inline', media_type: 'video' }] } })], {}],
    ['two', [item('1'), item('2')], {}],
  ])('does not know while there is %s, and never says that it is not there', async (_name, data, more) => {
    server.script(json({ data }), json({ data }))
    expect(await verdict(TEXT, more)).toEqual(UNKNOWN)
    expect(await verdict(TEXT, more, 91_000)).toEqual(NEVER_TOLD)
  })

  it('ends within the time of one step where each page takes long, and says neither that it is there nor that nobody will know', async () => {
    const page = (response: ServerResponse) => {
      vi.setSystemTime(Date.now() + 9000)
      const next = { next: 'https://graph.facebook.com/next', cursors: { after: 'on' } }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [item('2', { message: 'Other' })], paging: next }))
    }
    server.script(page, page, page, page, page, page)
    expect(await verdict(TEXT, {}, 100_000)).toMatchObject({ ok: false, error: { class: 'retry' } })
    expect(server.asked).toHaveLength(3)
  })

  it('takes no post of the same words that was made long after the call, however late it looks', async () => {
    const later = 2 * 3_600_000
    const byHand = item('2', { created_time: '2026-11-22T13:30:00+0000' })
    server.script(json({ data: [byHand] }), json({ data: [byHand, item('1')] }))
    expect(await verdict(TEXT, { until: NOW + later + 60_000 }, later)).toEqual(NEVER_TOLD)
    expect(await verdict(TEXT, { until: NOW + later + 60_000 }, later)).toEqual(live('1'))
  })

  it.each([
    { type: 'share' },
    { type: 'video_share_youtube', media_type: 'video' },
    { type: 'video_share_highlighted', media_type: 'video' },
  ])('takes a link for a text: Facebook makes a card of it, $type', async (card) => {
    const attachments = { data: [{ ...card, unshimmed_url: 'https://harbor.example/' }] }
    server.script(json({ data: [item('1', { attachments })] }))
    expect(await verdict(TEXT, { options: { link: 'https://harbor.example/' } })).toEqual(live('1'))
  })

  it('goes through all pages', async () => {
    const paging = { cursors: { after: 'next' }, next: 'https://graph.facebook.com/...' }
    server.script(json({ data: [item('2', { message: 'Other' })], paging }), json({ data: [item('1')] }))
    expect(await verdict(TEXT)).toEqual(live('1'))
    expect(server.asked[1]!.query.after).toBe('next')
  })

  it('takes none where the Page has made more than is looked through: there may be another', async () => {
    const paging = { cursors: { after: 'next' }, next: 'https://graph.facebook.com/...' }
    server.script(...Array.from({ length: 6 }, (_, page) => json({ data: page === 0 ? [item('1')] : [], paging })))
    expect(await verdict(TEXT)).toEqual(UNKNOWN)
  })

  it('knows pictures by their ids, whatever the words', async () => {
    server.script(json({ data: [item('2'), item('1', { message: 'Edited', ...photos('11', '12') })] }))
    const made = [
      { as: 'photo', id: '11' },
      { as: 'photo', id: '12' },
    ]
    expect(await verdict(made, { kind: 'carousel' })).toEqual(live('1'))
  })

  it('knows a photo story by its photo', async () => {
    const story = (id: string, media_id: string) => ({
      ...{ post_id: id, media_id, status: 'PUBLISHED', creation_time: String(NOW / 1000), media_type: 'photo' },
      url: `https://www.facebook.com/stories/${id}`,
    })
    server.script(json({ data: [story('8', '12'), story('9', '11')] }))
    expect(await verdict([{ as: 'story_photo', id: '11' }], { kind: 'story' })).toEqual({
      ok: true,
      value: { state: 'live', media_id: '9', permalink: 'https://www.facebook.com/stories/9' },
    })
    expect(told()).toBe(`GET ${PAGE}/stories`)
  })

  it('looks longer for a plain video', async () => {
    server.script(json({ data: [] }), json({ data: [] }))
    expect(await verdict([{ as: 'video', url: CLIP }], { kind: 'video' }, 600_000)).toEqual(UNKNOWN)
    expect(await verdict([{ as: 'video', url: CLIP }], { kind: 'video' }, 901_000)).toEqual(NEVER_TOLD)
  })

  it('lets a clear refusal stand where nothing is there', async () => {
    server.script(json({ data: [] }))
    expect(await verdict(TEXT, { refused: { code: 100, calls: 1 } })).toEqual(NEVER_TOLD)
  })

  it('looks after a duplicate was refused that an earlier call may have made', async () => {
    server.script(json({ data: [] }), json({ data: [] }), json({ data: [item('1')] }))
    expect(await verdict(TEXT, { refused: { code: 506, calls: 1 } })).toEqual(NEVER_TOLD)
    expect(await verdict(TEXT, { refused: { code: 506, calls: 2 } })).toEqual(UNKNOWN)
    expect(await verdict(TEXT, { refused: { code: 506, calls: 2 } })).toEqual(live('1'))
  })

  it('marks where the posts of the Page end, for what is searched for by its words', async () => {
    server.script(json({ data: [{ id: `${PAGE}_2` }, { id: `${PAGE}_1` }] }))
    expect(await facebook.mark!(account, post(TEXT))).toEqual({ ok: true, value: `${PAGE}_2,${PAGE}_1` })
    server.script(json({ data: [{ id: `${PAGE}_2` }] }))
    expect(await facebook.mark!(account, post([{ as: 'video', url: CLIP }]))).toEqual({ ok: true, value: `${PAGE}_2` })
    server.script()
    expect(await facebook.mark!(account, post([{ as: 'photo', id: '11' }]))).toEqual({ ok: true, value: '' })
    // The earlier mark of two has what both have.
    expect(facebook.earlierMark!('4,3,2', '3,2,1')).toBe('3,2')
    const byWords = [{ as: 'text' }, { as: 'video', url: CLIP }, { as: 'photo', id: '11' }].map((handle) =>
      facebook.onlyByWords!([JSON.stringify(handle)]),
    )
    expect(byWords).toEqual([true, true, false])
  })

  it('says when it could not look', async () => {
    server.script(drop)
    expect(await verdict(TEXT)).toMatchObject({ ok: false, error: { class: 'retry' } })
  })
})

describe('asking a video what became of it', () => {
  const REEL = [{ as: 'reel', id: '7', url: 'https://rupload.facebook.com/7' }]
  const more = { kind: 'video' as const }

  it('is live once it is published', async () => {
    server.script(phases('complete', 'complete', 'complete', { post_id: '9', permalink_url: '/reel/7/' }))
    const value = { state: 'live', media_id: `${PAGE}_9`, permalink: 'https://www.facebook.com/reel/7/' }
    expect(await verdict(REEL, more)).toEqual({ ok: true, value })
    expect([told(), server.asked[0]!.query.fields]).toEqual(['GET 7', 'status,post_id,permalink_url'])
  })

  it('is not where its upload still waits, and nobody took it', async () => {
    const waiting = phases('complete', 'not_started', 'not_started')
    server.script(waiting, waiting)
    expect(await verdict(REEL, more)).toEqual({ ok: true, value: { state: 'not' } })
    expect(await verdict(REEL, { ...more, media_id: '7' })).toEqual(UNKNOWN)
  })

  it('is not known while it is processed', async () => {
    server.script(phases('complete', 'in_progress', 'not_started'))
    expect(await verdict(REEL, more)).toEqual(UNKNOWN)
  })

  it('is not known where its upload has not arrived, or it was processed and not published', async () => {
    server.script(phases('in_progress', 'not_started', 'not_started'))
    expect(await verdict(REEL, more)).toEqual(UNKNOWN)
    const draft = { status: { publishing_phase: { status: 'complete', publish_status: 'DRAFT' } } }
    const going = { status: { video_status: 'ready', publishing_phase: { status: 'in_progress' } } }
    server.script(json({ id: '7', ...draft }), json({ id: '7', ...going }))
    expect(await verdict(REEL, more)).toEqual(UNKNOWN)
    expect(await verdict(REEL, { ...more, media_id: '7' })).toEqual(UNKNOWN)
  })

  it('is not where it is ready and the call was not heard of for ten minutes, and not before', async () => {
    const ready = phases('complete', 'complete', 'not_started')
    server.script(ready, ready)
    expect(await verdict(REEL, more, 600_000)).toEqual(UNKNOWN)
    expect(await verdict(REEL, more, 600_001)).toEqual({ ok: true, value: { state: 'not' } })
  })

  it('is a story by the id of its post', async () => {
    server.script(phases('complete', 'complete', 'complete', { post_id: '9' }))
    const story = [{ as: 'story_video', id: '7', url: 'https://rupload.facebook.com/7' }]
    expect(await verdict(story, { kind: 'story' })).toEqual({ ok: true, value: { state: 'live', media_id: '9' } })
  })

  it.each<[string, object, object]>([
    ['is over', { video_status: 'expired' }, { expired: true, error: { class: 'permanent' } }],
    ['did not arrive', { video_status: 'upload_failed' }, { error: { class: 'permanent' } }],
    [
      'failed for a reason that passes',
      { processing_phase: { status: 'error', errors: [{ code: 2, message: 'Try again' }] } },
      { error: { class: 'new_container', message: 'Try again', code: 2 } },
    ],
  ])('is lost where it %s', async (_name, status, lost) => {
    server.script(json({ id: '7', status }))
    expect(await verdict(REEL, more)).toMatchObject({ ok: true, value: { state: 'lost', ...lost } })
  })

  it('is lost where it was refused, with the words of Facebook', async () => {
    const error = { message: 'The duration is not supported.', code: 1363128 }
    server.script(
      json({
        id: '7',
        status: {
          video_status: 'error',
          uploading_phase: { status: 'complete' },
          processing_phase: { status: 'error', error },
        },
      }),
    )
    const lost = { state: 'lost', error: { class: 'permanent', ...error } }
    expect(await verdict(REEL, { ...more, media_id: '7' })).toEqual({ ok: true, value: lost })
  })

  it('is asked of a plain video by the id that Facebook gave it', async () => {
    server.script(phases('complete', 'complete', 'complete', { post_id: '9', permalink_url: '/1/videos/7/' }))
    expect(await verdict([{ as: 'video', url: CLIP }], { ...more, media_id: '7' })).toMatchObject({
      value: { state: 'live', media_id: `${PAGE}_9` },
    })
  })
})

describe('afterwards', () => {
  it('reads the link of a post, and of a story in the list of stories', async () => {
    server.script(json({ id: '1', permalink_url: 'https://www.facebook.com/1' }))
    expect(await facebook.permalink(account, `${PAGE}_1`)).toEqual({
      ok: true,
      value: { permalink: 'https://www.facebook.com/1' },
    })
    const data = [{ post_id: '9', media_id: '11', url: 'https://www.facebook.com/stories/9' }]
    server.script(refusal({ code: 100, message: 'nonexisting field' }), json({ data }))
    expect(await facebook.permalink(account, '9')).toEqual({
      ok: true,
      value: { permalink: 'https://www.facebook.com/stories/9' },
    })
  })

  it('writes the first comment, and finds its own', async () => {
    server.script(json({ id: '1_2' }))
    expect(await facebook.comments!.write(account, `${PAGE}_1`, 'First!')).toEqual({ ok: true, value: { id: '1_2' } })
    expect([told(), sentBody()]).toEqual([`POST ${PAGE}_1/comments`, { message: 'First!' }])
    const other = { id: '1_1', message: 'First!', from: { id: '5' } }
    server.script(json({ data: [other, { id: '1_2', message: 'First! ', from: { id: PAGE } }] }))
    const found = await facebook.comments!.find(account, `${PAGE}_1`, { text: 'First!', username: 'demo' })
    expect(found).toEqual({ ok: true, value: { id: '1_2' } })
  })

  it('deletes, and sees that it is gone', async () => {
    server.script(json({ success: true }), refusal({ code: 100, error_subcode: 33, message: 'gone' }))
    expect(await facebook.deletion!.deletePost(account, `${PAGE}_1`)).toEqual({ ok: true, value: {} })
    expect(await facebook.deletion!.postExists(account, `${PAGE}_1`)).toEqual({ ok: true, value: false })
    expect(told()).toBe(`DELETE ${PAGE}_1`)
  })

  it('asks for the figures that there are since November 2025', async () => {
    const metric = (name: string, ...values: unknown[]) => ({ name, values: values.map((value) => ({ value })) })
    server.script(
      json({ data: [metric('post_clicks', 4), metric('post_reactions_by_type_total', { like: 3, love: 1 })] }),
    )
    expect(await facebook.insights!.ofPost(account, `${PAGE}_1`, 'post')).toEqual({
      ok: true,
      value: { post_clicks: 4, post_reactions_by_type_total: 4 },
    })
    expect(server.asked[0]!.query.metric).toBe(
      'post_media_view,post_total_media_view_unique,post_reactions_by_type_total,post_clicks',
    )
    server.script(json({ data: [metric('page_media_view', 4, 5), metric('page_follows', 100, 101)] }))
    expect(await facebook.insights!.ofAccount(account, { from: NOW, to: NOW + 86_400_000 })).toEqual({
      ok: true,
      value: { page_media_view: 9, page_follows: 101 },
    })
    const { metric: asked, period } = server.asked[0]!.query
    expect([asked, period]).toEqual(['page_media_view,page_total_media_view_unique,page_follows', 'day'])
  })
})

describe('connecting', () => {
  const app = { client_id: '3', client_secret: 'a-very-secret-thing', redirect_uri: 'https://here.example/back' }
  const tokens = [json({ access_token: 'EAAQshort' }), json({ access_token: 'EAAQlong', expires_in: 5_184_000 })]
  const page = (id: string, tasks: string[] | undefined, more: object = {}) => ({
    ...{ id, name: `Page ${id}`, access_token: `EAAQpage${id}`, ...(tasks ? { tasks } : {}) },
    ...more,
  })
  const scopes = ['pages_show_list', 'pages_manage_posts']
  /** Answers by path, as lists are asked for at once. */
  const answering = (answers: Record<string, Answer>) =>
    Array.from({ length: 20 }, () => (response: import('node:http').ServerResponse, { path }: { path: string }) => {
      const { status = 200, body } = answers[path.replace(/^\/v26\.0\//, '')] ?? refusal({ code: 100, message: path })
      response.writeHead(status).end(JSON.stringify(body))
    })

  it('sends the person to the dialog', async () => {
    const begun = await facebook.signIn.begin!({ ...app, state: 'st', scopes: ['a', 'b'] })
    const query = 'client_id=3&redirect_uri=https%3A%2F%2Fhere.example%2Fback&response_type=code&scope=a%2Cb&state=st'
    expect(begun).toEqual({ ok: true, value: { url: `${server.origin}/v26.0/dialog/oauth?${query}` } })
  })

  it('makes of a code the tokens of all Pages, and says of which there can be none', async () => {
    server.script(
      ...tokens,
      ...answering({
        'me/accounts': json({ data: [page('1', ['CREATE_CONTENT', 'MANAGE']), page('2', ['ANALYZE'])] }),
        'me/businesses': json({ data: [{ id: '9' }] }),
        '9/owned_pages': json({ data: [page('3', undefined), page('1', undefined)] }),
        '9/client_pages': json({ data: [{ id: '4', name: 'Page 4' }] }),
        debug_token: json({ data: { scopes, expires_at: 0 } }),
      }),
    )
    const grants = await facebook.signIn.finish!({ ...app, code: 'the-code#_=_' })
    const of = (id: string, problem?: string) => ({
      ...{ id, username: `Page ${id}`, name: `Page ${id}`, picture_url: '' },
      ...(problem === undefined ? {} : { problem: expect.stringContaining(problem) }),
    })
    const grant = (token: string, about: object) => ({ token, expires_at: null, scopes, of: about })
    expect(grants).toEqual({
      ok: true,
      value: [
        grant('EAAQpage1', of('1')),
        grant('', of('2', 'CREATE_CONTENT')),
        grant('EAAQpage3', of('3')),
        grant('', of('4', 'choose the Page')),
      ],
    })
    expect(server.asked.slice(0, 2).map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', '/v26.0/oauth/access_token', { ...app, code: 'the-code' }],
      [
        'GET',
        '/v26.0/oauth/access_token',
        {
          ...{ grant_type: 'fb_exchange_token', client_id: '3', client_secret: app.client_secret },
          fb_exchange_token: 'EAAQshort',
        },
      ],
    ])
  })

  const INSTAGRAM = ['instagram_basic', 'instagram_content_publish']
  const session = (id: string, token: string) => JSON.stringify({ login: 'facebook', id, token })

  it('gives the Instagram account of each Page beside it, with the token of the Page', async () => {
    const granted = [...scopes, ...INSTAGRAM]
    // As text: they are above 2^53.
    const IDS: Record<number, string> = Object.fromEntries([1, 2, 4, 5].map((at) => [at, `1784140000000000${at}`]))
    const belonging = (id: string) => ({ instagram_business_account: { id } })
    server.script(
      ...tokens,
      ...answering({
        'me/accounts': json({
          data: [
            page('1', ['CREATE_CONTENT'], belonging('17841400000000001')),
            page('2', ['ANALYZE'], belonging('17841400000000002')),
            page('3', ['CREATE_CONTENT']),
            page('4', ['CREATE_CONTENT'], belonging('17841400000000004')),
            page('5', ['CREATE_CONTENT'], belonging('17841400000000005')),
          ],
        }),
        [IDS[1]!]: json({
          username: 'harbor.shots',
          name: 'Harbor',
          profile_picture_url: 'https://cdn.example/h',
        }),
        [IDS[4]!]: refusal({ code: 10, message: 'Not granted' }),
        [IDS[5]!]: refusal({ code: 2, message: 'Later' }),
        debug_token: json({ data: { scopes: granted, expires_at: 0 } }),
      }),
    )
    const grants = await facebook.signIn.finish!({ ...app, code: 'c' })
    const found = (grants.ok ? grants.value : []).map(({ token, of, ...rest }) => ({ token, ...rest, ...of! }))
    expect(found.map(({ id, platform, problem }) => [id, platform, problem !== undefined])).toEqual([
      ['1', undefined, false],
      ['17841400000000001', 'instagram', false],
      ['2', undefined, true],
      ['17841400000000002', 'instagram', true],
      ['3', undefined, false],
      ['4', undefined, false],
      ['17841400000000004', 'instagram', true],
      ['5', undefined, false],
      ['17841400000000005', 'instagram', false],
    ])
    expect(found[1]).toEqual({
      ...{ token: session('17841400000000001', 'EAAQpage1'), expires_at: null, scopes: granted },
      ...{ id: '17841400000000001', platform: 'instagram', username: 'harbor.shots', name: 'Harbor' },
      picture_url: 'https://cdn.example/h',
    })
    expect(found[3]).toMatchObject({ token: '', problem: expect.stringContaining('CREATE_CONTENT') })
    // An account that could not be read now is named by its Page, and can be chosen.
    expect(found[8]).toMatchObject({ username: '17841400000000005', name: 'Instagram account of Page 5' })
    const reads = server.asked.filter(({ path }) => path.includes('1784'))
    expect(reads.map(({ headers }) => headers.authorization).sort()).toEqual([
      'Bearer EAAQpage1',
      'Bearer EAAQpage4',
      'Bearer EAAQpage5',
    ])
  })

  it('says of an Instagram account that it may not be published to', async () => {
    const own = page('1', ['CREATE_CONTENT'], { instagram_business_account: { id: '178' } })
    server.script(
      ...tokens,
      ...answering({
        'me/accounts': json({ data: [own] }),
        debug_token: json({ data: { scopes: [...scopes, 'instagram_basic'], expires_at: 0 } }),
      }),
    )
    const grants = await facebook.signIn.finish!({ ...app, code: 'c' })
    expect(grants.ok && grants.value[1]).toMatchObject({
      token: '',
      of: { platform: 'instagram', problem: expect.stringContaining('instagram_content_publish') },
    })
  })

  it('asks nothing of Instagram where that was not granted, and does without where the field is refused', async () => {
    const own = page('1', ['CREATE_CONTENT'])
    server.script(
      ...tokens,
      ...answering({ 'me/accounts': json({ data: [own] }), debug_token: json({ data: { scopes, expires_at: 0 } }) }),
    )
    await facebook.signIn.finish!({ ...app, code: 'c' })
    const fieldsAsked = () =>
      server.asked.filter(({ path }) => path.endsWith('me/accounts')).map(({ query }) => query.fields)
    expect(fieldsAsked()).toEqual(['id,name,access_token,tasks'])
    const inspectable = json({ data: { scopes: [...scopes, ...INSTAGRAM], expires_at: 0 } })
    server.script(
      ...tokens,
      ...Array.from(
        { length: 20 },
        () => (response: import('node:http').ServerResponse, asked: { path: string; query: { fields?: string } }) => {
          const refusedField = asked.query.fields?.includes('instagram')
          const { status = 200, body } = asked.path.endsWith('debug_token')
            ? inspectable
            : refusedField
              ? refusal({ code: 100, message: 'Tried accessing nonexisting field' })
              : json({ data: asked.path.endsWith('me/accounts') ? [own] : [] })
          response.writeHead(status).end(JSON.stringify(body))
        },
      ),
    )
    const grants = await facebook.signIn.finish!({ ...app, code: 'c' })
    expect(grants.ok && grants.value.map(({ of }) => of!.id)).toEqual(['1'])
    expect(fieldsAsked()).toEqual([
      'id,name,access_token,tasks,instagram_business_account',
      'id,name,access_token,tasks',
    ])
  })

  it('goes on without the businesses that were not granted', async () => {
    server.script(...tokens, ...answering({ 'me/accounts': json({ data: [page('1', ['CREATE_CONTENT'])] }) }))
    const grants = await facebook.signIn.finish!({ ...app, code: 'c' })
    expect(grants.ok && grants.value.map(({ of, scopes: granted }) => [of!.id, granted])).toEqual([['1', undefined]])
  })

  it('tells nothing secret of a code that is refused', async () => {
    const message = `Error validating client secret ${app.client_secret} code the-long-code`
    server.script(refusal({ code: 100, message }))
    const refused = await facebook.signIn.finish!({ ...app, code: 'the-long-code' })
    expect(JSON.stringify(refused)).not.toMatch(/a-very-secret-thing|the-long-code/)
  })

  it("takes the operator's token of a person, and of a Page", async () => {
    server.script(
      ...answering({
        'me/accounts': json({ data: [page('1', ['CREATE_CONTENT'])] }),
        debug_token: json({ data: { scopes, expires_at: 1_900_000_000 } }),
      }),
    )
    const ofPerson = await facebook.signIn.withToken!({ token: 'EAAQperson' })
    expect(ofPerson).toMatchObject({ ok: true, value: [{ token: 'EAAQpage1', expires_at: 1_900_000_000_000 }] })
    server.script(
      ...answering({
        me: json({ id: PAGE, name: 'Demo Studio' }),
        debug_token: json({ data: { scopes, expires_at: 0 } }),
      }),
    )
    const of = { id: PAGE, username: 'Demo Studio', name: 'Demo Studio', picture_url: '' }
    const value = [{ token: 'EAAQofpage', expires_at: null, scopes, of }]
    expect(await facebook.signIn.withToken!({ token: 'EAAQofpage' })).toEqual({ ok: true, value })
    server.script(
      ...answering({
        me: json({ id: PAGE, name: 'Demo Studio' }),
        [PAGE]: json({ id: PAGE, instagram_business_account: { id: '178' } }),
        178: json({ id: '178', username: 'demo.studio' }),
        debug_token: json({ data: { scopes: [...scopes, ...INSTAGRAM], expires_at: 0 } }),
      }),
    )
    const both = await facebook.signIn.withToken!({ token: 'EAAQofpage' })
    expect(both.ok && both.value.map(({ token, of: about }) => [token, about!.id, about!.platform])).toEqual([
      ['EAAQofpage', PAGE, undefined],
      [session('178', 'EAAQofpage'), '178', 'instagram'],
    ])
  })

  it('reads who a Page is', async () => {
    const about = { username: 'harbor.coffee', about: 'Coffee', picture: { data: { url: 'https://cdn.example/p' } } }
    server.script(json({ id: PAGE, name: 'Harbor Coffee' }), json({ id: PAGE, ...about }))
    const known = { external_id: PAGE, name: 'Harbor Coffee', account_type: null }
    const value = { ...known, username: 'harbor.coffee', biography: 'Coffee', picture_url: 'https://cdn.example/p' }
    expect(await facebook.profile(account.token)).toEqual({ ok: true, value })
    server.script(json({ id: PAGE, name: 'Harbor Coffee' }), refusal({ code: 100, message: 'nonexisting field' }))
    const bare = { ...known, username: 'Harbor Coffee', biography: '', picture_url: '' }
    expect(await facebook.profile(account.token)).toEqual({ ok: true, value: bare })
  })
})
