// An address that does not take what is sent: it is switched off after days, and holds up nobody else meanwhile.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENV, METRICS } from '../../../core/contract.ts'
import { log } from '../../../core/log.ts'
import { handOn } from '../../../core/notices/hand-on.ts'
import { deliveryKey, shardOf } from '../../../core/table-keys.ts'
import { deliver } from '../../../core/webhooks/deliver.ts'
import { addDelivery } from '../../../core/webhooks/delivery-store.ts'
import { eventItem, newEvent } from '../../../core/webhooks/event-store.ts'
import {
  newDelivery,
  newEventId,
  SWITCH_OFF_AFTER_MS,
  verdictOf,
  type Webhook,
} from '../../../core/webhooks/rules/webhooks.ts'
import { sweepWebhooks } from '../../../core/webhooks/sweep-webhooks.ts'
import { handler as change } from '../../../functions/api/webhooks/change.ts'
import { handler as create } from '../../../functions/api/webhooks/create.ts'
import { handler as send } from '../../../functions/api/webhooks/send.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { groups, OWNER, reset, rows, sent, table, uuid } from './world.ts'

const HOUR = 3_600_000

let receiver: Server
let url: string
let answer: (response: ServerResponse) => void
let tries: number
const measured: Record<string, unknown>[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    tries += 1
    request.resume()
    answer(response)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  vi.stubEnv(ENV.urlUploadAllowHosts, `127.0.0.1:${port}`)
  vi.stubEnv(ENV.metricsNamespace, 'Shop')
})
beforeEach(() => {
  reset()
  tries = 0
  measured.length = 0
  answer = (response) => response.writeHead(500).end()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    if (String(text).includes('"_aws"')) measured.push(JSON.parse(String(text)) as Record<string, unknown>)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
afterAll(() => {
  vi.unstubAllEnvs()
  receiver.closeAllConnections()
  receiver.close()
})

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>
async function call(handler: unknown, given: Parameters<typeof apiEvent>[0] = {}) {
  const { statusCode, body } = await (handler as Handler)(apiEvent(given), lambdaContext())
  const json = JSON.parse(body)
  return { status: statusCode, ...json, code: json.errors?.[0].code }
}
const make = async (): Promise<string> => (await call(create, { method: 'POST', body: { url } })).data.id
const WEBHOOK = { method: 'PATCH', resource: '/v1/webhooks/{id}' }
const TEST = { method: 'POST', resource: '/v1/webhooks/{id}/test' }
const REPLAY = { method: 'POST', resource: '/v1/webhooks/{id}/deliveries/{delivery}/replay' }
const switched = (id: string, enabled: unknown) => call(change, { ...WEBHOOK, path: { id }, body: { enabled } })
const LIST = { method: 'GET', resource: '/v1/webhooks' }
const only = async () => (await call(change, LIST)).data[0]
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A message to the webhook; tried so often that it was not taken. */
async function message(webhookId: string, tried = 0, ownerId = OWNER, id = newEventId(Date.now())): Promise<string> {
  const webhook = { id: webhookId, owner_id: ownerId }
  const made = newDelivery({
    id,
    webhook,
    event: 'media.ready',
    payload: '{}',
    now: Date.now(),
  })
  await addDelivery({ ...made, tries: tried })
  return made.id
}
const deliveryOf = (id: string) => [...rows.values()].find((row) => row.sk === `DELIVERY#${id}`)
const sendTo = async (id: string, tried = 0) => {
  const one = await message(id, tried)
  await deliver(id, one)
  return deliveryOf(one)!
}

describe('what a try says of an address', () => {
  const webhook = (more: Partial<Webhook>): Webhook => ({
    id: uuid(1),
    owner_id: OWNER,
    url: 'https://example.com/',
    events: [],
    secret_ciphertext: 'x',
    created_at: 0,
    updated_at: 0,
    ...more,
  })

  it('switches off only after three days without a success, by a message that was tried more than once', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 0, max: 10 * 24 * HOUR }), { nil: undefined }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (failingFor, tried, taken) => {
          const now = 1e12
          const since = failingFor === undefined ? {} : { failing_since: now - failingFor }
          const error = taken ? null : 'No.'
          const verdict = verdictOf(webhook(since), { error }, { tries: tried, startedAt: now, now })
          expect(verdict.off ?? false).toBe(!taken && tried >= 3 && (failingFor ?? 0) >= SWITCH_OFF_AFTER_MS)
          if (taken) expect(verdict).toEqual(failingFor === undefined ? {} : { failing_since: null })
        },
      ),
    )
  })
})

