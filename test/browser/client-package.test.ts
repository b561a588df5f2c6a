// The client as programs of others have it: installed from its packed file, bundled, and run by Chromium.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type Visits } from '../support/browser.ts'
import { type Installed, install } from '../support/installed.ts'
import { picture } from '../support/posting.ts'
import { type SharedLocal, sharedLocal } from '../support/shared-local.ts'

let visits: Visits
let local: SharedLocal
let installed: Installed
beforeAll(async () => {
  ;[visits, local, installed] = await Promise.all([
    launchBrowser(),
    sharedLocal(),
    install(['client'], ['openapi-fetch', 'openapi-typescript-helpers']),
  ])
})
afterAll(async () => {
  installed?.remove()
  await visits?.end()
})

const PROGRAM = `
  import { createPublisher, PublisherError } from '@social-publisher/client'
  window.run = async (apiKey) => {
    const publisher = createPublisher({ baseUrl: location.origin, apiKey })
    const accounts = (await publisher.accounts()).filter(({ social_provider }) => social_provider.name === 'instagram')
    const file = await (await fetch('/beach.jpg')).blob()
    const sent = []
    const media = await publisher.upload(file, 'beach.jpg', { onProgress: (bytes) => sent.push(bytes) })
    const body = { title: 'Beach', media: { media_asset_ids: [media.id] }, accounts: accounts.map(({ id }) => id) }
    const { id } = await publisher.post('feed', body)
    const { status } = await publisher.settled(id, { everyMs: 50 })
    const refusal = await publisher.post('feed', { ...body, title: '' }).catch((error) => error)
    return { status, whole: sent.at(-1) === file.size, refused: refusal instanceof PublisherError && refusal.issues[0].path }
  }`

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A site of somebody's own, with the service behind it. */
async function startSite(script: string): Promise<{ url: string; close(): void }> {
  const image = await picture()
  const server = createServer(async (request, response) => {
    const { url = '/', method, headers } = request
    if (url.startsWith('/api/')) {
      const given = ['content-type', 'idempotency-key', 'x-secret-token'].flatMap((name): [string, string][] =>
        headers[name] ? [[name, String(headers[name])]] : [],
      )
      const body = method === 'GET' ? undefined : new Uint8Array(await bytesOf(request))
      const answer = await fetch(local.session.base_url + url, { method, headers: given, body })
      const ofThisHop = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']
      const sent = [...answer.headers].filter(([name]) => !ofThisHop.includes(name))
      response.writeHead(answer.status, Object.fromEntries(sent)).end(Buffer.from(await answer.arrayBuffer()))
      return
    }
    if (url === '/beach.jpg') response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(image)
    else if (url === '/program.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    else
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          '<!doctype html><title>Site</title><link rel=icon href=data:,><script type=module src=program.js></script>',
        )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

test('is bundled with no part of Node, below 20 kB, and posts a picture from a page', { tags: 'deep' }, async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: installed.folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  expect(outputFiles[0]!.contents.length).toBeLessThan(20_000)
  const site = await startSite(outputFiles[0]!.text)
  const visitor = await visits.visit()
  try {
    await visitor.page.goto(site.url)
    await visitor.page.waitForFunction('window.run')
    expect(await visitor.page.evaluate(`run(${JSON.stringify(local.session.api_key)})`)).toEqual({
      ...{ status: 'published', whole: true, refused: 'title' },
    })
  } finally {
    await visitor.end()
    site.close()
  }
})
