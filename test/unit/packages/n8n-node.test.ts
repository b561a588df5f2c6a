// The nodes for n8n, with an n8n and a service in place of the real ones that keep what they are asked. They are built by
// `npm run build:n8n`, which needs the registry.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BUILT_NODES, lacksNodes, loadNode } from '../../support/built-n8n.ts'

// biome-ignore lint/suspicious/noExplicitAny: what n8n gives a node is more than is used here
type Any = any
const lacking = lacksNodes()

// That of n8n: an error that n8n has wrapped is handed back as it is, whatever it is to say.
const { NodeApiError } = lacking ? { NodeApiError: Error } : createRequire(join(BUILT_NODES, 'n8n.js'))('n8n-workflow')
const asked: {
  method: string
  url: string
  baseURL?: string
  body?: Any
  headers?: Record<string, string>
  ignoreHttpStatusErrors?: boolean
  disableFollowRedirect?: boolean
}[] = []
beforeEach(() => {
  asked.length = 0
  first.length = 0
  store.length = 0
  slept.length = 0
  vi.stubGlobal('setTimeout', (wake: () => void, ms: number) => {
    slept.push(ms)
    queueMicrotask(wake)
  })
})
afterEach(() => vi.unstubAllGlobals())
const node = { id: 'node', name: 'Social Publisher', type: 'socialPublisher', typeVersion: 1 }
const POST = { id: 'p1', status: 'published', publications: [{ account_id: 'a', terminal: true }] }
let webhooks: { id: string; url: string; enabled: boolean; events: string[] }[] = []
/** The first answers, in place of those of a healthy service. For a refusal, n8n throws an error of its own. */
const first: { statusCode: number; body?: unknown; headers?: Record<string, string> }[] = []
const slept: number[] = []
/** The addresses of the store of files that were asked. */
const stored: string[] = []
/** What the store of files answers. */
const store: (Error | { statusCode: number })[] = []

let address = 'https://publisher.example'

