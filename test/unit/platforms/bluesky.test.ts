// Bluesky's connector against the simulated network: what is sent, the outcomes, and what goes wrong.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENV } from '../../../core/contract.ts'
import { pageIn } from '../../../core/platforms/bluesky/card.ts'
import { bluesky as platform } from '../../../core/platforms/bluesky/connector.ts'
import { bluesky as facts } from '../../../core/platforms/bluesky/facts.ts'
import { facetsOf, handlesIn } from '../../../core/platforms/bluesky/rich-text.ts'
import { newTid, timeOfTid } from '../../../core/platforms/bluesky/tid.ts'
import type { Credentials, Piece, Publishing } from '../../../core/platforms/connector.ts'
import type { Result } from '../../../core/platforms/outcome.ts'
import { fileOf, type Json, type SimulatedNetwork, startNetwork } from '../../support/bluesky-network.ts'
import { startScripted } from './scripted-server.ts'

let network: SimulatedNetwork
let jpeg: Buffer
let mp4: Buffer
beforeAll(async () => {
  network = await startNetwork()
  jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  mp4 = readFileSync(join(import.meta.dirname, '..', '..', 'samples', 'video.mp4'))
})
afterAll(() => network.close())
beforeEach(async () => {
  await network.control('DELETE', '/faults')
  await network.control('POST', '/settings', {
    ...{ video_part_bytes: 4_000_000, max_blob_bytes: 5_242_880, clock_offset_ms: 0 },
  })
  vi.useRealTimers()
})

const good = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const errorOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.class)

async function prepared(account: Credentials, piece: Piece): Promise<string> {
  let made: string | undefined
  for (let steps = 0; steps < 30; steps += 1) {
    const step = good(await platform.prepare(account, piece, made))
    made = step.handle ?? made
    if (step.state === 'finished') return made!
    expect(step.state).toBe('in_progress')
    if (!step.goes_on) await new Promise((resolve) => setTimeout(resolve, 60))
  }
  throw new Error('it was never finished')
}

const textPiece = (text: string, options: Record<string, unknown> = {}): Piece => ({
  type: 'text',
  text,
  one_of_several: false,
  options,
})
const picturePiece = (more: Partial<Piece> = {}): Piece => ({
  type: 'image',
  file: fileOf(jpeg),
  text: 'A picture',
  alt_text: 'Teal',
  one_of_several: false,
  ...more,
})

const publishing = (handles: string[], more: Partial<Publishing> = {}): Publishing => ({
  handles,
  kind: 'text',
  text: 'Ahoy',
  options: {},
  key: newTid(Date.now()),
  ...more,
})

const recordsOf = async ({ external_id }: Credentials, collection = 'app.bsky.feed.post'): Promise<Json[]> =>
  (await network.state()).records.filter((one: Json) => one.did === external_id && one.collection === collection)
const postOf = async (account: Credentials): Promise<Json> => {
  const [only, ...others] = await recordsOf(account)
  expect(others).toEqual([])
  return only?.value
}

describe('a text', () => {
  it('is one record under a key of ours, whose time is its time', async () => {
    const account = await network.account()
    const key = newTid(1_790_000_000_123)
    vi.setSystemTime(1_790_000_000_456)
    const handles = [await prepared(account, textPiece('Ahoy'))]
    expect(good(await platform.publish(account, publishing(handles, { key })))).toEqual({
      media_id: `at://${account.external_id}/app.bsky.feed.post/${key}`,
      permalink: `https://bsky.app/profile/${account.external_id}/post/${key}`,
    })
    expect(await postOf(account)).toEqual({
      $type: 'app.bsky.feed.post',
      text: 'Ahoy',
      createdAt: '2026-09-21T14:13:20.123Z',
    })
    expect(timeOfTid(key)).toBe(1_790_000_000_123)
    const { requests } = await network.state()
    const { params } = requests.findLast((one: Json) => one.operation === 'publish')
    expect(params).toMatchObject({ collection: 'app.bsky.feed.post', rkey: key, swapRecord: null })
  })

  it('is the same post however often the call is made, also at once', async () => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy'))])
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform.publish(account, post)))
    expect(new Set(answers.map((one) => good(one).media_id)).size).toBe(1)
    expect(await recordsOf(account)).toHaveLength(1)
  })

  it('has facets of links, mentions and tags by their bytes', async () => {
    const account = await network.account()
    const mate = await network.account({ username: 'mate.harbor.test' })
    const text = '👩‍🚀 @mate.harbor.test sees https://pier.example/a?b=1. #한국 #12 (@nobody.harbor.test)'
    const handles = [await prepared(account, textPiece(text))]
    good(await platform.publish(account, publishing(handles, { text })))
    const { facets } = await postOf(account)
    const bytes = Buffer.from(text)
    expect(
      facets.map(({ index, features }: Json) => [
        bytes.subarray(index.byteStart, index.byteEnd).toString(),
        features[0],
      ]),
    ).toEqual([
      ['@mate.harbor.test', { $type: 'app.bsky.richtext.facet#mention', did: mate.external_id }],
      ['https://pier.example/a?b=1', { $type: 'app.bsky.richtext.facet#link', uri: 'https://pier.example/a?b=1' }],
      ['#한국', { $type: 'app.bsky.richtext.facet#tag', tag: '한국' }],
    ])
  })

  it('waits where it is not known now whom a mention means', async () => {
    const account = await network.account()
    await network.faults({ match: { operation: 'handle' }, fault: { kind: 'error_before', http_status: 502 } })
    expect(errorOf(await platform.prepare(account, textPiece('Hello @harbor.test')))).toBe('retry')
  })

  it.each([
    [401, 'AuthMissing'],
    [400, 'ExpiredToken'],
    [400, 'AccountDeactivated'],
  ])(
    'that the network cannot be asked for says nothing of the session or the account: %i %s',
    async (http_status, error) => {
      const account = await network.account()
      const fault = { kind: 'error_before', http_status, error }
      await network.faults({ match: { operation: 'handle' }, fault })
      expect(errorOf(await platform.prepare(account, textPiece('Ahoy @harbor.test')))).toBe('retry')
    },
  )
})

