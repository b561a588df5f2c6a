// One request from arrival to answer: pages, control calls, or the platform's API with the faults that were asked for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerAuthorize } from './consent.ts'
import { stateOf } from './containers.ts'
import { answerControl } from './control.ts'
import { ExchangeError, GraphError } from './errors.ts'
import { type Fault, type FaultPlan, planFaults } from './faults.ts'
import { sendFile } from './files.ts'
import { type Input, readAddress, readParameters, readText, withoutSecrets } from './input.ts'
import { feed, frontPage, postPage } from './page.ts'
import { pictureFile } from './pictures.ts'
import type { Call, Simulator } from './simulator.ts'

interface Reply {
  /** Null: the connection is cut. */
  status: number | null
  headers: Record<string, string>
  body: string
}

const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' }
const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
}
const CUT: Reply = { status: null, headers: {}, body: '' }
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Answers a request; never throws for what a caller sends. */
export async function handleRequest(sim: Simulator, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let input: Input
  try {
    input = readAddress(req)
  } catch {
    return send(res, { status: 400, headers: {}, body: '' })
  }
  if (input.path.startsWith('/_control/')) {
    const { status, json } = await answerControl(sim, input, await readText(req))
    return send(res, { status, headers: JSON_TYPE, body: JSON.stringify(json) })
  }
  if ((input.method === 'GET' || input.method === 'HEAD') && (await answerPage(sim, req, res, input))) return
  send(res, await answerApi(sim, req, input))
}

async function answerPage(sim: Simulator, req: IncomingMessage, res: ServerResponse, input: Input): Promise<boolean> {
  const { path } = input
  const html = path === '/' ? frontPage(sim) : path === '/_feed' ? feed(sim) : postPage(sim, path)
  if (html !== undefined) {
    send(res, { status: 200, headers: HTML_HEADERS, body: html })
    return true
  }
  if (path === '/oauth/authorize') {
    const consent = answerAuthorize(sim, input)
    if ('redirect' in consent) send(res, { status: 302, headers: { location: consent.redirect }, body: '' })
    else send(res, { status: consent.status, headers: HTML_HEADERS, body: consent.html })
    return true
  }
  const file = path.startsWith('/_media/') ? path.slice('/_media/'.length) : pictureFile(sim, path, input.params)
  if (file !== undefined && (await sendFile(req, res, sim.mediaDir, file))) return true
  if (!path.startsWith('/_')) return false
  send(res, { status: path.startsWith('/_picture/') ? 403 : 404, headers: {}, body: '' })
  return true
}

async function answerApi(sim: Simulator, req: IncomingMessage, input: Input): Promise<Reply> {
  const at = sim.now()
  let call: Call | undefined
  let plan: FaultPlan | undefined
  let reply: Reply
  let error: GraphError | ExchangeError | undefined
  try {
    await readParameters(req, input)
    call = sim.rules.route(sim, input)
    if (!call) throw new GraphError(100, `Unknown path or method: ${input.method} ${input.path}`, { httpStatus: 404 })
    countPublishCall(sim, call)
    plan = planFaults(sim.store, { ...call, finished: isFinished(sim, call) })
    const { refusal } = plan
    const hang = plan.extra('hang')
    if (hang?.when === 'before') await pause(sim, hang.ms)
    reply = refusal ? faultReply(refusal) : await perform(call, plan)
    const { mishap } = plan
    if (mishap) reply = faultReply(mishap, reply)
    reply.headers = { ...reply.headers, ...usageHeaders(plan, call) }
  } catch (thrown) {
    if (!(thrown instanceof GraphError || thrown instanceof ExchangeError)) throw thrown
    plan?.giveBack()
    error = thrown
    const status = thrown.httpStatus
    reply = { status, headers: { ...JSON_TYPE, ...usageHeaders(plan, call) }, body: JSON.stringify(thrown.body()) }
  }
  sim.store.put('request', {
    seq: (sim.store.requests.at(-1)?.seq ?? 0) + 1,
    at,
    method: input.method,
    path: input.path,
    operation: call?.operation ?? null,
    account: call?.account?.external_id ?? null,
    params: withoutSecrets(input.params),
    token_in: input.tokenIn,
    status: reply.status,
    error: error instanceof GraphError ? { code: error.code, subcode: error.subcode } : null,
    faults: plan?.kinds ?? [],
  })
  sim.log(
    `${input.method} ${input.path} ${reply.status ?? 'cut'}${plan?.kinds.length ? ` (${plan.kinds.join(', ')})` : ''}`,
  )
  // The effect is done and recorded: only the answer is late.
  const hang = plan?.extra('hang')
  if (hang?.when === 'after') await pause(sim, hang.ms)
  return reply
}

async function perform(call: Call, plan: FaultPlan): Promise<Reply> {
  const answer = await call.run(plan)
  const body = 'json' in answer ? JSON.stringify(answer.json) : answer.rawJson
  return { status: 200, headers: JSON_TYPE, body }
}

function faultReply(fault: Fault, real?: Reply): Reply {
  switch (fault.kind) {
    case 'error_before':
    case 'error_after': {
      const { code, message, subcode, type, http_status, is_transient, retry_after } = fault
      const error = new GraphError(code, message, { subcode, type, transient: is_transient })
      const wait: Record<string, string> = retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
      return { status: http_status, headers: { ...JSON_TYPE, ...wait }, body: JSON.stringify(error.body()) }
    }
    case 'retry_after': {
      const error = new GraphError(fault.code, 'Application request limit reached', { transient: true })
      const headers = { ...JSON_TYPE, 'retry-after': String(fault.seconds) }
      return { status: fault.http_status, headers, body: JSON.stringify(error.body()) }
    }
    case 'not_found_once': {
      const error = new GraphError(24, 'The requested resource does not exist', {
        subcode: 4279009,
        type: 'THApiException',
      })
      return { status: 400, headers: JSON_TYPE, body: JSON.stringify(error.body()) }
    }
    case 'malformed_json':
      return { status: 200, headers: JSON_TYPE, body: (real?.body ?? '{"id":').slice(0, -1) }
    case 'html_502':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: BAD_GATEWAY }
    case 'raw_reply':
      return { status: fault.http_status, headers: { ...JSON_TYPE, ...fault.headers }, body: fault.body }
    default:
      return { ...CUT }
  }
}

/** Every call counts that names a container, whatever comes of it. */
function countPublishCall(sim: Simulator, call: Call): void {
  const container = call.operation === 'publish' ? sim.store.containers.get(call.object ?? '') : undefined
  if (container) sim.store.put('container', { ...container, publish_calls: container.publish_calls + 1 })
}

function isFinished(sim: Simulator, call: Call): boolean {
  const container = sim.store.containers.get(call.object ?? '')
  return container !== undefined && stateOf(sim, container).state === 'FINISHED'
}

function usageHeaders(plan: FaultPlan | undefined, call: Call | undefined): Record<string, string> {
  const usage = plan?.extra('usage')
  if (!usage) return {}
  const id = call?.account?.external_id ?? '0'
  return {
    ...(usage.app ? { 'x-app-usage': JSON.stringify(usage.app) } : {}),
    ...(usage.business ? { 'x-business-use-case-usage': JSON.stringify({ [id]: [usage.business] }) } : {}),
  }
}

/** Waits, but not past the end of the simulator. */
async function pause(sim: Simulator, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: sim.closing.signal }).catch(() => {})
}

function send(res: ServerResponse, reply: Reply): void {
  if (reply.status === null) res.socket?.destroy()
  else res.writeHead(reply.status, reply.headers).end(reply.body)
}
