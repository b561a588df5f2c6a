// Idempotency-Key on endpoints that are no single transaction: one effect, the same answer, and what AWS failures leave.
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ENV } from '../../../core/contract.ts'
import { refuse } from '../../../core/errors.ts'
import { formFingerprint } from '../../../core/idempotency/fingerprint.ts'
import { endpoint } from '../../../functions/endpoint.ts'
import { once } from '../../../functions/idempotent.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

process.env[ENV.table] = 'test-table'
const table = mockClient(DynamoDBDocumentClient)
const run = vi.fn()
const HOUR = 3_600_000

type Row = Record<string, unknown>
let rows: Map<string, Row>
const nameOf = ({ pk, sk }: Row) => `${pk} ${sk}`
const failure = () => Object.assign(new Error('no'), { name: 'ConditionalCheckFailedException' })

/** The conditions as the table would judge them. */
function judge(condition: string, values: Row, row: Row | undefined): boolean {
  if (condition.startsWith('holder')) return row?.holder === values[':holder']
  if (!row) return true
  if (Number(row.expires_at) < Number(values[':seconds'])) return true
  const over = Number(row.lease_until) < Number(values[':now'])
  return row.answer === undefined && over && row.fingerprint === values[':fingerprint']
}

function written({ Item, ConditionExpression, ExpressionAttributeValues: values }: PutCommandInput) {
  if (String(Item!.pk).startsWith('USAGE')) return {}
  if (!judge(ConditionExpression!, values!, rows.get(nameOf(Item!)))) throw failure()
  rows.set(nameOf(Item!), Item!)
  return {}
}

beforeEach(() => {
  table.reset()
  run.mockReset().mockResolvedValue({ status: 201, headers: { Location: '/here' }, body: { secret: 'open', n: 1 } })
  rows = new Map()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).callsFake(async (input) => written(input))
  table.on(GetCommand).callsFake(async ({ Key }) => ({ Item: rows.get(nameOf(Key)) }))
  table.on(DeleteCommand).callsFake(async ({ Key, ConditionExpression, ExpressionAttributeValues: values }) => {
    if (!judge(ConditionExpression, values, rows.get(nameOf(Key)))) throw failure()
    rows.delete(nameOf(Key))
    return {}
  })
})

const things = (seal?: Parameters<typeof once>[0]['seal']) =>
  endpoint({
    body: z.object({ name: z.string() }),
    idempotent: once({ route: 'things', leaseSeconds: 30, seal }),
    run,
  })
const handler = things()

async function call(body: unknown, key?: string, ownerId?: string, which = handler) {
  const event = apiEvent({
    method: 'POST',
    body,
    ownerId,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
  const answer = await (
    which as unknown as (
      event: unknown,
      context: unknown,
    ) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>
  )(event, lambdaContext())
  const json = JSON.parse(answer.body)
  return {
    status: answer.statusCode,
    location: answer.headers.Location,
    replayed: answer.headers['Idempotency-Replayed'],
    wait: answer.headers['Retry-After'],
    json,
    code: json.errors?.[0].code,
  }
}

describe('with an Idempotency-Key', () => {
  it('runs once and repeats status, headers and body', async () => {
    const first = await call({ name: 'a' }, 'k')
    const second = await call({ name: 'a' }, 'k')
    expect(run).toHaveBeenCalledTimes(1)
    expect(second).toEqual({ ...first, replayed: 'true' })
    expect([first.status, first.location, first.replayed]).toEqual([201, '/here', undefined])
  })

  it('tells apart keys, owners and requests without one', async () => {
    await call({ name: 'a' }, 'k')
    await call({ name: 'a' }, 'other')
    await call({ name: 'a' }, 'k', '00000000-0000-4000-8000-000000000077')
    await call({ name: 'a' })
    await call({ name: 'a' })
    expect(run).toHaveBeenCalledTimes(5)
  })

  it('is 422 with another body, 409 while the first is worked on, 400 for a key that is none', async () => {
    let finish: (() => void) | undefined
    run.mockImplementation(() => new Promise((resolve) => (finish = () => resolve({ status: 200, body: {} }))))
    const first = call({ name: 'a' }, 'k')
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: PATIENCE_MS })
    // Clients send it again by themselves where they are told when.
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409, code: 'idempotency_in_flight', wait: '1' })
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 422, code: 'idempotency_mismatch', wait: undefined })
    finish!()
    expect((await first).status).toBe(200)
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 422, code: 'idempotency_mismatch' })
    expect(await call({ name: 'a' }, ' ')).toMatchObject({ status: 400, code: 'invalid_format' })
    expect(await call({ name: 'a' }, 'k'.repeat(256))).toMatchObject({ status: 400, code: 'invalid_format' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is 409 where the record of the first has gone by the time it is read', async () => {
    await call({ name: 'a' }, 'k')
    table
      .on(GetCommand)
      .resolvesOnce({})
      .callsFake(async ({ Key }) => ({ Item: rows.get(nameOf(Key)) }))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409, code: 'idempotency_in_flight' })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201, replayed: 'true' })
  })

  it('lets a request that failed be sent again, and one that never reached its work', async () => {
    run.mockRejectedValueOnce(refuse('conflict', 'Not now.'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409, code: 'conflict' })
    expect(await call({ name: 1 }, 'k')).toMatchObject({ status: 400, code: 'invalid_type' })
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 201, replayed: undefined })
  })

  it('goes on after the lease of a function that was stopped, and not before', async () => {
    await call({ name: 'a' }, 'k')
    const [[name, row]] = [...rows] as [[string, Row]]
    const { answer: _answer, ...marker } = row
    rows.set(name, { ...marker, lease_until: Date.now() + 1000 })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409 })
    rows.set(name, { ...marker, lease_until: Date.now() - 1 })
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 422 })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201, replayed: undefined })
    // A version before this one wrote no attempt into the marker: the next try begins one.
    const { id, again } = run.mock.lastCall![0].attempt
    expect([id, again]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), false])
  })

  it('tells the next try of a stopped or failed one, under the same id; one that was refused begins anew', async () => {
    const tries = () => run.mock.calls.map(([{ attempt }]) => attempt)
    run.mockRejectedValueOnce(new Error('the table went away')).mockRejectedValueOnce(refuse('unavailable', 'Later.'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 500 })
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 422 })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 503 })
    run.mockRejectedValueOnce(refuse('conflict', 'Not now.'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409 })
    const [first, second, third] = tries()
    expect([first.again, second, third]).toEqual([false, { ...first, again: true }, { ...first, again: true }])
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201 })
    expect(tries()[3]).toMatchObject({ again: false })
    expect(tries()[3].id).not.toBe(first.id)
  })

  it('forgets after 24 hours, whether the table has dropped it or not', async () => {
    await call({ name: 'a' }, 'k')
    const [row] = [...rows.values()]
    expect(Number(row!.expires_at) * 1000 - Date.now()).toBeGreaterThan(24 * HOUR - 5000)
    expect(Number(row!.expires_at) * 1000 - Date.now()).toBeLessThan(24 * HOUR + 5000)
    row!.expires_at = Math.floor(Date.now() / 1000) - 1
    expect(await call({ name: 'b' }, 'k')).toMatchObject({ status: 201, replayed: undefined })
  })

  it('keeps nothing secret in the table, and repeats it all the same', async () => {
    const seal = {
      keep: async (body: unknown) => ({ ...(body as object), secret: 'c2VhbGVk' }),
      restore: async (body: unknown) => ({ ...(body as object), secret: 'open' }),
    }
    const sealed = things(seal)
    const first = await call({ name: 'a' }, 'k', undefined, sealed)
    expect(JSON.stringify([...rows.values()])).not.toContain('open')
    expect((await call({ name: 'a' }, 'k', undefined, sealed)).json).toEqual(first.json)
  })
})

