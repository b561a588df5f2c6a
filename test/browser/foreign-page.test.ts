// Pages and files of others in the browser of somebody who runs the service: a page of another origin, and files that were uploaded.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser, type Visits } from '../support/browser.ts'
import { descendants, linux, listening } from '../support/processes.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let visits: Visits
let local: SharedLocal

beforeAll(async () => {
  ;[visits, local] = await Promise.all([launchBrowser(), sharedLocal()])
})

afterAll(async () => {
  await visits.end()
})

/** A page that nobody has anything to do with. */
async function startPage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}

interface Attempt {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
}

test('a page of another origin gets nothing of the table, the queues, the functions, the bucket and the controls', async () => {
  const { env } = local.endpoints
  const { threads } = local.session.platforms
  const signed = {
    Authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0',
    'X-Amz-Date': '20260101T000000Z',
  }
  const json = { ...signed, 'Content-Type': 'application/x-amz-json-1.0' }
  const invocation = `${env.AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/functions/SchedulesSweep/invocations`
  const object = `${env.AWS_ENDPOINT_URL_S3}/media/planted.html`
  const attempts: Attempt[] = [
    {
      url: env.AWS_ENDPOINT_URL_DYNAMODB!,
      method: 'POST',
      headers: { ...json, 'X-Amz-Target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    },
    {
      url: env.AWS_ENDPOINT_URL_SQS!,
      method: 'POST',
      headers: { ...json, 'X-Amz-Target': 'AmazonSQS.ListQueues' },
      body: '{}',
    },
    { url: `${env.AWS_ENDPOINT_URL_SQS}/_fauxqs/queues`, method: 'GET' },
    { url: invocation, method: 'POST', body: '{"requestContext":{"authorizer":{"role":"admin"}}}' },
    {
      url: env.AWS_ENDPOINT_URL_KMS!,
      method: 'POST',
      headers: { ...json, 'X-Amz-Target': 'TrentService.ListKeys' },
      body: '{}',
    },
    { url: object, method: 'PUT', body: '<script>alert(1)</script>' },
    { url: object, method: 'DELETE' },
    { url: env.AWS_ENDPOINT_URL_S3!, method: 'GET' },
    { url: `${threads}/_control/state`, method: 'GET' },
    { url: `${threads}/_control/faults`, method: 'POST', body: '{"kind":"html_502","operation":"publish"}' },
    { url: `${threads}/_control/tokens`, method: 'POST', body: '{"account":"demo.studio"}' },
  ]
  const { pid } = local.session
  // Functions listen, too, at ports that only a scan finds. What is public answers as it does to anybody.
  const open = ['base_url', 'cdn_url', 'dashboard_url'].map((name) => Reflect.get(local.session, name) as string)
  const everywhere = (linux ? listening([pid, ...descendants(pid)]) : [])
    .map((address) => `http://${address}`)
    .filter((origin) => !open.includes(origin))
  expect(everywhere.length > 6 || !linux).toBe(true)

  const foreign = await startPage()
  const { page, end } = await visits.visit()
  const answers: [url: string, status: number][] = []
  page.on('response', (reply) => {
    if (!reply.url().startsWith(foreign.url)) answers.push([reply.url(), reply.status()])
  })
  await page.goto(foreign.url)

  // As one asks who wants to see the answer.
  const seen = await page.evaluate(async (all) => {
    const ask = async ({ url, ...init }: Attempt) =>
      fetch(url, init).then(
        async (reply) => `${init.method} ${url}: ${reply.status} ${await reply.text()}`,
        () => undefined,
      )
    return (await Promise.all(all.map(ask))).filter((text) => text !== undefined)
  }, attempts)
  expect(seen).toEqual([])

  // As one asks who only wants it done: without a question of the browser's beforehand.
  await page.evaluate(
    async ({ all, ports }) => {
      const simple = [
        ...all.filter(({ method }) => method !== 'PUT' && method !== 'DELETE'),
        ...ports.map((url): Attempt => ({ url, method: 'POST', body: '{"requestContext":{}}' })),
      ]
      await Promise.all(
        simple.map(({ url, method, body }) => fetch(url, { method, body, mode: 'no-cors' }).catch(() => undefined)),
      )
    },
    { all: attempts, ports: everywhere },
  )
  // As a form is sent, with the page's origin and without it.
  for (const policy of ['origin', 'no-referrer'] as const) {
    const arrived = page.waitForResponse(invocation)
    await page.evaluate(
      ({ url, referrer }) => {
        const meta = document.createElement('meta')
        Object.assign(meta, { name: 'referrer', content: referrer })
        document.head.append(meta)
        const frame = document.createElement('iframe')
        frame.name = referrer
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: url, enctype: 'text/plain', target: referrer })
        const field = document.createElement('input')
        Object.assign(field, { name: '{"requestContext":{"authorizer":{"role":"admin', value: '"}}}' })
        form.append(field)
        document.body.append(frame, form)
        form.submit()
      },
      { url: invocation, referrer: policy },
    )
    expect((await arrived).status()).toBe(403)
  }
  expect(answers.length).toBeGreaterThan(everywhere.length)
  expect(answers.filter(([, status]) => status !== 403)).toEqual([])

  // And nothing was done.
  expect(await local.control('threads', 'GET', '/faults')).toEqual({ rules: [] })
  expect((await local.fetch(object)).status).toBe(404)
  foreign.close()
  await end()
})

