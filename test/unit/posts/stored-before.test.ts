// Publications that were stored before jobs had handles and keys, under way in each of their states: the worker of now
// goes on with the containers that they have, and publishes once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { getPublication } from '../../../core/posts/publication-store.ts'
import { publicationKey } from '../../../core/table-keys.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.reset())

type Item = Record<string, unknown>

/** Platform calls of the worker that worked on the publication before. */
async function before(path: string, body: Record<string, string> = {}): Promise<string> {
  const reply = await fetch(`${process.env.THREADS_GRAPH_URL}/v1.0/17/${path}`, {
    method: 'POST',
    body: new URLSearchParams(body),
  })
  return ((await reply.json()) as { id: string }).id
}

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`

/** A carousel of two pictures, stored as it was then. @param more what its state has beside the jobs. */
async function stored(
  platform: PlatformId,
  state: string,
  of: (now: number) => Promise<{ children?: Item[]; carousel?: Item } & Item>,
) {
  const { post, media, ids } = await world.post({
    pictures: 2,
    accounts: [await world.account({ provider: platform })],
  })
  const now = Date.now()
  const { children = [{}, {}], carousel = {}, ...more } = await of(now)
  const job = (at: number, type: string, given: Item) => ({
    ...{ id: idOf(at), type, state: 'pending', tries: 0, remakes: 0, created_at: now },
    ...given,
  })
  await put({
    ...publicationKey(ids.post_id, ids.account_id),
    ...{
      owner_id: post.owner_id,
      platform,
      type: 'feed',
      state,
      version: 3,
      not_before: now,
      due_at: now,
      lease_until: 0,
    },
    jobs: [
      ...children.map((given, at) =>
        job(at, 'container_create', { container_type: 'image', media_id: media[at]!.id, ...given }),
      ),
      job(7, 'carousel_upload', carousel),
      job(8, 'publish_content', {}),
    ],
    media_ids: media.map(({ id }) => id),
    ...{ permalink_state: 'none', permalink_tries: 0, created_at: now, started_at: now },
    ...more,
  })
  world.asked.length = 0
  return ids
}

const made = async (now: number) => ({ container_id: await before('threads'), container_at: now, started_at: now })
const ready = async (now: number) => ({ ...(await made(now)), state: 'completed', completed_at: now })

const call = (container_id: string, at: number, given: Item = {}) => ({
  attempt: { container_id, at, calls: 1, verdict: 'unanswered', doubtful: false, reads: 0, ...given },
})

describe.each(['instagram', 'threads'] as const)('of %s', (platform) => {
  it.each([
    ['waiting', 'with nothing made', 3, 1, async () => ({})],
    ['preparing', 'with one container of two', 2, 1, async (now: number) => ({ children: [await made(now), {}] })],
    [
      'preparing',
      'with containers that nobody has looked at',
      1,
      1,
      async (now: number) => ({ children: [await made(now), await made(now)] }),
    ],
    [
      'preparing',
      'with a carousel that nobody has looked at',
      0,
      1,
      async (now: number) => ({ children: [await ready(now), await ready(now)], carousel: await made(now) }),
    ],
    [
      'publishing',
      'with everything ready',
      0,
      1,
      async (now: number) => ({ children: [await ready(now), await ready(now)], carousel: await ready(now) }),
    ],
    [
      'confirming',
      'with a call that had no effect',
      0,
      1,
      async (now: number) => {
        const carousel = await ready(now)
        return { children: [await ready(now), await ready(now)], carousel, ...call(carousel.container_id, now) }
      },
    ],
    [
      'confirming',
      'with a call that had no clear answer and took effect',
      0,
      0,
      async (now: number) => {
        const carousel = await ready(now)
        await before('threads_publish', { creation_id: carousel.container_id })
        const attempt = call(carousel.container_id, now, { verdict: 'unclear', doubtful: true, unclear_ms: 25_000 })
        return { children: [await ready(now), await ready(now)], carousel, ...attempt }
      },
    ],
  ] as const)('%s, %s', async (state, _what, creates, publishes, of) => {
    const ids = await stored(platform, state, of)
    expect(await getPublication(ids.post_id, ids.account_id)).toMatchObject({ state, version: 3 })
    const ended = await world.drive(ids)
    expect(ended).toMatchObject({ state: 'published' })
    expect(ended.failure).toBeUndefined()
    expect([world.posts(), world.calls('create').length, world.calls('publish').length]).toEqual([
      1,
      creates,
      publishes,
    ])
    // The live post is the one that was made before.
    const carousel = ended.jobs.find(({ type }) => type === 'carousel_upload')!.container_id!
    for (const { body } of world.calls('publish')) expect(body.creation_id).toBe(carousel)
  })
})

it('goes on with a thread whose first post is live', async () => {
  const account = await world.account({ permissions: ['threads_manage_replies'] })
  const thread = [{ content: 'Second' }]
  const { post, ids } = await world.post({ accounts: [account], content: 'First', options: { threads: { thread } } })
  const now = Date.now()
  const first = await ready(now)
  const media_id = await before('threads_publish', { creation_id: first.container_id })
  const second = await made(now)
  const job = (at: number, type: string, given: Item) => ({
    ...{ id: idOf(at), type, state: 'pending', tries: 0, remakes: 0, created_at: now, container_type: 'text' },
    ...given,
  })
  await put({
    ...publicationKey(ids.post_id, ids.account_id),
    ...{ owner_id: post.owner_id, platform: 'threads', type: 'text', state: 'preparing', version: 5 },
    ...{ not_before: now, due_at: now, lease_until: 0 },
    jobs: [
      job(1, 'container_create', first),
      job(2, 'publish_content', { state: 'completed', completed_at: now }),
      job(3, 'container_create', { ...second, part: 1 }),
      job(4, 'publish_content', { part: 1 }),
    ],
    parts: [
      { live_at: now, media_id, permalink: 'https://www.threads.net/@tester/post/1', lookups: 0 },
      { lookups: 0 },
    ],
    ...{ media_ids: [], permalink_state: 'none', permalink_tries: 0, created_at: now, started_at: now },
  })
  world.asked.length = 0
  expect(await world.drive(ids)).toMatchObject({ state: 'published', parts: [{ media_id }, { media_id: 'm2' }] })
  expect([
    world.posts(),
    world.calls('create').length,
    world.calls('publish').map(({ body }) => body.creation_id),
  ]).toEqual([2, 0, [second.container_id]])
})

it('looks for a comment that may have been written', async () => {
  const account = await world.account({ provider: 'instagram' })
  const options = { instagram: { first_comment: 'First!' } }
  const { post, media, ids } = await world.post({ pictures: 1, accounts: [account], options })
  const now = Date.now()
  const container = await ready(now)
  const media_id = await before('media_publish', { creation_id: container.container_id })
  await fetch(`${process.env.INSTAGRAM_GRAPH_URL}/v26.0/${media_id}/comments`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'First!' }),
  })
  const job = { tries: 0, remakes: 0, created_at: now, state: 'completed', completed_at: now }
  await put({
    ...publicationKey(ids.post_id, ids.account_id),
    ...{ owner_id: post.owner_id, platform: 'instagram', type: 'feed', state: 'published', version: 6 },
    ...{ not_before: now, due_at: now, lease_until: 0, media_id, ended_at: now },
    jobs: [
      { ...job, id: idOf(1), type: 'container_create', container_type: 'image', media_id: media[0]!.id, ...container },
      { ...job, id: idOf(2), type: 'publish_content' },
    ],
    steps: [
      {
        ...{ type: 'first_comment', state: 'pending', tries: 1, created_at: now },
        attempt: { at: now, verdict: 'unanswered', reads: 0 },
      },
    ],
    media_ids: [media[0]!.id],
    ...{ permalink: 'https://www.instagram.com/p/1', permalink_state: 'found', permalink_tries: 1 },
    ...{ created_at: now, started_at: now },
  })
  world.asked.length = 0
  await world.drive(ids, 3)
  expect((await world.publication(ids)).steps).toMatchObject([{ state: 'completed', platform_id: 'k1' }])
  expect([world.comments, world.calls('comment')]).toEqual([['First!'], []])
})
