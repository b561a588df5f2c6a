// Webhooks on the real local run: what is sent verifies, comes again under the same id, and a bad receiver harms nothing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/local.ts'
import { accountOn, busyKey, connect, ended, type Json, picture, post, upload } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

let local: SharedLocal
let key: string
let base: string
let received: Received[]
/** The receiver's answers to the next messages to a path. */
let answer: (path: string, response: ServerResponse) => void

const take = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

beforeAll(async () => {
  local = await sharedLocal()
  local.outside.serve((request, response) => {
    void take(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers as Record<string, string>, body })
      answer(request.url!, response)
    })
  })
  base = local.outside.origin
  key = await busyKey(local)
})
beforeEach(() => {
  received = []
  answer = (_path, response) => response.writeHead(204).end()
})

const call = async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
  const reply = await local.api(method, `/api/v1/webhooks${path}`, { key, json, headers })
  return { status: reply.status, headers: reply.headers, ...reply.json<Json>() }
}
const create = async (path: string, events?: string[]): Promise<Json> => {
  const reply = await call('POST', '', { url: `${base}${path}`, ...(events ? { events } : {}) })
  expect(reply.status).toBe(201)
  // A test that fails leaves nothing that would be heard in the next one.
  onTestFinished(async () => void (await call('DELETE', `/${reply.data.id}`)))
  return reply.data
}
const arrived = (path: string, count = 1): Promise<Received[]> =>
  eventually(
    () => {
      const found = received.filter((one) => one.path === path)
      return found.length >= count && found
    },
    { what: `${count} messages at ${path}`, timeoutMs: 40_000 },
  )
const verified = (secret: string, { body, headers }: Received): Json => new Webhook(secret).verify(body, headers)
const deliveries = async (id: string, query = ''): Promise<Json[]> =>
  (await call('GET', `/${id}/deliveries${query}`)).data.result
const settled = (id: string, state: string): Promise<Json> =>
  eventually(async () => (await deliveries(id)).find((one) => one.state === state), { what: `a delivery ${state}` })

