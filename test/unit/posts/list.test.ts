// GET /v1/posts: the caller's posts, newest first.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { putMedia } from '../../../core/media/media-store.ts'
import { POSTS_SEARCHED } from '../../../core/posts/list-posts.ts'
import { postItem } from '../../../core/posts/post-items.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { cancelled, failed } from '../../../core/posts/rules/changes.ts'
import type { Post } from '../../../core/posts/rules/post.ts'
import { postKey, timed } from '../../../core/table-keys.ts'
import { handler } from '../../../functions/api/posts/list.ts'
import { mediaOf } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
let owner: string
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => {
  world.reset()
  owner = newId()
})
afterAll(() => world.stop())

const list = (query?: Record<string, string>, ownerId = owner) =>
  callApi(handler, { resource: '/v1/posts', query, ownerId })
const post = (given: Partial<Omit<Post, 'accounts'>> = {}) => world.post({ owner_id: owner, ...given })
const ids = (answer: Awaited<ReturnType<typeof list>>) => answer.json.data.result.map(({ id }: Post) => id)

describe('the list of posts', () => {
  it('is empty at first', async () => {
    expect(await list()).toMatchObject({
      status: 200,
      json: {
        success: true,
        data: {
          result: [],
          result_info: { count: 0, page: 1, limit: 20, total_count: 0, total_pages: 0 },
          filters: {},
        },
      },
    })
  })

  it('is newest first, in pages, and only the caller’s', async () => {
    const made: string[] = []
    for (let at = 0; at < 7; at += 1) made.unshift((await post({ created_at: Date.now() + at })).post.id)
    await world.post()
    const pages = [
      await list({ limit: '3' }),
      await list({ limit: '3', page: '2' }),
      await list({ limit: '3', page: '3' }),
    ]
    expect(pages.flatMap(ids)).toEqual(made)
    expect(pages.at(-1)!.json.data.result_info).toEqual({ count: 1, page: 3, limit: 3, total_count: 7, total_pages: 3 })
    expect(ids(await list({ page: '9' }))).toEqual([])
  })

  it('counts very many without looking at those behind the page', { tags: 'deep' }, async () => {
    const DAY = 86_400_000
    const now = Date.now()
    const [old, newest] = [await post({ created_at: now - 100 * DAY }), await post({ created_at: now })]
    const { owner_pk, kind, search } = postItem(newest.post)
    const slim = { owner_pk, kind, search }
    const many = 11_000
    await Promise.all(
      Array.from({ length: many }, (_, at) => {
        const id = newId()
        return put({ ...postKey(id), owner_sk: timed(now - 1 - at, id), ...slim })
      }),
    )
    const { send } = DynamoDBDocumentClient.prototype
    let rows = 0
    DynamoDBDocumentClient.prototype.send = async function (this: unknown, ...given: unknown[]) {
      const answer = await (send as (...all: unknown[]) => Promise<{ Items?: unknown[] }>).apply(this, given)
      rows += answer.Items?.length ?? 0
      return answer
    } as never
    try {
      const first = await list({ limit: '1' })
      expect([ids(first), first.json.data.result_info.total_count]).toEqual([[newest.post.id], many + 2])
      expect(rows).toBeLessThan(many / 2)
      const typed = await list({ limit: '1', type: newest.post.type })
      expect(typed.json.data.result_info.total_count).toBe(many + 2)
      const last = await list({ limit: '1', page: String(many + 2) })
      expect([ids(last), last.json.data.result_info.total_count]).toEqual([[old.post.id], many + 2])
      expect((await list({ limit: '1', to: String(now - 50 * DAY) })).json.data.result_info.total_count).toBe(1)
    } finally {
      DynamoDBDocumentClient.prototype.send = send
    }
  })

  it.each([
    ['accepted after the last time that it is to be published at', { from: '2000', publish_to: '1000' }],
    [
      'accepted that early, and published that long after',
      { to: '1000', publish_from: String(400 * 86_400_000), publish_to: String(401 * 86_400_000) },
    ],
  ])('is empty where no post is both: %s', async (_what, query) => {
    await post()
    const answer = await list(query)
    expect([answer.status, answer.json.data?.result_info]).toMatchObject([200, { count: 0, total_count: 0 }])
  })

  it('filters by type and status, and echoes what it filtered by', async () => {
    const text = await post()
    const story = await post({ type: 'stories' })
    const lost = await post()
    const back = await post()
    const later = await post({ scheduled_at: Date.now() + 86_400_000 })
    for (const [{ ids: which }, end] of [
      [lost, (publication) => failed(publication, 'rejected', Date.now())],
      [back, (publication) => cancelled(publication, Date.now())],
    ] as [typeof lost, (publication: Awaited<ReturnType<typeof world.publication>>) => ReturnType<typeof failed>][]) {
      const publication = await world.publication(which)
      await savePublication(end(publication), publication.state)
    }
    expect(ids(await list({ type: 'stories' }))).toEqual([story.post.id])
    expect(ids(await list({ status: 'failed' }))).toEqual([lost.post.id])
    expect(ids(await list({ status: 'cancelled' }))).toEqual([back.post.id])
    expect(ids(await list({ status: 'scheduled' }))).toEqual([later.post.id])
    expect(ids(await list({ status: 'publishing' })).sort()).toEqual([text.post.id, story.post.id].sort())
    expect((await list({ status: 'publishing', type: 'text' })).json.data).toMatchObject({
      result: [{ id: text.post.id, status: 'publishing' }],
      result_info: { total_count: 1 },
      filters: { status: 'publishing', type: 'text' },
    })
  })

  it('filters by the time that posts go out at, whenever they were accepted', async () => {
    const DAY = 86_400_000
    const now = Date.now()
    const made = [
      await post({ created_at: now - 3 * DAY }),
      await post({ created_at: now - 300 * DAY, scheduled_at: now + 60 * DAY }),
      await post({ created_at: now - 2 * DAY, scheduled_at: now + 5 * DAY }),
      await post({ created_at: now }),
    ].map(({ post: { id } }) => id)
    const within = async (from?: number, to?: number) =>
      ids(
        await list({
          ...(from === undefined ? {} : { publish_from: String(from) }),
          ...(to === undefined ? {} : { publish_to: String(to) }),
        }),
      ).map((id: string) => made.indexOf(id))
    expect(await within(now + 5 * DAY, now + 60 * DAY)).toEqual([2, 1])
    expect(await within(now + 5 * DAY + 1, now + 60 * DAY - 1)).toEqual([])
    expect(await within(undefined, now)).toEqual([3, 0])
    expect(await within(now)).toEqual([3, 2, 1])
    const both = await list({ publish_from: String(now), from: String(now - DAY) })
    expect(ids(both)).toEqual([made[3]])
    expect(both.json.data.filters).toEqual({ publish_from: now, from: now - DAY })
    expect(await list({ publish_from: '2', publish_to: '1' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'publish_from' }] },
    })
  })

  it('finds a post by its time that was moved again and again, to more than a year after it was accepted', async () => {
    const DAY = 86_400_000
    const now = Date.now()
    const moved = await post({ created_at: now - 300 * DAY, scheduled_at: now + 300 * DAY })
    await post({ created_at: now - 300 * DAY, scheduled_at: now + 200 * DAY })
    const found = await list({ publish_from: String(now + 299 * DAY), publish_to: String(now + 301 * DAY) })
    expect(ids(found)).toEqual([moved.post.id])
  })

  it.each([
    [{ page: '0' }, 'page'],
    [{ limit: '101' }, 'limit'],
    [{ limit: 'x' }, 'limit'],
    [{ status: 'lost' }, 'status'],
    [{ type: 'reel' }, 'type'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j and names the parameter', async (query, path) => {
    expect(await list(query as unknown as Record<string, string>)).toMatchObject({
      status: 400,
      json: { success: false, errors: [{ path }] },
    })
  })

  it.each([
    ['the index', 'QueryCommand'],
    ['the posts', 'BatchGetCommand'],
  ])('a table that is away when %s are read is a fault of ours', async (_what, name) => {
    await post()
    world.failTable(name)
    expect(await list()).toMatchObject({ status: 500, json: { errors: [{ code: 'internal_error' }] } })
  })
})

