// Each package, installed from its packed file in an empty folder, against the running service.
import { execFile } from 'node:child_process'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksNodes, loadNode } from '../support/built-n8n.ts'
import { type Installed, install, manifestOf } from '../support/installed.ts'
import { eventually } from '../support/local.ts'
import { testSamples } from '../support/package-samples.ts'
import { busyKey, picture } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
/** Made by `npm run build:python`, which needs Python and the registry. */
const PYTHON = join(ROOT, '.cache', 'python', 'bin', 'python')
/** Of Node: this one, and those that `npm run test:packages` gets from npm. */
const NODES = [process.execPath, ...(process.env.OLDER_NODES ?? '').split(':').filter(Boolean)]

let local: SharedLocal
let apiKey: string
let installed: Installed
beforeAll(async () => {
  const service = sharedLocal()
  ;[installed, local] = await Promise.all([
    install(['client', 'cli', 'mcp'], ['openapi-fetch', 'openapi-typescript-helpers']),
    service,
  ])
  apiKey = await busyKey(local)
  for (const name of ['beach.jpg', 'a.jpg', 'b.jpg']) writeFileSync(join(installed.folder, name), await picture())
})
afterAll(async () => {
  installed?.remove()
})

describe("the samples of the packages' READMEs", { tags: 'deep' }, () =>
  testSamples(() => ({ installed, local, apiKey })),
)

describe('the client', () => {
  it.each(NODES)('uploads, posts and waits, in a program that has nothing but the package, run by %s', async (node) => {
    writeFileSync(
      join(installed.folder, 'program.js'),
      `import { openAsBlob } from 'node:fs'
       import { createPublisher, PublisherError } from '@social-publisher/client'
       const publisher = createPublisher({ baseUrl: process.env.BASE_URL, apiKey: process.env.KEY })
       const accounts = (await publisher.accounts()).filter(({ social_provider }) => social_provider.name === 'instagram')
       const media = await publisher.upload(await openAsBlob('beach.jpg'), 'beach.jpg', { description: 'A beach' })
       const body = { title: 'Beach', media: { media_asset_ids: [media.id] }, accounts: accounts.map(({ id }) => id) }
       const { valid } = await publisher.validate('feed', body)
       const { id } = await publisher.post('feed', body)
       const { status } = await publisher.settled(id, { everyMs: 50 })
       const refusal = await publisher.post('feed', { ...body, title: '' }).catch((error) => error)
       console.log(JSON.stringify({ valid, status, refused: refusal instanceof PublisherError && refusal.issues[0].path }))`,
    )
    const { stdout } = await run(node, ['program.js'], {
      cwd: installed.folder,
      env: { BASE_URL: local.session.base_url, KEY: apiKey },
    })
    expect(JSON.parse(stdout)).toEqual({ valid: true, status: 'published', refused: 'title' })
  })

  it('brings its types, and needs one package', () => {
    expect(manifestOf(installed, '@social-publisher/client')).toMatchObject({
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      dependencies: { 'openapi-fetch': expect.any(String) },
    })
    expect(manifestOf(installed, '@social-publisher/client')).not.toHaveProperty('private')
  })
})

describe('the command line', () => {
  const publisher = (...words: string[]) =>
    run(join(installed.folder, 'node_modules', '.bin', 'publisher'), words, {
      cwd: installed.folder,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        PUBLISHER_URL: local.session.base_url,
        PUBLISHER_API_KEY: apiKey,
      },
    })

  it('posts a picture with one line, and says what came of it', { tags: 'deep' }, async () => {
    const { stdout, stderr } = await publisher(
      ...[
        'post',
        'feed',
        '--media',
        'beach.jpg',
        '--alt',
        'A beach',
        '--text',
        'At the beach',
        '--to',
        'instagram',
        '--wait',
      ],
    )
    expect(stdout).toBe('Live on every account.\n')
    expect(stderr).toMatch(/beach\.jpg: \d+ bytes sent\n/)
    expect(stderr).toMatch(/ {2}instagram:\S+ {2}published {2}http/)
    const { stdout: listed } = await publisher('posts', '--json', '--limit', '1')
    expect(JSON.parse(listed)).toMatchObject([{ type: 'feed', status: 'published', title: 'At the beach' }])
  })

  it.each(NODES)('lists the accounts, run by %s', async (node) => {
    const program = join(installed.folder, 'node_modules', '@social-publisher', 'cli', 'main.js')
    const { stdout } = await run(node, [program, 'accounts', '--json'], {
      env: { PUBLISHER_URL: local.session.base_url, PUBLISHER_API_KEY: apiKey },
    })
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]))
  })

  it('posts once with one key, and cancels what has not begun', async () => {
    const at = String(Date.now() + 3 * 3_600_000)
    const words = ['post', 'feed', '-m', 'beach.jpg', '--to', 'instagram', '--at', at, '--key', 'order-17', '--json']
    const [first, second] = [await publisher(...words), await publisher(...words)]
    const { id } = JSON.parse(first.stdout) as { id: string }
    expect(second.stdout).toBe(first.stdout)
    expect((await publisher('cancel', id)).stdout).toMatch(/cancelled on 1 account/)
    await expect(publisher('retry', id)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(not_retryable)'),
    })
    expect((await publisher('usage', '--json')).stdout).toContain('total_requests')
  })
})

