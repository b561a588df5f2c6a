// The chain around every endpoint: caller, rate limit, validation, envelope, usage record, faults.
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newSecret } from '../../../core/api-keys/secret.ts'
import { put } from '../../../core/aws/table.ts'
import { ENV } from '../../../core/contract.ts'
import { refuse } from '../../../core/errors.ts'
import { log } from '../../../core/log.ts'
import { TagInput } from '../../../core/media/rules/tags.ts'
import { eachOnce } from '../../../core/platforms/options.ts'
import { textField } from '../../../core/platforms/text-field.ts'
import { handler as notFound } from '../../../functions/api/not-found.ts'
import { endpointName } from '../../../functions/chain/record.ts'
import { JSON_BODY_LIMIT, MOST_LEVELS } from '../../../functions/chain/validate.ts'
import { endpoint } from '../../../functions/endpoint.ts'
import { type ApiCall, apiEvent, lambdaContext } from '../../support/api-event.ts'
import { OWNER } from '../../support/domain.ts'

const table = mockClient(DynamoDBDocumentClient)
process.env[ENV.table] = 'test-table'

beforeEach(() => {
  table.reset()
  table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
  table.on(PutCommand).resolves({})
  vi.restoreAllMocks()
})

const echo = endpoint({
  query: z.strictObject({ page: z.string().optional() }),
  body: z.strictObject({
    name: z.string().min(1).max(3),
    tags: z.array(z.string()).max(2).optional(),
    kind: z.enum(['a', 'b']).optional(),
    count: z.number().int().min(1).max(5).optional(),
    inner: z.strictObject({ id: z.uuid() }).optional(),
  }),
  run: async ({ body, caller }) => ({ status: 201, body: { ...body, owner: caller.owner_id } }),
})

interface Answer {
  statusCode: number
  headers: Record<string, string>
  body: string
}

const call = async (handler: unknown, given: ApiCall): Promise<Answer & { json: Record<string, unknown> }> => {
  const answer = await (handler as (event: unknown, context: unknown) => Promise<Answer>)(
    apiEvent(given),
    lambdaContext(),
  )
  return { ...answer, json: answer.body === '' ? {} : JSON.parse(answer.body) }
}
const post = (body: unknown, more: ApiCall = {}) => call(echo, { method: 'POST', body, ...more })

/** As many fields that nobody knows as a body has room for. */
const manyFields = (): Record<string, number> =>
  Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`unknown_field_${at}`, 1]))

const usageRecords = () => table.commandCalls(PutCommand).map(({ args }) => args[0].input.Item!)

describe('a request that is wrong in very many ways', () => {
  it('is told of 50 of them', async () => {
    const answer = await post({ name: 'abc', ...manyFields() })
    expect(answer.statusCode).toBe(400)
    expect(answer.json.errors).toHaveLength(50)
    expect(answer.body.length).toBeLessThan(20_000)
  })

  it('does not have a name repeated to it that is longer than anyone reads', async () => {
    const answer = await post({ name: 'abc', ['x'.repeat(500_000)]: 1 })
    expect(answer.json.errors).toMatchObject([{ code: 'unknown_field', path: `${'x'.repeat(100)}…` }])
    expect(answer.body.length).toBeLessThan(2000)
  })
})

