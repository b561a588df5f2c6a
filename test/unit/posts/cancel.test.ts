// DELETE /v1/posts/{id}: what has not started is cancelled, whatever else happens at that moment.
import { DeleteScheduleCommand } from '@aws-sdk/client-scheduler'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { getPost } from '../../../core/posts/post-store.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { cancelled, live } from '../../../core/posts/rules/changes.ts'
import { handler } from '../../../functions/api/posts/cancel.ts'
import { PACE } from '../../support/publications.ts'
import { callApi } from './api-call.ts'
import { says, startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const cancel = (id: string, ownerId?: string) =>
  callApi(handler, { method: 'DELETE', resource: '/v1/posts/{id}', path: { id }, ownerId })
const accounts = (count: number) => Promise.all(Array.from({ length: count }, () => world.account()))
const hourAhead = () => Date.now() + 3_600_000
const begun = async (ids: { post_id: string; account_id: string }) => {
  const publication = await world.publication(ids)
  await savePublication({ ...publication, started_at: Date.now() }, publication.state)
}

describe('cancelling a post', () => {
  it('ends every publication, frees the media and removes the schedule', async () => {
    const { post, media, ids } = await world.post({
      pictures: 2,
      accounts: await accounts(2),
      scheduled_at: hourAhead(),
    })
    expect(await cancel(post.id)).toMatchObject({
      status: 200,
      json: { success: true, message: 'The post was cancelled on 2 accounts.' },
    })
    expect(await world.publication(ids)).toMatchObject({ state: 'cancelled', jobs: Array(4).fill({ state: 'failed' }) })
    expect((await getPost(post.id))!.progress).toEqual({ total: 2, published: 0, failed: 0, cancelled: 2 })
    expect(await world.usesOf(media[0]!.id)).toBe(0)
    expect(world.scheduler.commandCalls(DeleteScheduleCommand)).toHaveLength(1)
    // A schedule that fires all the same, or a message on its way, publishes nothing.
    await world.deliver(ids)
    await world.deliver({ post_id: post.id })
    expect([world.asked, world.sent()]).toEqual([[], []])
  })

  it('ends fifty at once', async () => {
    const { post } = await world.post({ accounts: await accounts(50), scheduled_at: hourAhead() })
    expect((await cancel(post.id)).json.message).toBe('The post was cancelled on 50 accounts.')
    expect((await getPost(post.id))!.progress.cancelled).toBe(50)
  })

  it('leaves what has begun or ended, and says so', async () => {
    const targets = await accounts(3)
    const { post, ids } = await world.post({ accounts: targets })
    await begun(ids)
    const second = { ...ids, account_id: targets[1]!.id }
    const publication = await world.publication(second)
    await savePublication(live(publication, { media_id: 'm1' }, { now: Date.now(), pace: PACE }), publication.state)
    expect((await cancel(post.id)).json.message).toBe(
      'The post was cancelled on 1 account. On 2 publishing had begun or ended: those are not changed.',
    )
    expect([(await world.publication(ids)).state, (await world.publication(second)).state]).toEqual([
      'waiting',
      'published',
    ])
  })

  const fullQuota = { body: { data: [{ quota_usage: 50, config: { quota_total: 50, quota_duration: 86_400 } }] } }
  const heldByQuota = async () => {
    const { post, ids, media } = await world.post({ pictures: 1 })
    world.answer('quota', fullQuota)
    for (let turns = 0; world.calls('quota').length === 0 && turns < 10; turns += 1) await world.turn(ids)
    return { post, ids, media }
  }

  it('cancels what waits for a limit to be lifted, for good', async () => {
    const { post, ids, media } = await heldByQuota()
    expect(await world.publication(ids)).toMatchObject({ state: 'preparing', held_since: expect.any(Number) })
    expect(await cancel(post.id)).toMatchObject({
      status: 200,
      json: { message: 'The post was cancelled on 1 account.' },
    })
    expect(await world.publication(ids)).toMatchObject({ state: 'cancelled', lease_until: 0 })
    expect((await getPost(post.id))!.progress).toEqual({ total: 1, published: 0, failed: 0, cancelled: 1 })
    expect(await world.usesOf(media[0]!.id)).toBe(0)
    await world.turn(ids)
    expect([world.posts(), world.calls('publish').length]).toEqual([0, 0])
  })

  it('leaves what waited once a call to publish was made, and one that a worker makes at this moment', async () => {
    const { post, ids } = await heldByQuota()
    const answers: Awaited<ReturnType<typeof cancel>>[] = []
    world.answer('publish', (response) => {
      void cancel(post.id).then((answer) => {
        answers.push(answer)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'm9' }))
      })
    })
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect(answers).toMatchObject([{ status: 409, json: { errors: [{ code: 'already_started' }] } }])
    // The call was refused for a limit, and is made again later.
    const other = await world.post()
    world.answer('publish', says({ message: 'slow down', code: 4 }))
    for (let turns = 0; world.calls('publish').length < 2 && turns < 10; turns += 1) await world.turn(other.ids)
    expect((await world.publication(other.ids)).last_problem).toBeDefined()
    expect((await cancel(other.post.id)).status).toBe(409)
  })

  it('publishes nothing where a worker is about to', async () => {
    const { post, ids } = await heldByQuota()
    const recording = (input: string) => input.includes('"unanswered"')
    world.beforeTable('PutCommand', recording, () => cancel(post.id))
    expect(await world.drive(ids)).toMatchObject({ state: 'cancelled' })
    expect([world.posts(), world.calls('publish').length]).toEqual([0, 0])
  })

  it('does not take what an earlier request cancelled for something that goes on', async () => {
    const targets = await accounts(3)
    const { post, ids } = await world.post({ accounts: targets })
    const publication = await world.publication(ids)
    await savePublication(cancelled(publication, Date.now()), publication.state)
    await begun({ ...ids, account_id: targets[1]!.id })
    expect((await cancel(post.id)).json.message).toBe(
      'The post was cancelled on 1 account. On 1 publishing had begun or ended: those are not changed.',
    )
    expect(await cancel(post.id)).toMatchObject({
      status: 409,
      json: { message: 'The post is cancelled already where it can be. On 1 account publishing has begun or ended.' },
    })
  })

  it('says that it is cancelled to one of two requests at once, and never that publishing has begun', async () => {
    const { post, ids } = await world.post()
    const others: unknown[] = []
    const isAny = () => true
    world.beforeTable('TransactWriteCommand', isAny, async () => others.push(await cancel(post.id)))
    const first = await cancel(post.id)
    expect([first, ...others]).toMatchObject([
      { status: 409, json: { message: 'The post is cancelled already.' } },
      { status: 200, json: { message: 'The post was cancelled on 1 account.' } },
    ])
    expect((await world.publication(ids)).state).toBe('cancelled')
  })

  it('is 409 where all have begun, and where it is cancelled already', async () => {
    const { post, ids } = await world.post()
    await begun(ids)
    expect(await cancel(post.id)).toMatchObject({ status: 409, json: { errors: [{ code: 'already_started' }] } })
    const other = await world.post()
    await cancel(other.post.id)
    expect(await cancel(other.post.id)).toMatchObject({
      status: 409,
      json: { message: 'The post is cancelled already.' },
    })
    expect((await getPost(other.post.id))!.progress.cancelled).toBe(1)
  })

  it('is 404 for what does not exist, for what is no id, and for another owner’s', async () => {
    const { post, ids } = await world.post()
    for (const answer of [await cancel(newId()), await cancel('nothing'), await cancel(post.id, newId())])
      expect(answer).toMatchObject({ status: 404, json: { success: false, errors: [{ code: 'not_found' }] } })
    expect((await world.publication(ids)).state).toBe('waiting')
  })

  it('works where the schedule cannot be removed: it finds nothing to do', async () => {
    const { post } = await world.post({ scheduled_at: hourAhead() })
    world.scheduler.on(DeleteScheduleCommand).rejects(new Error('throttled'))
    expect((await cancel(post.id)).status).toBe(200)
  })

  it.each([
    ['reading the post', 'QueryCommand'],
    ['writing', 'TransactWriteCommand'],
  ])('a table that is away when %s is a fault of ours, and it can be repeated', async (_what, name) => {
    const { post } = await world.post({ accounts: await accounts(2), scheduled_at: hourAhead() })
    world.failTable(name)
    expect(await cancel(post.id)).toMatchObject({ status: 500, json: { errors: [{ code: 'internal_error' }] } })
    expect((await cancel(post.id)).status).toBe(200)
    expect((await getPost(post.id))!.progress.cancelled).toBe(2)
  })
})
