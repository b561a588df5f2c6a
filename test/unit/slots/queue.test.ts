// The queue on the real table: each post takes the next free slot, and two at once never the same.

import { CreateScheduleCommand } from '@aws-sdk/client-scheduler'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { ENV } from '../../../core/contract.ts'
import { newId } from '../../../core/ids.ts'
import { disconnectAccount } from '../../../core/posts/disconnect-account.ts'
import { readSlots } from '../../../core/slots/slot-store.ts'
import { handler as connections } from '../../../functions/api/accounts/connections.ts'
import { handler as cancel } from '../../../functions/api/posts/cancel.ts'
import { handler as get } from '../../../functions/api/posts/get.ts'
import { handler as reschedule } from '../../../functions/api/posts/reschedule.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { callApi } from '../posts/api-call.ts'
import { startWorld, type World } from '../posts/worker-world.ts'

const DAY = 86_400_000

let world: World
let owner: string
let account: Account
beforeAll(async () => {
  world = await startWorld()
  Object.assign(process.env, {
    [ENV.publishQueueArn]: 'arn:aws:sqs:eu-west-1:1:publish',
    [ENV.scheduleRoleArn]: 'arn:aws:iam::1:role/schedules',
  })
})
beforeEach(async () => {
  // A Saturday, at noon.
  world.reset()
  world.scheduler.on(CreateScheduleCommand).resolves({})
  owner = newId()
  account = await connected()
})
afterAll(() => world.stop())

const connected = () => world.account({ owner_id: owner, token_expires_at: null })
const PLAN = {
  time_zone: 'Europe/Berlin',
  slots: [
    { weekday: 'monday', time: '09:30' },
    { weekday: 'thursday', time: '18:00' },
  ],
}
/** In Berlin's winter. */
const MONDAY = Date.UTC(2026, 10, 23, 8, 30)
const THURSDAY = Date.UTC(2026, 10, 26, 17)

const onSlots = (method: 'GET' | 'PUT', id: string, body?: unknown, ownerId = owner, query?: Record<string, string>) =>
  callApi(connections, {
    method,
    query,
    resource: '/v1/accounts/social/{id}/slots',
    path: { id },
    body,
    ownerId,
    rateLimit: 10_000,
  })
const set = async (id = account.id, plan: object = PLAN) => {
  const reply = await onSlots('PUT', id, plan)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return reply.json.data
}
const send = (accounts = [account.id], more: object = {}, query?: Record<string, string>) =>
  callApi(text, {
    method: 'POST',
    resource: '/v1/posts/text',
    body: { content: 'Queued', accounts, scheduled_at: 'next_slot', ...more },
    query,
    ownerId: owner,
    rateLimit: 10_000,
  })
const idOf = (reply: Awaited<ReturnType<typeof send>>): string => {
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return String(reply.headers.Location).split('/').at(-1)!
}
const call = (handler: unknown, method: string, id: string, body?: object) =>
  callApi(handler, { method, resource: '/v1/posts/{id}', path: { id }, body, ownerId: owner, rateLimit: 10_000 })
const timeOf = async (id: string): Promise<number> => (await call(get, 'GET', id)).json.data.scheduled_at

