// The nodes for n8n, with an n8n and a service in place of the real ones that keep what they are asked. They are built by
// `npm run build:n8n`, which needs the registry.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'

const BUILT = join(import.meta.dirname, '..', '..', '..', '.cache', 'n8n', 'dist', 'nodes')
// biome-ignore lint/suspicious/noExplicitAny: what n8n gives a node is more than is used here
type Any = any
const load = (name: string): Any => createRequire(import.meta.url)(join(BUILT, name, `${name}.node.js`))

const asked: { method: string; url: string; body?: Any; headers?: Record<string, string> }[] = []
beforeEach(() => {
  asked.length = 0
})
const node = { id: 'node', name: 'Social Publisher', type: 'socialPublisher', typeVersion: 1 }
const POST = { id: 'p1', status: 'published', publications: [{ account_id: 'a', terminal: true }] }
let webhooks: { id: string; url: string; enabled: boolean }[] = []

const common = {
  getNode: () => node,
  getCredentials: async () => ({ url: 'https://publisher.example' }),
  helpers: {
    httpRequestWithAuthentication: async (_: string, given: (typeof asked)[number]) => {
      asked.push(given)
      if (given.method === 'DELETE') webhooks = webhooks.filter(({ id }) => !given.url.endsWith(id))
      const data = given.url.includes('webhooks')
        ? given.method === 'GET'
          ? webhooks
          : { id: 'new', secret: 'whsec_AA==' }
        : POST
      return { body: { data }, headers: { location: '/api/v1/posts/p1' } }
    },
  },
}

async function create(
  more: Record<string, unknown>,
  { run = 0, zone = 'UTC', content = 'Hello', operation = 'create', items = 1 } = {},
) {
  const parameters: Record<string, unknown> = {
    ...{ resource: 'post', operation, type: 'feed', accounts: ['a'], mediaIds: 'm', wait: 0, postId: 'p1' },
    ...{ content, additionalFields: more },
  }
  const { SocialPublisher } = load('SocialPublisher')
  await new SocialPublisher().execute.call({
    ...common,
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNodeParameter: (name: string) => parameters[name],
    getExecutionId: () => '7',
    getWorkflowDataProxy: () => ({ $runIndex: run }),
    getTimezone: () => zone,
    continueOnFail: () => false,
  })
  return asked.filter(({ method }) => method === 'POST').at(-1)!
}
const keys = () => asked.flatMap(({ headers }) => headers?.['Idempotency-Key'] ?? [])

describe.skipIf(!existsSync(BUILT))('the node', () => {
  it('posts once where n8n tries it again, and each time in a loop', async () => {
    await create({}, { run: 0, items: 2 })
    await create({}, { run: 0, items: 2 })
    expect(new Set(keys()).size).toBe(2)
    await create({}, { run: 1 })
    await create({}, { run: 1, operation: 'retry' })
    await create({}, { run: 2, operation: 'retry' })
    expect(new Set(keys()).size).toBe(5)
  })

  it.each<[string, unknown, string]>([
    ['the zone of the workflow', '2026-12-24T18:00:00', '2026-12-24T09:00:00Z'],
    ['its own zone', '2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00Z'],
    ['milliseconds', 1798131600000, '2026-12-24T17:00:00Z'],
    ['a date', new Date('2026-12-24T17:00:00Z'), '2026-12-24T17:00:00Z'],
  ])('takes a time in %s', async (_, scheduledAt, expected) => {
    const { body } = await create({ scheduledAt }, { zone: 'Asia/Seoul' })
    expect(body.scheduled_at).toBe(Date.parse(expected))
  })

  it.each<[unknown, RegExp]>([
    ['', /Scheduled At is empty/],
    [undefined, /Scheduled At is empty/],
    ['soon', /Scheduled At is no time: soon/],
  ])('does not publish now what was to be published at %j', async (scheduledAt, why) => {
    await expect(create({ scheduledAt })).rejects.toThrow(why)
    expect(asked).toEqual([])
  })

  it('makes a title of whole characters', async () => {
    const { body } = await create({}, { content: `${'x'.repeat(99)}🏖️ and more` })
    expect(body.title).toBe(`${'x'.repeat(99)}🏖`)
  })
})

it.skipIf(!existsSync(BUILT))(
  'the trigger takes the place of a webhook of its address whose secret is lost',
  async () => {
    const url = 'https://n8n.example/webhook/1'
    webhooks = [
      { id: 'old', url, enabled: false },
      { id: 'other', url: 'https://n8n.example/webhook/2', enabled: true },
    ]
    const kept = {}
    const context = {
      ...common,
      getNodeWebhookUrl: () => url,
      getNodeParameter: () => ['post.failed'],
      getWorkflowStaticData: () => kept,
    }
    const { create: register, checkExists } = new (load('SocialPublisherTrigger').SocialPublisherTrigger)()
      .webhookMethods.default
    expect(await checkExists.call(context)).toBe(false)
    expect(await register.call(context)).toBe(true)
    expect([webhooks.map(({ id }) => id), kept]).toEqual([['other'], { webhookId: 'new', secret: 'whsec_AA==' }])
  },
)

it.skipIf(!existsSync(BUILT))(
  'the trigger starts the workflow with the id by which a message is known again',
  async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const body = { type: 'post.published', data: { post_id: 'p1' } }
    const rawBody = Buffer.from(JSON.stringify(body))
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(), rawBody.toString()),
    }
    const { SocialPublisherTrigger } = load('SocialPublisherTrigger')
    const { workflowData } = await new SocialPublisherTrigger().webhook.call({
      getWorkflowStaticData: () => ({ secret }),
      getRequestObject: () => ({ rawBody }),
      getHeaderData: () => headers,
      getBodyData: () => body,
      helpers: { returnJsonArray: (items: Any[]) => items.map((json) => ({ json })) },
    })
    expect(workflowData).toEqual([[{ json: { ...body, message_id: 'msg_1' } }]])
  },
)
