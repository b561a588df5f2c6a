// GET /v1/posts/{id}: what became of a post, account by account.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import { statusOf } from '../../../core/posts/rules/post.ts'
import { handler } from '../../../functions/api/posts/get.ts'
import { callApi } from './api-call.ts'
import { LOST, says, startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const get = (id: string, ownerId?: string) => callApi(handler, { resource: '/v1/posts/{id}', path: { id }, ownerId })

describe('a post', () => {
  it('that is live: its ids, its link, its jobs with their times', async () => {
    const { post, ids } = await world.post({ pictures: 2, title: 'Two', hashtags: ['#a'] })
    await world.drive(ids)
    const { status, json } = await get(post.id)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      success: true,
      data: {
        id: post.id,
        type: 'feed',
        status: 'published',
        title: 'Two',
        hashtags: ['#a'],
        media_asset_ids: post.media_ids,
        expires_at: null,
        publications: [
          {
            account_id: ids.account_id,
            platform: 'threads',
            state: 'published',
            terminal: true,
            retryable: false,
            platform_media_id: 'm1',
            permalink: 'https://www.threads.net/@tester/post/1',
            next_attempt_at: null,
            error: null,
          },
        ],
      },
    })
    const [publication] = json.data.publications
    expect(publication.jobs.map(({ job_type, state }: Record<string, string>) => [job_type, state])).toEqual([
      ['container_create', 'completed'],
      ['container_create', 'completed'],
      ['carousel_upload', 'completed'],
      ['publish_content', 'completed'],
    ])
    for (const job of publication.jobs) expect(job.completed_at).toBeGreaterThanOrEqual(job.started_at)
    expect(JSON.stringify(json)).not.toMatch(/token|cipher|owner/)
  })

  it('that failed: the platform’s own words, whole, and whether trying again can help', async () => {
    const { post, ids } = await world.post()
    const words = {
      message: 'Session has expired',
      type: 'OAuthException',
      code: 190,
      error_subcode: 463,
      fbtrace_id: 'Trace1',
    }
    world.answer('create', says(words))
    await world.drive(ids)
    const [publication] = (await get(post.id)).json.data.publications
    expect(publication).toMatchObject({
      state: 'failed',
      terminal: true,
      retryable: true,
      error: {
        code: 'reconnect_required',
        platform: {
          message: 'Session has expired',
          type: 'OAuthException',
          code: 190,
          subcode: 463,
          trace_id: 'Trace1',
          http_status: 400,
        },
      },
    })
  })

  it('whose outcome is unknown is not called retryable', async () => {
    const { post, ids } = await world.post()
    const publication = await world.publication(ids)
    await savePublication(failed(publication, 'outcome_unknown', Date.now()), publication.state)
    const { data } = (await get(post.id)).json
    expect(data).toMatchObject({
      status: 'failed',
      publications: [{ retryable: false, error: { code: 'outcome_unknown' } }],
    })
  })

  it('that is on its way: when it is tried next, and what stood in its way', async () => {
    const { post, ids } = await world.post()
    world.answer('publish', LOST, { after: true })
    for (let turns = 0; world.posts() === 0 && turns < 10; turns += 1) await world.turn(ids)
    const { data } = (await get(post.id)).json
    expect(data.status).toBe('publishing')
    expect(data.publications[0]).toMatchObject({
      state: 'confirming',
      terminal: false,
      error: null,
      last_problem: { message: expect.stringContaining('connection') },
    })
    expect(data.publications[0].next_attempt_at).toBeGreaterThan(Date.now())
  })

  it('that is scheduled says so, also when it has failed on one account already', async () => {
    const time = Date.now() + 86_400_000
    const accounts = [await world.account(), await world.account()]
    const { post, ids } = await world.post({ accounts, scheduled_at: time })
    expect((await get(post.id)).json.data).toMatchObject({ status: 'scheduled', scheduled_at: time })
    const publication = await world.publication(ids)
    await savePublication(failed(publication, 'caption_too_long', Date.now()), publication.state)
    expect((await get(post.id)).json.data.status).toBe('scheduled')
    vi.setSystemTime(time)
    expect((await get(post.id)).json.data.status).toBe('publishing')
  })

  it('that is a story expires 24 hours after it was accepted', async () => {
    const { post, ids } = await world.post({
      pictures: 1,
      type: 'stories',
      accounts: [await world.account({ provider: 'instagram' })],
    })
    await world.drive(ids)
    const { data } = (await get(post.id)).json
    expect(data).toMatchObject({ status: 'published', expires_at: post.created_at + 86_400_000 })
    vi.setSystemTime(post.created_at + 86_400_000 - 1)
    expect((await get(post.id)).json.data.status).toBe('published')
    vi.setSystemTime(post.created_at + 86_400_000)
    expect((await get(post.id)).json.data.status).toBe('expired')
  })

  it.each<[[number, number, number, number], string]>([
    [[2, 0, 0, 0], 'publishing'],
    [[2, 1, 0, 0], 'publishing'],
    [[2, 2, 0, 0], 'published'],
    [[2, 1, 1, 0], 'partially_failed'],
    [[2, 0, 2, 0], 'failed'],
    [[2, 0, 1, 1], 'failed'],
    [[2, 1, 0, 1], 'published'],
    [[2, 0, 0, 2], 'cancelled'],
  ])(
    'of whose accounts (all, live, failed, cancelled) are %j is %s',
    ([total, published, failedOn, cancelled], status) => {
      const progress = { total, published, failed: failedOn, cancelled }
      expect(statusOf({ type: 'feed', progress, scheduled_at: null, created_at: 0 }, 1)).toBe(status)
    },
  )

  it('is 404 for what does not exist, for what is no id, and for another owner’s', async () => {
    const { post } = await world.post()
    for (const answer of [await get(newId()), await get('nothing'), await get(post.id, newId())])
      expect(answer).toMatchObject({ status: 404, json: { success: false, errors: [{ code: 'not_found' }] } })
  })

  it('a table that is away is a fault of ours', async () => {
    const { post } = await world.post()
    world.failTable('QueryCommand')
    expect(await get(post.id)).toMatchObject({ status: 500, json: { errors: [{ code: 'internal_error' }] } })
  })
})
