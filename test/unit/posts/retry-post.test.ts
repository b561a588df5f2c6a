// Publishing again: what is taken over from the first time, and what others write at the same moment.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { markDeleted } from '../../../core/media/media-store.ts'
import { cancelPost } from '../../../core/posts/cancel-post.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { retryPost } from '../../../core/posts/retry-post.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { accountKey, mediaKey } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { mediaOf, OWNER } from '../../support/domain.ts'
import { callApi } from './api-call.ts'
import { LOST, startWorld, type World } from './worker-world.ts'

let world: World
let account: Account
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  account = await world.account({ token_expires_at: Date.now() + 60 * 86_400_000 })
})
afterAll(() => world.stop())

type Ids = { post_id: string; account_id: string }
async function posted(handler: unknown, body: object): Promise<Ids> {
  const reply = await callApi(handler, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { content: 'One', accounts: [account.id], ...body },
    ownerId: OWNER,
    rateLimit: 10_000,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: account.id }
}
async function until(ids: Ids, done: (publication: Publication) => boolean): Promise<Publication> {
  for (let turns = 0; turns < 60 && !done(await world.publication(ids)); turns += 1) await world.turn(ids)
  return world.publication(ids)
}
const broken = ({ state }: Publication) => state === 'partially_published'
/** After its first part, by an account that is connected again then. */
async function brokenOff(ids: Ids): Promise<Publication> {
  while (world.posts() === 0) await world.turn(ids)
  await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
  const publication = await until(ids, broken)
  await put({ ...accountKey(account.id), ...account })
  return publication
}
const again = (ids: Ids) => retryPost(OWNER, ids.post_id, Date.now())

describe('a thread that broke off', () => {
  const thread = [{ content: 'Two' }]

  it('looks for the part whose id it lacks as often as the first time', async () => {
    const ids = await posted(text, { options: { threads: { thread } } })
    world.answer('publish', LOST, { after: true })
    expect((await until(ids, broken)).failure?.code).toBe('part_not_found')
    await again(ids)
    world.answer('list', { body: { data: [] } })
    const timestamp = new Date((await world.publication(ids)).parts![0]!.live_at!).toISOString()
    world.answer('list', { body: { data: [{ id: 'm1', text: 'One', timestamp, media_type: 'TEXT_POST' }] } })
    expect((await until(ids, ({ state }) => state === 'published' || state === 'partially_published')).state).toBe(
      'published',
    )
    expect(world.calls('create').map(({ body }) => [body.text, body.reply_to_id])).toEqual([
      ['One', undefined],
      ['Two', 'm1'],
    ])
  })

  it('cannot be cancelled once it goes on: a part of it is live', async () => {
    const ids = await posted(text, { options: { threads: { thread } } })
    const { started_at } = await brokenOff(ids)
    await again(ids)
    await expect(cancelPost(OWNER, ids.post_id, Date.now())).rejects.toMatchObject({ code: 'already_started' })
    expect(await world.publication(ids)).toMatchObject({ state: 'preparing', started_at })
  })

  it('goes on although a medium of a part that is live is deleted at that very moment', async () => {
    const assets = [1, 2].map(() => mediaOf({ id: newId(), owner_id: OWNER }))
    for (const asset of assets) await put({ ...mediaKey(asset.id), ...asset })
    const media = { media_asset_ids: assets.map(({ id }) => id) }
    const ids = await posted(feed, { title: 'Pictures', media, options: { threads: { thread } } })
    await brokenOff(ids)
    world.beforeTable(
      'TransactWriteCommand',
      (input) => input.includes(ids.post_id),
      () => markDeleted(assets[0]!, Date.now(), Date.now()),
    )
    expect((await again(ids)).retried).toEqual([account.id])
    expect((await until(ids, ({ state }) => state === 'published')).state).toBe('published')
    expect(world.posts()).toBe(2)
  })
})

it.each([[{ state: 'open', tries: 0 } as const], [undefined]])(
  'keeps the figures of a story as asked: %j',
  async (figures) => {
    const { ids } = await world.post({
      type: 'stories',
      pictures: 1,
      accounts: [await world.account({ provider: 'instagram' })],
    })
    const { state, ...story } = await world.publication(ids)
    const over = { ...failed({ state, ...story }, 'platform_unavailable', Date.now()), ...(figures ? { figures } : {}) }
    await savePublication(over, state)
    await again(ids)
    expect((await world.publication(ids)).figures).toEqual(figures)
  },
)