describe('the posts that use a file', () => {
  const using = (media: string, more: Record<string, string> = {}) => list({ media, ...more })
  const file = async () => {
    const id = newId()
    await putMedia(mediaOf({ id, owner_id: owner }))
    return id
  }

  it('are those that name it as media or as a cover, newest first', async () => {
    const [id, other] = [await file(), await file()]
    const first = await post({ type: 'feed', media_ids: [other, id], created_at: Date.now() - 3000 })
    await post({ type: 'feed', media_ids: [other], created_at: Date.now() - 2000 })
    const reel = await post({
      type: 'reels',
      media_ids: [other],
      options: { instagram: { cover_media_id: id } },
      created_at: Date.now() - 1000,
    })
    await post({ content: `Nothing but its id: ${id}` })
    const answer = await using(id)
    expect(ids(answer)).toEqual([reel.post.id, first.post.id])
    expect(answer.json.data).toMatchObject({
      result_info: { count: 2, total_count: 2 },
      filters: { media: id },
      searched: { count: 4, complete: true },
    })
    expect(ids(await using(id, { limit: '1', page: '2' }))).toEqual([first.post.id])
    expect(ids(await using(id, { type: 'reels' }))).toEqual([reel.post.id])
    expect(ids(await using(await file()))).toEqual([])
    expect(ids(await list({ media: id }, newId()))).toEqual([])
    expect((await using('nonsense')).json.errors[0].path).toBe('media')
  })

  it('are looked for among the newest posts alone, and the answer says so', async () => {
    const id = await file()
    const now = Date.now()
    const old = await post({ type: 'feed', media_ids: [id], created_at: now - 10_000 })
    for (let at = 0; at < POSTS_SEARCHED; at += 1) await post({ created_at: now + at })
    const answer = await using(id)
    expect(answer.json.data).toMatchObject({ result: [], searched: { count: POSTS_SEARCHED, complete: false } })
    expect(ids(await list({ limit: '1', page: String(POSTS_SEARCHED + 1) }))).toEqual([old.post.id])
  })
})
