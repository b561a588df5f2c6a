// Posts that go out on all accounts or on none, and posts that are not to go out too late: on the real table, workers in any order.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { put } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { getPost } from '../../../core/posts/post-store.ts'
import { savePublication } from '../../../core/posts/publication-store.ts'
import { askGate } from '../../../core/posts/publishing/gate.ts'
import { failed } from '../../../core/posts/rules/changes.ts'
import type { Publication } from '../../../core/posts/rules/publication.ts'
import { accountKey } from '../../../core/table-keys.ts'
import { handler as cancel } from '../../../functions/api/posts/cancel.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as reschedule } from '../../../functions/api/posts/reschedule.ts'
import { handler as retry } from '../../../functions/api/posts/retry.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { callApi } from './api-call.ts'
import { says, startWorld, type World } from './worker-world.ts'

let world: World
let owner: string
let accounts: Account[]
beforeAll(async () => {
  world = await startWorld()
})
async function fresh() {
  world.reset()
  owner = newId()
  accounts = []
  for (let at = 0; at < 3; at += 1)
    accounts.push(await world.account({ owner_id: owner, token_expires_at: Date.now() + 60 * 86_400_000 }))
}
beforeEach(fresh)
afterAll(() => world.stop())

const send = (body: object) =>
  callApi(text, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { content: 'One', accounts: accounts.map(({ id }) => id), ...body },
    ownerId: owner,
    rateLimit: 10_000,
  })
async function accepted(body: object): Promise<string> {
  const reply = await send(body)
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return String(reply.headers.Location).split('/').at(-1)!
}
const call = (handler: unknown, method: string, resource: string, id: string, body?: object) =>
  callApi(handler, { method, resource, path: { id }, ownerId: owner, rateLimit: 10_000, body })
const view = async (id: string) => (await call(get, 'GET', '/v1/posts/{id}', id)).json.data
const idsOf = (post_id: string, account: Account) => ({ post_id, account_id: account.id })
const states = async (id: string): Promise<string[]> =>
  (await view(id)).publications.map(
    ({ state, error }: { state: string; error: { code: string } | null }) => error?.code ?? state,
  )
const all = (id: string): Promise<Publication[]> =>
  Promise.all(accounts.map((account) => world.publication(idsOf(id, account))))
const soonest = (left: Publication[]): Publication => left.toSorted((one, other) => one.due_at - other.due_at)[0]!
async function driven(id: string, pick: (left: Publication[]) => Publication = soonest) {
  for (let turns = 0; turns < 200; turns += 1) {
    const left = (await all(id)).filter(({ state }) => !['published', 'failed', 'cancelled'].includes(state))
    if (left.length === 0) return
    const before = world.posts()
    const next = pick(left)
    await world.turn({ post_id: next.post_id, account_id: next.account_id })
    // The first publication goes out when every one is ready.
    if (before === 0 && world.posts() > 0)
      expect(
        (await all(id)).every(({ together, ready_at }) => !together || ready_at !== undefined),
        'all were ready',
      ).toBe(true)
  }
}