describe('facets', () => {
  const tags = (text: string) => facetsOf(text, {}).map(({ features }) => features[0]!.tag ?? features[0]!.uri)
  it.each([
    ['#a, #b! ##c #', ['a', 'b']],
    ['#1st #99 #a.b. x#y', ['1st', 'a.b']],
    ['(see https://a.example/x_(y)) and https://b.example/z).', ['https://a.example/x_(y))', 'https://b.example/z']],
    ['https://a.example/#frag #tag', ['https://a.example/#frag', 'tag']],
    [`#${'x'.repeat(65)} #${'y'.repeat(64)}`, ['y'.repeat(64)]],
    ['http:// https://', []],
    // Servers refuse the post for the first two.
    ['https:///a.example http:////a.example https://a.example//b', ['https://a.example//b']],
  ])('%s', (text, expected) => expect(tags(text)).toEqual(expected))

  it('takes for handles what has the form of one', () => {
    expect(handlesIn('@a.b @A.B. a@b.c @home (@x.y.z), @-a.b @a..b @1.2.3.4 @long.example-')).toEqual([
      'a.b',
      'x.y.z',
      'long.example',
    ])
  })
})

describe('pictures', () => {
  it('are sent as bytes, with descriptions and shapes', async () => {
    const account = await network.account()
    const pieces = ['One', 'Two'].map((alt_text, index) => picturePiece({ alt_text, one_of_several: true, index }))
    const handles = await Promise.all(pieces.map((piece) => prepared(account, piece)))
    expect(JSON.parse(handles[0]!).named).toEqual({})
    expect(JSON.parse(handles[1]!).named).toBeUndefined()
    good(await platform.publish(account, publishing(handles, { kind: 'carousel', text: 'A picture' })))
    const { embed } = await postOf(account)
    expect(embed.$type).toBe('app.bsky.embed.images')
    expect(embed.images.map(({ alt, aspectRatio }: Json) => [alt, aspectRatio])).toEqual([
      ['One', { width: 40, height: 30 }],
      ['Two', { width: 40, height: 30 }],
    ])
    expect(embed.images[0].image).toMatchObject({ $type: 'blob', mimeType: 'image/jpeg', size: jpeg.length })
  })

  it('are a gallery from five on', async () => {
    const account = await network.account()
    const pieces = Array.from({ length: 10 }, (_, index) => picturePiece({ one_of_several: true, index }))
    const handles = await Promise.all(pieces.map((piece) => prepared(account, piece)))
    good(await platform.publish(account, publishing(handles)))
    const { embed } = await postOf(account)
    expect([embed.$type, embed.items.length]).toEqual(['app.bsky.embed.gallery', 10])
  })

  it('are uploaded again where the server has removed them', async () => {
    const account = await network.account()
    const handle = JSON.parse(await prepared(account, picturePiece()))
    handle.blob.ref.$link = `bafkrei${'a'.repeat(52)}`
    expect(errorOf(await platform.publish(account, publishing([JSON.stringify(handle)])))).toBe('new_container')
  })

  it('wait where their own store does not give them', async () => {
    const account = await network.account()
    const { RequestFailed } = await import('../../../core/outbound/http-request.ts')
    const file = fileOf(jpeg, { read: async () => Promise.reject(new RequestFailed('ECONNRESET', true)) })
    const answer = await platform.prepare(account, picturePiece({ file }))
    expect(answer).toMatchObject({ ok: false, error: { class: 'retry', ours: true } })
  })
})

