// Bluesky, simulated on one address: a server of accounts (PDS) with its OAuth, the directory of DIDs, the app view and the video
// service. As strict as the lexicons, with faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { guarded, LOOPBACK } from '../../loopback.ts'
import { answerControl } from '../control.ts'
import { faultWordsOf, HANG, planFaults } from '../faults.ts'
import { sendFile } from '../files.ts'
import type { FakePlatform, StartOptions } from '../index.ts'
import { feed, frontPage, postPage } from '../page.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'
import { type PlatformRules, type Simulator, track } from '../simulator.ts'
import { Store } from '../store.ts'
import { OAuthError, XrpcError } from './errors.ts'
import { FAULTS, OPERATIONS } from './faults.ts'
import type { Person } from './model.ts'
import { Network } from './network.ts'
import { answerAuthorize, resourceDocument, routeOAuth, serverDocument } from './oauth.ts'
import { followRecords } from './posts.ts'
import { documentOf, routeRepo } from './repo.ts'
import { routePublic, routeVideo } from './services.ts'
import { type BlueskySettings, PersonInput, Settings } from './settings.ts'
import { begin, nonceOf, tokensOf } from './tokens.ts'
import { type Asked, type Call, newDid, newPassword, type World } from './world.ts'

const MAX_BODY = 70_000_000

const never = (): never => {
  throw new Error('the network answers by itself')
}

/** The part of a platform that pages, control calls and faults read. */
const RULES: PlatformRules = {
  name: 'bluesky',
  displayName: 'Bluesky',
  tokenPrefix: '',
  scopes: { basic: 'atproto', publish: 'transition:generic' },
  moreScopes: [],
  idPrefix: { account: '' },
  demo: { username: 'harbor.test', name: 'Harbor Studio', biography: 'A simulated Bluesky account.' },
  tokenMs: { short: 0, long: 0 },
  operations: OPERATIONS,
  faults: FAULTS,
  settings: {},
  accountFields: {},
  route: never,
  answerError: () => undefined,
  stateOf: never,
  resume: () => undefined,
  postAt: (path) => /^\/profile\/(did:[^/]+\/post\/[^/]+)$/.exec(path)?.[1]?.replace('/post/', '/'),
}

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
}

/** Makes an account, or changes one. */
function savePerson({ network, sim }: World, input: z.infer<typeof PersonInput>): Person {
  const before = input.external_id === undefined ? undefined : network.personNamed(input.external_id)
  const did = before?.did ?? newDid()
  const handle = input.username ?? before?.handle ?? `user-${did.slice(-6)}.test`
  const person: Person = {
    did,
    handle,
    password: before?.password ?? newPassword(),
    name: input.name ?? before?.name ?? handle,
    biography: input.biography ?? before?.biography ?? '',
    email_confirmed: input.email_confirmed ?? before?.email_confirmed ?? true,
    suspended: input.restricted ?? before?.suspended ?? false,
    followers_count: input.followers_count ?? before?.followers_count ?? 0,
    created_at: before?.created_at ?? sim.now(),
  }
  network.put('person', person)
  return person
}

const personView = ({ did, handle, ...rest }: Person) => ({ external_id: did, username: handle, ...rest })

const Victim = z.looseObject({ account: z.string() })

/** `/_control`: what tests and operators set and read. */
async function control(world: World, method: string, path: string, query: URLSearchParams, body: string) {
  const { network, store, sim } = world
  const ok = (json: unknown) => ({ status: 200, json })
  const given = body === '' ? {} : (JSON.parse(body) as unknown)
  const victims = () => {
    const person = network.personNamed(Victim.parse(given).account)
    return [...network.sessions.values()].filter(({ did }) => did === person?.did)
  }
  switch (`${method} ${path.replace('/_control', '')}`) {
    case 'POST /accounts': {
      const person = savePerson(world, PersonInput.parse(given))
      return ok({ ...personView(person), token: person.password })
    }
    case 'POST /sessions': {
      // A session as an app has one, without signing in.
      const person = network.personNamed(Victim.parse(given).account)
      if (!person) return { status: 404, json: { error: 'no such account' } }
      const session = begin(world, { did: person.did, kind: 'password', scope: 'com.atproto.appPass' })
      const { access, refresh } = tokensOf(world, session)
      return ok({ did: person.did, pds: sim.url, access, refresh })
    }
    case 'POST /tokens/expire':
      for (const session of victims()) network.put('session', { ...session, access_after: sim.now() })
      return ok({ tokens: victims().length })
    case 'POST /tokens/revoke':
      for (const session of victims()) network.put('session', { ...session, ended: true })
      return ok({ tokens: victims().length })
    case 'POST /settings':
      store.put('settings', Settings.parse({ ...store.settings, ...(given as object) }))
      return ok(store.settings)
    case 'GET /state': {
      const input = { method, path, params: new Map(query), token: null, tokenIn: 'none' as const, accept: '' }
      const { json } = (await answerControl(sim, input, body)) as { json: { totals: object } }
      const account = query.get('account')
      const of = <T extends { did: string }>(all: Map<string, T>): T[] =>
        account === null ? [...all.values()] : [...all.values()].filter(({ did }) => did === account)
      return ok({
        ...json,
        accounts: of(network.people).map(personView),
        sessions: of(network.sessions),
        records: of(network.records),
        uploads: of(network.uploads),
        totals: { ...json.totals, duplicates: duplicates(world) },
      })
    }
    default: {
      const input = { method, path, params: new Map(query), token: null, tokenIn: 'none' as const, accept: '' }
      return answerControl(sim, input, body)
    }
  }
}