describe('an address that fails', () => {
  it('for three days is switched off, with a notice; nothing more is sent to it', async () => {
    const warned = vi.spyOn(log, 'warn')
    const id = await make()
    await sendTo(id)
    const failing_since = (await only()).failing_since
    expect(await only()).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null })
    expect(failing_since).toBeGreaterThan(0)
    later(SWITCH_OFF_AFTER_MS - HOUR)
    await sendTo(id, 5)
    expect(await only()).toMatchObject({ enabled: true, failing_since })
    const waiting = await message(id)
    later(HOUR)
    const last = await sendTo(id, 5)
    expect(await only()).toMatchObject({
      enabled: false,
      disabled_at: Date.now(),
      disabled_reason: 'failing',
      failing_since,
    })
    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining('switched off'),
      expect.objectContaining({ webhook_id: id, owner_id: OWNER }),
    )
    expect(measured.filter((line) => METRICS.webhooksSwitchedOff in line)).toEqual([
      expect.objectContaining({ [METRICS.webhooksSwitchedOff]: 1, webhook_id: id }),
    ])
    // Waiting deliveries end without a try; new events are not delivered.
    const before = tries
    later(24 * HOUR)
    await deliver(id, waiting)
    await deliver(id, String(last.id))
    for (const one of [waiting, String(last.id)]) expect(deliveryOf(one)).toMatchObject({ state: 'failed' })
    expect(deliveryOf(waiting)!.attempts).toMatchObject([{ error: 'The webhook is switched off.' }])
    const event = newEvent(OWNER, 'media.ready', { media_asset_id: uuid(1) }, Date.now())
    const item = eventItem(event)
    rows.set(`${item.pk} ${item.sk}`, item)
    await handOn(event.id, Date.now())
    expect(deliveryOf(event.id)).toBeUndefined()
    expect(tries).toBe(before)
    for (const [route, path] of [
      [TEST, { id }],
      [REPLAY, { id, delivery: waiting }],
    ] as const)
      expect(await call(send, { ...route, path })).toMatchObject({ status: 409, code: 'webhook_disabled' })
  })

  it('is switched on by its owner, as if it had never failed', async () => {
    const id = await make()
    await sendTo(id)
    later(SWITCH_OFF_AFTER_MS)
    const refused = await sendTo(id, 5)
    expect(await only()).toMatchObject({ enabled: false })
    later(24 * HOUR)
    await deliver(id, String(refused.id))
    expect(await switched(id, true)).toMatchObject({
      status: 200,
      data: { enabled: true, disabled_at: null, disabled_reason: null, failing_since: null, updated_at: Date.now() },
    })
    await sendTo(id, 5)
    expect(await only()).toMatchObject({ enabled: true, failing_since: Date.now() })
    answer = (response) => response.writeHead(204).end()
    expect((await call(send, { ...REPLAY, path: { id, delivery: String(refused.id) } })).status).toBe(202)
    await deliver(id, String(refused.id))
    expect(deliveryOf(String(refused.id))).toMatchObject({ state: 'delivered' })
  })

  it('stays on when it took anything meanwhile, or when a single message fails after a quiet time', async () => {
    const id = await make()
    await sendTo(id)
    later(SWITCH_OFF_AFTER_MS - HOUR)
    answer = (response) => response.writeHead(204).end()
    await sendTo(id)
    expect(await only()).toMatchObject({ failing_since: null })
    answer = (response) => response.writeHead(500).end()
    later(HOUR)
    await sendTo(id, 5)
    later(2 * SWITCH_OFF_AFTER_MS)
    await sendTo(id)
    expect(await only()).toMatchObject({ enabled: true })
  })

  it('keeps the verdict of a success that came while it was being judged', async () => {
    const id = await make()
    await sendTo(id)
    later(SWITCH_OFF_AFTER_MS)
    answer = (response) => {
      // Another worker's message was taken in the same moment.
      const [row] = [...rows.values()].filter((one) => one.id === id && one.url === url)
      delete row!.failing_since
      response.writeHead(500).end()
    }
    await sendTo(id, 5)
    expect(await only()).toMatchObject({ enabled: true })
  })
})

describe('switching', () => {
  it('is done once, by the owner alone, with a boolean', async () => {
    const id = await make()
    const off = await switched(id, false)
    expect(off.data).toMatchObject({ enabled: false, disabled_at: Date.now(), disabled_reason: 'owner' })
    later(1000)
    expect((await switched(id, false)).data).toEqual(off.data)
    expect((await switched(id, true)).data).toMatchObject({ enabled: true, disabled_reason: null })
    expect((await switched(id, true)).data.updated_at).toBe(Date.now())
    expect(await switched(id, 'yes')).toMatchObject({ status: 400, code: 'invalid_type' })
    expect((await switched(uuid(9), true)).status).toBe(404)
    const asOther = { ...WEBHOOK, path: { id }, body: { enabled: false }, ownerId: uuid(77) }
    expect((await call(change, asOther)).status).toBe(404)
    expect(measured).toEqual([])
  })

  it('the same way twice at the same moment is told to both as done', async () => {
    const id = await make()
    for (const enabled of [false, true]) {
      const both = await Promise.all([switched(id, enabled), switched(id, enabled)])
      for (const reply of both) expect(reply).toMatchObject({ status: 200, data: { enabled } })
      const noted = [...rows.values()].filter(({ action }) => action === `webhook.switched_${enabled ? 'on' : 'off'}`)
      expect(noted).toHaveLength(1)
    }
  })
})

