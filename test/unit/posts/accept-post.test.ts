// Accepting on a real table: what is answered is what is stored, under faults and many at once.
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { queryAll } from '../../../core/aws/table.ts'
import { newId } from '../../../core/ids.ts'
import { postsOf } from '../../../core/table-keys.ts'
import { handler as feed } from '../../../functions/api/posts/feed.ts'
import { handler as text } from '../../../functions/api/posts/text.ts'
import { callApi } from './api-call.ts'
import { startWorld, type World } from './worker-world.ts'

let world: World
let owner: string
let account: Account
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  world.reset()
  owner = newId()
  account = await world.account({ owner_id: owner, token_expires_at: Date.now() + 60 * 86_400_000 })
})
afterAll(() => world.stop())

const send = (body: object = {}, headers?: Record<string, string>, handler: unknown = text) =>
  callApi(handler, {
    method: 'POST',
    resource: '/v1/posts/text',
    headers,
    body: { content: 'Hello', accounts: [account.id], ...body },
    ownerId: owner,
    rateLimit: 10_000,
  })
const stored = async () =>
  (
    await queryAll({
      IndexName: 'by_owner',
      KeyConditionExpression: 'owner_pk = :pk',
      ExpressionAttributeValues: { ':pk': postsOf(owner) },
    })
  ).map(({ pk }) => String(pk).slice('POST#'.length))

describe('accepting a post', () => {
  it('whose reply from the table was lost: it is stored, so it is accepted, and published once', async () => {
    world.failTable('TransactWriteCommand', () => true, { after: true })
    const { status, headers } = await send()
    expect(status).toBe(202)
    const [id] = await stored()
    expect(headers.Location).toBe(`/api/v1/posts/${id}`)
    expect(world.sent()).toEqual([expect.objectContaining({ post_id: id })])
    expect((await world.drive({ post_id: id!, account_id: account.id })).state).toBe('published')
  })

  it('that the table did not take is refused, and leaves nothing', async () => {
    world.failTable('TransactWriteCommand')
    expect(await send()).toMatchObject({ status: 500, json: { success: false, errors: [{ code: 'internal_error' }] } })
    expect([await stored(), world.sent()]).toEqual([[], []])
  })

  it('of which nothing can be known is a fault of ours', async () => {
    world.failTable('TransactWriteCommand', () => true, { after: true })
    world.failTable('GetCommand', (input) => input.includes('"sk":"POST"'))
    expect((await send()).status).toBe(500)
  })

  it('that took its time is sent with the delay that is left', async () => {
    const time = Date.now() + 60_000
    world.beforeTable(
      'TransactWriteCommand',
      () => true,
      async () => vi.setSystemTime(Date.now() + 5000),
    )
    await send({ scheduled_at: time })
    expect(world.sent()).toEqual([expect.objectContaining({ delay: 55 })])
  })

  it('for later, whose text an account does not take, fails there at once: there is time to send another', async () => {
    await send({ content: 'x'.repeat(501), scheduled_at: Date.now() + 5 * 86_400_000 })
    const [id] = await stored()
    const ids = { post_id: id!, account_id: account.id }
    expect(world.sent()).toEqual([expect.objectContaining({ ...ids, delay: 0 })])
    await world.deliver(ids)
    expect(await world.publication(ids)).toMatchObject({ state: 'failed', failure: { code: 'caption_too_long' } })
  })

  it('is not undone by a queue that is away', async () => {
    world.sqs.on(SendMessageCommand).rejects(new Error('away'))
    expect((await send()).status).toBe(202)
    expect(await stored()).toHaveLength(1)
  })
})

describe('Idempotency-Key', () => {
  it('100 requests at once make one post, and all get its answer', async () => {
    const key = { 'Idempotency-Key': newId() }
    const answers = await Promise.all(Array.from({ length: 100 }, () => send({}, key)))
    const [id] = await stored()
    expect(await stored()).toHaveLength(1)
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.Location}`))).toEqual(
      new Set([`202 /api/v1/posts/${id}`]),
    )
    expect(answers.filter(({ headers }) => headers['Idempotency-Replayed'] === undefined)).toHaveLength(1)
    expect(world.sent()).toHaveLength(1)
  })

  it('a reply that was lost, and the request repeated: one post', async () => {
    const key = { 'Idempotency-Key': newId() }
    world.failTable('TransactWriteCommand', () => true, { after: true })
    world.failTable('GetCommand', (input) => input.includes('"sk":"POST"'))
    expect((await send({}, key)).status).toBe(500)
    const again = await send({}, key)
    expect(again).toMatchObject({ status: 202, headers: { 'Idempotency-Replayed': 'true' } })
    expect(again.headers.Location).toBe(`/api/v1/posts/${(await stored())[0]}`)
    expect(await stored()).toHaveLength(1)
  })

  it('repeats the answer also where the post would be refused by now', async () => {
    const key = { 'Idempotency-Key': newId() }
    const body = { scheduled_at: Date.now() + 60_000 }
    const first = await send(body, key)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await send(body, key)).toMatchObject({ status: 202, json: first.json })
    expect((await send(body)).status).toBe(400)
  })

  it('holds for 24 hours to the second, and then makes a new post, never an error', async () => {
    // A time that is no whole second: the record counts in seconds.
    vi.setSystemTime(Date.now() + 250)
    const began = Date.now()
    const key = { 'Idempotency-Key': newId() }
    const first = await send({}, key)
    for (const [after, same] of [
      [86_399_999, true],
      [86_400_000, true],
      [86_402_000, false],
    ] as const) {
      vi.setSystemTime(began + after)
      const answer = await send({}, key)
      expect([after, answer.status]).toEqual([after, 202])
      expect([after, answer.headers.Location === first.headers.Location]).toEqual([after, same])
    }
    expect(await stored()).toHaveLength(2)
  })

  it.each([750, 1000, 1250, 1500, 1999])('is never stuck between the two, %d ms past the day', async (past) => {
    const began = Date.now() + 250
    vi.setSystemTime(began)
    const key = { 'Idempotency-Key': newId() }
    await send({}, key)
    vi.setSystemTime(began + 86_400_000 + past)
    expect((await send({}, key)).status).toBe(202)
  })

  it('is the owner’s and the endpoint’s own', async () => {
    const key = { 'Idempotency-Key': newId() }
    await send({}, key)
    const [picture] = await world.media(1)
    const other = await send({ title: 'T', media: { media_asset_ids: [picture!.id] } }, key, feed)
    expect(other.status).toBe(400)
    expect(other.json.errors.map(({ code }: { code: string }) => code)).toContain('unknown_media')
  })
})