/** Posts that say the same as another that is there too. */
function duplicates({ store }: World): number {
  const live = [...store.posts.values()].filter(({ deleted_at }) => deleted_at === undefined)
  return live.length - new Set(live.map(({ container }) => container)).size
}

function routeDiscovery(world: World, { method, path, headers }: Asked): Call | undefined {
  if (method !== 'GET' || !path.startsWith('/.well-known/')) return undefined
  const { network } = world
  const answers: Record<string, () => unknown> = {
    '/.well-known/oauth-protected-resource': () => resourceDocument(world),
    '/.well-known/oauth-authorization-server': () => serverDocument(world),
    '/.well-known/did.json': () => {
      const person = network.personNamed(headers.host ?? '')
      return person ? documentOf(world, person) : undefined
    },
  }
  const answer = answers[path]
  if (!answer) return undefined
  return {
    operation: 'discovery',
    run: () => {
      const json = answer()
      if (json === undefined) throw new XrpcError(404, 'NotFound', 'There is no such document')
      return { json }
    },
  }
}

const noMethod = ({ path }: Asked) => new XrpcError(501, 'MethodNotImplemented', `Method Not Implemented: ${path}`)

function route(world: World, asked: Asked): Call {
  const call =
    routeOAuth(world, asked) ??
    routeDiscovery(world, asked) ??
    routeRepo(world, asked) ??
    routeVideo(world, asked) ??
    routePublic(world, asked)
  if (!call) throw noMethod(asked)
  return call
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function fieldsOf(headers: Record<string, string>, body: Buffer): Record<string, unknown> {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (body.length === 0 || body.length > 2_000_000) return {}
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body.toString()))
  if (type !== 'application/json') return {}
  try {
    const value: unknown = JSON.parse(body.toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new XrpcError(400, 'InvalidRequest', 'The body is not a JSON object')
}

const SECRETS = new Set(['password', 'code', 'code_verifier', 'refresh_token', 'client_assertion'])
const withoutSecrets = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.has(name)))

async function perform(world: World, req: IncomingMessage): Promise<Reply> {
  const { sim, store } = world
  const at = sim.now()
  const url = new URL(req.url ?? '/', sim.url)
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
  const asked: Asked = {
    method: req.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.alloc(0),
    fields: {},
  }
  let call: Call | undefined
  let reply: Reply
  let plan: ReturnType<typeof planFaults> | undefined
  let refusal: XrpcError | OAuthError | undefined
  try {
    asked.body = await readBody(req)
    asked.fields = fieldsOf(headers, asked.body)
    call = route(world, asked)
    const account = call.person && { external_id: call.person.did, username: call.person.handle }
    plan = planFaults(store, faultWordsOf(RULES), { ...call, account, finished: false })
    const hang = plan.extra(HANG)
    if (hang?.when === 'before') await delay(hang.ms, undefined, { signal: sim.closing.signal }).catch(() => undefined)
    if (plan.refusal) reply = plan.refusal()
    else {
      const { json, status = 200 } = await call.run(plan)
      reply = { status, headers: JSON_TYPE, body: JSON.stringify(json) }
      if (plan.mishap) reply = plan.mishap(reply)
    }
  } catch (error) {
    if (!(error instanceof XrpcError || error instanceof OAuthError)) throw error
    refusal = error
    plan?.giveBack()
    const words =
      error instanceof OAuthError
        ? { error: error.error, error_description: error.message }
        : { error: error.error, message: error.message }
    reply = { status: error.status, headers: { ...JSON_TYPE, ...error.headers }, body: JSON.stringify(words) }
  }
  store.put('request', {
    seq: (store.requests.at(-1)?.seq ?? 0) + 1,
    at,
    method: asked.method,
    path: asked.path,
    operation: call?.operation ?? null,
    account: call?.person?.did ?? null,
    params: { ...Object.fromEntries(asked.query), ...withoutSecrets(asked.fields) },
    token_in: headers.authorization === undefined ? 'none' : 'header',
    status: reply.status,
    error: refusal ? { code: refusal.status } : null,
    faults: plan?.kinds ?? [],
  })
  const said = refusal ? ` ${refusal.error}` : ''
  sim.log(
    `${asked.method} ${asked.path} ${reply.status ?? 'cut'}${said}${plan?.kinds.length ? ` (${plan.kinds.join(', ')})` : ''}`,
  )
  const late = plan?.extra(HANG)
  if (late?.when === 'after') await delay(late.ms, undefined, { signal: sim.closing.signal }).catch(() => undefined)
  // A server closes the connection after it has refused a token.
  const close: Record<string, string> = reply.status === 401 ? { connection: 'close' } : {}
  return { ...reply, headers: { 'dpop-nonce': nonceOf(world), ...reply.headers, ...close } }
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

/** Starts the network; its state is kept in `dataDir` and found again there. */
export async function start({ port, dataDir, log = () => undefined }: StartOptions): Promise<FakePlatform> {
  const schemas = { settings: Settings, account: PersonInput }
  const store = new Store<BlueskySettings>(RULES, dataDir, schemas as never)
  const network = new Network(dataDir)
  const sim: Simulator = {
    platform: 'bluesky',
    rules: RULES,
    store,
    schemas: schemas as never,
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
