// GET /v1/usage as a function, and the cost of any request beyond that of its endpoint.
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { handler as listAccounts } from '../../../functions/api/accounts/list.ts'
import { handler as notFound } from '../../../functions/api/not-found.ts'
import { handler as getUsage } from '../../../functions/api/usage/get.ts'
import { type ApiCall, apiEvent, KEY_ID, lambdaContext } from '../../support/api-event.ts'
import { OWNER, uuid } from '../../support/domain.ts'

const table = mockClient(DynamoDBDocumentClient)
let hits: number

beforeEach(() => {
  process.env.TABLE_NAME = 'table'
  hits = 0
  table.reset()
  table.on(UpdateCommand).callsFake(async () => {
    hits += 1
    return { Attributes: { hits } }
  })
  table.on(GetCommand).resolves({})
  table.on(QueryCommand).resolves({ Items: [] })
  table.on(PutCommand).resolves({})
})

type Handler = (event: APIGatewayProxyEvent, context: ReturnType<typeof lambdaContext>) => Promise<unknown>

async function call(handler: unknown, event: APIGatewayProxyEvent) {
  const answer = (await (handler as Handler)(event, lambdaContext())) as {
    statusCode: number
    headers: Record<string, string>
    body: string
  }
  return { ...answer, json: JSON.parse(answer.body) }
}

const usage = (query?: Record<string, string>) => call(getUsage, apiEvent({ resource: '/v1/usage', query }))

describe('the dates of GET /v1/usage', () => {
  const TOO_LATE = String(253_402_300_800_000)
  it.each([
    ['start_date', 'abc', 'invalid_format'],
    ['start_date', '', 'invalid_format'],
    ['start_date', ' 1', 'invalid_format'],
    ['start_date', '1.5', 'invalid_format'],
    ['start_date', '1e3', 'invalid_format'],
    ['start_date', '0x10', 'invalid_format'],
    ['start_date', '+5', 'invalid_format'],
    ['start_date', '2026-01-01', 'invalid_format'],
    ['start_date', 'null', 'invalid_format'],
    ['start_date', '-1', 'too_small'],
    ['end_date', 'NaN', 'invalid_format'],
    ['end_date', 'Infinity', 'invalid_format'],
    ['end_date', '١٢٣', 'invalid_format'],
    ['end_date', '-99999999999999999999', 'too_small'],
    ['end_date', TOO_LATE, 'too_big'],
    ['end_date', '9'.repeat(30), 'too_big'],
    ['end_date', '9'.repeat(31), 'invalid_format'],
  ])('%s=%s is 400 and named', async (path, value, code) => {
    const { statusCode, json } = await usage({ [path]: value })
    expect(statusCode).toBe(400)
    expect(json).toMatchObject({ success: false, errors: [{ code, path }] })
    expect(json.errors[0].message).toContain(path)
    expect(table.commandCalls(QueryCommand)).toHaveLength(0)
  })

  it('are both named when both are wrong', async () => {
    const { json } = await usage({ start_date: 'x', end_date: '-1' })
    expect(json.errors.map(({ path }: { path: string }) => path)).toEqual(['start_date', 'end_date'])
  })

  it('are not taken for given when they are misspelt', async () => {
    const { statusCode, json } = await usage({ startdate: '5' })
    expect([statusCode, json.errors[0]]).toEqual([
      400,
      expect.objectContaining({ code: 'unknown_field', path: 'startdate' }),
    ])
  })

  it.each([
    [{ interval: 'hour' }, 'required', 'start_date', 'start_date is required with interval'],
    [{ breakdown: 'yes' }, 'invalid_value', 'breakdown', 'breakdown'],
    [{ interval: 'week', start_date: '0' }, 'invalid_value', 'interval', 'interval'],
    [{ interval: 'hour', start_date: '0', end_date: String(744 * 3_600_000) }, 'too_big', 'interval', '745 hours'],
    [{ interval: 'day', start_date: '0', end_date: String(366 * 86_400_000) }, 'too_big', 'interval', '367 days'],
    [{ interval: 'hour', start_date: '0' }, 'too_big', 'interval', 'at most 744'],
  ])('of a series %j are refused and named', async (query, code, path, said) => {
    const { statusCode, json } = await usage(query as Record<string, string>)
    expect(statusCode).toBe(400)
    expect(json.errors).toMatchObject([{ code, path }])
    expect(json.errors[0].message).toContain(said)
    expect(table.commandCalls(QueryCommand)).toHaveLength(0)
  })

  it('may be as long as a series goes, which has a point for every hour', async () => {
    const { statusCode, json } = await usage({
      interval: 'hour',
      start_date: '0',
      end_date: String(744 * 3_600_000 - 1),
    })
    expect(statusCode).toBe(200)
    expect(json.data.series.points).toHaveLength(744)
    expect(json.data.series.points[1]).toMatchObject({ at: 3_600_000, api_usage: { total_requests: 0 } })
  })

  it('must not be the wrong way round', async () => {
    const { statusCode, json } = await usage({ start_date: '6', end_date: '5' })
    expect(statusCode).toBe(400)
    expect(json.errors).toEqual([
      { code: 'invalid_value', path: 'start_date', message: 'start_date must not be later than end_date.' },
    ])
  })

  it.each([
    [{}, null, null],
    [{ start_date: '0' }, 0, null],
    [{ end_date: '253402300799999' }, null, 253_402_300_799_999],
    [{ start_date: '5', end_date: '5' }, 5, 5],
    [{ start_date: '007' }, 7, null],
  ])('%j are echoed', { tags: 'deep' }, async (query, start_date, end_date) => {
    const { statusCode, json } = await usage(query as Record<string, string>)
    expect(statusCode).toBe(200)
    expect(json).toMatchObject({ success: true, data: { period: { start_date, end_date } } })
    expect(Object.keys(json.data)).toEqual(['api_usage', 'job_usage', 'period'])
  })
})

