// In a function's process: holds each call to AWS against the function's role before it leaves. Here and not at the
// engines, because here the body is at hand and nothing comes between the function and an engine. What goes to S3 is
// checked there: a presigned address is used by others than who signed it.
import http, { type ClientRequest, IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { callsOf } from './calls.ts'
import { type Call, createJudge, type Role, refusalOf } from './judge.ts'

/** What is told to the local run: grants that were used for the first time, or a call that was refused. */
export interface RoleWord {
  used?: string[]
  refused?: string
}

const SIGNED_FOR = /Credential=[^/]+\/\d+\/[^/]+\/([\w-]+)\/aws4_request/

/** The service that a request is signed for, if it is. */
function serviceOf(options: unknown): string | undefined {
  const { headers } = options as RequestOptions & { headers?: OutgoingHttpHeaders }
  const authorization = headers?.authorization ?? headers?.Authorization
  return SIGNED_FOR.exec(String(authorization ?? ''))?.[1]
}

/** Services that answer with 403; the others of AWS's JSON protocols take 400. */
const FORBIDDING = new Set(['sqs', 'scheduler'])

/** The answer of AWS to a call that is not allowed. */
function refusing(service: string, message: string): IncomingMessage {
  const body = JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message, Message: message })
  const answer = new IncomingMessage(new Socket())
  answer.statusCode = FORBIDDING.has(service) ? 403 : 400
  answer.headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': String(Buffer.byteLength(body)),
    'x-amzn-errortype': 'AccessDeniedException',
    ...(service === 'sqs' ? { 'x-amzn-query-error': 'AccessDenied;Sender' } : {}),
  }
  answer.push(body)
  answer.push(null)
  return answer
}

/** From now on nothing leaves this process that the role does not allow. */
export function guard(role: Role, tell: (word: RoleWord) => void): void {
  const judge = createJudge(role)
  const told = new Set<string>()

  const refusedCall = (request: ClientRequest, service: string, body: unknown): Call | undefined => {
    const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : ''
    const operation =
      String(request.getHeader('x-amz-target') ?? '')
        .split('.')
        .at(-1) ?? ''
    const verdict = judge(callsOf({ service, method: request.method, path: request.path, operation, body: text }, role))
    if (!verdict.allowed) return verdict.call
    const used = verdict.by.filter((name) => !told.has(name))
    if (used.length > 0) {
      for (const name of used) told.add(name)
      tell({ used })
    }
    return undefined
  }

  const watch = (request: ClientRequest, service: string): ClientRequest => {
    const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest
    request.end = ((...args: unknown[]) => {
      const refused = refusedCall(request, service, args[0])
      if (!refused) return end(...args)
      tell({ refused: `${refused.action} on ${refused.resource}` })
      request.emit('response', refusing(service, refusalOf(role, refused)))
      request.destroy()
      return request
    }) as ClientRequest['end']
    return request
  }

  const original = http.request
  http.request = ((...args: Parameters<typeof original>) => {
    const service = serviceOf(args[0])
    const request = original(...args)
    return service === undefined || service === 's3' ? request : watch(request, service)
  }) as typeof original
  syncBuiltinESMExports()
}
