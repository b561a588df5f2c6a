// Bluesky, simulated on one address: a server of accounts (PDS) with its OAuth, the directory of DIDs, the app view and the video
// service. As strict as the lexicons, with faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { guarded, LOOPBACK } from '../../loopback.ts'
import { sendFile } from '../files.ts'
import type { FakePlatform, StartOptions } from '../index.ts'
import { feed, frontPage, postPage } from '../page.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'
import { schemasOf } from '../settings.ts'
import { type PlatformRules, type Simulator, track } from '../simulator.ts'
import { Store } from '../store.ts'
import { perform, readBody } from './calls.ts'
import { control, savePerson } from './control.ts'
import { Network } from './network.ts'
import { answerAuthorize } from './oauth.ts'
import { followRecords } from './posts.ts'
import { RULES } from './rules.ts'
import type { BlueskySettings } from './settings.ts'
import type { World } from './world.ts'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
}

const send = (res: ServerResponse, { status, headers, body }: Reply): void => {
  if (status === null) res.socket?.destroy()
  else res.writeHead(status, headers).end(body)
}

async function answer(world: World, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { sim } = world
  const url = URL.parse(req.url ?? '/', sim.url)
  if (!url) return send(res, { status: 400, headers: {}, body: '' })
  const { pathname: path, searchParams } = url
  const method = req.method ?? 'GET'
  if (path.startsWith('/_control/')) {
    const body = (await readBody(req)).toString()
    const { status, json } = await control(world, method, path, searchParams, body).catch((error: unknown) => {
      if (error instanceof z.ZodError) return { status: 400, json: { error: z.prettifyError(error) } }
      if (error instanceof SyntaxError) return { status: 400, json: { error: 'the body is not valid JSON' } }
      throw error
    })
    return send(res, { status, headers: JSON_TYPE, body: JSON.stringify(json) })
  }
  if (method === 'GET' || method === 'HEAD') {
    const html = path === '/' ? frontPage(sim) : path === '/_feed' ? feed(sim) : postPage(sim, decodeURIComponent(path))
    if (html !== undefined) return send(res, { status: 200, headers: HTML_HEADERS, body: html })
    if (path === '/oauth/authorize') {
      const consent = answerAuthorize(world, searchParams, req.headers.accept ?? '')
      return 'redirect' in consent
        ? send(res, { status: 302, headers: { location: consent.redirect }, body: '' })
        : send(res, { status: consent.status, headers: HTML_HEADERS, body: consent.html })
    }
    if (path.startsWith('/_media/') && (await sendFile(req, res, sim.mediaDir, path.slice('/_media/'.length)))) return
    const avatar = /^\/avatar\/(did:plc:[a-z2-7]+)\.jpg$/.exec(path)?.[1]
    if (avatar !== undefined && world.network.people.has(avatar)) {
      const { savePicture } = await import('../pictures.ts')
      if (await sendFile(req, res, sim.mediaDir, await savePicture(sim, avatar))) return
    }
  }
  send(res, await perform(world, req))
}

/** Starts the network; its state is kept in `dataDir` and found again there. @param others whose settings it takes, too. */
export async function start(
  { port, dataDir, log = () => undefined }: StartOptions,
  others: readonly PlatformRules[],
): Promise<FakePlatform> {
  const schemas = schemasOf([...others, RULES])
  const store = new Store<BlueskySettings>(RULES, dataDir, schemas)
  const network = new Network(dataDir)
  const sim: Simulator = {
    platform: 'bluesky',
    rules: RULES,
    store,
    schemas,
    mediaDir: join(dataDir, 'bluesky-media'),
    log,
    closing: new AbortController(),
    work: new Set(),
    url: '',
    now: () => Date.now() + store.settings.clock_offset_ms,
  }
  const world: World = { sim, store, network, proofs: new Map() }
  if (store.meta.demo_account === '') {
    const demo = savePerson(world, { ...RULES.demo })
    savePerson(world, { username: 'pier.test', name: 'Pier Nine', biography: 'Another simulated account.' })
    store.put('meta', { ...store.meta, demo_account: demo.did })
  }
  const server = createServer(
    guarded('own', (req, res) => {
      const answering = answer(world, req, res).catch((error: unknown) => {
        log(`failed: ${error instanceof Error ? error.stack : String(error)}`)
        if (!res.headersSent) res.writeHead(500)
        res.end()
      })
      track(sim, answering)
    }),
  )
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
  sim.url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`
  followRecords(world)
  return {
    url: sim.url,
    demoToken: network.people.get(store.meta.demo_account)!.password,
    close: async () => {
      sim.closing.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, ...sim.work])
      store.close()
      network.close()
    },
  }
}