describe('the MCP server', () => {
  interface Outcome {
    status: string
    accounts: { account: string; state: string; link: string }[]
  }
  const call = async <T>(client: Client, name: string, words: Record<string, unknown>): Promise<T> => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: words })
    expect(isError ?? false, JSON.stringify(structuredContent)).toBe(false)
    return structuredContent as T
  }
  /** Platforms give the link a moment after they have published. */
  const withLinks = (client: Client, post_id: string) =>
    eventually(
      async () => {
        const outcome = await call<Outcome>(client, 'wait_for_post', { post_id })
        return outcome.accounts.every(({ link }) => link) && outcome
      },
      { what: `the links of ${post_id}`, everyMs: 200 },
    )
  /** The calls of an assistant that is asked to post a picture. */
  async function postsPicture(client: Client, medium: Record<string, string>): Promise<Outcome> {
    const { accounts } = await call<{ accounts: { id: string; platform: string }[] }>(client, 'list_accounts', {})
    const account_ids = accounts.filter(({ platform }) => platform === 'instagram').map(({ id }) => id)
    const { media_id } = await call<{ media_id: string }>(client, 'upload_media', { ...medium, alt_text: 'A beach' })
    const post = { type: 'feed', content: 'At the beach', account_ids, media_ids: [media_id] }
    expect(await call(client, 'validate_post', post)).toMatchObject({ valid: true })
    const { id } = await call<{ id: string }>(client, 'publish_post', {
      ...post,
      idempotency_key: `picture-${media_id}`,
    })
    return withLinks(client, id)
  }
  const LIVE = { status: 'published', accounts: [{ state: 'published', link: expect.stringMatching(/^http/) }] }

  it.each(NODES)('posts a picture of this machine by stdio, and no other file, run by %s', async (node) => {
    const client = new Client({ name: 'test', version: '1' })
    const program = join(installed.folder, 'node_modules', '@social-publisher', 'mcp', 'main.js')
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      PUBLISHER_URL: local.session.base_url,
      PUBLISHER_API_KEY: apiKey,
    }
    await client.connect(new StdioClientTransport({ command: node, args: [program], env }))
    try {
      expect(await postsPicture(client, { file: join(installed.folder, 'beach.jpg') })).toMatchObject(LIVE)
      const secret = join(installed.folder, 'package.json')
      const disguised = join(installed.folder, 'logo.jpg')
      rmSync(disguised, { force: true })
      symlinkSync(secret, disguised)
      for (const file of [secret, disguised])
        expect(await client.callTool({ name: 'upload_media', arguments: { file } }), file).toMatchObject({
          isError: true,
          structuredContent: { error: { code: 'wrong_input' } },
        })
    } finally {
      await client.close()
    }
  })

  it('posts a picture by HTTP, as the stack serves it, and asks for a key', { tags: 'deep' }, async () => {
    const url = `${local.session.base_url}/api/mcp`
    const client = new Client({ name: 'test', version: '1' })
    const headers = { Authorization: `Bearer ${apiKey}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    try {
      // The address of a picture that the service already has: it is public.
      const { data } = (await local.api('GET', '/api/v1/media/users?limit=1', { key: apiKey })).json<{
        data: { result: { id: string }[] }
      }>()
      const { accounts } = await call<{ accounts: { id: string; platform: string }[] }>(client, 'list_accounts', {})
      const outcome = await call<Outcome & { id: string }>(client, 'publish_post', {
        ...{ type: 'feed', content: 'By HTTP', media_ids: [data.result[0]!.id], idempotency_key: 'by-http-1' },
        account_ids: accounts.filter(({ platform }) => platform === 'instagram').map(({ id }) => id),
      })
      expect(await withLinks(client, outcome.id)).toMatchObject(LIVE)
    } finally {
      await client.close()
    }
    // There is no stream to open. At a 401 a client would take its key for a bad one.
    const stream = await fetch(url, { headers: { ...headers, Accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('Allow')]).toEqual([405, 'POST'])
    const refused = await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })
    expect(refused.status).toBe(401)
    // The gateway gives this header another name.
    const challenge = refused.headers.get('WWW-Authenticate') ?? refused.headers.get('x-amzn-Remapped-WWW-Authenticate')
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge ?? '')![1]!
    // Programs sign in at the dashboard's address, which leads to the same tools.
    const resource = `${local.session.dashboard_url}/api/mcp`
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource })
  })
})

describe('the Python client', () => {
  it('passes its own tests where its wheel is installed', async ({ skip }) => {
    if (!existsSync(PYTHON)) skip('the wheel is not built: npm run build:python')
    const { stdout } = await run(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      cwd: join(ROOT, 'packages', 'python'),
      env: {
        PUBLISHER_URL: local.session.base_url,
        PUBLISHER_API_KEY: apiKey,
        PUBLISHER_PICTURE: join(installed.folder, 'beach.jpg'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    })
    expect(stdout).toMatch(/\d+ passed/)
    expect(stdout).not.toMatch(/skipped|failed/)
  })
})

describe('the n8n node', () => {
  it('publishes with one item for each account, and takes only genuine messages', async ({ skip }) => {
    const lacking = lacksNodes()
    if (lacking) skip(lacking)
    const { SocialPublisher } = loadNode('SocialPublisher')
    const bytes = await picture()
    const http = async (given: {
      method: string
      url: string
      baseURL?: string
      body?: unknown
      qs?: Record<string, string>
      headers?: Record<string, string>
      json?: boolean
      ignoreHttpStatusErrors?: boolean
    }) => {
      const { method, url, baseURL = '', body, qs = {}, headers = {}, json, ignoreHttpStatusErrors } = given
      const own = json ? { 'X-Secret-Token': apiKey, 'Content-Type': 'application/json' } : {}
      const query = new URLSearchParams(
        Object.entries(qs).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const sent = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^(host|content-length)$/i.test(name)),
      )
      const response = await fetch(`${baseURL}${url}?${query}`.replace(/\?$/, ''), {
        method,
        headers: { ...own, ...sent },
        body: body === undefined ? undefined : json ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>),
      })
      const data: unknown = json ? await response.json() : undefined
      // n8n makes an error of its own out of it, without the answer of the service.
      if (!response.ok && !ignoreHttpStatusErrors) throw new Error(String(response.status))
      return { statusCode: response.status, body: data, headers: Object.fromEntries(response.headers) }
    }
    const execute = async (parameters: Record<string, unknown>, continues = false) => {
      const context = {
        getInputData: () => [{ json: {} }],
        getNodeParameter: (name: string) => parameters[name],
        getCredentials: async () => ({ url: `${local.session.base_url}/`, apiKey }),
        getNode: () => ({ id: 'node', name: 'Social Publisher', type: 'socialPublisher', typeVersion: 1 }),
        getInstanceId: () => 'instance-1',
        getExecutionId: () => 'run-1',
        getWorkflowDataProxy: () => ({ $runIndex: 0 }),
        continueOnFail: () => continues,
        helpers: {
          httpRequestWithAuthentication: (_name: string, given: never) => http(given),
          httpRequest: http,
          assertBinaryData: () => ({ fileName: 'beach.jpg', mimeType: 'image/jpeg' }),
          getBinaryDataBuffer: async () => bytes,
        },
      }
      // biome-ignore lint/suspicious/noExplicitAny: see above
      const [items] = (await new SocialPublisher().execute.call(context)) as { json: any }[][]
      return items!.map(({ json }) => json)
    }
    const accounts = await execute({ resource: 'account', operation: 'getAll' })
    const ids = accounts.filter((each) => each.social_provider.name === 'instagram').map(({ id }) => id as string)
    const [media] = await execute({
      resource: 'media',
      operation: 'upload',
      binaryPropertyName: 'data',
      altText: 'A beach',
    })
    const post = {
      resource: 'post',
      operation: 'create',
      type: 'feed',
      accounts: ids,
      content: 'By n8n',
      mediaIds: media.id,
      wait: 60,
    }
    const created = await execute({ ...post, additionalFields: {} })
    expect(created).toMatchObject(
      ids.map((account_id) => ({ account_id, state: 'published', post_status: 'published' })),
    )
    // The same execution of the same node, tried again.
    expect((await execute({ ...post, additionalFields: {} }))[0].post_id).toBe(created[0].post_id)
    const refused = await execute(
      { ...post, content: 'x'.repeat(3000), additionalFields: { idempotencyKey: 'other' } },
      true,
    )
    expect(refused).toMatchObject([{ error: expect.stringContaining('content: ') }])

    const { isGenuine } = loadNode('SocialPublisherTrigger')
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const now = new Date()
    const body = '{"type":"post.published"}'
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', now, body)}`,
    }
    expect(isGenuine(secret, headers, Buffer.from(body))).toBe(true)
    expect(isGenuine(secret, headers, Buffer.from(`${body} `))).toBe(false)
    expect(isGenuine(secret, headers, Buffer.from(body), now.getTime() + 301_000)).toBe(false)
    expect(isGenuine(secret, {}, Buffer.from(body))).toBe(false)
  })
})
