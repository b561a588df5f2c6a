// API Gateway: the REST API of the template on one HTTP server.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Template } from '../template.ts'
import type { Functions } from './functions.ts'
import type { KeyStore } from './gateway/api-keys.ts'
import { createAuthorizers, type Grant } from './gateway/authorizers.ts'
import { compressed } from './gateway/compress.ts'
import { type Arrival, arrivalOf, headerOf, proxyEvent } from './gateway/event.ts'
import { type Answer, type GivenLength, proxyAnswer, sendStream, streamedAnswer } from './gateway/integration.ts'
import { type Match, matchRoute, methodFor } from './gateway/match-route.ts'
import type { ApiModel, RouteMethod } from './gateway/model.ts'
import { gatewayResponse, type ResponseType, type Variables } from './gateway/responses.ts'
import { createTokenBuckets } from './gateway/token-bucket.ts'

/** API Gateway's limit for a body, bytes. */
const BODY_LIMIT = 10_485_760
/** Lambda's limit for the event of a synchronous call, bytes of JSON. */
const EVENT_LIMIT = 6_291_456

/**
 * API Gateway's limits for an address with its query, for all headers, and for the ARN of a method that an authorizer is asked about
 * (aws-facts, sections 1, 2 and 14). Only for the last is the status documented.
 */
const ADDRESS_LIMIT = 10_240
const HEADERS_LIMIT = 20_480
const METHOD_ARN_LIMIT = 1_600
const TOO_LONG = { 414: 'Request-URI Too Long', 431: 'Request Header Fields Too Large' } as const

const REFUSALS = {
  unauthorized: 'UNAUTHORIZED',
  failed: 'AUTHORIZER_FAILURE',
  misconfigured: 'AUTHORIZER_CONFIGURATION_ERROR',
} as const satisfies Record<string, ResponseType>

/** The status that refuses what stands before the body, where it is too long. */
function tooLong({ url = '', rawHeaders }: IncomingMessage): keyof typeof TOO_LONG | undefined {
  if (url.length > ADDRESS_LIMIT) return 414
  return rawHeaders.reduce((sum, text) => sum + text.length, 0) > HEADERS_LIMIT ? 431 : undefined
}

/** No gateway response stands for these, whatever the template says. */
function refuseLong(response: ServerResponse, status: keyof typeof TOO_LONG): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' })
  response.end(TOO_LONG[status])
}

/** The whole body, or undefined when it is over the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > BODY_LIMIT) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/**
 * @param streamedLength how the `Content-Length` of streamed answers is treated. AWS's table of headers says that it is kept;
 *   a function's address of its own renames it, and of whole answers API Gateway does.
 */
