// The comparison of a restored table with the platforms: a post that may be live is not published a second time.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { getPost, rewritePost } from '../../../core/posts/post-store.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { type Recovered, recoverPublications } from '../../../core/posts/publishing/recover-publications.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import { accountKey } from '../../../core/table-keys.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { OWNER } from '../../support/domain.ts'
import { startTable } from '../../support/table-engine.ts'
import { callApi } from './api-call.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
beforeAll(async () => {
  // The table in memory cannot be read as a whole.
  world = await startWorld(startTable)
})
beforeEach(() => world.reset())
afterAll(() => world.stop())

const HOUR = 3_600_000
const listed = (...items: { id: string; at: number; text?: string; kind?: string }[]) => ({
  body: {
    data: items.map(({ id, at, text, kind = 'STORY' }) => ({
      id,
      permalink: `https://example.com/${id}`,
      timestamp: new Date(at).toISOString(),
      ...(text === undefined
        ? { media_type: 'IMAGE', media_product_type: kind }
        : { text, media_type: 'TEXT_POST', media_product_type: 'THREADS' }),
    })),
  },
})
async function recover(ids: { post_id: string; account_id: string }, since = Date.now()): Promise<Recovered[]> {
  const told: Recovered[] = []
  await recoverPublications(since, (one) => told.push(one))
  return told.filter(({ post_id }) => post_id === ids.post_id)
}
/** The write that says that this one is live: posts of other tests are compared side by side. */
const writes =
  ({ post_id }: { post_id: string }) =>
  (input: string) =>
    input.includes('m9') && input.includes(post_id)
const story = async () =>
  world.post({ type: 'stories', pictures: 1, accounts: [await world.account({ provider: 'instagram' })] })

it('a story that any story of the account may be is not published again', async () => {
  const { ids } = await story()
  world.answer('list', listed({ id: 's1', at: Date.now() }))
  expect(await recover(ids)).toMatchObject([{ recovery: 'unknown' }])
  expect(await world.publication(ids)).toMatchObject({ state: 'failed', failure: { code: 'outcome_unknown' } })
  await world.deliver(ids)
  expect(world.posts()).toBe(0)
})

it('a story that may have gone by now is not published again', async () => {
  const { ids } = await story()
  const since = Date.now()
  vi.setSystemTime(since + 21 * HOUR)
  expect(await recover(ids, since)).toMatchObject([{ recovery: 'unknown' }])
})

it('a story of which nothing is listed is published', async () => {
  const { ids } = await story()
  expect(await recover(ids)).toMatchObject([{ recovery: 'open' }])
  expect(await world.drive(ids)).toMatchObject({ state: 'published' })
})

it('of two posts with the same words the one that is live is taken for the first, and the other one goes out once', async () => {
  const account = await world.account()
  const [one, other] = [await world.post({ accounts: [account] }), await world.post({ accounts: [account] })]
  for (const _ of [1, 2]) world.answer('list', listed({ id: 'm9', at: Date.now(), text: 'Hello' }))
  const told: Recovered[] = []
  await recoverPublications(Date.now(), (found) => told.push(found))
  const of = told.filter(({ account_id }) => account_id === account.id)
  expect(of.map(({ recovery }) => recovery).sort()).toEqual(['live', 'open'])
  expect(of.flatMap(({ media_id = [] }) => media_id)).toEqual(['m9'])
  for (const { ids } of [one, other]) expect(await world.drive(ids)).toMatchObject({ state: 'published' })
  expect(world.posts()).toBe(1)
})

it('a post whose link was published in its text, as the platform could not build the card, is live', async () => {
  const options = { threads: { link_attachment: 'https://example.com/page' } }
  const { ids } = await world.post({ options })
  const found = listed({ id: 'm9', at: Date.now(), text: 'Hello\n\nhttps://example.com/page' })
  // Also posts of other tests are asked about.
  for (let asked = 0; asked < 9; asked += 1) world.answer('list', found)
  expect(await recover(ids)).toMatchObject([{ recovery: 'live', media_id: 'm9' }])
  expect(await world.publication(ids)).toMatchObject({ state: 'published', notes: ['link_in_text'] })
})

it('a post with a link, of which neither way to publish it is listed, is published', async () => {
  const { ids } = await world.post({ options: { threads: { link_attachment: 'https://example.com/page' } } })
  expect(await recover(ids)).toMatchObject([{ recovery: 'open' }])
  expect(await world.drive(ids)).toMatchObject({ state: 'published' })
  expect((await world.publication(ids)).notes).toBeUndefined()
})