describe('the largest breakdown', () => {
  /** What Lambda carries of an answer in one piece: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  const LAMBDA_BYTES = 6 * 1024 * 1024
  const HOURS = 744
  const month = { interval: 'hour', start_date: '0', end_date: String(HOURS * 3_600_000 - 1) }

  /** Every hour of a month: so many endpoints with status, and as many callers, all with figures as long as there are. */
  const busy = (rows: number) => {
    const figures = [99_999_999, 999_999_999_999, 99_999_999]
    const cells = Object.fromEntries(
      Array.from({ length: rows }, (_, at) => [
        [`DELETE /api/v1/accounts/social/authorizations/finish${at % 4} ${200 + Math.floor(at / 4)}`, figures],
        [`KEY ${uuid(at)} 200`, figures],
      ]).flat(),
    )
    const items = Array.from({ length: HOURS }, (_, hour) => ({ sk: `HOUR#${String(hour).padStart(8, '0')}`, cells }))
    table.on(QueryCommand).callsFake(async ({ ExpressionAttributeValues: values }) => ({
      Items: String(values[':first']).startsWith('HOUR#') ? items : [],
    }))
  }

  it('that is given fits into one answer, with its series', { tags: 'deep' }, async () => {
    busy(40)
    const answer = await call(getUsage, apiEvent({ resource: '/v1/usage', query: { ...month, breakdown: 'true' } }))
    expect(answer.statusCode).toBe(200)
    const { by_request, by_caller } = answer.json.data.breakdown
    expect([...by_request, ...by_caller].map(({ points }) => points.length)).toEqual(Array(80).fill(HOURS))
    const { json: _, ...wire } = answer
    const bytes = Buffer.byteLength(JSON.stringify(wire))
    expect(bytes).toBeGreaterThan(0.75 * LAMBDA_BYTES)
    expect(bytes).toBeLessThan(0.9 * LAMBDA_BYTES)
  })

  it('is refused beyond that, with what to ask for instead', async () => {
    busy(41)
    const { statusCode, json } = await usage({ ...month, breakdown: 'true' })
    expect(statusCode).toBe(400)
    expect(json.errors).toEqual([
      {
        code: 'too_big',
        path: 'breakdown',
        message:
          'The breakdown of this range has 82 rows by hour, more than one answer carries. Ask for a shorter range, by day or without breakdown.',
      },
    ])
    expect((await usage(month)).statusCode).toBe(200)
    expect((await usage({ ...month, interval: 'day', breakdown: 'true' })).statusCode).toBe(200)
  })
})