describe('all accounts or none', () => {
  it('is over at once, and not scheduled any more, where one of its accounts is disconnected', async () => {
    const id = await accepted({ on_failure: 'stop', scheduled_at: Date.now() + 5 * 86_400_000 })
    const by_itself = await accepted({ scheduled_at: Date.now() + 5 * 86_400_000 })
    await disconnectAccount({ accountId: accounts[0]!.id, ownerId: owner })
    expect(await states(id)).toEqual(['account_disconnected', 'stopped', 'stopped'])
    expect((await view(id)).status).toBe('failed')
    expect(await states(by_itself)).toEqual(['account_disconnected', 'waiting', 'waiting'])
  })

  it('publishes nothing before all are ready, then all', async () => {
    const id = await accepted({ on_failure: 'stop' })
    const [first, second, third] = accounts as [Account, Account, Account]
    for (const account of [first, second, first, second, first]) {
      await world.turn(idsOf(id, account))
      expect(world.posts()).toBe(0)
    }
    const waiting = (await view(id)).publications[0]
    expect(waiting.state).toBe('preparing')
    expect(waiting.timeline.at(-1).event).toBe('waiting_for_others')
    await world.turn(idsOf(id, third))
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([3, ['published', 'published', 'published']])
    expect(await view(id)).toMatchObject({ on_failure: 'stop', status: 'published' })
  })

  it('publishes nothing where one cannot be prepared, and retry takes all again, unless one cannot be', async () => {
    const id = await accepted({ on_failure: 'stop' })
    world.answer('create', says({ code: 4, error_subcode: 2_207_051, message: 'act in the app' }))
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([0, ['action_required', 'stopped', 'stopped']])
    const refused = await call(retry, 'POST', '/v1/posts/{id}/retry', id)
    expect([refused.status, refused.json.errors[0].code]).toEqual([409, 'not_retryable'])
    await put({ ...accountKey(accounts[0]!.id), ...accounts[0]! })
    expect((await call(retry, 'POST', '/v1/posts/{id}/retry', id)).status).toBe(202)
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([3, ['published', 'published', 'published']])
  })

  it('stops where one is cancelled while others wait', async () => {
    const id = await accepted({ on_failure: 'stop' })
    await world.turn(idsOf(id, accounts[0]!))
    expect((await call(cancel, 'DELETE', '/v1/posts/{id}', id)).status).toBe(200)
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([0, ['stopped', 'cancelled', 'cancelled']])
  })

  it('goes out everywhere once all were ready, although it is cancelled before every account has seen that', async () => {
    for (const meanwhile of ['before', 'published', 'open'] as const) {
      await fresh()
      const [first, last] = accounts as [Account, Account]
      const id = await accepted({ on_failure: 'stop', accounts: [first.id, last.id] })
      const until = async (account: Account, done: (publication: Publication) => boolean) => {
        for (let turns = 0; turns < 10 && !done(await world.publication(idsOf(id, account))); turns += 1)
          await world.turn(idsOf(id, account))
      }
      await until(first, ({ ready_at }) => ready_at !== undefined)
      await world.turn(idsOf(id, last))
      // The last account opens the gate and is published; in the other rounds just before the cancellation of the first is written, in
      // the third of them when nothing is published yet.
      const open = async () => {
        if (meanwhile !== 'open') return until(last, ({ state }) => state === 'published')
        world.failTable('UpdateCommand', (input) => input.includes('gate_open'))
        await until(last, ({ ready_at }) => ready_at !== undefined)
        expect(await askGate(await world.publication(idsOf(id, last)))).toBe('open')
      }
      if (meanwhile === 'before') await open()
      else world.beforeTable('TransactWriteCommand', (input) => input.includes('"cancelled"'), open)
      const refused = await call(cancel, 'DELETE', '/v1/posts/{id}', id)
      expect([refused.status, refused.json.errors?.[0].code]).toEqual([409, 'already_started'])
      for (const account of [first, last]) await until(account, ({ state }) => state === 'published')
      expect([world.posts(), await states(id)]).toEqual([2, ['published', 'published']])
    }
  })

  it.each([
    ['in the same moment', () => Date.now()],
    // To the millisecond when the post was last written: its count alone tells.
    ['by a clock that is behind', (written: number) => written],
  ])('does not open the gate for one that ended %s', async (_, at) => {
    const id = await accepted({ on_failure: 'stop' })
    const [first, second, third] = accounts as [Account, Account, Account]
    await world.turn(idsOf(id, first))
    await world.turn(idsOf(id, second))
    const { failPublicationsOf } = await import('../../../core/posts/fail-account.ts')
    const { updated_at } = (await getPost(id))!
    world.beforeTable(
      'UpdateCommand',
      (input) => input.includes('gate_open'),
      () => failPublicationsOf(owner, first.id, at(updated_at)),
    )
    await world.turn(idsOf(id, third))
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([0, ['account_disconnected', 'stopped', 'stopped']])
  })

  it('does not open the gate for one that ended and is tried again at that very moment', async () => {
    const id = await accepted({ on_failure: 'stop' })
    const [first, second, third] = accounts as [Account, Account, Account]
    await world.turn(idsOf(id, first))
    await world.turn(idsOf(id, second))
    world.beforeTable(
      'UpdateCommand',
      (input) => input.includes('gate_open'),
      async () => {
        vi.setSystemTime(Date.now() + 1)
        const ready = await world.publication(idsOf(id, first))
        await savePublication(failed(ready, 'stopped', Date.now()), ready.state)
        expect((await call(retry, 'POST', '/v1/posts/{id}/retry', id)).status).toBe(202)
        world.answer('create', says({ code: 100, message: 'no' }))
      },
    )
    await world.turn(idsOf(id, third))
    await world.turn(idsOf(id, first))
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([0, ['rejected', 'stopped', 'stopped']])
  })

  it.each([
    [25, 'published'],
    [12, 'published'],
    [5, 'too_late'],
  ])(
    'goes out everywhere or nowhere where the last account begins %i seconds before the latest time',
    async (seconds, end) => {
      using _ = world.sitsOut()
      const not_after = Date.now() + 600_000
      const begins = not_after - seconds * 1000
      const [first, second, last] = accounts as [Account, Account, Account]
      const id = await accepted({ on_failure: 'stop', not_after })
      // The others wait for it, and look again more and more seldom.
      for (const account of [first, second])
        while ((await world.publication(idsOf(id, account))).due_at < begins) await world.turn(idsOf(id, account))
      vi.setSystemTime(begins)
      for (let turns = 0; turns < 2; turns += 1) await world.turn(idsOf(id, last))
      await driven(id)
      expect([world.posts(), await states(id)]).toEqual([end === 'published' ? 3 : 0, [end, end, end]])
    },
  )

  it('goes out everywhere where the latest time is only seconds away, and all are ready at once', async () => {
    using _ = world.sitsOut()
    const id = await accepted({ on_failure: 'stop', not_after: Date.now() + 8000 })
    for (const account of accounts as Account[]) await world.turn(idsOf(id, account))
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([3, ['published', 'published', 'published']])
  })

  it('is refused at once where a caption is too long for one', async () => {
    const reply = await send({ on_failure: 'stop', content: 'x'.repeat(501) })
    expect([reply.status, reply.json.errors[0]]).toMatchObject([400, { code: 'too_long', path: 'content' }])
    expect((await send({ content: 'x'.repeat(501) })).status).toBe(202)
  })

  it('holds whatever fails and in whatever order workers come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { maxLength: 20 }),
        fc.array(fc.nat(5), { maxLength: 3 }),
        async (order, faults) => {
          await fresh()
          const id = await accepted({ on_failure: 'stop' })
          for (const fault of faults) {
            if (fault === 0) world.answer('create', says({ code: 100, message: 'no' }))
            if (fault === 1) world.answer('create', says({ code: 2, message: 'later' }, 500))
            if (fault === 2) world.answer('status', says({ code: 190, message: 'expired' }))
            if (fault === 3) world.answer('status', { body: { status: 'ERROR', error_message: 'INVALID_DURATION' } })
          }
          let at = 0
          await driven(id, (left) => (at < order.length ? left[order[at++]! % left.length]! : soonest(left)))
          const ends = await states(id)
          expect([0, 3], ends.join()).toContain(world.posts())
          expect(ends.every((end) => end === 'published')).toBe(world.posts() === 3)
        },
      ),
      { numRuns: 12, seed: 17 },
    )
  }, 60_000)
})