export function createApi(
  template: Template,
  api: ApiModel,
  functions: Functions,
  keys: KeyStore,
  streamedLength: GivenLength = 'kept',
): RequestListener {
  const authorize = createAuthorizers(functions)
  const buckets = createTokenBuckets()

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID()
    response.setHeader('x-amzn-RequestId', requestId)
    response.setHeader('x-amz-apigw-id', requestId.replaceAll('-', '').slice(0, 15))
    const long = tooLong(request)
    if (long) {
      refuseLong(response, long)
      request.resume()
      return
    }
    const body = await readBody(request)
    if (!body) {
      // No gateway response stands for this one, whatever the template says.
      response.writeHead(413, { 'Content-Type': 'text/plain' })
      response.end(`HTTP content length exceeded ${BODY_LIMIT} bytes.`)
      // A caller that is still sending sees the answer only if somebody reads on.
      request.resume()
      return
    }
    const arrival = arrivalOf(request, body, requestId, api.stage, request.socket.localPort ?? 0)
    if (!`${arrival.fullPath}/`.startsWith(`/${api.stage}/`)) {
      response.writeHead(403, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': 'ForbiddenException' })
      response.end('{"message":"Forbidden"}')
      return
    }
    await handle(arrival, response)
  }

  const handle = async (arrival: Arrival, response: ServerResponse): Promise<void> => {
    const match = matchRoute(api.routes, arrival.path)
    const method = match && methodFor(match.route, arrival.method)
    let grant: Grant | undefined
    const refuse = (type: ResponseType, message?: string) => {
      const answer = gatewayResponse(api.responses, type, variablesOf(arrival, match, grant), message)
      send(response, { status: answer.status, headers: Object.entries(answer.headers) }, Buffer.from(answer.body))
    }
    if (!match || !method) return refuse('MISSING_AUTHENTICATION_TOKEN')
    // Each method has a bucket of its own, also where the limit is the stage's.
    if (method.throttle && !buckets.take(`${match.route.path} ${method.httpMethod}`, method.throttle, arrival.at))
      return refuse('THROTTLED')

    let authorizer: { grant: Grant; latencyMs: number } | undefined
    if (method.authorizer) {
      const methodArn = `arn:aws:execute-api:${template.region}:${template.account}:${api.id}/${api.stage}/${arrival.method}${arrival.path}`
      if (Buffer.byteLength(methodArn) > METHOD_ARN_LIMIT) return refuse('DEFAULT_4XX')
      const verdict = await authorize(method.authorizer, {
        methodArn,
        event: proxyEvent(template, api, arrival, match),
        header: (name) => headerOf(arrival, name),
        query: (name) => arrival.query.get(name) ?? undefined,
      })
      if (!('grant' in verdict)) return refuse(REFUSALS[verdict.is])
      grant = verdict.grant
      if (verdict.is === 'denied') {
        return refuse(
          'ACCESS_DENIED',
          verdict.explicit ? 'User is not authorized to access this resource with an explicit deny' : undefined,
        )
      }
      authorizer = verdict
    }
    if (method.apiKeyRequired) {
      const value = api.keySource === 'AUTHORIZER' ? grant?.usageIdentifierKey : headerOf(arrival, 'x-api-key')
      const admission = keys.admit(value, api.id, api.stage, arrival.at)
      if (admission === 'invalid') return refuse('INVALID_API_KEY')
      if (admission === 'throttled') return refuse('THROTTLED')
    }
    const missing = method.required.filter((name) => !isGiven(arrival, name))
    if (missing.length > 0) {
      const names = missing.map((name) => name.split('.').slice(1).join('.'))
      return refuse('BAD_REQUEST_PARAMETERS', `Missing required request parameters: [${names.join(', ')}]`)
    }
    if (method.mock) {
      const { status, headers, body } = method.mock
      return sendWhole(arrival, response, { status, headers: Object.entries(headers), body: Buffer.from(body) })
    }
    const event = JSON.stringify(proxyEvent(template, api, arrival, match, authorizer))
    if (Buffer.byteLength(event) > EVENT_LIMIT) return refuse('REQUEST_TOO_LARGE')
    return method.streaming
      ? runStreaming(method, event, response, refuse)
      : run(method, event, arrival, response, refuse)
  }

  /** A whole answer of an integration. The gateway's own answers are not compressed. */
  const sendWhole = async (
    arrival: Arrival,
    response: ServerResponse,
    whole: Answer & { body: Buffer },
  ): Promise<void> => {
    const answer = await compressed(whole, api.compressedFrom, headerOf(arrival, 'accept-encoding'))
    send(response, answer, answer.body)
  }

  const run = async (
    method: RouteMethod,
    event: string,
    arrival: Arrival,
    response: ServerResponse,
    refuse: (type: ResponseType) => void,
  ): Promise<void> => {
    const outcome = await withTimeout(functions.invoke(method.functionArn!, event), method.timeoutMs)
    if (!outcome) return refuse('INTEGRATION_TIMEOUT')
    if (!outcome.ok) return refuse('INTEGRATION_FAILURE')
    const answer = proxyAnswer(outcome.payload, api.binaryMediaTypes, headerOf(arrival, 'accept'))
    if (!answer) return refuse('DEFAULT_5XX')
    await sendWhole(arrival, response, answer)
  }

  const runStreaming = async (
    method: RouteMethod,
    event: string,
    response: ServerResponse,
    refuse: (type: ResponseType) => void,
  ): Promise<void> => {
    const outcome = await withTimeout(functions.invokeStreaming(method.functionArn!, event), method.timeoutMs)
    if (!outcome) return refuse('INTEGRATION_TIMEOUT')
    if (!outcome.ok) return refuse('INTEGRATION_FAILURE')
    response.once('close', () => outcome.body.destroy())
    const answer = await streamedAnswer(outcome.body, streamedLength)
    if (!answer) {
      outcome.body.destroy()
      return refuse('DEFAULT_5XX')
    }
    writeHead(response, answer)
    await sendStream(outcome.body, answer.rest, response)
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      // A fault of the local gateway itself.
      response.writeHead(500, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ message: 'Internal server error', local: String(error) }))
    })
  }
}

const isGiven = (arrival: Arrival, name: string): boolean => {
  const [place, ...rest] = name.split('.')
  const own = rest.join('.')
  return place === 'header' ? headerOf(arrival, own) !== undefined : place !== 'querystring' || arrival.query.has(own)
}

function variablesOf(arrival: Arrival, match: Match | undefined, grant: Grant | undefined): Variables {
  return {
    requestId: arrival.requestId,
    extendedRequestId: arrival.requestId.replaceAll('-', '').slice(0, 15),
    requestTimeEpoch: String(arrival.at),
    httpMethod: arrival.method,
    path: arrival.fullPath,
    resourcePath: match?.route.path ?? '',
    'identity.sourceIp': arrival.sourceIp,
    ...Object.fromEntries(Object.entries(grant?.context ?? {}).map(([name, value]) => [`authorizer.${name}`, value])),
  }
}

function writeHead(response: ServerResponse, answer: Answer): void {
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.writeHead(answer.status)
}

function send(response: ServerResponse, answer: Answer, body: Buffer): void {
  // A 204 or 304 has no body, and its length is not that of an empty one.
  if (answer.status !== 204 && answer.status !== 304) response.setHeader('Content-Length', body.length)
  writeHead(response, answer)
  response.end(body)
}

const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