describe('webhooks', () => {
  it('are made, listed without their secret, and deleted; another owner sees none of them', async () => {
    const hook = await create('/made', ['post.failed', 'post.failed'])
    expect(hook).toEqual({
      id: expect.any(String),
      url: `${base}/made`,
      events: ['post.failed'],
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: expect.any(Number),
      updated_at: hook.created_at,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { secret, ...shown } = hook
    expect((await call('GET', '')).data).toEqual([shown])
    await local.admin('owner', 'create', 'other')
    const other = (await local.admin<Json>('key', 'create', '--owner', 'other', '--rate-limit', '1000')).api_key
    const asOther = (method: string, path: string) => local.api(method, `/api/v1/webhooks${path}`, { key: other })
    expect((await asOther('GET', '')).json<Json>().data).toEqual([])
    for (const [method, path] of [
      ['DELETE', `/${hook.id}`],
      ['POST', `/${hook.id}/rotate`],
      ['POST', `/${hook.id}/test`],
      ['GET', `/${hook.id}/deliveries`],
    ] as const)
      expect((await asOther(method, path)).status).toBe(404)
    expect((await call('DELETE', `/${hook.id}`)).status).toBe(200)
    expect((await call('DELETE', `/${hook.id}`)).status).toBe(404)
    expect(secret).toBeTruthy()
  })

  it('are as many as an owner may have, however many are made at once, and what is deleted makes room', {
    tags: 'deep',
  }, async () => {
    await local.admin('owner', 'create', 'busy')
    const busy = (await local.admin<Json>('key', 'create', '--owner', 'busy', '--rate-limit', '1000')).api_key
    const asBusy = (method: string, path = '', json?: unknown) =>
      local.api(method, `/api/v1/webhooks${path}`, { key: busy, json })
    const replies = await Promise.all(Array.from({ length: 60 }, () => asBusy('POST', '', { url: `${base}/many` })))
    const statuses = Map.groupBy(replies, ({ status }) => status)
    expect([...statuses].map(([status, all]) => [status, all.length]).sort()).toEqual([
      [201, 20],
      [409, 40],
    ])
    for (const reply of statuses.get(409)!)
      expect(reply.json<Json>().errors).toMatchObject([{ code: 'too_many_webhooks' }])
    const all = (await asBusy('GET')).json<Json>().data as Json[]
    expect(all).toHaveLength(20)
    const gone = await Promise.all(all.slice(0, 5).map(({ id }) => asBusy('DELETE', `/${id}`)))
    expect(gone.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const again = await Promise.all(Array.from({ length: 10 }, () => asBusy('POST', '', { url: `${base}/many` })))
    expect(again.filter(({ status }) => status === 201)).toHaveLength(5)
  })

  it('are switched off and on by their owner', async () => {
    const hook = await create('/switched', ['media.ready'])
    const off = await call('PATCH', `/${hook.id}`, { enabled: false })
    expect([off.status, off.data]).toEqual([
      200,
      expect.objectContaining({ enabled: false, disabled_reason: 'owner', disabled_at: expect.any(Number) }),
    ])
    expect(await call('POST', `/${hook.id}/test`)).toMatchObject({
      status: 409,
      errors: [{ code: 'webhook_disabled' }],
    })
    expect(await call('PATCH', `/${hook.id}`, {})).toMatchObject({ status: 400, errors: [{ path: 'enabled' }] })
    const on = await call('PATCH', `/${hook.id}`, { enabled: true })
    expect([on.status, on.data.enabled, on.data.disabled_at]).toEqual([200, true, null])
    expect((await call('GET', '')).data).toContainEqual(on.data)
    expect((await call('POST', `/${hook.id}/test`)).status).toBe(202)
    await arrived('/switched')
    await call('DELETE', `/${hook.id}`)
  })

  it('repeat the answer of a repeated request, the secret included', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const body = { url: `${base}/once` }
    const first = await call('POST', '', body, headers)
    const again = await call('POST', '', body, headers)
    expect(again.data).toEqual(first.data)
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    expect((await call('GET', '')).data.filter(({ url }: Json) => url === `${base}/once`)).toHaveLength(1)
    await call('DELETE', `/${first.data.id}`)
  })

  it('refuse addresses that a URL upload may not fetch, and events that do not exist', async () => {
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/latest',
      'https://10.0.0.1/',
      'ftp://example.com/',
      'https://user:secret@example.com/',
      'http://[::1]/',
      'https://localhost/',
    ])
      expect((await call('POST', '', { url })).errors).toEqual([
        expect.objectContaining({ code: 'url_not_allowed', path: 'url' }),
      ])
    const reply = await call('POST', '', { url: `${base}/x`, events: ['post.liked'] })
    expect(reply.errors[0]).toMatchObject({ code: 'invalid_value', path: 'events[0]' })
  })

  it('tell of posts, media and accounts, signed', async () => {
    const hook = await create('/all')
    const media = await upload(local, await picture(), 'p.jpg', 'image/jpeg', { key })
    const [ready] = await arrived('/all')
    expect(verified(hook.secret, ready!)).toMatchObject({
      type: 'media.ready',
      data: { media_asset_id: media, width: 800, height: 800, content_type: 'image/jpeg' },
    })
    const good = accountOn(local, 'threads')
    const bad = await connect(local, 'threads', 'webhook.dead')
    const published = await post(local, 'text', { content: 'Told', accounts: [good] }, key)
    await ended(local, published, key)
    await local.control('threads', 'POST', '/tokens/revoke', { account: bad.external_id })
    const partly = await post(local, 'text', { content: 'Told too', accounts: [good, bad.id] }, key)
    await ended(local, partly, key)
    // The account's message is the sweeper's.
    await eventually(
      async () => {
        await local.invoke('SchedulesSweep')
        return received.filter(({ path }) => path === '/all').length >= 4
      },
      { what: 'four messages', timeoutMs: 60_000, everyMs: 2000 },
    )
    const told = received.filter(({ path }) => path === '/all').map((one) => verified(hook.secret, one))
    const one = (type: string) => told.find((message) => message.type === type)
    expect(one('post.published')).toEqual({
      type: 'post.published',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        post_id: published,
        type: 'text',
        title: null,
        scheduled_at: null,
        progress: { total: 1, published: 1, failed: 0, cancelled: 0 },
        created_at: expect.any(Number),
        ended_at: expect.any(Number),
        accounts: [
          {
            account_id: good,
            platform: 'threads',
            state: 'published',
            platform_media_id: expect.any(String),
            permalink: expect.stringContaining('http'),
            error: null,
          },
        ],
      },
    })
    expect(one('post.partially_failed').data).toMatchObject({
      post_id: partly,
      progress: { published: 1, failed: 1 },
      accounts: [{ state: 'published' }, { state: 'failed', error: { code: 'reconnect_required' } }],
    })
    expect(one('account.reconnect_required').data).toMatchObject({
      account_id: bad.id,
      platform: 'threads',
      external_username: 'webhook.dead',
      reason: expect.any(String),
    })
    const ids = (await arrived('/all')).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(ids.length)
    expect((await deliveries(hook.id)).map(({ id }) => id).sort()).toEqual([...ids].sort())
    await call('DELETE', `/${hook.id}`)
  })

  it('are tested, rotated with both secrets signing, listed page by page, and replayed under the same id', async () => {
    const hook = await create('/turned', ['post.failed'])
    const test = await call('POST', `/${hook.id}/test`)
    expect([test.status, test.data.event, test.data.state]).toEqual([202, 'webhook.test', 'pending'])
    const [first] = await arrived('/turned')
    expect(verified(hook.secret, first!)).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } })
    await settled(hook.id, 'delivered')

    const rotated = (await call('POST', `/${hook.id}/rotate`)).data
    expect(rotated.secret).not.toBe(hook.secret)
    expect(rotated.previous_secret_until).toBeGreaterThan(Date.now() + 86_000_000)
    const replay = await call('POST', `/${hook.id}/deliveries/${test.data.id}/replay`)
    expect(replay.status).toBe(202)
    const [, again] = await arrived('/turned', 2)
    expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(again!.body).toBe(first!.body)
    for (const secret of [hook.secret, rotated.secret]) expect(verified(secret, again!)).toBeTruthy()
    expect(() => verified('whsec_AAAA', again!)).toThrow()
    expect(() => verified(rotated.secret, { ...again!, body: `${again!.body} ` })).toThrow()

    await call('POST', `/${hook.id}/test`)
    await arrived('/turned', 3)
    const [newest] = await deliveries(hook.id, '?limit=1')
    // Older than anything that is kept: an empty page, and not a query that DynamoDB refuses.
    expect(await deliveries(hook.id, `?before=msg_${'0'.repeat(47)}`)).toEqual([])
    expect(newest.id).not.toBe(test.data.id)
    const page = (await call('GET', `/${hook.id}/deliveries?limit=1&before=${newest.id}`)).data
    expect(page.result.map(({ id }: Json) => id)).toEqual([test.data.id])
    expect(page.next_before).toBeNull()
    expect(page.result[0].attempts).toHaveLength(2)
    expect((await call('POST', `/${hook.id}/deliveries/msg_${'0'.repeat(47)}/replay`)).status).toBe(404)
    await call('DELETE', `/${hook.id}`)
  })
})

