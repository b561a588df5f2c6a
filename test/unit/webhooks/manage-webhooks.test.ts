// The webhook endpoints and their worker on mocked AWS: successes, refusals, and what a failing AWS leaves.
import { EncryptCommand } from '@aws-sdk/client-kms'
import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, it } from 'vitest'
import { handOn } from '../../../core/notices/hand-on.ts'
import { deliver } from '../../../core/webhooks/deliver.ts'
import { eventItem, newEvent } from '../../../core/webhooks/event-store.ts'
import { postMessage } from '../../../core/webhooks/post-message.ts'
import { MAX_WEBHOOKS } from '../../../core/webhooks/rules/webhooks.ts'
import { sweepWebhooks } from '../../../core/webhooks/sweep-webhooks.ts'
import { handler as change } from '../../../functions/api/webhooks/change.ts'
import { handler as create } from '../../../functions/api/webhooks/create.ts'
import { handler as deliveries } from '../../../functions/api/webhooks/deliveries/list.ts'
import { handler as rotate } from '../../../functions/api/webhooks/rotate.ts'
import { handler as send } from '../../../functions/api/webhooks/send.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { kms, OWNER, queue, refused, reset, rows, sent, table, uuid } from './world.ts'

beforeEach(reset)

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>
async function call(handler: unknown, given: Parameters<typeof apiEvent>[0] = {}) {
  const { statusCode, body } = await (handler as Handler)(apiEvent(given), lambdaContext())
  const json = JSON.parse(body)
  return { status: statusCode, ...json, code: json.errors?.[0].code }
}
const LIST = { method: 'GET', resource: '/v1/webhooks' }
/** A method of one webhook; what the tests hand on names neither. */
const remove: Handler = (event, context) =>
  (change as Handler)({ ...(event as object), httpMethod: 'DELETE', resource: '/v1/webhooks/{id}' }, context)
const make = async (url = 'https://example.com/hook', events?: string[]) =>
  (await call(create, { method: 'POST', body: { url, ...(events ? { events } : {}) } })).data
const at = (id: string, more: Record<string, string> = {}) => ({ method: 'POST', path: { id, ...more } })
const tested = (id: string, ownerId?: string) =>
  call(send, { ...at(id), resource: '/v1/webhooks/{id}/test', ...(ownerId ? { ownerId } : {}) })
const replayed = (id: string, delivery: string) =>
  call(send, { ...at(id, { delivery }), resource: '/v1/webhooks/{id}/deliveries/{delivery}/replay' })
const deliveryRows = () => [...rows.values()].filter(({ sk }) => String(sk).startsWith('DELIVERY#'))
const store = (event: ReturnType<typeof newEvent>) => {
  const item = eventItem(event)
  rows.set(`${item.pk} ${item.sk}`, item)
}
const ready = (now = Date.now()) => newEvent(OWNER, 'media.ready', { media_asset_id: uuid(1) }, now)