describe('the words of a refusal', () => {
  const countries = z.enum(Array.from({ length: 249 }, (_, at) => `C${at}`) as [string, ...string[]])
  const content = textField('content', { min: 1, max: 3 })
  const worded = endpoint({
    body: z.strictObject({
      content: z.optional(content),
      parts: z.array(z.strictObject({ content })).optional(),
      texts: z.record(z.string(), z.strictObject({ content })).optional(),
      poll: z.strictObject({ choices: z.array(z.string()).check(eachOnce('choices')) }).optional(),
      country: countries.optional(),
    }),
    run: async () => ({ status: 200, body: {} }),
  })
  const told = async (body: unknown) => {
    const { json } = await call(worded, { method: 'POST', body })
    return (json.errors as { message: string }[]).map(({ message }) => message)
  }

  it('name a field within others by where it is, as others may be called the same', async () => {
    const body = { content: 'four', parts: [{ content: 'abc' }, { content: 'more' }], texts: { a: { content: ' ' } } }
    expect(await told(body)).toEqual([
      'content has 4 characters; at most 3 are allowed.',
      'parts[1].content has 4 characters; at most 3 are allowed.',
      'texts.a.content has only white space.',
    ])
    expect(await told({ poll: { choices: ['a', 'b', 'a'] } })).toEqual(['poll.choices[2] repeats choices[0].'])
  })

  it('name also a field that has no name', async () => {
    expect(await told({ '': 1 })).toEqual(['"" is not a field of this request.'])
  })

  it('name the field before a rule of any kind', async () => {
    const tagged = endpoint({
      body: z.strictObject({ tags: z.array(TagInput) }),
      run: async () => ({ status: 200, body: {} }),
    })
    const { json } = await call(tagged, { method: 'POST', body: { tags: ['a', ' ', 'x'.repeat(3000)] } })
    expect(json).toMatchObject({
      errors: [{ message: 'tags[1] says nothing.' }, { message: 'tags[2] has more than 50 characters.' }],
    })
  })

  it('call an object an object, whatever its fields are called', async () => {
    expect(await told({ texts: null })).toEqual(['texts must be an object, not null.'])
  })

  it('list all values of a short list, and some of one that nobody reads to its end', async () => {
    expect(await told({ country: 'kr' })).toEqual(['country must be one of C0, C1, C2, C3, C4 and 244 others.'])
  })
})