describe('not too late', () => {
  it('ends without publishing what a limit held up for too long, at that time', async () => {
    const not_after = Date.now() + 600_000
    const id = await accepted({ not_after: new Date(not_after).toISOString() })
    expect(await view(id)).toMatchObject({ not_after })
    for (let at = 0; at < 3; at += 1)
      world.answer('quota', {
        body: { data: [{ quota_usage: 50, config: { quota_total: 50, quota_duration: 86_400 } }] },
      })
    for (const account of accounts) await world.turn(idsOf(id, account))
    for (let at = 0; at < 40; at += 1)
      world.answer('quota', {
        body: { data: [{ quota_usage: 50, config: { quota_total: 50, quota_duration: 86_400 } }] },
      })
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([0, ['too_late', 'too_late', 'too_late']])
    const [{ ended_at, retryable, error }] = (await view(id)).publications
    expect([ended_at, retryable]).toEqual([not_after + 1, false])
    expect(error.message).toContain(new Date(not_after).toISOString())
  })

  it('is not tried again afterwards, when all that could come of it is that it is too late', async () => {
    const not_after = Date.now() + 600_000
    accounts = accounts.slice(0, 1)
    const id = await accepted({ not_after })
    world.answer('create', says({ code: 4, error_subcode: 2_207_051, message: 'act in the app' }))
    await driven(id)
    await put({ ...accountKey(accounts[0]!.id), ...accounts[0]! })
    vi.setSystemTime(not_after)
    expect((await view(id)).publications[0]).toMatchObject({ retryable: true })
    vi.setSystemTime(not_after + 1)
    expect((await view(id)).publications[0]).toMatchObject({ retryable: false })
    const refused = await call(retry, 'POST', '/v1/posts/{id}/retry', id)
    expect([refused.status, refused.json.errors[0].code]).toEqual([409, 'not_retryable'])
    expect(refused.json.message).toContain(new Date(not_after).toISOString())
    expect([world.posts(), await states(id)]).toEqual([0, ['action_required']])
  })

  it('goes on with what was begun, and finds out what its call did', async () => {
    const not_after = Date.now() + 60_000
    accounts = accounts.slice(0, 1)
    const id = await accepted({ not_after })
    world.answer('publish', says({ code: 2, message: 'later' }, 500), { after: true })
    await driven(id)
    expect([world.posts(), await states(id)]).toEqual([1, ['published']])
  })

  it.each([
    ['before the post begins', { scheduled_at: 7_200_000, not_after: 3_600_000 }],
    ['in the past', { not_after: -1 }],
    ['beyond a year', { not_after: 366 * 86_400_000 }],
  ])('refuses a time that lies %s', async (_what, times) => {
    const body = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Date.now() + ms]))
    const reply = await send(body)
    expect([reply.status, reply.json.errors]).toMatchObject([400, [{ code: 'invalid_schedule', path: 'not_after' }]])
  })

  it.each([['soon'], [12.5], [null], [{}]])('refuses %j', async (not_after) => {
    const reply = await send({ not_after })
    expect([reply.status, reply.json.errors[0].path]).toEqual([400, 'not_after'])
  })

  it('can be moved with the post, and is not passed by it', async () => {
    const hour = 3_600_000
    const now = Date.now()
    const id = await accepted({ scheduled_at: now + hour, not_after: now + 2 * hour })
    const move = (body: object) => call(reschedule, 'PATCH', '/v1/posts/{id}', id, body)
    const refused = await move({ scheduled_at: now + 3 * hour })
    expect([refused.status, refused.json.errors[0]]).toMatchObject([400, { path: 'not_after' }])
    const moved = await move({ scheduled_at: now + 3 * hour, not_after: now + 4 * hour })
    expect([moved.status, moved.json.data]).toMatchObject([200, { not_after: now + 4 * hour }])
    expect((await all(id)).map(({ not_after }) => not_after)).toEqual([4, 4, 4].map((count) => now + count * hour))
    expect((await view(id)).not_after).toBe(now + 4 * hour)
    for (const { events } of await all(id))
      expect(events!.at(-1)).toMatchObject({ event: 'rescheduled', scheduled_at: now + 3 * hour })
  })
})