describe('the endpoints', () => {
  it('keep the secret encrypted for that webhook, and show it once', async () => {
    const hook = await make()
    const text = JSON.stringify([...rows.values()])
    expect(text).not.toContain(hook.secret)
    const [row] = [...rows.values()]
    expect(Buffer.from(String(row!.secret_ciphertext), 'base64').toString()).toContain(`"webhook_id":"${hook.id}"`)
    const shown = (await call(change, LIST)).data
    expect(shown).toHaveLength(1)
    expect(shown[0]).not.toHaveProperty('secret')
    expect(shown[0].events).toHaveLength(5)
  })

  it('refuse one webhook too many, addresses inside, and everything of others', async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count += 1) await make()
    expect(await call(create, { method: 'POST', body: { url: 'https://example.com/' } })).toMatchObject({
      status: 409,
      code: 'too_many_webhooks',
    })
    reset()
    const { id } = await make()
    expect(await call(create, { method: 'POST', body: { url: 'http://10.0.0.1/' } })).toMatchObject({
      status: 400,
      code: 'url_not_allowed',
    })
    const ownerId = uuid(77)
    for (const handler of [remove, rotate, deliveries])
      expect((await call(handler, { ...at(id), ownerId })).status).toBe(404)
    expect((await tested(id, ownerId)).status).toBe(404)
    expect((await call(remove, at(id))).status).toBe(200)
    expect((await call(remove, at(id))).status).toBe(404)
  })

  it('repeat a kept answer with its secret, which the table never has in the open', async () => {
    const headers = { 'Idempotency-Key': 'k' }
    const body = { url: 'https://example.com/hook' }
    const first = await call(create, { method: 'POST', body, headers })
    expect(JSON.stringify([...rows.values()])).not.toContain(first.data.secret)
    expect((await call(create, { method: 'POST', body, headers })).data).toEqual(first.data)
    const turned = await call(rotate, { ...at(first.data.id), headers })
    expect((await call(rotate, { ...at(first.data.id), headers })).data).toEqual(turned.data)
    expect(JSON.stringify([...rows.values()])).not.toContain(turned.data.secret)
  })

  it('store nothing when encrypting fails, and send all the same when the queue does not answer', async () => {
    kms.on(EncryptCommand).rejects(new Error('down'))
    expect((await call(create, { method: 'POST', body: { url: 'https://example.com/' } })).status).toBe(500)
    expect(rows.size).toBe(0)
    reset()
    const { id } = await make()
    queue.on(SendMessageCommand).rejects(new Error('down'))
    expect((await tested(id)).status).toBe(202)
    // It is due: the sweeper sends it.
    queue.on(SendMessageCommand).resolves({})
    expect(await sweepWebhooks(Date.now() + 10_000)).toBe(1)
    table.on(PutCommand).rejects(new Error('down'))
    expect((await tested(id)).status).toBe(500)
  })

  it('replay what has ended, not what is being tried', async () => {
    const { id } = await make()
    const { data } = await tested(id)
    const delivery = data.id
    expect(await replayed(id, delivery)).toMatchObject({ status: 409, code: 'conflict' })
    const [row] = deliveryRows()
    Object.assign(row!, { state: 'delivered' })
    expect(await replayed(id, delivery)).toMatchObject({ status: 202, data: { id: delivery } })
    expect((await replayed(id, data.id.replace(/.$/, 'x'))).status).toBe(404)
  })

  it('replay a delivery although the table loses the answer to that', async () => {
    const { id } = await make()
    const { data } = await tested(id)
    const [row] = deliveryRows()
    Object.assign(row!, { state: 'failed' })
    // The first write took effect, and its repeat fails its own condition.
    table.on(PutCommand).callsFakeOnce(({ Item }) => {
      rows.set(`${Item?.pk} ${Item?.sk}`, Item!)
      throw Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' })
    })
    expect(await replayed(id, data.id)).toMatchObject({ status: 202, data: { id: data.id, state: 'pending' } })
  })
})

describe('handing an event on', () => {
  it('makes one delivery for each webhook that wants it, however often it is done', async () => {
    const [wants] = [await make('https://example.com/a'), await make('https://example.com/b', ['post.failed'])]
    const event = ready(Date.now() + 1)
    store(event)
    await handOn(event.id, Date.now())
    await handOn(event.id, Date.now())
    expect(deliveryRows().map(({ webhook_id, id, state }) => [webhook_id, id, state])).toEqual([
      [wants.id, event.id, 'pending'],
    ])
    expect(sent()).toEqual([{ body: { webhook_id: wants.id, delivery_id: event.id }, delay: 0 }])
    const [stored] = [...rows.values()].filter(({ sk }) => sk === 'EVENT')
    expect(stored).not.toHaveProperty('due_pk')
  })

  it('is done again when it broke off: nothing is lost, nothing doubled', async () => {
    await make()
    const event = ready(Date.now() + 1)
    store(event)
    queue.on(SendMessageBatchCommand).rejects(new Error('down'))
    await expect(handOn(event.id, Date.now())).rejects.toThrow('down')
    queue.on(SendMessageBatchCommand).resolves({})
    await handOn(event.id, Date.now())
    expect(deliveryRows()).toHaveLength(1)
  })

  it('leaves out webhooks that were made afterwards', async () => {
    const event = ready(Date.now() - 3000)
    store(event)
    await make()
    await handOn(event.id, Date.now())
    expect(deliveryRows()).toEqual([])
  })

  it('leaves out none that was made before by a clock that is ahead', async () => {
    await make()
    const event = ready(Date.now() - 1000)
    store(event)
    await handOn(event.id, Date.now())
    expect(deliveryRows()).toHaveLength(1)
  })
})