describe('videos', () => {
  const video = (bytes: Uint8Array, more: Partial<Piece> = {}): Piece => ({
    type: 'video',
    file: fileOf(bytes, { content_type: 'video/mp4', duration_ms: 4000, width: 64, height: 36 }),
    text: 'A film',
    alt_text: 'Waves',
    one_of_several: false,
    ...more,
  })
  const large = () => Buffer.concat([mp4, Buffer.alloc(5_000_001)])

  it("that are small go to the account's own server", async () => {
    const account = await network.account()
    const handle = await prepared(account, video(mp4))
    good(await platform.publish(account, publishing([handle], { options: { video_as_gif: true } })))
    expect((await postOf(account)).embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      video: { mimeType: 'video/mp4', size: mp4.length },
      alt: 'Waves',
      aspectRatio: { width: 64, height: 36 },
      presentation: 'gif',
    })
    expect((await network.state()).uploads).toEqual([])
  })

  it.each([
    ['is a MOV', 'video/quicktime', () => readFileSync(join(import.meta.dirname, '..', '..', 'samples', 'video.mov'))],
    // The server tells the type by the bytes, and a post takes no other than MP4.
    [
      'has the brand M4V',
      'video/mp4',
      () => Buffer.concat([mp4.subarray(0, 8), Buffer.from('M4V '), mp4.subarray(12)]),
    ],
  ])('that are small go by the video service where the file %s', async (_, content_type, bytes) => {
    const account = await network.account()
    await network.control('POST', '/settings', { processing_ms: { video: 10 } })
    const file = fileOf(bytes(), { content_type, duration_ms: 4000, width: 64, height: 36 })
    good(await platform.publish(account, publishing([await prepared(account, video(mp4, { file }))])))
    expect((await postOf(account)).embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      video: { mimeType: 'video/mp4' },
    })
  })

  it('that are larger go by the video service, in parts, and are waited for', async () => {
    const account = await network.account()
    await network.control('POST', '/settings', { video_part_bytes: 1_500_000, processing_ms: { video: 60_000 } })
    await network.faults({ match: { operation: 'video_part', nth: 2 }, fault: { kind: 'drop_after' } })
    const piece = video(large(), {
      options: { video_captions: [{ lang: 'EN', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nWaves' }] },
    })
    let made: string | undefined
    const seen: string[] = []
    for (let steps = 0; steps < 40; steps += 1) {
      const step = await platform.prepare(account, piece, made)
      seen.push(step.ok ? (step.value.goes_on ? 'goes on' : step.value.state) : step.error.class)
      if (!step.ok) continue
      made = step.value.handle ?? made
      if (step.value.state === 'finished') break
      // As if a minute had passed.
      if (!step.value.goes_on) await network.control('POST', '/settings', { clock_offset_ms: 61_000 })
    }
    expect(seen).toEqual([
      ...Array.from({ length: 2 }, () => 'goes on'),
      'retry',
      ...Array.from({ length: 3 }, () => 'goes on'),
      'in_progress',
      'finished',
    ])
    good(await platform.publish(account, publishing([made!])))
    const { embed } = await postOf(account)
    expect(embed.video.size).toBe(large().length)
    expect(embed.captions).toMatchObject([{ lang: 'en', file: { mimeType: 'text/vtt' } }])
  })

  it.each([
    ['whose email address is not confirmed', { email_confirmed: false }, {}, 'owner_action'],
    ["whose day's videos are used up", {}, { daily_videos: 0 }, 'wait'],
  ])('are not begun for an account %s', async (_, given, settings, expected) => {
    const account = await network.account(given)
    await network.control('POST', '/settings', { daily_videos: 25, ...settings })
    expect(errorOf(await platform.prepare(account, video(large())))).toBe(expected)
    await network.control('POST', '/settings', { daily_videos: 25 })
  })

  it.each(['video_start', 'video_part', 'video_finish'])(
    'are gone on with where the service refuses its token (%s): that says nothing of the session',
    async (operation) => {
      const account = await network.account()
      await network.control('POST', '/settings', { processing_ms: { video: 10 } })
      const fault = { kind: 'error_before', http_status: 401, error: 'AuthenticationRequired', message: 'bad token' }
      await network.faults({ match: { operation }, fault })
      const asked = async () =>
        (await network.state()).requests.filter((one: Json) => one.operation === 'service_auth').length
      const before = await asked()
      const seen: string[] = []
      let made: string | undefined
      for (let steps = 0; steps < 40 && seen.at(-1) !== 'finished'; steps += 1) {
        const step = await platform.prepare(account, video(large()), made)
        seen.push(step.ok ? step.value.state : step.error.class)
        if (step.ok) made = step.value.handle ?? made
      }
      expect(seen.filter((one) => one !== 'in_progress')).toEqual(['retry', 'finished'])
      // One for the limits, one for the upload, and another after the refusal.
      expect((await asked()) - before).toBeGreaterThan(2)
    },
  )

  it.each(['JOB_STATE_FAILED', 'JOB_STATE_COMPLETED'])(
    'that the service has processed before (%s) are posted as the file that it made then',
    async (state) => {
      const account = await network.account()
      const { blob } = JSON.parse(await prepared(account, video(mp4)))
      await network.control('POST', '/settings', { processing_ms: { video: 60_000 } })
      let made: string | undefined
      for (let steps = 0; steps < 40; steps += 1) {
        const { handle, goes_on } = good(await platform.prepare(account, video(large()), made))
        made = handle ?? made
        if (!goes_on) break
      }
      const jobStatus = { jobId: 'earlier', did: account.external_id, state, error: 'already_exists', blob }
      const body = JSON.stringify({ jobStatus: { ...jobStatus, message: 'Video already processed' } })
      const fault = { kind: 'raw_reply', when: 'before', http_status: 200, body }
      await network.faults({ match: { operation: 'video_status' }, fault })
      const { state: ended, handle } = good(await platform.prepare(account, video(large()), made))
      expect(ended).toBe('finished')
      good(await platform.publish(account, publishing([handle!])))
      expect((await postOf(account)).embed.video).toEqual(blob)
    },
  )

  it('that are none are refused, and those that failed by chance are sent again', async () => {
    const account = await network.account()
    const end = async (bytes: Buffer) => {
      let made: string | undefined
      for (;;) {
        const { state, handle, error } = good(await platform.prepare(account, video(bytes), made))
        made = handle ?? made
        if (state !== 'in_progress') return [state, error?.class]
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    await network.control('POST', '/settings', { processing_ms: { video: 10 } })
    expect(await end(Buffer.alloc(5_000_001))).toEqual(['error', 'permanent'])
    await network.faults({ match: { operation: 'video_finish' }, fault: { kind: 'container_error' } })
    expect(await end(large())).toEqual(['expired', 'new_container'])
  })
})

describe('an answer that is lost', () => {
  const faulty = async (fault: object, check: (account: Credentials, post: Publishing) => Promise<void>) => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy'))])
    await network.faults({ match: { operation: 'publish' }, fault })
    await check(account, post)
  }
  const doubt = (post: Publishing) => ({ ...post, since: 0, until: Date.now(), asked_at: Date.now() })

  it.each([
    [{ kind: 'drop_before' }, 'ambiguous', 'not'],
    [{ kind: 'drop_after' }, 'ambiguous', 'live'],
    [{ kind: 'html_502', when: 'after' }, 'ambiguous', 'live'],
    [{ kind: 'malformed_json' }, 'ambiguous', 'live'],
    [{ kind: 'error_before' }, 'ambiguous', 'not'],
    [{ kind: 'error_after', http_status: 500 }, 'ambiguous', 'live'],
    [{ kind: 'retry_after', seconds: 30 }, 'wait', 'not'],
    [{ kind: 'token_ended' }, 'renew', 'not'],
    [{ kind: 'error_before', http_status: 400, error: 'InvalidRequest' }, 'permanent', 'not'],
    [{ kind: 'error_before', http_status: 401, error: 'AccountTakedown' }, 'owner_action', 'not'],
  ])('%j: %s, and it is %s', (fault, expected, state) =>
    faulty(fault, async (account, post) => {
      expect(errorOf(await platform.publish(account, post))).toBe(expected)
      expect(good(await platform.verify(account, doubt(post))).state).toBe(state)
      expect(errorOf(await platform.publish(account, post))).toBe('ok')
      expect(await recordsOf(account)).toHaveLength(1)
    }),
  )

  it('says by its headers how long a limit lasts', () =>
    faulty({ kind: 'retry_after', seconds: 30 }, async (account, post) => {
      const answer = await platform.publish(account, post)
      if (answer.ok) throw new Error('it was published')
      expect(answer.error.retry_after_ms).toBeGreaterThan(28_000)
      expect(answer.error.retry_after_ms).toBeLessThan(32_000)
    }))

  it('does not wait until the limit begins again, which every answer names, where it is not used up', () => {
    const headers = { 'ratelimit-remaining': '2990', 'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 280) }
    const body = JSON.stringify({ error: 'NotEnoughResources', message: 'Busy' })
    return faulty({ kind: 'raw_reply', when: 'before', http_status: 503, headers, body }, async (account, post) => {
      const answer = await platform.publish(account, post)
      expect(answer).toMatchObject({ ok: false, error: { class: 'ambiguous', http_status: 503 } })
      expect(answer).not.toHaveProperty('error.retry_after_ms')
    })
  })

  it('does not bring back what was deleted meanwhile: an old key is read first', async () => {
    const account = await network.account()
    const key = newTid(Date.now() - facts.repeatable.within_ms - 60_000)
    const post = publishing([await prepared(account, textPiece('Ahoy'))], { key })
    const { media_id } = good(await platform.publish(account, post))
    const calls = async () => (await network.state()).totals.calls
    const before = await calls()
    expect(good(await platform.publish(account, post)).media_id).toBe(media_id)
    const after = await calls()
    expect([after.publish - before.publish, after.status - before.status]).toEqual([0, 1])
  })

  it('never puts a post over another', async () => {
    const account = await network.account()
    const key = newTid(Date.now())
    const handles = [await prepared(account, textPiece('Ahoy'))]
    good(await platform.publish(account, publishing(handles, { key })))
    expect(errorOf(await platform.publish(account, publishing(handles, { key, text: 'Other' })))).toBe('permanent')
    expect((await postOf(account)).text).toBe('Ahoy')
  })
})

describe('an answer that is not in words of the server', () => {
  /** As of a proxy: the server behind it is being started, or the proxy asks its own visitors to sign in. */
  const page = (http_status: number, headers: Record<string, string> = {}) => ({
    ...{ kind: 'raw_reply', when: 'before', http_status, headers: { 'content-type': 'text/plain', ...headers } },
    body: `${http_status} from the proxy\n`,
  })
  const doubt = (post: Publishing) => ({ ...post, since: 0, until: Date.now(), asked_at: Date.now() })

  it('does not show that a post is not there', async () => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy'))])
    await network.faults(
      { match: { operation: 'publish' }, fault: { kind: 'drop_after' } },
      { match: { operation: 'status' }, fault: page(404) },
    )
    expect(errorOf(await platform.publish(account, post))).toBe('ambiguous')
    expect(errorOf(await platform.verify(account, doubt(post)))).toBe('retry')
    expect(good(await platform.verify(account, doubt(post))).state).toBe('live')
  })

  it.each([
    [page(404), 'ambiguous'],
    [page(403), 'ambiguous'],
    [page(401, { 'www-authenticate': 'Basic realm="Proxy"' }), 'ambiguous'],
    [page(401, { 'www-authenticate': 'DPoP error="invalid_token"' }), 'reconnect'],
    [page(413), 'permanent'],
    [page(429), 'wait'],
  ])('is no refusal of a post: %j', async (fault, expected) => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy'))])
    await network.faults({ match: { operation: 'publish' }, fault })
    expect(errorOf(await platform.publish(account, post))).toBe(expected)
    expect(errorOf(await platform.publish(account, post))).toBe('ok')
  })

  it('does not show that a post was deleted', async () => {
    const account = await network.account()
    const { media_id } = good(await platform.publish(account, publishing([await prepared(account, textPiece('Ahoy'))])))
    await network.faults({ match: { operation: ['delete', 'status'] }, fault: page(404), times: 2 })
    expect(errorOf(await platform.deletion!.deletePost(account, media_id))).toBe('retry')
    expect(errorOf(await platform.deletion!.postExists(account, media_id))).toBe('retry')
    expect(await recordsOf(account)).toHaveLength(1)
  })

  it.each([
    '<html>Are you human?</html>',
    '',
    'null',
    '{"error":"InternalServerError","message":"Not now"}',
    '{"uri":"at://did:plc:somebody/app.bsky.feed.post/3","cid":"bafy"}',
  ])('does not show that a post was made or deleted, though its status says so: %s', async (body) => {
    const account = await network.account()
    const options = { allow_replies: ['nobody'] }
    for (const more of [{}, { options }]) {
      const handles = [await prepared(account, textPiece('Ahoy', more.options))]
      const post = publishing(handles, more)
      await network.faults({ match: { operation: 'publish' }, fault: { ...page(200), body } })
      expect(errorOf(await platform.publish(account, post))).toBe('ambiguous')
      expect(good(await platform.verify(account, doubt(post))).state).toBe('not')
      const { media_id } = good(await platform.publish(account, post))
      // The last of three calls: the records of who may reply and quote go first.
      await network.faults({ match: { operation: 'delete', nth: 3 }, fault: { ...page(200), body } })
      expect(errorOf(await platform.deletion!.deletePost(account, media_id))).toBe('retry')
      await network.faults({ match: { operation: 'status' }, fault: { ...page(200), body } })
      expect(errorOf(await platform.deletion!.postExists(account, media_id))).toBe('retry')
      expect(good(await platform.deletion!.postExists(account, media_id))).toBe(true)
      good(await platform.deletion!.deletePost(account, media_id))
      expect(await recordsOf(account)).toEqual([])
    }
  })

  it('does not end a session', async () => {
    const [grant] = good(
      await platform.signIn.withPassword!({ identifier: '@harbor.test', password: network.password }),
    )
    await network.faults({ match: { operation: 'refresh' }, fault: page(404) })
    expect(errorOf(await platform.refresh(grant!.token))).toBe('retry')
    good(await platform.refresh(grant!.token))
  })
})

describe('who may reply and quote', () => {
  const options = { allow_replies: ['mentioned', 'followers'], allow_quotes: 'nobody' }

  it('is said in the same commit as the post, however often it is sent', async () => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy', options))], { options })
    await network.faults({ match: { operation: 'publish' }, fault: { kind: 'drop_after' } })
    expect(errorOf(await platform.publish(account, post))).toBe('ambiguous')
    const { media_id } = good(await platform.publish(account, post))
    expect(await recordsOf(account)).toHaveLength(1)
    const [replies] = await recordsOf(account, 'app.bsky.feed.threadgate')
    expect(replies).toMatchObject({
      rkey: post.key,
      value: {
        post: media_id,
        allow: [{ $type: 'app.bsky.feed.threadgate#mentionRule' }, { $type: 'app.bsky.feed.threadgate#followerRule' }],
      },
    })
    const [quotes] = await recordsOf(account, 'app.bsky.feed.postgate')
    expect(quotes.value.embeddingRules).toEqual([{ $type: 'app.bsky.feed.postgate#disableRule' }])
    good(await platform.deletion!.deletePost(account, media_id))
    expect(await recordsOf(account)).toEqual([])
    expect(await recordsOf(account, 'app.bsky.feed.threadgate')).toEqual([])
  })

  it('keeps the reason of a refused post, which decides whether it is sent again', async () => {
    const account = await network.account()
    const post = publishing([await prepared(account, textPiece('Ahoy', options))], { options })
    await network.faults({ match: { operation: 'publish' }, fault: { kind: 'token_ended' } })
    expect(errorOf(await platform.publish(account, post))).toBe('renew')
    expect(await recordsOf(account)).toEqual([])
  })

  it.each([
    [['nobody'], []],
    [['everyone'], undefined],
  ])('%j', async (allow_replies, allow) => {
    const account = await network.account()
    good(
      await platform.publish(
        account,
        publishing([await prepared(account, textPiece('Ahoy'))], { options: { allow_replies } }),
      ),
    )
    const [gate] = await recordsOf(account, 'app.bsky.feed.threadgate')
    expect(gate?.value.allow).toEqual(allow)
  })
})