describe('when the table fails', () => {
  it('to say that it has written the mark, which is then written again: it is our own', async () => {
    table.on(PutCommand).callsFake(async (input) => {
      const marks = input.Item.lease_until !== undefined
      // The SDK sends again what got no answer, and the table finds what it wrote before.
      return marks ? written(input) && written(input) : written(input)
    })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201, replayed: undefined })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201, replayed: 'true' })
    expect(run).toHaveBeenCalledTimes(1)
    expect(run.mock.lastCall![0].attempt).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      begunAt: expect.any(Number),
      again: false,
    })
  })

  it('before the work: nothing is done', async () => {
    table.on(PutCommand).rejects(new Error('down'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 500 })
    expect(run).not.toHaveBeenCalled()
  })

  it('before the work, having written the mark: the request can be sent again at once, as the same try', async () => {
    let lost = 0
    const loses = (turn: number) =>
      table.on(PutCommand).callsFake(async (input) => {
        const done = written(input)
        if (input.Item.lease_until > 0 && turn === ++lost) throw new Error('no answer')
        return done
      })
    loses(1)
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 500 })
    run.mockRejectedValueOnce(new Error('the table went away'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 500 })
    loses(3)
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 500 })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 201, replayed: undefined })
    const [first, second] = run.mock.calls.map(([{ attempt }]) => attempt)
    expect(second).toEqual({ ...first, again: true })
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('after the work: it is answered all the same', async () => {
    run.mockImplementation(async () => {
      table.on(PutCommand).rejects(new Error('down'))
      return { status: 200, body: { done: true } }
    })
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 200, json: { done: true } })
  })

  it('while a failed request is released: the failure is what is answered', async () => {
    table.on(DeleteCommand).rejects(new Error('down'))
    run.mockRejectedValue(refuse('conflict', 'Not now.'))
    expect(await call({ name: 'a' }, 'k')).toMatchObject({ status: 409, code: 'conflict' })
  })
})

describe('the fingerprint of a form', () => {
  const form = (boundary: string, bytes: string, name = 'a.txt') => ({
    body: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`,
    ),
    type: `multipart/form-data; boundary=${boundary}`,
  })
  const of = ({ body, type }: ReturnType<typeof form>) => formFingerprint(body, type)

  it('is that of its parts, whatever the boundary', () => {
    expect(of(form('one', 'hello'))).toBe(of(form('another-one', 'hello')))
    expect(of(form('one', 'hello'))).not.toBe(of(form('one', 'hellO')))
    expect(of(form('one', 'hello'))).not.toBe(of(form('one', 'hello', 'b.txt')))
    expect(of({ ...form('one', 'hello'), type: 'text/plain' })).not.toBe(of(form('one', 'hello')))
  })
})