describe('delivering', () => {
  it('of a deleted webhook ends, and is not tried twice at the same time or too early', async () => {
    const { id } = await make()
    const { data } = await tested(id)
    const [row] = deliveryRows()
    const due = Number(row!.due_at)
    Object.assign(row!, { due_at: due + 60_000 })
    await deliver(id, data.id)
    expect(deliveryRows()[0]!.attempts).toEqual([])
    Object.assign(row!, { due_at: due })
    await call(remove, at(id))
    await Promise.all([deliver(id, data.id), deliver(id, data.id)])
    expect(deliveryRows()[0]).toMatchObject({
      state: 'failed',
      attempts: [{ status: null, error: 'The webhook was deleted.' }],
    })
    expect(deliveryRows()[0]).not.toHaveProperty('due_pk')
  })

  it('goes on although the table loses the answers to its writes', async () => {
    const { id } = await make()
    const { data } = await tested(id)
    await call(remove, at(id))
    // Each took effect, and its repeat fails its own condition.
    table.on(PutCommand).callsFake(({ Item }) => {
      rows.set(`${Item.pk} ${Item.sk}`, Item)
      throw refused()
    })
    await deliver(id, data.id)
    expect(deliveryRows()[0]).toMatchObject({ state: 'failed', attempts: [{ error: 'The webhook was deleted.' }] })
  })

  it('comes back later when the secret cannot be read now', async () => {
    const { id } = await make()
    const { data } = await tested(id)
    kms.reset()
    kms.rejects(new Error('down'))
    await expect(deliver(id, data.id)).rejects.toThrow('down')
    expect(deliveryRows()[0]).toMatchObject({ state: 'pending', attempts: [] })
    expect(await sweepWebhooks(Date.now() + 120_000)).toBe(1)
  })
})

describe('the address of a receiver', () => {
  const connected: string[] = []
  const post = (url: string, addresses: string[], timeoutMs?: number) =>
    postMessage({
      url,
      payload: '{}',
      headers: {},
      allowed: new Set(),
      timeoutMs,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      pin: ({ address }) => {
        connected.push(address)
        return (_host, _options, done) => done(new Error('stop here'), '')
      },
    })

  it.each([
    ['https://example.com/', ['10.0.0.1']],
    ['https://example.com/', ['93.184.215.14', '127.0.0.1']],
    ['https://example.com/', ['fd00::1']],
    ['http://169.254.169.254/latest/meta-data', []],
    ['http://[::ffff:127.0.0.1]/', []],
    ['https://example.com:8443/', ['93.184.215.14']],
  ])('%s leading to %j is never connected to', async (url, addresses) => {
    connected.length = 0
    const { status, error } = await post(url, addresses)
    expect(status).toBeNull()
    expect(error).toContain('may not be fetched')
    expect(connected).toEqual([])
  })

  it('is connected to as it was checked', async () => {
    connected.length = 0
    await post('https://example.com/', ['93.184.215.14'])
    expect(connected).toEqual(['93.184.215.14'])
  })

  it('that is not found in time is ended', async () => {
    const outcome = await postMessage({
      url: 'https://example.com/',
      payload: '{}',
      headers: {},
      allowed: new Set(),
      timeoutMs: 20,
      resolve: () => new Promise(() => undefined),
    })
    expect(outcome).toEqual({ status: null, error: 'The receiver did not answer in time.' })
  })
})