describe('the slots of an account', () => {
  it('are set as a whole, and shown with the next that are free', async () => {
    expect((await onSlots('GET', account.id)).json.data).toEqual({
      account_id: account.id,
      time_zone: null,
      slots: [],
      next_free: [],
      updated_at: null,
    })
    const shown = await set()
    expect(shown).toMatchObject({ account_id: account.id, ...PLAN, updated_at: Date.now() })
    expect(shown.next_free.slice(0, 3)).toEqual([MONDAY, THURSDAY, MONDAY + 7 * DAY])
    expect(shown.next_free).toHaveLength(10)
    expect((await onSlots('GET', account.id)).json.data).toEqual(shown)
    expect((await set(account.id, { time_zone: 'UTC', slots: [] })).next_free).toEqual([])
  })

  it('that somebody set since they were read are not replaced by who names those', async () => {
    const UTC = { time_zone: 'UTC', slots: [] }
    // Two people read that there are none.
    const first = await set(account.id, { ...PLAN, updated_at: null })
    const late = await onSlots('PUT', account.id, { ...UTC, updated_at: null })
    expect([late.status, late.json.errors]).toMatchObject([409, [{ code: 'conflict', path: 'updated_at' }]])
    expect((await onSlots('GET', account.id)).json.data).toEqual(first)
    // Two people read those, and save within the same millisecond.
    const second = await set(account.id, { ...UTC, updated_at: first.updated_at })
    expect(second.updated_at).toBeGreaterThan(first.updated_at)
    expect((await onSlots('PUT', account.id, { ...PLAN, updated_at: first.updated_at })).status).toBe(409)
    expect((await onSlots('PUT', account.id, { ...PLAN, updated_at: Number.MAX_SAFE_INTEGER })).status).toBe(409)
    expect((await onSlots('GET', account.id)).json.data).toEqual(second)
    // Who names none replaces any.
    expect(await set()).toMatchObject(PLAN)
    for (const updated_at of ['now', -1, 1.5])
      expect((await onSlots('PUT', account.id, { ...PLAN, updated_at })).json.errors).toMatchObject([
        { path: 'updated_at' },
      ])
  })

  it('are shown with all that are free in a range of days, those of posts left out', async () => {
    await set()
    const free = async (query: Record<string, number>) => {
      const asked = Object.fromEntries(Object.entries(query).map(([name, at]) => [name, String(at)]))
      return onSlots('GET', account.id, undefined, owner, asked)
    }
    const WEEK = 7 * DAY
    const { json } = await free({ from: MONDAY + WEEK, to: THURSDAY + 2 * WEEK })
    expect(json.data.next_free).toEqual([MONDAY + WEEK, THURSDAY + WEEK, MONDAY + 2 * WEEK, THURSDAY + 2 * WEEK])
    await send()
    // A past slot is not free, and neither is the slot of the post.
    expect((await free({ from: 0, to: MONDAY })).status).toBe(400)
    expect((await free({ from: MONDAY - 30 * DAY, to: THURSDAY })).json.data.next_free).toEqual([THURSDAY])
    expect((await free({ to: MONDAY + 60 * DAY })).json.data.next_free).toHaveLength(17)
    const wrong = await free({ from: MONDAY, to: MONDAY + 62 * DAY + 1 })
    expect([wrong.status, wrong.json.errors]).toMatchObject([400, [{ code: 'too_big', path: 'to' }]])
    expect((await free({ from: MONDAY, to: MONDAY - 1 })).json.errors).toMatchObject([{ path: 'from' }])
    expect((await onSlots('GET', account.id, undefined, owner, { to: 'soon' })).status).toBe(400)
  })

  it('are refused with all problems, and no other owner can see or set them', async () => {
    const reply = await onSlots('PUT', account.id, {
      time_zone: 'Mars',
      slots: [{ weekday: 'moonday', time: '25:00' }],
    })
    expect([reply.status, reply.json.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['time_zone', 'slots[0].weekday', 'slots[0].time'],
    ])
    for (const method of ['GET', 'PUT'] as const)
      expect((await onSlots(method, account.id, method === 'PUT' ? PLAN : undefined, newId())).status).toBe(404)
    const former = await world.account({ owner_id: owner, status: 'disconnected' })
    for (const method of ['GET', 'PUT'] as const)
      expect((await onSlots(method, former.id, method === 'PUT' ? PLAN : undefined)).status).toBe(404)
  })
})

