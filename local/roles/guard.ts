// In a function's process: holds each call to AWS against the function's role before it leaves, and has some go wrong
// where that is wanted. Here and not at the engines, because here the body is at hand and nothing comes between the
// function and an engine. What goes to S3 is checked there: a presigned address is used by others than who signed it.
import http, { type ClientRequest, IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { type AwsFault, drawAwsFault, drawOutage } from '../aws-faults.ts'
import { callsOf } from './calls.ts'
import { type Call, createJudge, type Role, refusalOf } from './judge.ts'

/** Messages to the local run: grants that were used for the first time, a call that was refused, or one that went wrong. */
export interface RoleWord {
  used?: string[]
  refused?: string
  /** The code of the error that was given on demand. */
  fault?: string
}

const SIGNED_FOR = /Credential=[^/]+\/\d+\/[^/]+\/([\w-]+)\/aws4_request/

/** The service that a request is signed for, if it is. */
function serviceOf(options: unknown): string | undefined {
  const { headers } = options as RequestOptions & { headers?: OutgoingHttpHeaders }
  const authorization = headers?.authorization ?? headers?.Authorization
  return SIGNED_FOR.exec(String(authorization ?? ''))?.[1]
}

/** Services that answer with 403; the others of AWS's JSON protocols take 400. */
const FORBIDDING = new Set(['sqs', 'scheduler', 'ses'])

/** An answer that no service gave. */
function answering(status: number, type: string, code: string, body: string, more = {}): IncomingMessage {
  const answer = new IncomingMessage(new Socket())
  answer.statusCode = status
  answer.headers = {
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    'x-amzn-errortype': code,
    ...more,
  }
  answer.push(body)
  answer.push(null)
  return answer
}

/** The answer of AWS to a call that is not allowed. */
function refusing(service: string, message: string): IncomingMessage {
  const body = JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message, Message: message })
  const more = service === 'sqs' ? { 'x-amzn-query-error': 'AccessDenied;Sender' } : {}
  const status = FORBIDDING.has(service) ? 403 : 400
  return answering(status, 'application/x-amz-json-1.0', 'AccessDeniedException', body, more)
}

const failing = ({ status, type, code, body }: AwsFault) => answering(status, type, code, body)

/** From now on everybody who waits for the request's answer gets that one; the service's answer is dropped. */
function replaceAnswer(request: ClientRequest, answer: IncomingMessage): void {
  const emit = request.emit.bind(request)
  request.emit = (name: string | symbol, ...args: unknown[]) => {
    if (name !== 'response') return emit(name, ...args)
    ;(args[0] as IncomingMessage).resume()
    return emit('response', answer)
  }
}

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : ''

const operationOf = (request: ClientRequest): string =>
  String(request.getHeader('x-amz-target') ?? '')
    .split('.')
    .at(-1) ?? ''

/**
 * From now on nothing leaves this process that the role does not allow.
 * @param faults share of the calls to AWS that go wrong all the same, 0 to 1.
 * @param outagesFrom when the local run began, Unix ms of the machine's clock, where services are away for a while; else 0.
 */
export function guard(role: Role, tell: (word: RoleWord) => void, faults = 0, outagesFrom = 0): void {
  const judge = createJudge(role)
  const told = new Set<string>()

  const refusedCall = (request: ClientRequest, service: string, body: string): Call | undefined => {
    const { method, path } = request
    const verdict = judge(callsOf({ service, method, path, operation: operationOf(request), body }, role))
    if (!verdict.allowed) return verdict.call
    const used = verdict.by.filter((name) => !told.has(name))
    if (used.length > 0) {
      for (const name of used) told.add(name)
      tell({ used })
    }
    return undefined
  }

  /** Nothing is sent. */
  const answerItself = (request: ClientRequest, answer: IncomingMessage): ClientRequest => {
    request.emit('response', answer)
    // A closed connection does not matter to a caller who has an answer.
    request.removeAllListeners('error')
    request.once('error', () => undefined)
    request.destroy()
    return request
  }

  const watch = (request: ClientRequest, service: string): ClientRequest => {
    const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest
    request.end = ((...args: unknown[]) => {
      // S3's calls are judged by the engine's front, and a body may be large.
      const body = service === 's3' ? '' : textOf(args[0])
      const refused = service === 's3' ? undefined : refusedCall(request, service, body)
      if (refused) {
        tell({ refused: `${refused.action} on ${refused.resource}` })
        return answerItself(request, refusing(service, refusalOf(role, refused)))
      }
      const call = { service, operation: operationOf(request), method: request.method, body }
      const outage =
        outagesFrom > 0 ? drawOutage(call, performance.timeOrigin + performance.now() - outagesFrom) : undefined
      const fault = outage ?? drawAwsFault(call, faults)
      if (fault) tell({ fault: fault.when === 'after' ? `${fault.code} though done` : fault.code })
      if (fault?.when === 'before') return answerItself(request, failing(fault))
      if (fault) replaceAnswer(request, failing(fault))
      return end(...args)
    }) as ClientRequest['end']
    return request
  }

  const original = http.request
  http.request = ((...args: Parameters<typeof original>) => {
    const service = serviceOf(args[0])
    const request = original(...args)
    return service === undefined || (service === 's3' && faults === 0) ? request : watch(request, service)
  }) as typeof original
  syncBuiltinESMExports()
}