describe('threads, answers and quotes', () => {
  const say = async (account: Credentials, text: string, options: Record<string, unknown> = {}) =>
    good(
      await platform.publish(
        account,
        publishing([await prepared(account, textPiece(text, options))], { text, options }),
      ),
    ).media_id

  it.each([
    'https://bsky.app/profile/%E0%A4%A/post/3kxyz',
    'at://%/app.bsky.feed.post/3kxyz',
    'https://bsky.app/profile/did%3Aplc%3A/post/3kxyz',
  ])('are told that nobody has an address that names no account: %s', async (address) => {
    const account = await network.account()
    expect(errorOf(await platform.prepare(account, textPiece('Re', { reply_to_id: address })))).not.toBe('ok')
    expect(errorOf(await platform.prepare(account, textPiece('Re', { quote_post_id: address })))).not.toBe('ok')
    expect(errorOf(await platform.deletion!.deletePost(account, address))).toBe('permanent')
  })

  it('are found by the address of the website, also where it is written with escapes', async () => {
    const account = await network.account()
    const first = await say(account, 'First')
    const [, did, rkey] = /^at:\/\/([^/]+)\/[^/]+\/(.+)$/.exec(first)!
    const address = `https://bsky.app/profile/${encodeURIComponent(did!)}/post/${rkey}`
    expect(errorOf(await platform.prepare(account, textPiece('Re', { quote_post_id: address })))).toBe('ok')
  })

  it('name the post that is answered, and the one that began it', async () => {
    const [account, other] = [await network.account(), await network.account()]
    const first = await say(account, 'First')
    const second = await say(account, 'Second', { reply_to_id: first })
    await say(account, 'Third', { reply_to_id: second })
    const [one, two, three] = (await recordsOf(account)).sort((a, b) => (a.rkey < b.rkey ? -1 : 1))
    const named = ({ rkey, cid }: Json) => ({ uri: `at://${account.external_id}/app.bsky.feed.post/${rkey}`, cid })
    expect(two.value.reply).toEqual({ root: named(one), parent: named(one) })
    expect(three.value.reply).toEqual({ root: named(one), parent: named(two) })
    // Another post, by the address of the website.
    const [, did, rkey] = /^at:\/\/([^/]+)\/[^/]+\/(.+)$/.exec(second)!
    await say(other, 'Hear, hear', {
      reply_to_id: `https://bsky.app/profile/${did}/post/${rkey}`,
      quote_post_id: first,
    })
    const answer = (await postOf(other)) as Json
    expect(answer.reply).toEqual({ root: named(one), parent: named(two) })
    expect(answer.embed).toEqual({ $type: 'app.bsky.embed.record', record: named(one) })
  })

  it('stand with pictures', async () => {
    const account = await network.account()
    const quote_post_id = await say(account, 'First')
    const other = await network.account()
    const handle = await prepared(other, picturePiece({ options: { quote_post_id } }))
    good(await platform.publish(other, publishing([handle], { options: { quote_post_id } })))
    expect((await postOf(other)).embed).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record: { record: { uri: quote_post_id } },
      media: { $type: 'app.bsky.embed.images' },
    })
  })

  it('wait for a post that is not to be seen', async () => {
    const account = await network.account()
    const gone = `at://${account.external_id}/app.bsky.feed.post/${newTid(Date.now())}`
    expect(errorOf(await platform.prepare(account, textPiece('Re', { reply_to_id: gone })))).toBe('same_container')
    const strange = 'https://bsky.app/profile/nobody.test/post/3abc'
    expect(errorOf(await platform.prepare(account, textPiece('Re', { quote_post_id: strange })))).toBe('same_container')
  })
})

