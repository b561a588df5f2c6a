// The tools for assistants: the list, keys, refusals, and what is read from the machine. By the SDK's own client.
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createPublisher } from '@social-publisher/client'
import { answerMcp } from '@social-publisher/mcp'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer } from '../../../packages/mcp/src/server.ts'
import { outcomeOf } from '../../../packages/mcp/src/tools/outcome.ts'
import { toolsAt } from '../../../packages/mcp/src/tools.ts'

const BASE = 'https://publisher.example'
const ADDRESSES = {
  baseUrl: BASE,
  resourceUrl: `${BASE}/api/mcp`,
  metadataUrl: `${BASE}/api/.well-known/oauth-protected-resource`,
}
const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

const requests: { name: string; key: string | null; once: string | null; body: string }[] = []
afterEach(() => {
  requests.length = 0
})

/** A service with one account, where each post is live at once. Only one key is good. */
const service = async (given: unknown): Promise<Response> => {
  const request = given as Request
  const name = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`
  const key = request.headers.get('X-Secret-Token')
  requests.push({ name, key, once: request.headers.get('Idempotency-Key'), body: await request.clone().text() })
  if (key === 'spk_limited')
    return json({ error: { type: 'rate_limit_exceeded', message: 'too often', retry_after: 40 } }, 429, {
      'Retry-After': '40',
    })
  if (key !== 'spk_good')
    return json({ success: false, message: 'no', errors: [{ code: 'invalid_key', message: 'no' }] }, 401)
  if (name === 'GET /accounts/social')
    return json({
      success: true,
      data: [
        {
          id: ACCOUNT,
          external_username: 'shop',
          social_provider: { name: 'threads' },
          metadata: '{"status":"connected"}',
        },
      ],
    })
  if (name === 'POST /posts/text' && new URL(request.url).searchParams.has('validate_only'))
    return json({ success: true, message: 'ok', data: { valid: true, accounts: [], skipped_accounts: [ACCOUNT] } })
  if (name === 'POST /posts/text' && requests.at(-1)!.body.includes('too often'))
    return json({ error: { type: 'rate_limit_exceeded', message: 'Wait.', retry_after: 23 } }, 429, {
      'Retry-After': '23',
    })
  if (name === 'POST /posts/text')
    return requests.at(-1)!.body.includes('too long')
      ? json(
          {
            success: false,
            message: 'It is too long.',
            errors: [{ code: 'too_long', path: 'content', message: 'It is too long.' }],
          },
          400,
        )
      : json({ success: true, message: 'accepted' }, 202, { Location: '/api/v1/posts/p1' })
  if (name === 'GET /posts/p1')
    return json({
      success: true,
      data: {
        id: 'p1',
        type: 'text',
        status: 'published',
        publications: [
          {
            account_id: ACCOUNT,
            platform: 'threads',
            state: 'published',
            terminal: true,
            permalink: 'https://t/1',
            retryable: false,
          },
        ],
      },
    })
  return json({}, 404)
}

const options = { fetch: service as typeof fetch }

async function overHttp(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESSES.resourceUrl), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: (url, init) => answerMcp(new Request(url, init), { ...ADDRESSES, ...options }),
  })
  await client.connect(transport)
  return client
}

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  answerMcp(
    new Request(ADDRESSES.resourceUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body,
    }),
    { ...ADDRESSES, ...options },
  )
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_accounts', arguments: {} },
})

describe('the list of tools', () => {
  it('is short, the same each time, and says of each what it may do', async () => {
    const client = await overHttp('spk_good')
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(14)
    expect((await client.listTools()).tools).toEqual(tools)
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
    for (const { name, description, annotations, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(description!.length, name).toBeGreaterThan(40)
      expect(annotations, name).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
      })
      if (annotations!.destructiveHint && name !== 'cancel_post')
        expect(inputSchema.required, name).toContain('idempotency_key')
      // A conversation may go on days later, when the service no longer knows the key.
      const { idempotency_key: key } = inputSchema.properties as Record<string, { description: string } | undefined>
      if (key) expect(key.description, name).toMatch(/within 24 hours/)
    }
    expect(tools.filter(({ annotations }) => annotations!.destructiveHint).map(({ name }) => name)).toEqual([
      'publish_post',
      'schedule_post',
      'cancel_post',
      'retry_post',
    ])
    expect(tools.find(({ name }) => name === 'upload_media')!.inputSchema.properties).not.toHaveProperty('file')
    const local = toolsAt({
      readFile: async () => ({ name: '', bytes: new Blob([]) }),
      longestWaitSeconds: 9,
      usualWaitSeconds: 1,
    })
    expect(local.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    await client.close()
  })
})

describe('publishing', () => {
  const words = { type: 'text', account_ids: [ACCOUNT], content: 'Hello', idempotency_key: 'order-17' }
  it('carries the assistant’s key, and answers with the outcome of each account', async () => {
    const client = await overHttp('spk_good')
    const { structuredContent, isError } = await client.callTool({ name: 'publish_post', arguments: words })
    expect([isError ?? false, structuredContent]).toMatchObject([
      false,
      {
        id: 'p1',
        status: 'published',
        ended: true,
        accounts: [{ account: 'threads:shop', state: 'published', link: 'https://t/1' }],
      },
    ])
    expect(requests.filter(({ name }) => name.startsWith('POST')).map(({ once }) => once)).toEqual(['order-17'])
    await client.close()
  })
  it('is checked before, and the accounts on which nothing would be published are named', async () => {
    const client = await overHttp('spk_good')
    const { idempotency_key: _, ...without } = words
    const { structuredContent } = await client.callTool({ name: 'validate_post', arguments: without })
    expect(structuredContent).toMatchObject({
      accounts: [],
      skipped_accounts: [{ account_id: ACCOUNT, account: 'threads:shop' }],
    })
    await client.close()
  })
  it('is refused without a key of repetition, and with the field where a rule is broken', async () => {
    const client = await overHttp('spk_good')
    const { idempotency_key: _, ...without } = words
    expect(await client.callTool({ name: 'publish_post', arguments: without })).toMatchObject({ isError: true })
    expect(requests.filter(({ name }) => name.startsWith('POST'))).toEqual([])
    const refused = await client.callTool({ name: 'publish_post', arguments: { ...words, content: 'too long' } })
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'too_long', issues: [{ path: 'content' }] } },
    })
    await client.close()
  })
  it('tells the assistant to wait where the gateway would give up before the limit begins anew', async () => {
    const client = await overHttp('spk_good')
    const began = Date.now()
    const refused = await client.callTool({ name: 'publish_post', arguments: { ...words, content: 'too often' } })
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'rate_limit_exceeded', retry_after_seconds: 23 } },
    })
    expect(Date.now() - began).toBeLessThan(5000)
    await client.close()
  })
})

describe('a call that assistants get wrong', () => {
  const words = { type: 'text', account_ids: [ACCOUNT], content: 'Hello', idempotency_key: 'order-17' }
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['publish_post', { ...words, scheduled_at: '2027-01-01T00:00:00Z' }, /scheduled_at/],
    ['publish_post', { ...words, media_asset_ids: [ACCOUNT] }, /media_asset_ids/],
    ['get_post', { post_id: 'shop' }, /post_id: This is not an id.*those of posts from list_posts/],
    ['publish_post', { ...words, account_ids: ['shop'] }, /account_ids\.0: This is not an id.*list_accounts/],
    ['retry_post', { post_id: ACCOUNT, idempotency_key: 'für den Strand' }, /idempotency_key: Use letters.*ASCII/],
    ['schedule_post', { ...words, scheduled_at: '2027-01-01T00:00:00' }, /scheduled_at: Give ISO 8601 with.*an offset/],
  ])('is refused by %s, and nothing is published: %j', async (name, given, why) => {
    const client = await overHttp('spk_good')
    const answer = await client.callTool({ name, arguments: given })
    expect([answer.isError, JSON.stringify(answer.content)]).toEqual([true, expect.stringMatching(why)])
    expect(requests).toEqual([])
    await client.close()
  })
})

describe('by HTTP', () => {
  it('asks for a key, and says where to learn of it', async () => {
    const response = await post(CALL)
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(`Bearer resource_metadata="${ADDRESSES.metadataUrl}"`)
    expect(requests).toEqual([])
  })
  it('takes no session of a person for a key', async () => {
    const response = await post(CALL, { Authorization: `Bearer sps_${'x'.repeat(49)}` })
    expect(response.status).toBe(401)
    expect(requests).toEqual([])
  })
  it('answers 401 for a key that is not good', async () => {
    const response = await post(CALL, { Authorization: 'Bearer spk_bad' })
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })
  it.each([
    ['no JSON', '{', 400],
    ['too much', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { a: 'x'.repeat(300_000) } }), 413],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(body, { Authorization: 'Bearer spk_good' })).status).toBe(status)
  })
  it('refuses texts that are not encoded in UTF-8: their letters would be published as signs of replacement', async () => {
    const refused = await post(Buffer.from(CALL.replace('{}', '{"note":"für"}'), 'latin1'), {
      Authorization: 'Bearer spk_good',
    })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32700 } }])
    expect(requests).toEqual([])
  })
  it('does not wait for a limit: a function would be held for as long', async () => {
    const began = Date.now()
    const said = await (await post(CALL, { Authorization: 'Bearer spk_limited' })).text()
    expect(said).toContain('rate_limit_exceeded')
    expect(said).toContain('retry_after_seconds')
    expect(requests).toHaveLength(1)
    expect(Date.now() - began).toBeLessThan(2000)
  })

  it('makes no storm of requests of one', async () => {
    const calls = (count: number) => JSON.stringify(Array.from({ length: count }, () => JSON.parse(CALL)))
    const refused = await post(calls(11), { Authorization: 'Bearer spk_bad' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32600 } }])
    expect(requests).toEqual([])
    expect((await post(calls(10), { Authorization: 'Bearer spk_good' })).status).toBe(200)
    expect(requests).toHaveLength(10)
  })

  it('tells of what was done where the key ends between two calls of one request', async () => {
    const words = { type: 'text', account_ids: [ACCOUNT], content: 'Hello', idempotency_key: 'order-18' }
    const calls = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'publish_post', arguments: words } },
      { ...JSON.parse(CALL), id: 2 },
    ]
    const ending = async (request: Request) =>
      request.method === 'POST'
        ? json({ success: true, message: 'accepted' }, 202, { Location: '/api/v1/posts/p1' })
        : json({ success: false, errors: [{ code: 'invalid_api_key' }] }, 401)
    const headers = {
      ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      Authorization: 'Bearer spk_good',
    }
    const asked = new Request(ADDRESSES.resourceUrl, { method: 'POST', headers, body: JSON.stringify(calls) })
    const answer = await answerMcp(asked, { ...ADDRESSES, fetch: ending as typeof fetch })
    expect(answer.status).toBe(200)
    const said = await answer.text()
    expect(said).toContain('accepted It has not ended yet')
    expect(said).toContain('invalid_api_key')
  })

  it('answers each call of a request that also takes it back: nobody would come with the answer later', async () => {
    const call = JSON.parse(CALL) as { id: number }
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: call.id } }
    for (const messages of [
      [call, cancelled],
      [cancelled, call],
    ]) {
      const response = await post(JSON.stringify(messages), { Authorization: 'Bearer spk_good' })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`"id":${call.id}`)])
    }
    expect((await post(JSON.stringify([cancelled]), { Authorization: 'Bearer spk_good' })).status).toBe(202)
  })

  it('keeps no stream open', async () => {
    const response = await answerMcp(
      new Request(ADDRESSES.resourceUrl, {
        headers: { Authorization: 'Bearer spk_good', Accept: 'text/event-stream' },
      }),
      { ...ADDRESSES, ...options },
    )
    expect(response.status).toBe(405)
  })
})

/** A client whose server calls a service that answers so. */
async function clientOf(answer: (request: Request) => Promise<Response>): Promise<Client> {
  const publisher = createPublisher({
    baseUrl: BASE,
    apiKey: 'k',
    retries: 0,
    fetch: (request) => answer(request as Request),
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const server = createServer(publisher, { longestWaitSeconds: 9, usualWaitSeconds: 1 })
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  return client
}

it.each([
  ['idempotency_in_flight', /repeat the call with the same idempotency_key within 24 hours, or look/],
  ['idempotency_mismatch', /^Nothing was done now\..*look with list_posts before you use another key/],
])('says what to do with a key where the service answers %s', async (code, advice) => {
  const client = await clientOf(async () =>
    json({ success: false, message: 'Use a new key.', errors: [{ code, message: 'Use a new key.' }] }, 409),
  )
  const given = { type: 'text', account_ids: [ACCOUNT], content: 'Hello', idempotency_key: 'order-17' }
  expect(await client.callTool({ name: 'publish_post', arguments: given })).toMatchObject({
    structuredContent: { error: { code, advice: expect.stringMatching(advice) } },
  })
  await client.close()
})

it('names what the platform says of a post that it refused', () => {
  const error = { code: 'rejected', message: 'No.', platform: { message: 'Too small', subcode: 2 } }
  const post = { publications: [{ account_id: ACCOUNT, error }] } as never
  expect(outcomeOf(post, new Map()).accounts[0]).toMatchObject({
    error: { code: 'rejected', message: 'No.', platform_message: 'Too small' },
  })
})

it('names the accounts that do not take a post, of which it tells nothing else', () => {
  const post = { publications: [], skipped_accounts: [ACCOUNT, 'gone'] } as never
  expect(outcomeOf(post, new Map([[ACCOUNT, 'instagram:shop']])).skipped_accounts).toEqual([
    { account_id: ACCOUNT, account: 'instagram:shop' },
    { account_id: 'gone', account: null },
  ])
})

it('asks for the address where a page of something else refuses', async () => {
  const client = await clientOf(async () => new Response('<h1>Not Found</h1>', { status: 404 }))
  expect(await client.callTool({ name: 'list_accounts', arguments: {} })).toMatchObject({
    structuredContent: { error: { code: 'unknown', advice: expect.stringMatching(/^Is PUBLISHER_URL the address/) } },
  })
  await client.close()
})

it.each<[string, Record<string, unknown>, RegExp]>([
  ['retry_post', { post_id: ACCOUNT, idempotency_key: 'order-17' }, /same idempotency_key/],
  ['upload_media', { url: 'https://a.example/a.jpg' }, /look before you repeat/],
  ['list_accounts', {}, /^Call it again\.$/],
])('says what to do when no answer came, and when the service failed: %s', async (name, given, advice) => {
  const fault = async () => json({ success: false, message: 'It broke.' }, 500)
  const gone = () => Promise.reject(new TypeError('gone'))
  for (const [answer, code] of [
    [gone, 'unreachable'],
    [fault, 'unknown'],
  ] as const) {
    const client = await clientOf(answer)
    expect(await client.callTool({ name, arguments: given })).toMatchObject({
      isError: true,
      structuredContent: { error: { code, advice: expect.stringMatching(advice) } },
    })
    await client.close()
  }
})

it.each([
  ['its accounts cannot be read', json({ error: { type: 'rate_limit_exceeded', message: 'slow down' } }, 429)],
  ['its key was revoked just after', json({ success: false, errors: [{ code: 'invalid_api_key' }] }, 401)],
])('says that a post is accepted although %s', async (_, refusal) => {
  const client = await clientOf(async ({ method }) =>
    method === 'POST'
      ? json({ success: true, message: 'accepted' }, 202, { Location: '/api/v1/posts/p1' })
      : refusal.clone(),
  )
  const words = { type: 'text', account_ids: [ACCOUNT], content: 'Hello', idempotency_key: 'order-17' }
  const answer = await client.callTool({ name: 'publish_post', arguments: words })
  expect([answer.isError ?? false, answer.structuredContent]).toEqual([
    false,
    { id: 'p1', ended: false, message: expect.stringContaining('call wait_for_post') },
  ])
  await client.close()
})

it('lists posts with the beginnings of their texts', async () => {
  const post = { id: 'p1', type: 'text', status: 'published', title: null, content: '🏖'.repeat(2200), created_at: 1 }
  const result_info = { page: 1, total_pages: 1, total_count: 1 }
  const client = await clientOf(async () => json({ success: true, data: { result: [post], result_info } }))
  const answer = await client.callTool({ name: 'list_posts', arguments: {} })
  expect(answer.structuredContent).toMatchObject({ posts: [{ content: `${'🏖'.repeat(199)}…` }] })
  await client.close()
})