describe('endpoint', () => {
  it('answers with what the endpoint returns, and the rate headers', async () => {
    const { statusCode, headers, json } = await post({ name: 'abc' })
    expect(statusCode).toBe(201)
    expect(json).toEqual({ name: 'abc', owner: OWNER })
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-Request-Id': 'request-1',
    })
    expect(Number(headers['X-RateLimit-Reset']) % 60_000).toBe(0)
    expect(headers.RateLimit).toMatch(/^"default";r=59;t=\d+$/)
    expect(headers['RateLimit-Policy']).toBe('"default";q=60;w=60')
  })

  it('makes one limiter update and one usage write', async () => {
    await post({ name: 'abc' }, { resource: '/v1/media/{id}' })
    expect(table.commandCalls(UpdateCommand)).toHaveLength(1)
    expect(usageRecords()).toEqual([
      expect.objectContaining({ endpoint: '/api/v1/media/:id', method: 'POST', status: 201 }),
    ])
  })

  it.each([
    ['a missing field', {}, [{ code: 'required', path: 'name' }]],
    ['another type', { name: 7 }, [{ code: 'invalid_type', path: 'name' }]],
    ['null for a text', { name: null }, [{ code: 'invalid_type', path: 'name' }]],
    ['too long', { name: 'abcd' }, [{ code: 'too_long', path: 'name' }]],
    ['too short', { name: '' }, [{ code: 'too_short', path: 'name' }]],
    ['too many', { name: 'a', tags: ['1', '2', '3'] }, [{ code: 'too_long', path: 'tags' }]],
    ['an item of another type', { name: 'a', tags: ['1', 2] }, [{ code: 'invalid_type', path: 'tags[1]' }]],
    ['another value', { name: 'a', kind: 'c' }, [{ code: 'invalid_value', path: 'kind' }]],
    ['too big', { name: 'a', count: 6 }, [{ code: 'too_big', path: 'count' }]],
    ['too small', { name: 'a', count: 0 }, [{ code: 'too_small', path: 'count' }]],
    ['a fraction', { name: 'a', count: 1.5 }, [{ code: 'invalid_type', path: 'count' }]],
    ['a text for a number', { name: 'a', count: '1' }, [{ code: 'invalid_type', path: 'count' }]],
    ['no UUID', { name: 'a', inner: { id: 'x' } }, [{ code: 'invalid_format', path: 'inner.id' }]],
    ['a text for a list', { name: 'a', tags: '#one #two' }, [{ code: 'invalid_type', path: 'tags' }]],
    ['an unknown field', { name: 'a', nmae: 'b' }, [{ code: 'unknown_field', path: 'nmae' }]],
    ['an array for an object', [], [{ code: 'invalid_type' }]],
    ['null for an object', 'null', [{ code: 'invalid_type' }]],
    [
      'several at once',
      { kind: 'c', count: 9 },
      [
        { code: 'required', path: 'name' },
        { code: 'invalid_value', path: 'kind' },
        { code: 'too_big', path: 'count' },
      ],
    ],
  ])('refuses %s', async (_label, body, errors) => {
    const headers = { 'Content-Type': 'application/json' }
    const { statusCode, json } = await post(body, { headers })
    expect(statusCode).toBe(400)
    expect(json).toMatchObject({ success: false, request_id: 'request-1', errors })
    expect((json.errors as { message: string }[]).every(({ message }) => /^[A-Za-z].*\.$/s.test(message))).toBe(true)
  })

  it('refuses JSON that is malformed, empty, too large, or sent as something else', async () => {
    const headers = { 'Content-Type': 'application/json' }
    expect((await post('{"name":', { headers })).json).toMatchObject({ errors: [{ code: 'malformed_json' }] })
    expect((await post('', { headers })).json).toMatchObject({
      errors: [{ code: 'malformed_json', message: expect.stringContaining('empty') }],
    })
    const large = await post(JSON.stringify({ name: 'x'.repeat(JSON_BODY_LIMIT) }), { headers })
    expect([large.statusCode, (large.json.errors as { code: string }[])[0]!.code]).toEqual([413, 'body_too_large'])
    const text = await post('{"name":"a"}', { headers: { 'content-type': 'text/plain' } })
    expect([text.statusCode, (text.json.errors as { message: string }[])[0]!.message]).toEqual([
      415,
      'The Content-Type must be application/json; text/plain was sent.',
    ])
    const long = await post('{"name":"a"}', { headers: { 'content-type': `x/${'y'.repeat(5000)}` } })
    expect(long.statusCode).toBe(415)
    expect(long.body.length).toBeLessThan(1000)
  })

  it('refuses values in each other to depths that no post has, as far as they can be read at all', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const nested = (levels: number, [open, close]: [string, string]) =>
      post(`{"name":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`, { headers })
    for (const brackets of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as [string, string][]) {
      expect((await nested(MOST_LEVELS, brackets)).json).toMatchObject({ errors: [{ path: 'name' }] })
      for (const levels of [MOST_LEVELS + 1, 100_000]) {
        const { statusCode, json } = await nested(levels, brackets)
        expect([statusCode, json]).toMatchObject([400, { errors: [{ code: 'invalid_format' }] }])
      }
    }
  })

  it('refuses a field that no object can have, also where any name is taken', async () => {
    const any = endpoint({
      body: z.strictObject({ list: z.array(z.record(z.string(), z.unknown())) }),
      run: async ({ body }) => ({ status: 200, body }),
    })
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"list":[{"a":1},{"__proto__":{"b":2}}]}'
    const { statusCode, json } = await call(any, { method: 'POST', headers, body })
    expect([statusCode, json]).toMatchObject([400, { errors: [{ code: 'unknown_field', path: 'list[1].__proto__' }] }])
  })

  it('decodes a body that the gateway passes on as base64', async () => {
    const event = {
      ...apiEvent({ method: 'POST', headers: { 'Content-Type': 'application/json' } }),
      body: Buffer.from('{"name":"é"}').toString('base64'),
      isBase64Encoded: true,
    }
    const answer = (await echo(event, lambdaContext())) as unknown as Answer
    expect(JSON.parse(answer.body)).toMatchObject({ name: 'é' })
  })

  it('refuses a body that is not encoded in UTF-8: its letters would be published as others', async () => {
    const event = {
      ...apiEvent({ method: 'POST', headers: { 'Content-Type': 'application/json' } }),
      body: Buffer.from('{"name":"\xe9"}', 'latin1').toString('base64'),
      isBase64Encoded: true,
    }
    const answer = (await echo(event, lambdaContext())) as unknown as Answer
    const message = 'The body is not valid JSON: it is not encoded in UTF-8.'
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([
      400,
      { errors: [{ code: 'malformed_json', message }] },
    ])
  })

  it('refuses one of a type that the gateway reads itself, where it found letters that are not encoded in UTF-8', async () => {
    const event = apiEvent({
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: '{"name":"\ufffd"}',
    })
    const answer = (await echo(event, lambdaContext())) as unknown as Answer
    const message = expect.stringContaining('it is not encoded in UTF-8, or has the character U+FFFD')
    expect([answer.statusCode, JSON.parse(answer.body)]).toMatchObject([
      400,
      { errors: [{ code: 'malformed_json', message }] },
    ])
  })

  it('refuses a query parameter that is given twice or unknown', async () => {
    const event = {
      ...apiEvent({ method: 'POST', body: { name: 'a' } }),
      queryStringParameters: { page: '2' },
      multiValueQueryStringParameters: { page: ['1', '2'] },
    }
    const answer = (await echo(event, lambdaContext())) as unknown as Answer
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code: 'duplicate', path: 'page' }] })
    expect((await post({ name: 'a' }, { query: { size: '2' } })).json).toMatchObject({
      errors: [{ code: 'unknown_field', path: 'size' }],
    })
  })

  it('refuses to take effect for a caller who asks only for a check, where there is none', async () => {
    const run = vi.fn(async () => ({ status: 200, body: {} }))
    const acts = endpoint({ run })
    for (const value of ['true', 'false']) {
      const { statusCode, json } = await call(acts, { method: 'POST', query: { validate_only: value } })
      expect(statusCode).toBe(400)
      expect(json.errors).toMatchObject([{ code: 'unknown_field', path: 'validate_only' }])
    }
    expect(run).not.toHaveBeenCalled()
    // Requests that only read, and other parameters, are answered as before.
    expect((await call(acts, { method: 'GET', query: { validate_only: 'true' } })).statusCode).toBe(200)
    expect((await call(acts, { method: 'POST', query: { from: 'mail' } })).statusCode).toBe(200)
  })

  it('says that there is no such request also to a caller who asks for a check of it, or says something twice', async () => {
    const checked = apiEvent({ method: 'PUT', query: { validate_only: 'true' } })
    const twice = { ...apiEvent({}), multiValueQueryStringParameters: { status: ['failed', 'published'] } }
    for (const event of [checked, twice]) {
      const { statusCode, body } = (await notFound(event, lambdaContext())) as unknown as Answer
      expect([statusCode, JSON.parse(body).errors]).toMatchObject([404, [{ code: 'not_found' }]])
    }
  })

  it('answers 429 over the limit, before anything else, with the body that the specification fixes', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { hits: 62 } })
    const { statusCode, headers, json } = await post({})
    expect(statusCode).toBe(429)
    expect(Object.keys(json)).toEqual(['error'])
    expect(json.error).toEqual({
      type: 'rate_limit_exceeded',
      message: expect.any(String),
      retry_after: Number(headers['Retry-After']),
    })
    expect(headers['X-RateLimit-Remaining']).toBe('0')
    expect(usageRecords()).toEqual([expect.objectContaining({ status: 429 })])
  })

  it('says nothing of the inside when it fails, logs it under the same id, and counts it', async () => {
    const logged = vi.spyOn(log, 'error')
    const broken = endpoint({ run: () => Promise.reject(new Error('the secret inside')) })
    const { statusCode, body, json } = await call(broken, {})
    expect(statusCode).toBe(500)
    expect(body).not.toContain('secret inside')
    expect(json).toMatchObject({ success: false, errors: [{ code: 'internal_error' }], request_id: 'request-1' })
    expect(logged).toHaveBeenCalledWith('request failed', {
      request_id: 'request-1',
      error: expect.objectContaining({ message: 'the secret inside' }),
    })
    expect(usageRecords()).toEqual([expect.objectContaining({ status: 500 })])
  })

  it('fails clearly when the limiter does not answer, and still answers when the usage record cannot be written', async () => {
    table.on(UpdateCommand).rejects(new Error('throttled'))
    expect((await post({ name: 'a' })).statusCode).toBe(500)
    table.on(UpdateCommand).resolves({ Attributes: { hits: 1 } })
    table.on(PutCommand).rejects(new Error('throttled'))
    expect((await post({ name: 'a' })).statusCode).toBe(201)
  })

  it('gives up shortly before the function would be stopped, and counts that', async () => {
    const slow = endpoint({ run: () => new Promise(() => undefined) })
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 1010 }
    const answer = (await slow(apiEvent({}), context)) as unknown as Answer
    expect(answer.statusCode).toBe(503)
    expect(usageRecords()).toEqual([expect.objectContaining({ status: 503 })])
  })

  it('says so also while the table is too slow to take the record of it', async () => {
    table.on(PutCommand).callsFake(() => new Promise(() => undefined))
    const slow = endpoint({ run: () => new Promise(() => undefined) })
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 1010 }
    const { statusCode, body } = (await slow(apiEvent({}), context)) as unknown as Answer
    expect([statusCode, JSON.parse(body).errors[0].code]).toEqual([503, 'unavailable'])
  })

  it('writes nothing more for a request that was given up, when its function is used again', async () => {
    let thaw = () => {}
    const frozen = new Promise<void>((resolve) => (thaw = resolve))
    const gone = vi.fn()
    const slow = endpoint({
      run: async () => {
        await frozen
        await put({ pk: 'post', sk: 'of an hour ago' }).catch((error: unknown) => gone((error as Error).name))
        return { status: 201, body: {} }
      },
    })
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 1010 }
    expect(((await slow(apiEvent({}), context)) as unknown as Answer).statusCode).toBe(503)
    thaw()
    await expect.poll(() => gone.mock.calls).toEqual([['AbortError']])
    expect(usageRecords()).toEqual([expect.objectContaining({ status: 503 })])
  })

  it('writes nothing more for a request that failed while a part of it waited to be tried again', async () => {
    let thaw = () => {}
    const frozen = new Promise<void>((resolve) => (thaw = resolve))
    const gone = vi.fn()
    const other = () => frozen.then(() => put({ pk: 'post', sk: 'cancelled' }))
    const broken = endpoint({
      run: async () => {
        await Promise.all([
          Promise.reject(new Error('throttled')),
          other().catch((error: unknown) => gone((error as Error).name)),
        ])
        return { status: 200, body: {} }
      },
    })
    expect((await call(broken, {})).statusCode).toBe(500)
    thaw()
    await expect.poll(() => gone.mock.calls).toEqual([['AbortError']])
    expect(usageRecords()).toEqual([expect.objectContaining({ status: 500 })])
  })

  it('answers with what was done where only its record takes too long', async () => {
    const stuck = endpoint({ run: async () => ({ status: 201, body: { done: true } }) })
    table.on(PutCommand).callsFake(() => new Promise(() => undefined))
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 1010 }
    const { statusCode, body } = (await stuck(apiEvent({}), context)) as unknown as Answer
    expect([statusCode, JSON.parse(body)]).toEqual([201, { done: true }])
  })

  it('does the work left for afterwards beside the usage record, and answers even when it fails', async () => {
    const done = vi.fn(() => Promise.reject(new Error('queue is away')))
    const later = endpoint({
      run: async ({ afterwards }) => {
        afterwards(done)
        return { status: 202, body: {} }
      },
    })
    expect((await call(later, {})).statusCode).toBe(202)
    expect(done).toHaveBeenCalledOnce()
  })

  it('takes an id in the path that is no UUID for one that does not exist', async () => {
    const one = endpoint({ params: z.object({ id: z.uuid() }), run: async () => ({ status: 200, body: {} }) })
    expect((await call(one, { path: { id: 'x' } })).statusCode).toBe(404)
  })

  describe('without the gateway checking the key', () => {
    const open = endpoint({ auth: 'optional', run: async () => ({ status: 200, body: {} }) })

    it('lets callers without a key through, and counts them for nobody', async () => {
      const { statusCode, headers } = await call(open, {})
      expect([statusCode, headers['X-RateLimit-Limit']]).toEqual([200, undefined])
      expect(usageRecords()).toEqual([])
    })

    it('refuses a key that is mistyped without a read, and one that is unknown', async () => {
      expect((await call(open, { headers: { 'x-secret-token': 'spk_nonsense' } })).statusCode).toBe(401)
      expect(table.commandCalls(GetCommand)).toHaveLength(0)
      table.on(GetCommand).resolves({})
      expect((await call(open, { headers: { 'X-Secret-Token': newSecret() } })).statusCode).toBe(401)
      expect(table.commandCalls(GetCommand)).toHaveLength(1)
    })

    it('still carries out a 404 of the endpoint as such', async () => {
      const lost = endpoint({ auth: 'optional', run: () => Promise.reject(refuse('not_found', 'Nothing here.')) })
      expect((await call(lost, {})).json).toMatchObject({ errors: [{ code: 'not_found', message: 'Nothing here.' }] })
    })
  })

  it.each([
    ['/v1/media/{id}', '/api/v1/media/:id'],
    ['/v1/media/uploads/{id}/complete', '/api/v1/media/uploads/:id/complete'],
    ['/{proxy+}', '/api/v1/*'],
  ])('names %s in usage figures', (resource, name) => expect(endpointName(resource)).toBe(name))
})
