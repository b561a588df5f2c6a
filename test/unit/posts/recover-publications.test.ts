// The comparison of a restored table with the platforms: a post that may be live is not published a second time.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { type Recovered, recoverPublications } from '../../../core/posts/publishing/recover-publications.ts'
import { startTable } from '../../support/table-engine.ts'
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

it('a post that a worker writes meanwhile is left to it, and said so', async () => {
  const { ids } = await world.post()
  world.answer('list', listed({ id: 'm9', at: Date.now(), text: 'Hello' }))
  const current = await world.publication(ids)
  world.beforeTable(
    'TransactWriteCommand',
    (input) => input.includes('m9'),
    () => savePublication(current, current.state),
  )
  expect(await recover(ids)).toMatchObject([{ recovery: 'not_asked', reason: expect.stringContaining('workers') }])
  expect(await world.publication(ids)).toMatchObject({ state: 'waiting' })
})
