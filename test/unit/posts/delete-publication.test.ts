// Deleting what is live: once, last part first, and never reported of a post that is still there, or the other way round.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { newId } from '../../../core/ids.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import {
  afterDeleting,
  afterSearchingForDeletion,
  deletionAsked,
  nextDeletion,
} from '../../../core/posts/rules/deletion.ts'
import { holdDelay } from '../../../core/posts/rules/pace.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { handler as takeBack } from '../../../functions/api/posts/cancel.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { at, PACE, refusal, T0, untouched } from '../../support/publications.ts'
import { callApi } from './api-call.ts'
import { LOST, says, startWorld, type World } from './worker-world.ts'

let world: World
let owner: string
let account: Account
const life = () => ({ token_expires_at: Date.now() + 60 * 86_400_000 })
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  owner = newId()
  account = await world.account({ owner_id: owner, ...life() })
})
afterAll(() => world.stop())

interface Ids {
  post_id: string
  account_id: string
}
const ask = (ids: Ids, ownerId = owner) =>
  callApi(takeBack, {
    method: 'DELETE',
    resource: '/v1/posts/{id}/publications/{account_id}',
    path: { id: ids.post_id, account_id: ids.account_id },
    ownerId,
    rateLimit: 10_000,
  })
const view = async (ids: Ids) =>
  (
    await callApi(get, {
      method: 'GET',
      resource: '/v1/posts/{id}',
      path: { id: ids.post_id },
      ownerId: owner,
      rateLimit: 10_000,
    })
  ).json.data

async function accepted(options?: object, on = account): Promise<Ids> {
  const reply = await callApi(text, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { content: 'One', accounts: [on.id], ...(options ? { options: { threads: options } } : {}) },
    ownerId: owner,
    rateLimit: 10_000,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: on.id }
}
async function driven(ids: Ids, over: (state: string) => boolean) {
  for (let turns = 0; turns < 60; turns += 1) {
    const [publication] = (await view(ids)).publications
    if (over(publication.state) && publication.deletion?.state !== 'pending' && publication.permalink !== null) break
    await world.turn(ids)
  }
  return view(ids)
}
const published = async (ids: Ids) => (await driven(ids, (state) => state === 'published')).publications[0]
const settled = async (ids: Ids) => (await driven(ids, () => true)).publications[0]