describe('the queue', () => {
  it('gives each post the next slot, and says which', async () => {
    await set()
    const first = await send()
    expect(first.json.message).toContain(new Date(MONDAY).toISOString())
    expect(await timeOf(idOf(first))).toBe(MONDAY)
    expect((await call(get, 'GET', idOf(first))).json.data).toMatchObject({ queued: true, status: 'scheduled' })
    expect(await timeOf(idOf(await send()))).toBe(THURSDAY)
    expect((await onSlots('GET', account.id)).json.data.next_free[0]).toBe(MONDAY + 7 * DAY)
  })

  it('publishes at the slot, and not before', async () => {
    await set()
    const ids = { post_id: idOf(await send()), account_id: account.id }
    vi.setSystemTime(MONDAY - 60_000)
    await world.deliver(ids)
    expect([world.posts(), (await world.publication(ids)).state]).toEqual([0, 'waiting'])
    vi.setSystemTime(MONDAY)
    await world.deliver(ids)
    expect(world.calls('create')).toHaveLength(1)
    expect(await world.drive(ids)).toMatchObject({ state: 'published' })
    expect(world.posts()).toBe(1)
  })

  it('gives no slot to two posts, however many come at once', async () => {
    await set()
    const replies = await Promise.all(Array.from({ length: 12 }, () => send()))
    const times = await Promise.all(replies.map((reply) => timeOf(idOf(reply))))
    expect(new Set(times).size).toBe(12)
    // None is left out in between.
    expect(times.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 6 }, (_, week) => [MONDAY + week * 7 * DAY, THURSDAY + week * 7 * DAY]).flat(),
    )
  })

  it('takes a slot that is free on every account', async () => {
    const other = await connected()
    await set()
    await set(other.id, { time_zone: 'UTC', slots: [{ weekday: 'thursday', time: '17:00' }] })
    expect(await timeOf(idOf(await send([account.id, other.id])))).toBe(THURSDAY)
    expect(await timeOf(idOf(await send([account.id])))).toBe(MONDAY)
    expect(await timeOf(idOf(await send([account.id, other.id])))).toBe(THURSDAY + 7 * DAY)
    await set(other.id, { time_zone: 'UTC', slots: [{ weekday: 'friday', time: '17:00' }] })
    const none = await send([account.id, other.id])
    expect([none.status, none.json.errors[0]]).toMatchObject([400, { code: 'no_free_slot', path: 'scheduled_at' }])
  })

  it('has nothing for an account without slots; nothing is stored', async () => {
    const reply = await send()
    expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'no_free_slot'])
    expect(reply.json.message).toContain('has no slots')
  })

  it('gives back what is cancelled or moved', async () => {
    await set()
    const id = idOf(await send())
    await send()
    expect((await call(cancel, 'DELETE', id)).status).toBe(200)
    const again = idOf(await send())
    expect(await timeOf(again)).toBe(MONDAY)
    expect((await call(reschedule, 'PATCH', again, { scheduled_at: MONDAY + 1000 })).status).toBe(200)
    expect(await timeOf(idOf(await send()))).toBe(MONDAY)
  })

  it('has a slot back with the write that cancels or moves its post: one that stops afterwards keeps none', async () => {
    await set()
    const other = await connected()
    await set(other.id)
    const free = async () => (await onSlots('GET', account.id)).json.data.next_free[0]
    for (const [handler, method, body] of [
      [cancel, 'DELETE', undefined],
      [reschedule, 'PATCH', { scheduled_at: MONDAY + 1000 }],
    ] as const) {
      const id = idOf(await send([account.id, other.id]))
      expect(await free()).toBe(THURSDAY)
      world.failTable('DeleteCommand', undefined, { lasting: true })
      expect((await call(handler, method, id, body)).status).toBe(200)
      world.mend()
      expect(await free()).toBe(MONDAY)
    }
  })

  it('has the slots of posts back that fail before their time, as those of an account that is disconnected do', async () => {
    await set()
    const other = await connected()
    await set(other.id)
    const id = idOf(await send([account.id, other.id]))
    await disconnectAccount({ accountId: other.id })
    const { publications } = (await call(get, 'GET', id)).json.data
    expect(publications.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'failed'])
    expect([...(await readSlots(other.id))!.taken]).toEqual([])
    expect([...(await readSlots(account.id))!.taken]).toEqual([MONDAY])
  })

  it('is left by a post that is moved to a time of its own, and not by one that stays at its slot', async () => {
    await set()
    const id = idOf(await send())
    const move = async (to: number) => (await call(reschedule, 'PATCH', id, { scheduled_at: to })).json.data
    const shown = async () => (await call(get, 'GET', id)).json.data
    for (const post of [await move(MONDAY), await shown()]) expect(post).toMatchObject({ queued: true })
    expect(await timeOf(idOf(await send()))).toBe(THURSDAY)
    for (const post of [await move(MONDAY + 1000), await shown()]) expect(post).not.toHaveProperty('queued')
  })

  it('shows the slot when only checking, and takes none', async () => {
    await set()
    const checked = await send([account.id], {}, { validate_only: 'true' })
    expect([checked.status, checked.json.data.scheduled_at]).toEqual([200, MONDAY])
    expect(await timeOf(idOf(await send()))).toBe(MONDAY)
  })

  it('looks again where the transaction fails for another reason, and does not take the slot', async () => {
    await set()
    world.failTable('TransactWriteCommand')
    expect((await send()).status).toBe(500)
    expect(await timeOf(idOf(await send()))).toBe(MONDAY)
  })

  it('passes over what is too near, and knows no other word', async () => {
    world.reset(MONDAY - 1000)
    world.scheduler.on(CreateScheduleCommand).resolves({})
    await set()
    expect(await timeOf(idOf(await send()))).toBe(THURSDAY)
    const reply = await send([account.id], { scheduled_at: 'next slot' })
    expect([reply.status, reply.json.errors[0]]).toMatchObject([
      400,
      { code: 'invalid_schedule', path: 'scheduled_at' },
    ])
  })
})