const common = {
  getNode: () => node,
  getCredentials: async () => ({ url: address }),
  helpers: {
    assertBinaryData: () => ({ fileName: 'a.jpg', mimeType: 'image/jpeg' }),
    getBinaryDataBuffer: async () => Buffer.from('bytes'),
    httpRequest: async ({ url }: { url: string }) => {
      stored.push(url)
      const answer = store.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
    httpRequestWithAuthentication: async (_: string, given: (typeof asked)[number]) => {
      asked.push(given)
      const answer = first.shift()
      if (answer && answer.statusCode >= 400 && !given.ignoreHttpStatusErrors)
        throw new NodeApiError(
          node,
          Object.assign(new Error('refused'), { response: { ...answer, data: answer.body } }),
        )
      if (answer) return { headers: {}, body: {}, ...answer }
      if (given.method === 'DELETE') webhooks = webhooks.filter(({ id }) => !given.url.endsWith(id))
      const data = given.url.includes('webhooks')
        ? given.method === 'GET'
          ? webhooks
          : { id: 'new', secret: 'whsec_AA==' }
        : POST
      return { statusCode: 200, body: { data }, headers: { location: '/api/v1/posts/p1' } }
    },
  },
}

/** @returns what the node gives. */
async function created(
  more: Record<string, unknown>,
  {
    run = 0,
    instance = 'one',
    zone = 'UTC',
    content = 'Hello',
    resource = 'post',
    operation = 'create',
    items = 1,
    goesOn = false,
    onError = 'stopWorkflow',
    given = {} as Record<string, unknown>,
  } = {},
) {
  const parameters: Record<string, unknown> = {
    ...{ resource, operation, type: 'feed', accounts: ['a'], mediaIds: 'm', wait: 0, postId: 'p1' },
    ...{ mediaUrl: 'https://pictures.example/1.jpg', altText: '', content, additionalFields: more },
    ...{ binaryPropertyName: 'data', ...given },
  }
  const { SocialPublisher } = loadNode('SocialPublisher')
  return new SocialPublisher().execute.call({
    ...common,
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNodeParameter: (name: string) => parameters[name],
    getExecutionId: () => '7',
    getInstanceId: () => instance,
    getWorkflowDataProxy: () => ({ $runIndex: run }),
    getTimezone: () => zone,
    continueOnFail: () => goesOn || onError !== 'stopWorkflow',
    getNode: () => ({ ...node, onError }),
  })
}
/** @returns what the service was asked. */
async function create(...given: Parameters<typeof created>) {
  await created(...given)
  return asked.filter(({ method }) => method === 'POST').at(-1)!
}
const keys = () => asked.flatMap(({ headers }) => headers?.['Idempotency-Key'] ?? [])

describe.skipIf(lacking)('the node', () => {
  it('posts once where n8n tries it again, and each time in a loop', async () => {
    await create({}, { run: 0, items: 2 })
    await create({}, { run: 0, items: 2 })
    expect(new Set(keys()).size).toBe(2)
    await create({}, { run: 1 })
    await create({}, { run: 1, operation: 'retry' })
    await create({}, { run: 2, operation: 'retry' })
    expect(new Set(keys()).size).toBe(5)
    await create({}, { run: 2, instance: 'other' })
    expect(new Set(keys()).size).toBe(6)
  })

  it.each<[string, unknown, string]>([
    ['the zone of the workflow', '2026-12-24T18:00:00', '2026-12-24T09:00:00Z'],
    ['its own zone', '2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00Z'],
    ['milliseconds', 1798131600000, '2026-12-24T17:00:00Z'],
    ['a date', new Date('2026-12-24T17:00:00Z'), '2026-12-24T17:00:00Z'],
    ['a date as text', String(new Date('2026-12-24T17:00:00Z')), '2026-12-24T17:00:00Z'],
    ['the zone of the workflow, with a space', '2026-12-24 18:00', '2026-12-24T09:00:00Z'],
    ['its own zone, with a space', '2026-12-24 18:00+01:00', '2026-12-24T17:00:00Z'],
  ])('takes a time in %s', async (_, scheduledAt, expected) => {
    const { body } = await create({ scheduledAt }, { zone: 'Asia/Seoul' })
    expect(body.scheduled_at).toBe(Date.parse(expected))
  })

  it.each<[unknown, RegExp]>([
    ['', /Scheduled At is empty/],
    [undefined, /Scheduled At is empty/],
    ['soon', /Scheduled At is no time: soon/],
    // Of these, n8n takes the clock of its own machine, the month for the first number, midnight, today, and a day in March.
    ['12/24/2026 18:00:00', /Scheduled At is no time: 12\/24\/2026 18:00:00. Write 2026-12-24 18:00/],
    ['1.2.2027 18:00', /Scheduled At is no time/],
    ['May 1, 2027 9:00', /Scheduled At is no time/],
    ['2026-12-24 06:00 PM', /Scheduled At is no time/],
    ['2026-12-24', /Scheduled At is no time/],
    ['18:00', /Scheduled At is no time/],
    ['2027-02-30 18:00', /Scheduled At is no time/],
    ['2026-12-24T18:00+25:00', /Scheduled At is no time/],
    [new Date(Number.NaN), /Scheduled At is no time/],
  ])('does not publish now what was to be published at %j', async (scheduledAt, why) => {
    await expect(create({ scheduledAt })).rejects.toThrow(why)
    expect(asked).toEqual([])
  })

  it('says what is wrong, field by field', async () => {
    const errors = [
      { code: 'too_long', path: 'content', message: 'It is too long.' },
      { code: 'unknown_media', message: 'There is no such file.' },
    ]
    first.push({ statusCode: 400, body: { success: false, message: 'Two things are wrong.', errors } })
    await expect(create({})).rejects.toMatchObject({
      ...{ httpCode: '400', message: 'content: It is too long. (too_long) There is no such file. (unknown_media)' },
    })
  })

  it('waits for the rate limit, and where it is used up', async () => {
    const busy = { error: { type: 'rate_limit_exceeded', message: 'slow down' } }
    first.push({ statusCode: 429, body: busy, headers: { 'retry-after': '7' } })
    first.push({ statusCode: 202, headers: { location: '/api/v1/posts/p1', ratelimit: '"default";r=0;t=23' } })
    await create({})
    expect(slept.map((ms) => Math.round(ms / 1000))).toEqual([7, 23])
    expect([asked.map(({ method }) => method), new Set(keys()).size]).toEqual([['POST', 'POST', 'GET'], 1])
    first.push({ statusCode: 429, body: busy, headers: { 'retry-after': '600' } })
    await expect(create({})).rejects.toMatchObject({ httpCode: '429', message: 'slow down' })
  })

  it('sends once more what the service could not answer, and says of a post that is accepted that it is', async () => {
    first.push({ statusCode: 503 })
    await create({})
    expect([asked.map(({ method }) => method), new Set(keys()).size]).toEqual([['POST', 'POST', 'GET'], 1])
    const gone = { statusCode: 503 }
    first.push({ statusCode: 202, headers: { location: '/api/v1/posts/p1' } }, gone, gone, gone)
    await expect(create({})).rejects.toThrow(/^The post p1 was accepted, but its state cannot be read: /)
  })

  it('waits for a post as long as it is told, and for its links a moment longer', async () => {
    let time = Date.now()
    const now = vi.spyOn(Date, 'now').mockImplementation(() => time)
    onTestFinished(() => now.mockRestore())
    vi.stubGlobal('setTimeout', (wake: () => void, ms: number) => {
      slept.push(ms)
      time += ms
      queueMicrotask(wake)
    })
    const accepted = { statusCode: 202, headers: { location: '/api/v1/posts/p1' } }
    const as = (publication: object) => ({ statusCode: 200, body: { data: { ...POST, publications: [publication] } } })
    first.push(accepted, ...Array.from({ length: 40 }, () => as({ state: 'publishing', terminal: false })))
    await create({}, { given: { wait: 45 } })
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(45_000)

    slept.length = first.length = 0
    first.push(accepted, as({ state: 'publishing', terminal: false }))
    await create({}, { given: { wait: undefined } })
    expect(slept).toEqual([])

    const live = { state: 'published', terminal: true }
    const withoutLink = as({ ...live, permalink: null })
    slept.length = first.length = 0
    first.push(accepted, withoutLink, withoutLink, as({ ...live, permalink: 'https://p.example/1' }))
    const [items] = await created({}, { given: { wait: 45 } })
    expect([items[0].json.permalink, slept]).toEqual(['https://p.example/1', [500, 500]])

    // Some publications never have one, and what has ended is not called lost where looking for it fails.
    slept.length = 0
    first.push(accepted, ...Array.from({ length: 10 }, () => withoutLink))
    await create({}, { given: { wait: 45 } })
    expect(slept).toHaveLength(5)
    slept.length = first.length = 0
    first.push(accepted, withoutLink, ...Array.from({ length: 3 }, () => ({ statusCode: 403 })))
    expect((await created({}, { given: { wait: 45 } }))[0]).toMatchObject([{ json: live }])
  })

  it('names every post once although others come and go meanwhile', async () => {
    const page = (ids: string[], of: number) => ({
      statusCode: 200,
      body: { data: { result: ids.map((id) => ({ id })), result_info: { total_count: of, total_pages: 3, limit: 2 } } },
    })
    first.push(page(['a', 'b'], 5), page(['b', 'c'], 6), page(['e'], 5), page(['c', 'd'], 5), page(['e'], 5))
    const given = { returnAll: true, filters: {} }
    const [items] = await created({}, { operation: 'getAll', given })
    expect(items.map(({ json }: Any) => json.id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('posts no second time where the machine sleeps for days before it would send once more', async () => {
    const began = Date.now()
    const now = vi.spyOn(Date, 'now')
    onTestFinished(() => now.mockRestore())
    vi.stubGlobal('setTimeout', (wake: () => void) => {
      now.mockReturnValue(began + 62 * 3_600_000)
      queueMicrotask(wake)
    })
    first.push({ statusCode: 504 })
    await expect(create({})).rejects.toMatchObject({
      ...{ message: expect.stringMatching(/slept too long/), description: expect.stringMatching(/^It may have taken/) },
    })
    expect(asked.map(({ method }) => method)).toEqual(['POST'])
  })

  it('waits for the first answer where the service is still working on it', async () => {
    first.push({ statusCode: 504 }, { statusCode: 409, headers: { 'retry-after': '1' } })
    await create({})
    expect([asked.map(({ method }) => method), new Set(keys()).size]).toEqual([['POST', 'POST', 'POST', 'GET'], 1])
    first.push({ statusCode: 409, body: { message: 'It was used with another request.' } })
    await expect(create({})).rejects.toMatchObject({ httpCode: '409', message: 'It was used with another request.' })
  })

  it('warns of another key where a try before with other content may have taken effect', async () => {
    const code = 'idempotency_mismatch'
    first.push({ statusCode: 422, body: { errors: [{ code, message: 'Use a new key.' }] } })
    await expect(create({})).rejects.toMatchObject({
      ...{
        message: `Use a new key. (${code})`,
        description: expect.stringMatching(/Get Many before you use another key/),
      },
    })
  })

  it.each([401, 403, 429])('says that a post may be live where a lost answer is followed by %s', async (status) => {
    const answer = { statusCode: status, body: { message: 'No.' }, headers: { 'retry-after': '600' } }
    first.push({ statusCode: 504 }, answer)
    await expect(create({})).rejects.toMatchObject({
      ...{ httpCode: String(status), message: 'No.', description: expect.stringMatching(/^It may have taken effect/) },
    })
    first.push(answer)
    await expect(create({})).rejects.not.toMatchObject({ description: expect.stringMatching(/may have taken effect/) })
  })

  it('says so too where a page follows a lost answer', async () => {
    const page = { statusCode: 404, body: '<h1>default backend</h1>', headers: {} }
    first.push({ statusCode: 504 }, page)
    await expect(create({})).rejects.toMatchObject({
      ...{ httpCode: '404', description: expect.stringMatching(/^It may have taken effect/) },
    })
    first.push(page)
    await expect(create({})).rejects.not.toMatchObject({ description: expect.stringMatching(/may have taken effect/) })
  })

  it('takes no page, no half of an answer and none without an id for an accepted post', async () => {
    first.push({ statusCode: 202, body: '{"success":true,"mess', headers: { location: '/api/v1/posts/p1' } })
    await create({})
    expect([asked.map(({ method }) => method), new Set(keys()).size]).toEqual([['POST', 'POST', 'GET'], 1])
    const page = { statusCode: 200, body: '<!doctype html>' }
    first.push(page, page, page)
    await expect(create({})).rejects.toThrow(/^The service did not answer: POST \/v1\/posts\/feed came back with/)
    first.push({ statusCode: 200, body: { data: [] } })
    await expect(create({})).rejects.toThrow('The service did not answer: the answer to the post names no post.')
  })

  it('takes what expressions give: lists, numbers and nothing', async () => {
    const { body } = await create(
      { hashtags: ['a', 'b'], title: 7 },
      { given: { content: 2026, mediaIds: ['m', 'n'] } },
    )
    expect(body).toMatchObject({ content: '2026', title: '7', hashtags: ['a', 'b'] })
    expect(body.media).toEqual({ media_asset_ids: ['m', 'n'] })
    const given = { type: 'text', content: undefined, accounts: 'a, b' }
    expect((await create({}, { given })).body).toEqual({ accounts: ['a', 'b'] })
    asked.length = 0
    await expect(create({}, { given: { content: { text: 'x' } } })).rejects.toThrow('Content is no text')
    for (const operation of ['get', 'cancel', 'retry'])
      await expect(create({}, { operation, given: { postId: '' } })).rejects.toThrow('Post ID is empty.')
    expect(asked).toEqual([])
  })

  it('sends a file again whose connection broke, and leaves nothing where it does not arrive', async () => {
    const upload = { resource: 'media', operation: 'upload' }
    const started = { statusCode: 201, body: { data: { id: 's', upload_url: 'https://store.example/1', headers: {} } } }
    first.push(started)
    store.push(new Error('reset'), { statusCode: 412 })
    await create({}, upload)
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/media/uploads',
      'POST /v1/media/uploads/s/complete',
    ])
    const part = { first_byte: 0, size_bytes: 5, upload_url: 'https://store.example/2', headers: {} }
    const anew = { statusCode: 200, body: { data: { parts: [part] } } }
    first.push(started, anew)
    store.push({ statusCode: 403 }, { statusCode: 200 })
    await create({}, upload)
    expect(stored.slice(-2)).toEqual(['https://store.example/1', 'https://store.example/2'])
    first.push(started, anew, anew)
    store.push({ statusCode: 403 }, { statusCode: 403 }, { statusCode: 403 })
    await expect(create({}, upload)).rejects.toThrow('The file did not arrive: its store answered 403.')
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE', url: '/v1/media/uploads/s' })
  })

  it('names its error where the workflow goes on, so that n8n leads the item to the output for errors', async () => {
    first.push({ statusCode: 400, body: { message: 'content is required' } })
    const [[failed, posted]] = await created({}, { items: 2, onError: 'continueErrorOutput' })
    expect(failed).toMatchObject({ json: { error: 'content is required' }, pairedItem: { item: 0 } })
    expect(failed.error).toBeInstanceOf(NodeApiError)
    expect(failed.error.message).toBe('content is required')
    expect(posted).toMatchObject({ json: { post_id: 'p1' }, pairedItem: { item: 1 } })
    expect(posted).not.toHaveProperty('error')
    // In the usual output, n8n replaces what an item with an error says by its message: the advice would be lost.
    first.push({ statusCode: 500 }, { statusCode: 500 }, { statusCode: 500 })
    const [[unclear]] = await created({}, { onError: 'continueRegularOutput' })
    expect(unclear).not.toHaveProperty('error')
    expect(unclear.json.description).toMatch(/^It may have taken effect/)
  })

  it('takes the key to no other host that an answer leads to', async () => {
    const led = { statusCode: 302, body: {}, headers: { location: 'https://sign-in.example' } }
    first.push(led, led, led)
    await expect(create({})).rejects.toThrow('came back with something else. Is that the address of the API?')
    expect(asked).toHaveLength(3)
    for (const each of asked) expect(each).toMatchObject({ disableFollowRedirect: true })
  })

  it('names the posts of the items before the one that fails: another execution would post them again', async () => {
    const accepted = { statusCode: 202, body: {}, headers: { location: '/api/v1/posts/p1' } }
    const read = { statusCode: 200, body: { data: POST } }
    const refused = { statusCode: 400, body: { message: 'content is required' } }
    first.push(accepted, read, refused)
    const failed = await created({}, { items: 3 }).catch((error) => error)
    expect(failed.message).toBe('content is required')
    expect(failed.description).toMatch(
      /^The items before it were posted: p1\. .*another execution posts a second time\.$/,
    )
    first.push(refused)
    expect((await created({}, { items: 3 }).catch((error) => error)).description ?? '').not.toContain('posted')
  })

  it('gives an item too for an account that was skipped: nothing else would tell of it', async () => {
    const post = { statusCode: 200, body: { data: { ...POST, skipped_accounts: ['b'] } } }
    first.push({ statusCode: 202, headers: { location: '/api/v1/posts/p1' } }, post, post)
    const items = [...(await created({})).flat(), ...(await created({}, { operation: 'get' })).flat()]
    expect(items.map(({ json }: Any) => [json.account_id, json.state])).toEqual([
      ['a', undefined],
      ['b', 'skipped'],
      ['a', undefined],
      ['b', 'skipped'],
    ])
    expect(items[1].json).toMatchObject({ post_id: 'p1', post_status: 'published', terminal: true, permalink: null })
  })

  it('stores a file at an address once, however often it asks', async () => {
    first.push({ statusCode: 503 })
    await create({}, { resource: 'media', operation: 'uploadUrl' })
    expect([asked.map(({ method }) => method), new Set(keys()).size]).toEqual([['POST', 'POST'], 1])
  })

  it.each(['', '/', '/api', '/api/', '/api/v1', ' '])('takes the address with %j at its end', async (end) => {
    address = `https://publisher.example${end}`
    onTestFinished(() => {
      address = 'https://publisher.example'
    })
    await create({})
    expect(asked[0]!.baseURL).toBe('https://publisher.example/api')
  })

  it('makes a title of whole characters', async () => {
    const { body } = await create({}, { content: `${'x'.repeat(99)}🏖️ and more` })
    expect(body.title).toBe(`${'x'.repeat(99)}🏖`)
  })
})

it.skipIf(lacking)('the trigger takes the place of a webhook of its address whose secret is lost', async () => {
  const url = 'https://n8n.example/webhook/1'
  webhooks = [
    { id: 'old', url, enabled: false, events: [] },
    { id: 'other', url: 'https://n8n.example/webhook/2', enabled: true, events: [] },
  ]
  const kept = {}
  const context = {
    ...common,
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => ['post.failed'],
    getWorkflowStaticData: () => kept,
  }
  const { create: register, checkExists } = new (loadNode('SocialPublisherTrigger').SocialPublisherTrigger)()
    .webhookMethods.default
  expect(await checkExists.call(context)).toBe(false)
  expect(await register.call(context)).toBe(true)
  expect([webhooks.map(({ id }) => id), kept]).toEqual([['other'], { webhookId: 'new', secret: 'whsec_AA==' }])
})

it.skipIf(lacking).each<[string, string[], boolean]>([
  ['the same', ['post.published', 'post.failed'], true],
  ['others', ['post.failed'], false],
])('the trigger keeps its webhook where its events are %s', async (_, events, keeps) => {
  const url = 'https://n8n.example/webhook/1'
  webhooks = [{ id: 'w', url, enabled: true, events: ['post.failed', 'post.published'] }]
  const { checkExists } = new (loadNode('SocialPublisherTrigger').SocialPublisherTrigger)().webhookMethods.default
  const kept = { webhookId: 'w', secret: 'whsec_AA==' }
  const context = {
    ...{ ...common, getNodeWebhookUrl: () => url },
    ...{ getNodeParameter: () => events, getWorkflowStaticData: () => kept },
  }
  expect(await checkExists.call(context)).toBe(keeps)
})

it.skipIf(lacking)('the trigger starts the workflow with the id by which a message is known again', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = { type: 'post.published', data: { post_id: 'p1' } }
  const rawBody = Buffer.from(JSON.stringify(body))
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(), rawBody.toString()),
  }
  const { SocialPublisherTrigger } = loadNode('SocialPublisherTrigger')
  const { workflowData } = await new SocialPublisherTrigger().webhook.call({
    getWorkflowStaticData: () => ({ secret }),
    getRequestObject: () => ({ rawBody }),
    getHeaderData: () => headers,
    getBodyData: () => body,
    helpers: { returnJsonArray: (items: Any[]) => items.map((json) => ({ json })) },
  })
  expect(workflowData).toEqual([[{ json: { ...body, message_id: 'msg_1' } }]])
})