describe('a card', () => {
  it('says what the page says of itself', () => {
    expect(
      pageIn(`<!doctype html><html><head><title>A &amp; B</title>
        <meta property="og:title" content="The &quot;real&quot; title"><meta name='description' content='Words &#128075;'>
        <meta content="/pic.jpg" property=og:image></head><body><meta property="og:title" content="no"></body>`),
    ).toEqual({ title: 'The "real" title', description: 'Words 👋', picture: '/pic.jpg' })
    expect(pageIn('<title>Only\n a title')).toEqual({ title: 'Only a title', description: '' })
    expect(pageIn('<'.repeat(500_000))).toEqual({ title: '', description: '' })
  })

  it('is of the link alone where the page may not be asked', async () => {
    const account = await network.account()
    for (const link_card of [
      'http://169.254.169.254/latest',
      'http://localhost:1/',
      'http://[::1]/',
      'http://0x7f.1/',
    ]) {
      const handle = JSON.parse(await prepared(account, textPiece('Look', { link_card })))
      expect(handle.named.card).toEqual({ uri: link_card, title: new URL(link_card).host, description: '' })
    }
  })

  it.each([
    ['a picture', () => jpeg, true],
    // The server tells the type by the bytes, and a card takes no other than pictures.
    ['something else by the name of a picture', () => mp4, false],
  ])('shows what the page says its picture is where that is %s', async (_, bytes, shown) => {
    const account = await network.account()
    const page = await startScripted()
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${new URL(page.origin).host}`
    try {
      const html = '<head><title>Menu</title><meta property="og:image" content="/a.jpg"></head>'
      page.script({ headers: { 'content-type': 'text/html' }, body: html }, (response) =>
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes()),
      )
      const handles = [await prepared(account, textPiece('Look', { link_card: `${page.origin}/menu` }))]
      good(await platform.publish(account, publishing(handles)))
      const { external } = (await postOf(account)).embed
      expect([external.title, external.thumb !== undefined]).toEqual(['Menu', shown])
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await page.close()
    }
  })
})

describe('a session', () => {
  it('of an app password is begun, read and renewed', async () => {
    const [grant] = good(
      await platform.signIn.withPassword!({ identifier: '@harbor.test', password: network.password }),
    )
    expect(grant!.scopes).toEqual(['atproto', 'transition:generic'])
    const profile = good(await platform.profile(grant!.token))
    expect(profile).toMatchObject({ username: 'harbor.test', name: 'Harbor Studio', account_type: null })
    expect(grant!.renew_at).toBeGreaterThan(Date.now() + 3_600_000)
    expect(grant!.expires_at).toBeGreaterThan(Date.now() + 89 * 24 * 3_600_000)
    const account = { external_id: profile.external_id, token: grant!.token }
    expect(await platform.quota(account)).toEqual({ ok: true, value: null })
    await network.control('POST', '/tokens/expire', { account: 'harbor.test' })
    expect(errorOf(await platform.quota(account))).toBe('renew')
    // The answer is lost: the same token is taken once more.
    await network.faults({ match: { operation: 'refresh' }, fault: { kind: 'drop_after' } })
    expect(errorOf(await platform.refresh(grant!.token))).toBe('retry')
    const renewed = good(await platform.refresh(grant!.token))
    expect(await platform.quota({ ...account, token: renewed.token })).toEqual({ ok: true, value: null })
    await network.control('POST', '/tokens/revoke', { account: 'harbor.test' })
    expect(errorOf(await platform.refresh(renewed.token))).toBe('reconnect')
  })

  it('is not begun where the server signs another account in', async () => {
    const body = JSON.stringify({ did: `did:plc:${'c'.repeat(24)}`, accessJwt: 'a', refreshJwt: 'r' })
    await network.faults({ match: { operation: 'sign_in' }, fault: { kind: 'raw_reply', http_status: 200, body } })
    const given = { identifier: 'harbor.test', password: network.password }
    expect(errorOf(await platform.signIn.withPassword!(given))).toBe('permanent')
  })

  it('is ended at the server, and good for nothing afterwards', async () => {
    const [grant] = good(
      await platform.signIn.withPassword!({ identifier: '@harbor.test', password: network.password }),
    )
    good(await platform.revoke!(grant!.token))
    expect(errorOf(await platform.refresh(grant!.token))).toBe('reconnect')
    expect((await platform.revoke!('no session')).ok).toBe(false)
  })

  it.each([
    [{ identifier: 'harbor.test', password: 'wrong' }, 'reconnect'],
    [{ identifier: 'nobody.test', password: 'x' }, 'permanent'],
    [{ identifier: 'localhost', password: 'x' }, 'permanent'],
    [{ identifier: '127.0.0.1', password: 'x' }, 'permanent'],
    [{ identifier: 'did:web:169.254.169.254', password: 'x' }, 'retry'],
    [{ identifier: 'did:web:localhost%3A3000', password: 'x' }, 'retry'],
    [{ identifier: 'harbor.test', password: 'x', host: 'http://10.0.0.1' }, 'owner_action'],
  ])('is refused to %j', async (given, expected) => {
    const answer = await platform.signIn.withPassword!(given)
    expect(errorOf(answer)).toBe(expected)
    expect(JSON.stringify(answer)).not.toContain('wrong"')
  })

  it.each([
    ['deactivated', 'here', 'owner_action', /^The account is deactivated\. Its owner has to sign in/],
    ['<b>', 'nowhere', 'owner_action', /^The account is not active\. /],
    ['deactivated', 'https://new.example', 'reconnect', /has moved to the server new\.example: connect it again/],
    // Any server may be an account's own: what it says is stored, and must fit.
    ['deactivated', 'far', 'reconnect', /^.{1,600}: connect it again\.$/],
  ])('of an account that is %s, and lives %s, is not good: %s', async (status, lives, expected, words) => {
    const server = await startScripted()
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${new URL(server.origin).host}`
    try {
      const did = `did:plc:${'a'.repeat(24)}`
      const far = `https://${'a'.repeat(500_000)}.example`
      const serviceEndpoint = lives === 'here' ? server.origin : lives === 'far' ? far : lives
      const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }]
      const body = { did, handle: 'harbor.test', active: false, status, didDoc: { id: did, service } }
      server.script({ body }, { body })
      const token = JSON.stringify({ did, pds: server.origin, access: 'a', refresh: 'r' })
      for (const answer of [await platform.quota({ external_id: did, token }), await platform.profile(token)])
        expect(answer).toMatchObject({ ok: false, error: { class: expected, message: expect.stringMatching(words) } })
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await server.close()
    }
  })

  it.each([
    ['harbor.test', 'a handle that leads to another account'],
    ['@harbor.test\u202e', 'no handle at all'],
  ])('of a server that says its account is %s, %s, has the account under its own id', async (handle) => {
    const server = await startScripted()
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${new URL(server.origin).host}`
    try {
      const did = `did:plc:${'b'.repeat(24)}`
      server.script({ body: { did, handle } }, { body: { did, handle: 'nobody-knows-it.example' } })
      const token = JSON.stringify({ did, pds: server.origin, access: 'a', refresh: 'r' })
      expect(good(await platform.profile(token))).toMatchObject({ external_id: did, username: did })
      // One that the network does not know yet is nobody else's.
      expect(good(await platform.profile(token)).username).toBe('nobody-knows-it.example')
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await server.close()
    }
  })

  it.each([
    [
      'that of another account',
      { body: { did: `did:plc:${'c'.repeat(24)}`, accessJwt: 'a', refreshJwt: 'r' } },
      'reconnect',
    ],
    ['a refusal of whatever name', { status: 400, body: { error: 'InvalidRequest', message: 'No' } }, 'reconnect'],
    ['that it has ended', { status: 400, body: { error: 'ExpiredToken', message: 'No' } }, 'reconnect'],
    ['a limit', { status: 429, body: { error: 'RateLimitExceeded', message: 'Later' } }, 'wait'],
    ['a failure', { status: 500, body: { error: 'InternalServerError', message: 'No' } }, 'retry'],
  ])('that is to be renewed, with %s as the answer', async (_, answer, expected) => {
    const server = await startScripted()
    const allowed = process.env[ENV.platformAllowHosts]
    process.env[ENV.platformAllowHosts] = `${allowed},${new URL(server.origin).host}`
    try {
      server.script(answer)
      const token = { did: `did:plc:${'b'.repeat(24)}`, pds: server.origin, access: 'a', refresh: 'r' }
      expect(errorOf(await platform.refresh(JSON.stringify(token)))).toBe(expected)
      server.script({ body: { did: `did:plc:${'c'.repeat(24)}`, handle: 'harbor.test' } })
      expect(errorOf(await platform.profile(JSON.stringify(token)))).toBe('reconnect')
    } finally {
      process.env[ENV.platformAllowHosts] = allowed
      await server.close()
    }
  })

  it('of another account is not used, and what is none is told', async () => {
    const [one, other] = [await network.account(), await network.account()]
    expect(errorOf(await platform.quota({ ...one, token: other.token }))).toBe('reconnect')
    expect(errorOf(await platform.profile('a bare token'))).toBe('reconnect')
    expect(errorOf(await platform.refresh('{}'))).toBe('reconnect')
  })
})

it('takes posts off, tells whether they are there, and counts', async () => {
  const account = await network.account({ followers_count: 7 })
  const { media_id } = good(await platform.publish(account, publishing([await prepared(account, textPiece('Ahoy'))])))
  expect(good(await platform.insights!.ofPost(account, media_id, 'post'))).toEqual({
    likes: expect.any(Number),
    reposts: expect.any(Number),
    replies: 0,
    quotes: expect.any(Number),
    bookmarks: expect.any(Number),
  })
  expect(good(await platform.insights!.ofAccount(account, { from: 0, to: 1 }))).toEqual({
    followers_count: 7,
    follows_count: 0,
    posts_count: 1,
  })
  expect(good(await platform.deletion!.postExists(account, media_id))).toBe(true)
  good(await platform.deletion!.deletePost(account, media_id))
  good(await platform.deletion!.deletePost(account, media_id))
  expect(good(await platform.deletion!.postExists(account, media_id))).toBe(false)
  expect(errorOf(await platform.deletion!.deletePost(account, 'at://did:plc:x/app.bsky.feed.post/3'))).toBe('permanent')
})
