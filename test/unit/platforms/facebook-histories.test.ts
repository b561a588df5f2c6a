// Posts to a Page through the worker as it is, against the simulator: every kind of post with an answer lost, garbled or refused at
// every call, and many at random. What is reported is what is there, and nothing is there twice.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import type { Media } from '../../../core/media/rules/media.ts'
import type { MediaKind, PostType } from '../../../core/platforms/enumerations.ts'
import { putPost } from '../../../core/posts/post-store.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { planOf } from '../../../core/posts/rules/plan.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import { mediaKey } from '../../../core/table-keys.ts'
import { DEEP } from '../../support/deep.ts'
import { mediaOf, OWNER } from '../../support/domain.ts'
import { randomFrom } from '../../support/random.ts'
import { type Json, type Running, start, video } from '../fake-platforms/support.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

const HISTORIES = DEEP ? 60 : 3

interface Kind {
  name: string
  type: PostType
  media: readonly MediaKind[]
  options?: Record<string, unknown>
  /** It can be asked for by an id, whatever was lost. */
  asked?: true
}
const KINDS: readonly Kind[] = [
  { name: 'text', type: 'text', media: [] },
  { name: 'link', type: 'text', media: [], options: { link: 'https://harbor.example/menu' } },
  { name: 'photo', type: 'feed', media: ['image'] },
  { name: 'photos', type: 'feed', media: ['image', 'image', 'image'] },
  { name: 'video', type: 'feed', media: ['video'] },
  { name: 'reel', type: 'reels', media: ['video'], asked: true },
  { name: 'photo story', type: 'stories', media: ['image'] },
  { name: 'video story', type: 'stories', media: ['video'], asked: true },
]

let world: World
let sim: Running
let jpeg: Buffer
const clip = video()
const cdn = createServer((request, response) => {
  const moving = request.url?.endsWith('.mp4')
  const body = moving ? clip : jpeg
  const type = moving ? 'video/mp4' : 'image/jpeg'
  response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
})

