// The n8n node in n8n itself: a workflow posts a picture, and another one starts when the post is live. Opt-in, see support/n8n.ts.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually, startLocal } from '../support/local.ts'
import { installN8n, lacksN8n } from '../support/n8n.ts'
import { accountOn, busyKey, held, type Json, picture } from '../support/posting.ts'

const OURS = 'n8n-nodes-social-publisher.'
const CREDENTIALS = { id: 'publisher', name: 'Publisher' }

const node = (name: string, type: string, typeVersion: number, parameters: Json) => ({
  ...{ id: randomUUID(), name, type, typeVersion, parameters, position: [0, 0], webhookId: randomUUID() },
  ...(type.startsWith(OURS) ? { credentials: { socialPublisherApi: CREDENTIALS } } : {}),
})
/** A workflow of nodes that each follow the one before. */
const workflow = (id: string, nodes: { name: string }[]) => ({
  ...{ id, name: id, active: false, settings: { executionOrder: 'v1' }, nodes },
  connections: Object.fromEntries(
    nodes.slice(1).map(({ name }, nth) => [nodes[nth]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
  ),
})

it("posts a picture, and takes only genuine messages, in n8n's own engine", { timeout: 900_000 }, async ({ skip }) => {
  const lacking = lacksN8n()
  if (lacking) skip(lacking)
  const told: Json[] = []
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk))
    request.on('end', () => {
      told.push(JSON.parse(text))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const n8n = await installN8n()
  const env = { PUBLISH_POLL_MS: '50', URL_UPLOAD_ALLOW_HOSTS: n8n.host }
  const local = await startLocal({ env }).catch(async (error) => {
    await n8n.end()
    throw error
  })
  try {
    const key = await busyKey(local)
    const account = accountOn(local, 'instagram')
    const credentials = {
      ...CREDENTIALS,
      type: 'socialPublisherApi',
      data: { url: local.session.base_url, apiKey: key },
    }
    const file = join(n8n.folder, 'beach.jpg')
    writeFileSync(file, await picture())
    const posting = workflow('posting', [
      node('Start', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path: 'post', responseMode: 'lastNode' }),
      node('Read', 'n8n-nodes-base.readWriteFile', 1.1, { operation: 'read', fileSelector: file, options: {} }),
      node('Upload', `${OURS}socialPublisher`, 1, {
        ...{ resource: 'media', operation: 'upload', binaryPropertyName: 'data', altText: 'A beach' },
      }),
      node('Publish', `${OURS}socialPublisher`, 1, {
        ...{ resource: 'post', operation: 'create', type: 'feed', accounts: [account], content: 'By n8n' },
        ...{ mediaIds: '={{ $json.id }}', wait: 120, additionalFields: {} },
      }),
    ])
    const starting = node('Trigger', `${OURS}socialPublisherTrigger`, 1, { events: ['post.published'] })
    const seeing = workflow('seeing', [
      starting,
      node('Tell', 'n8n-nodes-base.httpRequest', 4.2, {
        ...{ method: 'POST', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` },
        ...{ sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}', options: {} },
      }),
    ])
    await n8n.bring('credentials', [credentials])
    await n8n.bring('workflow', [posting, seeing])
    await n8n.start()

    const tested = (apiKey: string) =>
      n8n.call('POST', '/credentials/test', {
        credentials: { ...credentials, data: { ...credentials.data, apiKey } },
      })
    expect(await tested(key)).toMatchObject({ status: 'OK' })
    expect(await tested('spk_unknown')).toMatchObject({ status: 'Error' })
    const offered = await n8n.call('POST', '/dynamic-node-parameters/options', {
      ...{ path: 'parameters.accounts', methodName: 'getAccounts', currentNodeParameters: {} },
      nodeTypeAndVersion: { name: `${OURS}socialPublisher`, version: 1 },
      credentials: { socialPublisherApi: CREDENTIALS },
    })
    expect(offered).toContainEqual({ name: expect.stringContaining('Instagram: '), value: account })

    const webhooks = async (): Promise<Json[]> =>
      (await local.api('GET', '/api/v1/webhooks', { key })).json<Json>().data
    for (const { id } of [posting, seeing]) await n8n.activate(id)
    const url = `http://${n8n.host}/webhook/${starting.webhookId}/webhook`
    const registered = async () => (await webhooks()).find((webhook) => webhook.url === url)
    expect(await eventually(registered, { what: 'the webhook of the trigger' })).toMatchObject({
      ...{ events: ['post.published'], enabled: true },
    })

    const signature = `v1,${Buffer.alloc(32, 7).toString('base64')}`
    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', 'webhook-id': 'msg_1', 'webhook-signature': signature },
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      },
      body: '{"type":"post.published","data":{"post_id":"forged"}}',
    })
    expect(forged.status).toBe(401)

    const run = () => fetch(`http://${n8n.host}/webhook/post`, { method: 'POST' })
    const started = await eventually(async () => {
      const reply = await run()
      // It is being activated.
      return reply.status === 404 ? undefined : reply
    })
    const published: Json = await started.json()
    // What went wrong in a workflow is only in n8n's record of it.
    if (!published.account_id) throw new Error(`${JSON.stringify(published)}: ${await n8n.problem()}`)
    expect(published).toMatchObject({ account_id: account, state: 'published', post_status: 'published' })
    expect(await held(local, 'instagram', published.platform_media_id)).toHaveLength(1)
    await eventually(() => told.length > 0, { what: 'the start of the workflow with the trigger' })
    expect(told).toMatchObject([{ type: 'post.published', data: { post_id: published.post_id } }])

    await n8n.call('POST', `/workflows/${seeing.id}/deactivate`, {})
    await eventually(async () => (await webhooks()).length === 0, { what: 'an end of the webhook' })
  } finally {
    await n8n.end()
    await local.end()
    receiver.closeAllConnections()
    receiver.close()
  }
})