describe('fairness', () => {
  it('has each message take the turn of its owner, also when the sweeper sends it', async () => {
    answer = (response) => response.writeHead(500).end()
    const id = await make()
    await call(send, { ...TEST, path: { id } })
    const event = newEvent(OWNER, 'media.ready', {}, Date.now())
    const item = eventItem(event)
    rows.set(`${item.pk} ${item.sk}`, item)
    await handOn(event.id, Date.now())
    await sendTo(id)
    later(10 * 60_000)
    expect(await sweepWebhooks(Date.now())).toBe(3)
    expect(groups()).toEqual(Array(6).fill(OWNER))
  })

  it('leaves workers to others while an address is slow: few of its messages at a time, the rest wait untried', async () => {
    const id = await make()
    const [row] = [...rows.values()].filter((one) => one.id === id && one.url === url)
    answer = (response) => {
      later(5000)
      response.writeHead(204).end()
    }
    // The first of them finds out.
    await sendTo(id)
    expect(row).toBeDefined()
    // No try times out in the meantime, however slow this machine is.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const held: ServerResponse[] = []
    answer = (response) => void held.push(response)
    const ids = await Promise.all(Array.from({ length: 40 }, () => message(id)))
    const before = sent().length
    // Polling moves this clock.
    const asked = Date.now()
    // Those that are not held end at once, and have come back by then.
    let ended = 0
    const all = Promise.all(ids.map((one) => deliver(id, one).then(() => (ended += 1))))
    await expect.poll(() => ended + held.length, { timeout: 50_000 }).toBe(ids.length)
    expect(sent().length - before).toBeGreaterThanOrEqual(38)
    expect(held.length).toBeGreaterThan(0)
    expect(held.length).toBeLessThanOrEqual(2)
    const waiting = sent()
      .slice(before)
      .map(({ body }) => deliveryOf((body as { delivery_id: string }).delivery_id)!)
    for (const { tries: times, due_at } of waiting) {
      expect(times).toBe(0)
      expect(due_at).toBeGreaterThanOrEqual(asked + 60_000)
    }
    for (const { delay } of sent().slice(before)) expect(delay).toBeGreaterThanOrEqual(60)
    for (const response of held) response.writeHead(204).end()
    await all
    // Places are given back, and nothing was lost.
    answer = (response) => response.writeHead(204).end()
    later(5 * 60_000)
    for (let round = 0; round < 50; round += 1) {
      for (const one of ids) await deliver(id, one)
      if (ids.every((one) => deliveryOf(one)!.state === 'delivered')) break
      later(5 * 60_000)
    }
    expect(ids.map((one) => deliveryOf(one)!.state)).toEqual(Array(40).fill('delivered'))
  })

  it('has a fault of the table with one message keep none of the others from the sweeper', async () => {
    const id = await make()
    const ids = await Promise.all(Array.from({ length: 30 }, () => message(id)))
    later(60_000)
    const bad = { ...deliveryKey(id, ids[0]!) }
    table.on(UpdateCommand, { Key: bad }).rejects(new Error('the table is away'))
    await expect(sweepWebhooks(Date.now())).rejects.toThrow('the table is away')
    const told = sent().map(({ body }) => (body as { delivery_id: string }).delivery_id)
    expect(told.sort()).toEqual(ids.slice(1).sort())
  })

  it("does not let a backlog of one webhook hide another's from the sweeper", async () => {
    const [mine, other] = [await make(), uuid(500)]
    for (let count = 0; count < 1200; count += 1) await message(mine)
    later(1000)
    const theirs = await message(other, 0, uuid(77))
    later(60_000)
    await sweepWebhooks(Date.now())
    expect(sent().map(({ body }) => body)).toContainEqual({ webhook_id: other, delivery_id: theirs })
    expect(sent().length).toBeLessThanOrEqual(800)
  })

  it("does not let the backlogs of many webhooks hide another owner's from the sweeper, and works them off", async () => {
    const mine = Array.from({ length: 20 }, (_, at) => uuid(200 + at))
    const inOneShard = () => {
      let id = newEventId(Date.now())
      while (shardOf(id) !== 0) id = newEventId(Date.now())
      return id
    }
    for (let count = 0; count < 2100; count += 1) await message(mine[count % 20]!, 0, OWNER, inOneShard())
    later(1000)
    const theirs = await message(uuid(500), 0, uuid(77), inOneShard())
    later(60_000)
    await sweepWebhooks(Date.now())
    expect(sent().map(({ body }) => body)).toContainEqual({ webhook_id: uuid(500), delivery_id: theirs })
    expect(sent().length).toBeGreaterThanOrEqual(500)
  })
})