it('a post that a worker writes meanwhile is left to it, and said so', async () => {
  const { ids } = await world.post()
  world.answer('list', listed({ id: 'm9', at: Date.now(), text: 'Hello' }))
  const current = await world.publication(ids)
  world.beforeTable('TransactWriteCommand', writes(ids), () => savePublication(current, current.state))
  expect(await recover(ids)).toMatchObject([{ recovery: 'not_asked', reason: expect.stringContaining('workers') }])
  expect(await world.publication(ids)).toMatchObject({ state: 'waiting' })
})

describe('one that had failed, and is live since a retry that the table does not know', () => {
  /** A post on so many accounts that has failed on the first of them, and what the platform lists. */
  async function failedOn(count: number, found = [{ id: 'm9', at: Date.now(), text: 'Once more' }]) {
    const accounts = await Promise.all(Array.from({ length: count }, () => world.account()))
    const { ids, post } = await world.post({ accounts, content: 'Once more' })
    const before = await world.publication(ids)
    await savePublication(failed(before, 'platform_unavailable', Date.now()), before.state)
    // Also posts of other tests are asked about.
    for (let asked = 0; asked < 9; asked += 1) world.answer('list', listed(...found))
    return { ids, others: accounts.slice(1).map(({ id }) => ({ ...ids, account_id: id })), post }
  }
  const progress = async ({ post_id }: { post_id: string }) => (await getPost(post_id))!.progress

  it('is told and counted as published, and cannot be retried', async () => {
    const { ids } = await failedOn(1)
    expect(await progress(ids)).toMatchObject({ published: 0, failed: 1 })
    expect(await recover(ids)).toMatchObject([{ recovery: 'live', media_id: 'm9' }])
    expect(await world.publication(ids)).toMatchObject({ state: 'published', media_id: 'm9' })
    expect(await progress(ids)).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
    await expect(retryPost(OWNER, ids.post_id, Date.now())).rejects.toMatchObject({ code: 'not_retryable' })
  })

  it('or is not, stays as it is, and is not spoken of', async () => {
    const { ids } = await failedOn(1, [])
    const before = await world.publication(ids)
    expect(await recover(ids)).toEqual([])
    expect(await world.publication(ids)).toEqual(before)
  })

  it('is counted beside others of its post that end at that very moment', async () => {
    const { ids } = await failedOn(1)
    world.beforeTable('TransactWriteCommand', writes(ids), async () => {
      const post = (await getPost(ids.post_id))!
      const progress = { total: 2, published: 0, failed: 1, cancelled: 1 }
      await rewritePost({ ...post, progress, updated_at: post.updated_at + 1 }, post, [], { claims: false })
    })
    expect(await recover(ids)).toMatchObject([{ recovery: 'live' }])
    expect(await progress(ids)).toEqual({ total: 2, published: 1, failed: 0, cancelled: 1 })
  })

  it('is left to who retries it at that very moment, and said so', async () => {
    const { ids, post } = await failedOn(1)
    world.beforeTable('TransactWriteCommand', writes(ids), () => retryPost(OWNER, post.id, Date.now()))
    expect(await recover(ids)).toMatchObject([{ recovery: 'not_asked', reason: expect.stringContaining('workers') }])
    expect(await world.publication(ids)).toMatchObject({ state: 'waiting' })
  })

  it('has of its thread what went out since, and goes on after that', async () => {
    const owner_id = newId()
    const account = await world.account({ owner_id })
    const thread = ['Two', 'Three'].map((content) => ({ content }))
    const { headers } = await callApi(text, {
      method: 'POST',
      resource: '/v1/posts/text',
      body: { content: 'One', accounts: [account.id], options: { threads: { thread } } },
      ownerId: owner_id,
    })
    const ids = { post_id: String(headers.Location).split('/').at(-1)!, account_id: account.id }
    while (world.posts() === 0) await world.turn(ids)
    await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
    for (let turns = 0; turns < 5; turns += 1) await world.turn(ids)
    expect(await world.publication(ids)).toMatchObject({ state: 'partially_published' })
    await put({ ...accountKey(account.id), ...account })
    const timestamp = new Date().toISOString()
    const two = { id: 'm2', text: 'Two', timestamp, media_type: 'TEXT_POST', replied_to: { id: 'm1' } }
    for (let asked = 0; asked < 9; asked += 1) world.answer('list', { body: { data: [two] } })
    expect(await recover(ids)).toMatchObject([{ recovery: 'live' }])
    expect((await world.publication(ids)).parts!.map(({ media_id }) => media_id)).toEqual(['m1', 'm2', undefined])
    expect(await getPost(ids.post_id)).toMatchObject({ progress: { published: 0, failed: 1, partial: 1 } })
    await retryPost(owner_id, ids.post_id, Date.now())
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect(world.calls('create').at(-1)!.body).toMatchObject({ text: 'Three', reply_to_id: 'm2' })
  })
})
