// One request from arrival to answer: pages, control calls, or the platform's API with the faults that were asked for.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerAuthorize } from './consent.ts'
import { answerControl } from './control.ts'
import { type FaultPlan, faultWordsOf, HANG, planFaults } from './faults.ts'
import { sendFile } from './files.ts'
import { type Input, readAddress, readParameters, readText, withoutSecrets } from './input.ts'
import { feed, frontPage, postPage } from './page.ts'
import { pictureFile } from './pictures.ts'
import { JSON_TYPE, type Reply } from './reply.ts'
import type { Call, ErrorAnswer, Simulator } from './simulator.ts'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
}

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
  const consent = sim.rules.consent
    ? sim.rules.consent(sim, input)
    : path === '/oauth/authorize'
      ? answerAuthorize(sim, input)
      : undefined
  if (consent) {
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
  let error: ErrorAnswer | undefined
  try {
    await readParameters(req, input, sim.rules.maxUpload)
    call = sim.rules.route(sim, input)
    countPublishCall(sim, call)
    plan = planFaults(sim.store, faultWordsOf(sim.rules), { ...call, finished: isFinished(sim, call) })
    const { refusal } = plan
    const hang = plan.extra(HANG)
    if (hang?.when === 'before') await pause(sim, hang.ms)
    reply = refusal ? refusal() : await perform(call, plan)
    const { mishap } = plan
    if (mishap) reply = mishap(reply)
    reply.headers = { ...headersFor(sim, call), ...reply.headers, ...faultHeaders(sim, plan, call) }
  } catch (thrown) {
    error = sim.rules.answerError(thrown)
    if (!error) throw thrown
    plan?.giveBack()
    const headers = { ...JSON_TYPE, ...headersFor(sim, call), ...error.headers, ...faultHeaders(sim, plan, call) }
    reply = { status: error.status, headers, body: JSON.stringify(error.json) }
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
    error: error?.noted ?? null,
    faults: plan?.kinds ?? [],
  })
  sim.log(
    `${input.method} ${input.path} ${reply.status ?? 'cut'}${plan?.kinds.length ? ` (${plan.kinds.join(', ')})` : ''}`,
  )
  // The effect is done and recorded: only the answer is late.
  const hang = plan?.extra(HANG)
  if (hang?.when === 'after') await pause(sim, hang.ms)
  return reply
}

async function perform(call: Call, plan: FaultPlan): Promise<Reply> {
  const answer = await call.run(plan)
  const body = 'json' in answer ? JSON.stringify(answer.json) : answer.rawJson
  return { status: answer.status ?? 200, headers: JSON_TYPE, body }
}

/** Every call counts that names a container, whatever the outcome. */
function countPublishCall(sim: Simulator, call: Call): void {
  const container = call.operation === 'publish' ? sim.store.containers.get(call.object ?? '') : undefined
  if (container) sim.store.put('container', { ...container, publish_calls: container.publish_calls + 1 })
}

function isFinished(sim: Simulator, call: Call): boolean {
  const container = sim.store.containers.get(call.object ?? '')
  return container !== undefined && sim.rules.stateOf(sim, container).state === 'FINISHED'
}

const headersFor = (sim: Simulator, call: Call | undefined): Record<string, string> =>
  sim.rules.headersFor?.(sim, call) ?? {}

const faultHeaders = (sim: Simulator, plan: FaultPlan | undefined, call: Call | undefined): Record<string, string> =>
  (plan && sim.rules.faultHeaders?.(plan, call)) ?? {}

/** Waits, but not past the end of the simulator. */
async function pause(sim: Simulator, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: sim.closing.signal }).catch(() => {})
}

function send(res: ServerResponse, reply: Reply): void {
  if (reply.status === null) res.socket?.destroy()
  else res.writeHead(reply.status, reply.headers).end(reply.body)
}