describe('deleting a published post', () => {
  it('takes it off the platform, says so, and does nothing when asked again', async () => {
    const ids = await accepted()
    const { published_at } = await published(ids)
    const reply = await ask(ids)
    expect([reply.status, reply.headers.Location]).toEqual([202, `/api/v1/posts/${ids.post_id}`])
    expect(world.sent().at(-1)).toMatchObject(ids)
    expect((await view(ids)).publications[0]).toMatchObject({
      state: 'published',
      deletion: { state: 'pending', error: null, completed_at: null },
    })
    expect((await ask(ids)).status).toBe(202)
    const publication = await settled(ids)
    expect(publication).toMatchObject({
      state: 'deleted',
      terminal: true,
      retryable: false,
      published_at,
      deletion: { state: 'completed', error: null },
    })
    expect(publication.timeline.map(({ event }: { event: string }) => event).slice(-2)).toEqual([
      'deletion_requested',
      'deleted',
    ])
    expect([...world.deleted]).toEqual(['m1'])
    const again = await ask(ids)
    expect([again.status, world.calls('delete').length]).toEqual([200, 1])
    expect((await view(ids)).progress).toEqual({ total: 1, published: 1, failed: 0, cancelled: 0 })
    expect(
      (
        await callApi(retry, {
          method: 'POST',
          resource: '/v1/posts/{id}/retry',
          path: { id: ids.post_id },
          ownerId: owner,
          rateLimit: 10_000,
        })
      ).status,
    ).toBe(409)
  })

  it.each([
    ['no answer came', LOST],
    ['a temporary fault was said', says({ code: 2, message: 'later' }, 500)],
    ['a refusal was said that is not true', says({ code: 100, message: 'no' })],
  ])('finds out that it is gone although %s', async (_what, answer) => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', answer, { after: true })
    await ask(ids)
    expect((await settled(ids)).state).toBe('deleted')
    expect([world.calls('delete').length, world.calls('exists').length]).toEqual([1, 2])
  })

  it('asks again where the call came to nothing', async () => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', LOST)
    await ask(ids)
    expect((await settled(ids)).state).toBe('deleted')
    expect([...world.deleted]).toEqual(['m1'])
  })

  it('does not take a post for deleted that is not seen once', async () => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', says({ code: 24, error_subcode: 4_279_009, message: 'not found' }))
    world.answer('exists', says({ code: 24, error_subcode: 4_279_009, message: 'not found' }))
    await ask(ids)
    expect((await settled(ids)).state).toBe('deleted')
    expect(world.calls('delete')).toHaveLength(2)
    expect([...world.deleted]).toEqual(['m1'])
  })

  it('waits where the platform has had enough for a day', async () => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', says({ code: 4, message: 'the limit of deleted posts is reached' }))
    await ask(ids)
    await world.turn(ids)
    const { deletion } = (await view(ids)).publications[0]
    expect(deletion).toMatchObject({ state: 'pending', error: { platform: { code: 4 } } })
    expect((await settled(ids)).state).toBe('deleted')
  })

  it('says that it does not know where the platform tells nothing, and starts over when asked again', async () => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', LOST, { after: true })
    for (let at = 0; at < 7; at += 1) world.answer('exists', says({ code: 2, message: 'later' }, 500))
    await ask(ids)
    expect(await settled(ids)).toMatchObject({
      state: 'published',
      deletion: { state: 'failed', error: { message: expect.stringContaining('is not known') } },
    })
    expect((await ask(ids)).status).toBe(202)
    expect((await settled(ids)).state).toBe('deleted')
  })

  it('fails where the platform says that the permission is missing, and the post stays published', async () => {
    const ids = await accepted()
    await published(ids)
    world.answer('delete', says({ code: 10, message: 'no permission' }))
    await ask(ids)
    expect(await settled(ids)).toMatchObject({
      state: 'published',
      deletion: { state: 'failed', error: { message: 'no permission', platform: { code: 10 } } },
    })
    expect([...world.deleted]).toEqual([])
  })

  it('deletes all posts of a thread, the last first', async () => {
    const ids = await accepted({ thread: [{ content: 'Two' }, { content: 'Three' }] })
    await published(ids)
    await ask(ids)
    const publication = await settled(ids)
    expect(publication.state).toBe('deleted')
    expect(publication.parts.map(({ deleted_at }: { deleted_at: number }) => typeof deleted_at)).toEqual([
      'number',
      'number',
      'number',
    ])
    expect([...world.deleted]).toEqual(['m3', 'm2', 'm1'])
  })

  it('goes on after a worker that died', async () => {
    const ids = await accepted()
    await published(ids)
    await ask(ids)
    world.failTable('PutCommand', (input) => input.includes('"state":"deleted"'))
    await world.turn(ids)
    expect((await settled(ids)).state).toBe('deleted')
  })

  it('does not say that it is there where the worker died after its call, and the token has ended since', async () => {
    const ids = await accepted()
    await published(ids)
    await ask(ids)
    world.failTable('PutCommand', (input) => input.includes('"state":"deleted"'))
    await world.turn(ids)
    expect([...world.deleted]).toEqual(['m1'])
    const ended = says({ code: 190, error_subcode: 463, message: 'the token has ended' })
    world.answer('delete', ended)
    world.answer('exists', ended)
    expect((await settled(ids)).deletion).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('is not known') },
    })
  })

  /** Published, and its id was lost with the answer. */
  async function withoutId(): Promise<Ids & { live_at: number }> {
    const ids = await accepted()
    world.answer('publish', LOST, { after: true })
    for (let turns = 0; turns < 60; turns += 1) {
      await world.turn(ids)
      if ((await world.publication(ids)).permalink_state === 'unavailable') break
    }
    const publication = await world.publication(ids)
    expect(publication).toMatchObject({ state: 'published', permalink_state: 'unavailable' })
    return { ...ids, live_at: publication.ended_at! }
  }
  const listed = (id: string, at: number) =>
    world.answer('list', {
      body: { data: [{ id, text: 'One', timestamp: new Date(at).toISOString(), media_type: 'TEXT_POST' }] },
    })

  it('looks for the id where the platform did not tell it', async () => {
    const { live_at, ...ids } = await withoutId()
    await ask(ids)
    listed('m1', live_at)
    await world.turn(ids)
    await world.turn(ids)
    expect([...world.deleted]).toEqual(['m1'])
  })

  it('does not take a later post of the same words for it', async () => {
    const { live_at, ...ids } = await withoutId()
    await ask(ids)
    for (let tries = 0; tries < 10; tries += 1) listed('by-hand', live_at + 5 * 60_000)
    expect(await settled(ids)).toMatchObject({
      state: 'published',
      deletion: { state: 'failed', error: { message: expect.stringContaining('does not tell the id') } },
    })
    expect(world.calls('delete')).toEqual([])
  })
})

