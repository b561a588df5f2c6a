// The sweeper: what is overdue is sent again, once, and nothing else is.
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { get, update } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { cancelled, failed, live } from '../../../core/posts/rules/changes.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { sweepPublications } from '../../../core/posts/sweep-publications.ts'
import { publicationKey, publicationShard } from '../../../core/table-keys.ts'
import { handler } from '../../../functions/schedules/sweep.ts'
import { OWNER } from '../../support/domain.ts'
import { PACE } from '../../support/publications.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
const START = Date.UTC(2026, 10, 21, 12)
let hours = 0
beforeAll(async () => {
  world = await startWorld()
})
// Each test has an hour of its own, and leaves nothing due: the table is shared.
beforeEach(async () => {
  hours += 1
  world.reset(START + hours * 3_600_000)
  await sweepPublications(Date.now())
  world.sqs.resetHistory()
})
afterAll(() => world.stop())

const GRACE = 10_000
const AGAIN = 300_000
const sweep = (after = 0) => sweepPublications(Date.now() + after)
const end = async (ids: { post_id: string; account_id: string }, to: (publication: Publication) => Publication) => {
  const publication = await world.publication(ids)
  await savePublication(to(publication), publication.state)
}

describe('sweeping', () => {
  it('sends what is overdue, and leaves a message on its way its time', async () => {
    const { ids } = await world.post()
    expect(await sweep(GRACE)).toEqual({ requeued: 0, oldest_ms: 0 })
    expect(await sweep(GRACE + 1)).toEqual({ requeued: 1, oldest_ms: GRACE + 1 })
    expect(world.sent()).toEqual([{ ...ids, delay: 0, group: OWNER }])
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('sends it again only after five minutes, and says since when it is overdue', async () => {
    const { ids } = await world.post()
    await sweep(GRACE + 1)
    expect((await sweep(GRACE + AGAIN)).requeued).toBe(0)
    expect(await sweep(2 * GRACE + AGAIN + 2)).toEqual({ requeued: 1, oldest_ms: 2 * GRACE + AGAIN + 2 })
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('leaves what a worker has, until it would have lost it', async () => {
    const { ids } = await world.post()
    await end(ids, (publication) => ({ ...publication, lease_until: Date.now() + 45_000 }))
    expect((await sweep(45_000 + GRACE)).requeued).toBe(0)
    expect((await sweep(45_000 + GRACE + 1)).requeued).toBe(1)
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('leaves what has ended, and looks after a link that is still to be found', async () => {
    const [a, b, c, d] = [await world.post(), await world.post(), await world.post(), await world.post()]
    await end(a.ids, (publication) => failed(publication, 'rejected', Date.now()))
    await end(b.ids, (publication) => cancelled(publication, Date.now()))
    await end(c.ids, (publication) => ({
      ...live(publication, { media_id: 'm1' }, { now: Date.now(), pace: PACE }),
      permalink_state: 'found',
    }))
    await end(d.ids, (publication) => live(publication, { media_id: 'm1' }, { now: Date.now(), pace: PACE }))
    await sweep(GRACE + 1)
    expect(world.sent()).toEqual([expect.objectContaining(d.ids)])
    expect((await world.drive(d.ids)).permalink_state).toBe('found')
  })

  it('two sweepers at once send it once', async () => {
    const { ids } = await world.post()
    const outcomes = await Promise.all([sweep(GRACE + 1), sweep(GRACE + 1)])
    expect(outcomes.map(({ requeued }) => requeued).sort()).toEqual([0, 1])
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('a publication that moves under the sweeper is left alone', async () => {
    const { ids } = await world.post()
    world.beforeTable(
      'UpdateCommand',
      (input) => input.includes(ids.account_id),
      () => end(ids, (publication) => cancelled(publication, Date.now())),
    )
    expect((await sweep(GRACE + 1)).requeued).toBe(0)
    expect(await world.publication(ids)).toMatchObject({ state: 'cancelled' })
  })

  it('finishes a post whose end was not reported', async () => {
    const { ids } = await world.post()
    vi.setSystemTime(Date.now() + GRACE + 1)
    await sweep()
    for (const message of world.sent())
      await world.deliver({ post_id: message.post_id, account_id: message.account_id })
    expect((await world.drive(ids)).state).toBe('published')
  })

  it('a fault with one keeps none of the others from being sent', async () => {
    const posts = await Promise.all(Array.from({ length: 40 }, () => world.post()))
    const [bad, ...good] = posts as [(typeof posts)[0], ...typeof posts]
    world.failTable('UpdateCommand', (input) => input.includes(bad.ids.account_id))
    await expect(sweep(GRACE + 1)).rejects.toThrow('the table is away')
    expect(
      world
        .sent()
        .map(({ post_id }) => post_id)
        .sort(),
    ).toEqual(good.map(({ post }) => post.id).sort())
    // It is overdue still, and the next round has it.
    world.sqs.resetHistory()
    expect((await sweep(GRACE + 2)).requeued).toBe(1)
    for (const { ids } of posts) await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('a shard that cannot be read keeps none of the others from being swept before it is reported', async () => {
    const posts = await Promise.all(Array.from({ length: 24 }, () => world.post()))
    world.failTable('QueryCommand', (input) => input.includes('PUBLISH#0'))
    await expect(sweep(GRACE + 1)).rejects.toThrow('the table is away')
    const first = world.sent().length
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(world.sent().length).toBe(first)
    expect(first).toBeGreaterThan(0)
    await sweep(GRACE + 2)
    expect(world.sent()).toHaveLength(24)
    for (const { ids } of posts) await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('sends a few as soon as it has moved them: one that is stopped by its timeout has moved hardly more than it has sent', async () => {
    const id = newId()
    const inOneShard = Array.from({ length: 1000 }, newId).filter((account) => publicationShard(id, account) === 0)
    const accounts = await Promise.all(inOneShard.slice(0, 40).map((account) => world.account({ id: account })))
    await world.post({ id, accounts })
    const moved = async () => {
      const items = await Promise.all(accounts.map((account) => get(publicationKey(id, account.id))))
      return items.filter((item) => item?.swept_by !== undefined).length
    }
    let before = 0
    world.sqs.on(SendMessageBatchCommand).callsFake(async () => {
      before ||= await moved()
      return {}
    })
    expect((await sweep(GRACE + 1)).requeued).toBe(40)
    expect(before).toBe(30)
    for (const account of accounts)
      await end({ post_id: id, account_id: account.id }, (publication) => cancelled(publication, Date.now()))
  })

  it('a queue that is away loses nothing: it is sent at the next turn', async () => {
    const { ids } = await world.post()
    world.sqs.on(SendMessageBatchCommand).rejectsOnce(new Error('away')).resolves({})
    await expect(sweep(GRACE + 1)).rejects.toThrow('away')
    expect((await sweep(GRACE + 60_001)).requeued).toBe(1)
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('a message that the queue refuses by itself is not lost: it is sent at the next turn', async () => {
    const { ids } = await world.post()
    const refused = { Id: '0', SenderFault: false, Code: 'InternalError' }
    world.sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ Failed: [refused] })
      .resolves({})
    await expect(sweep(GRACE + 1)).rejects.toThrow('did not take 1 of 1 messages')
    expect((await sweep(GRACE + 60_001)).requeued).toBe(1)
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('sends what it moved in the index although the answer to that got lost', async () => {
    const { ids } = await world.post()
    // The SDK's own repeat, which finds what the first call did.
    world.repeatTable('UpdateCommand', (input) => input.includes(ids.account_id))
    expect((await sweep(GRACE + 1)).requeued).toBe(1)
    expect(world.sent()).toEqual([expect.objectContaining(ids)])
    await end(ids, (publication) => cancelled(publication, Date.now()))
  })

  it('the schedule reports a fault, after all that could be done was done', async () => {
    const { ids } = await world.post()
    vi.setSystemTime(Date.now() + GRACE + 1)
    world.failTable('QueryCommand', (input) => input.includes('UPLOAD#'))
    world.failTable('QueryCommand', (input) => input.includes('INSPECT#'))
    await expect(handler()).rejects.toThrow('sweeping failed in part')
    expect(world.sent()).toEqual([expect.objectContaining(ids)])
    await expect(handler()).resolves.toBeUndefined()
    await update(publicationKey(ids.post_id, ids.account_id), { UpdateExpression: 'REMOVE due_pk, due_sk' })
  })
})