test('a script or a style that somebody uploaded does nothing on a page of the dashboard', async () => {
  const upload = async (name: string, type: string, text: string) => {
    const form = new FormData()
    form.set('file', new Blob([text], { type }), name)
    const reply = await local.api('POST', '/api/v1/media', { body: form })
    return `/api/v1/media/${reply.json<{ data: { id: string } }>().data.id}`
  }
  const script = await upload('a.js', 'text/javascript', 'document.documentElement.dataset.taken = "yes"')
  const style = await upload('a.css', 'text/css', 'html { --taken: yes }')
  // Not one of the visitors, for whom a broken policy is a fault.
  const context = await visits.browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  // The page that asks nobody to sign in, which would lead elsewhere.
  await page.goto(`${local.session.dashboard_url}/signed-out`)
  await page.getByRole('heading', { level: 1 }).waitFor()

  const became = await page.evaluate(
    async ([src, href]) => {
      const blocked: string[] = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, originalPolicy }) => {
        blocked.push(`${violatedDirective} by ${originalPolicy}`)
      })
      const added = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          element.onload = () => resolve('ran')
          element.onerror = () => resolve('did not run')
          document.head.append(element)
        })
      const plain = await added(Object.assign(document.createElement('script'), { src }))
      const module = await added(Object.assign(document.createElement('script'), { src, type: 'module' }))
      const sheet = await added(Object.assign(document.createElement('link'), { href, rel: 'stylesheet' }))
      return {
        ends: [plain, module, sheet],
        taken: document.documentElement.dataset.taken,
        style: getComputedStyle(document.documentElement).getPropertyValue('--taken'),
        blocked,
      }
    },
    [script, style] as const,
  )
  expect(became).toMatchObject({
    ends: ['did not run', 'did not run', 'did not run'],
    taken: undefined,
    style: '',
  })
  // By the page's own policy before anything is asked for, and by where the API leads to if it were.
  const files = `${local.session.dashboard_url}/assets/`
  expect(became.blocked.filter((text) => text.includes(files))).toHaveLength(3)
  for (const path of [script, style]) {
    const reply = await fetch(`${local.session.dashboard_url}${path}`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')?.startsWith(`${local.session.cdn_url}/`)]).toEqual([307, true])
    expect(await reply.text()).toBe('')
  }
  await context.close()
})