describe('a request of a caller with a key', () => {
  const cases: [string, unknown, ApiCall, number][] = [
    ['an accepted one', listAccounts, { resource: '/v1/accounts/social' }, 200],
    ['a refused one', getUsage, { resource: '/v1/usage', query: { start_date: 'x' } }, 400],
    ['one over the limit', listAccounts, { resource: '/v1/accounts/social', rateLimit: 0 }, 429],
  ]

  it.each(cases)('costs one update of its window and one small record: %s', async (_what, handler, event, status) => {
    hits = 10
    const { statusCode, headers } = await call(handler, apiEvent(event))
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': String(event.rateLimit ?? 60),
      'X-RateLimit-Remaining': String(Math.max(0, (event.rateLimit ?? 60) - 11)),
      'X-RateLimit-Reset': expect.stringMatching(/^\d{13}$/),
      RateLimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/),
      'RateLimit-Policy': `"default";q=${event.rateLimit ?? 60};w=60`,
    })
    const updates = table.commandCalls(UpdateCommand).map(({ args }) => String(args[0].input.Key?.pk))
    expect(updates).toEqual([`RATE#${KEY_ID}`])
    const puts = table.commandCalls(PutCommand).map(({ args }) => args[0].input.Item as Record<string, unknown>)
    expect(puts).toHaveLength(1)
    expect(puts[0]).toMatchObject({ endpoint: `/api${event.resource}`, method: 'GET', status })
    expect(String(puts[0]?.pk)).toContain(`USAGE#${OWNER}#`)
    // One write unit: 1 KB, and in no index.
    expect(JSON.stringify(puts[0]).length).toBeLessThan(500)
    for (const name of ['owner_pk', 'due_pk']) expect(puts[0]).not.toHaveProperty(name)
  })

  it('keeps its record for 90 days and a day', async () => {
    await call(listAccounts, apiEvent({ resource: '/v1/accounts/social' }))
    const item = table.commandCalls(PutCommand)[0]?.args[0].input.Item as { expires_at: number }
    expect(Math.round((item.expires_at * 1000 - Date.now()) / 86_400_000)).toBe(91)
  })
})

describe('an unknown path', () => {
  const event = (headers?: Record<string, string>) =>
    apiEvent({ method: 'PATCH', resource: '/{proxy+}', path: { proxy: 'v1/nope' }, headers })

  it('is a 404 that names it, and is not counted without a key', async () => {
    const { statusCode, json, headers } = await call(notFound, event())
    expect(statusCode).toBe(404)
    expect(json.errors).toEqual([{ code: 'not_found', message: 'There is no PATCH /api/v1/nope.' }])
    expect(headers).not.toHaveProperty('X-RateLimit-Limit')
    expect(table.calls()).toHaveLength(0)
  })

  it('names the path of a method that a known path does not have', async () => {
    const event = apiEvent({ method: 'PUT', resource: '/v1/media/{id}', path: { id: 'some' } })
    const { statusCode, json } = await call(notFound, event)
    expect(statusCode).toBe(404)
    expect(json.errors).toEqual([{ code: 'not_found', message: 'There is no PUT /api/v1/media/some.' }])
  })

  it('is counted and limited for a caller with a key, and 401 with a wrong one', async () => {
    const found = { key_id: 'key', owner_id: 'owner', rate_limit: 60, mirrored: true, last_used_at: Date.now() }
    table.on(GetCommand).resolves({ Item: found })
    const good = await call(notFound, event({ 'x-secret-token': newSecret() }))
    expect(good.statusCode).toBe(404)
    expect(good.headers['X-RateLimit-Remaining']).toBe('59')
    expect(table.commandCalls(PutCommand)[0]?.args[0].input.Item).toMatchObject({
      endpoint: '/api/v1/*',
      method: 'PATCH',
      status: 404,
    })

    const writes = table.commandCalls(PutCommand).length
    expect((await call(notFound, event({ 'x-secret-token': 'wrong' }))).statusCode).toBe(401)
    expect(table.commandCalls(PutCommand)).toHaveLength(writes)
  })
})