describe('deleting a thread that broke off at a part of which nobody knows whether it is live', () => {
  const live = { live_at: T0, permalink: 'https://www.threads.net/@tester/post/1', lookups: 0 }
  const broken: Publication = failed(
    untouched(0, { parts: [{ ...live, media_id: 'm1' }, { ...live, media_id: 'm2' }, { lookups: 0 }, { lookups: 0 }] }),
    'outcome_unknown',
    T0,
  )
  /** Deletes whatever is asked for. @param found what the search for the part gives. */
  function deleted(found: { media_id?: string } | null, from = broken) {
    let publication = deletionAsked(from, T0)
    const steps: string[] = []
    for (let turns = 0; turns < 20; turns += 1) {
      const step = nextDeletion(publication)
      if (!step) break
      steps.push(step.do === 'find_to_delete' ? `find ${step.part}` : `${step.do} ${step.media_id}`)
      const now = at(publication.due_at)
      publication =
        step.do === 'find_to_delete'
          ? afterSearchingForDeletion(publication, step.part, { ok: true, value: found }, now)
          : afterDeleting(publication, step.part, { ok: true, value: {} }, now)
    }
    return { publication, steps: [...new Set(steps)] }
  }

  it('looks for that part first, and takes it off too', () => {
    const { publication, steps } = deleted({ media_id: 'm3' })
    expect(publication.state).toBe('deleted')
    expect(steps).toEqual(['find 2', 'delete_post m3', 'delete_post m2', 'delete_post m1'])
  })

  it('looks for it again when a limit of the platform may be over', () => {
    const publication = deletionAsked(broken, T0)
    const limit = (retry_after_ms?: number) =>
      afterSearchingForDeletion(publication, 2, refusal('wait', { retry_after_ms }), at(T0)).due_at - T0
    expect(limit(45 * 60_000)).toBe(45 * 60_000)
    expect(limit()).toBe(holdDelay(0, undefined, PACE))
  })

  it('takes the others off where it is not found, and never says that all of it is gone', () => {
    const { publication, steps } = deleted(null)
    expect(steps).toEqual(['find 2', 'delete_post m2', 'delete_post m1'])
    expect(publication).toMatchObject({ state: 'partially_published', deletion: { state: 'failed' } })
    expect(publication.deletion!.message).toContain('is not known')
    const again = deleted({ media_id: 'm3' }, publication)
    expect([again.publication.state, again.steps]).toEqual(['deleted', ['find 2', 'delete_post m3']])
  })
})

describe('what cannot be deleted', () => {
  it('is a post of others, or a missing one', async () => {
    const ids = await accepted()
    await published(ids)
    expect((await ask(ids, newId())).status).toBe(404)
    expect((await ask({ ...ids, account_id: newId() })).status).toBe(404)
  })

  it('is a post on Instagram: the platform has no way', async () => {
    const instagram = await world.account({ provider: 'instagram', owner_id: owner, ...life() })
    const [asset] = await world.media(1)
    const { put } = await import('../../../core/aws/table.ts')
    const { mediaKey } = await import('../../../core/table-keys.ts')
    await put({ ...mediaKey(asset!.id), ...asset!, owner_id: owner })
    const reply = await callApi(feed, {
      method: 'POST',
      resource: '/v1/posts/feed',
      body: { title: 'T', media: { media_asset_ids: [asset!.id] }, accounts: [instagram.id] },
      ownerId: owner,
      rateLimit: 10_000,
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(202)
    const ids = { post_id: String(reply.headers.Location).split('/').at(-1)!, account_id: instagram.id }
    const refused = await ask(ids)
    expect([refused.status, refused.json.errors]).toEqual([
      409,
      [{ code: 'not_possible_on_platform', message: expect.stringContaining('Instagram Login') }],
    ])
  })

  it('is what is not live', async () => {
    const ids = await accepted()
    const early = await ask(ids)
    expect([early.status, early.json.errors[0].code]).toEqual([409, 'not_published'])
    expect(early.json.message).toContain('publishing has not ended')
    world.answer('create', says({ code: 100, message: 'no' }))
    await driven(ids, (state) => state === 'failed').catch(() => undefined)
    for (let turns = 0; turns < 5; turns += 1) await world.turn(ids)
    expect((await ask(ids)).json.message).toContain('it was not published')
  })

  it('is a post of an account without the permission, where that is known, or one that is disconnected', async () => {
    const { put } = await import('../../../core/aws/table.ts')
    const { accountKey } = await import('../../../core/table-keys.ts')
    const ids = await accepted()
    await published(ids)
    const permissions = ['threads_basic', 'threads_content_publish']
    await put({ ...accountKey(account.id), ...account, permissions })
    const refused = await ask(ids)
    expect([refused.status, refused.json.errors[0].code]).toEqual([409, 'permission_not_granted'])
    expect(refused.json.message).toContain('threads_delete')
    await put({ ...accountKey(account.id), ...account, status: 'disconnected' })
    expect((await ask(ids)).json.errors[0].code).toBe('account_disconnected')
    expect((await world.publication(ids)).deletion).toBeUndefined()
    await put({ ...accountKey(account.id), ...account, permissions: [...permissions, 'threads_delete'] })
    expect((await ask(ids)).status).toBe(202)
  })
})