describe('a bad receiver', () => {
  it('that fails gets the same message again, and then has it', async () => {
    const hook = await create('/fails', ['post.published'])
    const tries = () => received.filter(({ path }) => path === '/fails').length
    answer = (_path, response) => response.writeHead(tries() < 2 ? 500 : 200).end('x'.repeat(1_000_000))
    await call('POST', `/${hook.id}/test`)
    const [first, second] = await arrived('/fails', 2)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(verified(hook.secret, second!)).toBeTruthy()
    const delivery = await settled(hook.id, 'delivered')
    expect(delivery.attempts.map(({ status, error }: Json) => [status, error])).toEqual([
      [500, 'The receiver answered with status 500.'],
      [200, null],
    ])
    await call('DELETE', `/${hook.id}`)
  })

  it('that redirects to a private address is not followed', async () => {
    let followed = 0
    const inside = createServer((_request, response) => {
      followed += 1
      response.end()
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const hook = await create('/redirects', ['post.published'])
    answer = (_path, response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${(inside.address() as AddressInfo).port}/` }).end()
    await call('POST', `/${hook.id}/test`)
    await arrived('/redirects')
    const delivery = await eventually(async () => (await deliveries(hook.id)).find((one) => one.attempts.length > 0), {
      what: 'a try',
    })
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 307 }] })
    expect(delivery.attempts[0].error).toContain('not followed')
    expect(followed).toBe(0)
    inside.close()
    await call('DELETE', `/${hook.id}`)
  })

  it("that is slow, with hundreds of messages waiting, does not keep another owner's from arriving", {
    tags: 'deep',
  }, async () => {
    const slow = await create('/slow', ['post.failed'])
    await local.admin('owner', 'create', 'neighbour')
    const made = await local.admin<Json>('key', 'create', '--owner', 'neighbour', '--rate-limit', '1000')
    const asNeighbour = (method: string, path: string, json?: unknown) =>
      local.api(method, `/api/v1/webhooks${path}`, { key: made.api_key, json })
    const quick = (await asNeighbour('POST', '', { url: `${base}/neighbour` })).json<Json>().data
    answer = (path, response) => {
      if (path === '/slow') setTimeout(() => response.writeHead(204).end(), 4000)
      else response.writeHead(204).end()
    }
    // Taken by all workers until one of them knows better; each taking four seconds they would keep them for minutes.
    const MESSAGES = 200
    for (let sent = 0; sent < MESSAGES; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => call('POST', `/${slow.id}/test`)))
    expect((await asNeighbour('POST', `/${quick.id}/test`)).status).toBe(202)
    await arrived('/neighbour')
    // Most of those that were there before still wait.
    expect(received.filter(({ path }) => path === '/slow').length).toBeLessThan(MESSAGES / 2)
    await Promise.all([call('DELETE', `/${slow.id}`), asNeighbour('DELETE', `/${quick.id}`)])
  })

  it('that hangs holds up neither posts nor other receivers', { tags: 'deep' }, async () => {
    const hanging = await create('/hangs')
    const well = await create('/well')
    answer = (path, response) => {
      if (path !== '/hangs') response.writeHead(200).end()
    }
    const id = await post(local, 'text', { content: 'Goes on', accounts: [accountOn(local, 'threads')] }, key)
    expect(await ended(local, id, key)).toMatchObject({ status: 'published' })
    const [told] = await arrived('/well')
    expect(verified(well.secret, told!)).toMatchObject({ type: 'post.published', data: { post_id: id } })
    const delivery = await eventually(
      async () => (await deliveries(hanging.id)).find((one) => one.attempts.length > 0),
      { what: 'a try that timed out', timeoutMs: 40_000, everyMs: 250 },
    )
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: [{ status: null, error: 'The receiver did not answer in time.' }],
    })
    expect(delivery.next_attempt_at).toBeGreaterThan(delivery.attempts[0].at)
    for (const { id: one } of [hanging, well]) await call('DELETE', `/${one}`)
  })
})
