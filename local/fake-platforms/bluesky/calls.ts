// Calls of the network as apps make them: reading one, finding what answers it, its faults, and the record of it.
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { faultWordsOf, HANG, planFaults } from '../faults.ts'
import { JSON_TYPE, type Reply } from '../reply.ts'
import { routePublic } from './app-view.ts'
import { OAuthError, XrpcError } from './errors.ts'
import { resourceDocument, routeOAuth, serverDocument } from './oauth.ts'
import { documentOf, routeRepo } from './repo.ts'
import { RULES } from './rules.ts'
import { nonceOf } from './tokens.ts'
import { routeVideo } from './video-service.ts'
import type { Asked, Call, World } from './world.ts'

const MAX_BODY = 70_000_000

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

export async function readBody(req: IncomingMessage): Promise<Buffer> {
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

/** Answers one call, and records it. */
export async function perform(world: World, req: IncomingMessage): Promise<Reply> {
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