beforeAll(async () => {
  world = await startWorld()
  jpeg = await sharp({ create: { width: 640, height: 640, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
  process.env[ENV.cdnUrl] = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
  sim = await start('facebook')
  process.env.FACEBOOK_GRAPH_URL = sim.url
})
afterAll(async () => {
  delete process.env.FACEBOOK_GRAPH_URL
  cdn.closeAllConnections()
  cdn.close()
  await world.stop()
})
beforeEach(async () => {
  world.reset()
  await sim.control('DELETE', '/faults')
  await sim.control('POST', '/settings', { processing_ms: 0, duplicate_text: 'accept', list_delay_ms: 0 })
})

const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'pages_manage_engagement']

/** A Page with an accepted post. */
async function accepted({ type, media: kinds, options }: Kind) {
  // No picture: no test looks at it, and drawing one for each Page takes as long as several calls.
  const { external_id, token }: Json = await sim.control('POST', '/accounts', { scopes, picture: null })
  world.kms.reset()
  const { DecryptCommand } = await import('@aws-sdk/client-kms')
  world.kms.on(DecryptCommand).resolves({ Plaintext: Buffer.from(token) })
  const account = await world.account({
    ...{ provider: 'facebook', external_account_id: external_id, permissions: scopes, token_expires_at: null },
    token_ciphertext: Buffer.from(token).toString('base64'),
  })
  const media: Media[] = kinds.map((kind) =>
    kind === 'video'
      ? mediaOf({
          id: newId(),
          content_type: 'video/mp4',
          width: 1080,
          height: 1920,
          duration_ms: 10_000,
          object_key: `o/${newId()}.mp4`,
        })
      : mediaOf({ id: newId() }),
  )
  for (const asset of media) await put({ ...mediaKey(asset.id), ...asset })
  const now = Date.now()
  const content = type === 'stories' ? '' : `Harbor at ${newId()}`
  const post: Post = {
    ...{ id: newId(), owner_id: OWNER, type, title: null, content, hashtags: [], caption: content },
    ...{ media_ids: media.map(({ id }) => id), container_id: null, aspect_ratio: null, accounts: [account.id] },
    ...{ skipped_accounts: [], scheduled_at: null, created_at: now, updated_at: now },
    progress: { total: 1, published: 0, failed: 0, cancelled: 0 },
    ...(options ? { options: { facebook: options } } : {}),
  }
  const plan = planOf(
    type,
    'facebook',
    media.map(({ id }, at) => ({ id, kind: kinds[at]! })),
  )
  const ids = { post_id: post.id, account_id: account.id, owner_id: OWNER }
  await putPost(post, [newPublication({ ...ids, platform: 'facebook', type, plan, not_before: now, now })])
  return { ids, external_id, text: content }
}

/** The service's outcomes, and the Page's posts. */
async function come(kind: Kind, faults: readonly unknown[]) {
  const { ids, external_id, text } = await accepted(kind)
  if (faults.length > 0) await sim.faults(...faults.map((fault) => ({ ...(fault as object) })))
  // Facebook fetches a plain video on its own while the test's clock leaps ahead: after a quarter of an hour nobody looks any more.
  const fetched = async () => {
    const { containers } = await sim.control('GET', `/state?requests=0&account=${external_id}`)
    return containers.every(({ state }: Json) => state !== 'IN_PROGRESS')
  }
  const untilFetched = () => expect.poll(fetched, { interval: 5 }).toBe(true)
  const ended = await world.drive(ids, 150, kind.name === 'video' ? untilFetched : undefined)
  const state = await sim.control('GET', `/state?requests=0&account=${external_id}`)
  await sim.control('DELETE', '/faults')
  const there = state.posts.filter((post: Json) => post.account === external_id)
  expect(there.length, `${kind.name} is there once at most`).toBeLessThanOrEqual(1)
  const said = ended.failure?.code ?? ended.state
  if (ended.state === 'published') {
    expect(there.length, `${kind.name} that is said to be published`).toBe(1)
    expect(there[0].text).toBe(text)
    expect(ended.media_id, `the id of a ${kind.name}`).toBe(there[0].id)
  } else if (said !== 'outcome_unknown')
    expect(there.length, `${kind.name} that is said to have failed (${said}: ${ended.failure?.message})`).toBe(0)
  return { said, there: there.length, ended }
}

const at = (operation: string | string[], kind: string, more: object = {}) => ({
  match: { operation },
  fault: { kind, ...more },
})

describe.each(KINDS)('$name', (kind) => {
  it('is published once, with its link', async () => {
    const { said, ended } = await come(kind, [])
    expect(said).toBe('published')
    expect(ended.permalink).toMatch(/^https:\/\/www\.facebook\.com\//)
  })

  const LOST_AFTER = [
    at('publish', 'drop_after'),
    at('publish', 'html_502', { when: 'after' }),
    at('publish', 'error_after', { code: 1 }),
    at('publish', 'error_after', { code: 2, is_transient: true, http_status: 500 }),
    at('publish', 'malformed_json'),
  ]
  it.each(LOST_AFTER)('is found where the answer is lost: $fault.kind $fault.code', async (fault) => {
    expect((await come(kind, [fault])).said).toBe('published')
  })

  const LOST_BEFORE = [
    at('publish', 'drop_before'),
    at('publish', 'html_502'),
    at('publish', 'error_before', { code: 1 }),
  ]
  it.each(LOST_BEFORE)('is not repeated on a guess where the call was lost: $fault.kind', async (fault) => {
    const { said, there } = await come(kind, [fault])
    expect([said, there]).toEqual(kind.asked ? ['published', 1] : ['outcome_unknown', 0])
  })

  it.each([
    at('publish', 'error_before', { code: 100 }),
    at('publish', 'error_before', { code: 100, subcode: 1609005 }),
    at('publish', 'error_before', { code: 506, subcode: 1455006 }),
    at('publish', 'error_before', { code: 368, subcode: 1390008 }),
  ])('has failed where it was refused: $fault.code', async (fault) => {
    expect(await come(kind, [fault])).toMatchObject({ said: 'rejected', there: 0 })
  })

  it.each([
    at('publish', 'retry_after', { seconds: 600, code: 32, http_status: 400 }),
    // As limits come in the field: with a subcode that no page names.
    at('publish', 'error_before', { code: 4, subcode: 1349210 }),
    at('publish', 'error_before', { code: 80001, subcode: 2446079 }),
  ])('waits for a limit, and is published: $fault.code/$fault.subcode', async (limit) => {
    expect(await come(kind, [limit])).toMatchObject({ said: 'published', there: 1 })
  })

  it('asks for another sign-in where the token has ended', async () => {
    const fault = at('publish', 'error_before', { code: 190, subcode: 460 })
    expect(await come(kind, [fault])).toMatchObject({ said: 'reconnect_required', there: 0 })
  })

  it('is found although lists are late, and answers of them lost', async () => {
    await sim.control('POST', '/settings', { list_delay_ms: 20_000 })
    const lists = {
      match: { operation: ['list', 'status'], probability: 0.3 },
      fault: { kind: 'drop_before' },
      times: 3,
    }
    expect((await come(kind, [at('publish', 'drop_after'), lists])).said).toBe('published')
  })

  if (kind.media.length > 0)
    it.each(['drop_before', 'drop_after'])('is prepared again where that was lost: %s', async (lost) => {
      expect((await come(kind, [at('create', lost), at('upload', lost)])).said).toBe('published')
    })

  if (kind.media.includes('video'))
    it('has failed where Facebook gives it up after taking it, in its words', async () => {
      const refused = at(['create', 'publish'], 'container_error', { code: 6000, error_message: 'No sound like this.' })
      const { said, there, ended } = await come(kind, [refused])
      expect([said, there]).toEqual(['rejected', 0])
      expect(JSON.stringify(ended.failure)).toContain('No sound like this.')
    })

  it('is what it is said to be, however many answers go wrong', { timeout: 120_000 }, async () => {
    const ends: string[] = []
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const random = randomFrom(seed * 7919)
      await sim.control('POST', '/seed', { seed })
      const some = (kinds: string[], operation: string | string[], more: object = {}) => ({
        match: { operation, probability: 0.1 + random() * 0.3 },
        fault: { kind: kinds[Math.floor(random() * kinds.length)], ...more },
        times: 3,
      })
      const faults = [
        some(['drop_before', 'drop_after', 'html_502', 'malformed_json'], 'publish'),
        some(['drop_before', 'drop_after'], ['create', 'upload']),
        some(['drop_before', 'malformed_json', 'html_502'], ['status', 'list', 'quota', 'permalink']),
        some(['error_before', 'error_after'], ['publish', 'create', 'status'], { code: random() < 0.5 ? 1 : 2 }),
      ]
      ends.push((await come(kind, faults)).said)
    }
    expect(ends).toContain('published')
    for (const end of ends) expect(['published', 'outcome_unknown', 'platform_unavailable']).toContain(end)
  })
})

describe('two Pages with the same words', () => {
  it('are told apart from what was there before', async () => {
    const kind = KINDS[0]!
    const { ids, external_id, text } = await accepted(kind)
    const { token }: Json = await sim.control('POST', '/tokens', { account: external_id, scopes })
    await sim.call('POST', `/v26.0/${external_id}/feed`, { message: text }, { token })
    await sim.faults(at('publish', 'drop_before'))
    expect((await world.drive(ids, 150)).failure?.code).toBe('outcome_unknown')
  })
})
