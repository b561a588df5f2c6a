// The event that API Gateway hands to a function behind a proxy integration.
import type { IncomingMessage } from 'node:http'
import type { Template } from '../../template.ts'
import type { Grant } from './authorizers.ts'
import type { Match } from './match-route.ts'
import type { ApiModel } from './model.ts'

export interface Arrival {
  requestId: string
  at: number
  method: string
  /** With the stage, without the query. Several slashes before the stage are one. */
  fullPath: string
  /** Without the stage, and without further slashes after it. */
  path: string
  query: URLSearchParams
  headers: [string, string][]
  body: Buffer
  sourceIp: string
}

/** The header by which a caller sets another method. */
const OVERRIDE = 'x-http-method-override'

/** Headers of a request that no function sees: those about the connection and the body's length, and the gateway's own (aws-facts, section 15). */
const NOT_PASSED_ON = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
  'x-forwarded-for',
  'x-forwarded-port',
  'x-forwarded-proto',
  // It has become the method. https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
  OVERRIDE,
])

export function arrivalOf(
  request: IncomingMessage,
  body: Buffer,
  requestId: string,
  stage: string,
  protocolPort: number,
): Arrival {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const fullPath = (mark < 0 ? target : target.slice(0, mark)).replace(/^\/+/, '/')
  const headers: [string, string][] = []
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!
    if (!NOT_PASSED_ON.has(name.toLowerCase())) headers.push([name, request.rawHeaders[at + 1]!])
  }
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1'
  const hops = [request.headers['x-forwarded-for'] ?? [], sourceIp].flat()
  headers.push(
    ['X-Forwarded-For', hops.join(', ')],
    ['X-Forwarded-Port', String(protocolPort)],
    ['X-Forwarded-Proto', 'http'],
  )
  return {
    requestId,
    at: Date.now(),
    method: request.headers[OVERRIDE]?.toString() ?? request.method ?? 'GET',
    fullPath,
    path: fullPath.slice(stage.length + 1).replace(/^\/*/, '/'),
    // "The semicolon character (;) is not supported for any request URL query string and results in the data being split."
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1).replaceAll(';', '&')),
    headers,
    body,
    sourceIp,
  }
}

export const headerOf = ({ headers }: Arrival, name: string): string | undefined =>
  headers.findLast(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

const grouped = (pairs: Iterable<[string, string]>): Record<string, string[]> | null => {
  const all = Map.groupBy(pairs, ([name]) => name)
  if (all.size === 0) return null
  return Object.fromEntries([...all].map(([name, found]) => [name, found.map(([, value]) => value)]))
}

const last = (all: Record<string, string[]> | null) =>
  all && Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1)!]))

/** Whether a content type is one of the API's binary media types. */
export const isBinary = (types: readonly string[], contentType: string | undefined): boolean => {
  const given = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  return types.some((type) => {
    const own = type.toLowerCase()
    return own === '*/*' || own === given || (own.endsWith('/*') && given.startsWith(own.slice(0, -1)))
  })
}

export function proxyEvent(
  template: Template,
  api: ApiModel,
  arrival: Arrival,
  { route, parameters }: Match,
  authorizer?: { grant: Grant; latencyMs: number },
): Record<string, unknown> {
  const headers = grouped(arrival.headers)
  const query = grouped(arrival.query)
  const binary = isBinary(api.binaryMediaTypes, headerOf(arrival, 'content-type'))
  const host = headerOf(arrival, 'host') ?? '127.0.0.1'
  return {
    resource: route.path,
    path: arrival.path,
    httpMethod: arrival.method,
    headers: last(headers),
    multiValueHeaders: headers,
    queryStringParameters: last(query),
    multiValueQueryStringParameters: query,
    pathParameters: parameters,
    stageVariables: api.variables,
    requestContext: {
      accountId: template.account,
      apiId: api.id,
      resourceId: route.resourceId,
      resourcePath: route.path,
      httpMethod: arrival.method,
      path: arrival.fullPath,
      stage: api.stage,
      protocol: 'HTTP/1.1',
      domainName: host,
      domainPrefix: host.split('.')[0],
      requestId: arrival.requestId,
      extendedRequestId: arrival.requestId.replaceAll('-', '').slice(0, 15),
      requestTime: new Date(arrival.at).toUTCString(),
      requestTimeEpoch: arrival.at,
      identity: {
        sourceIp: arrival.sourceIp,
        userAgent: headerOf(arrival, 'user-agent') ?? null,
        ...(authorizer?.grant.usageIdentifierKey ? { apiKey: authorizer.grant.usageIdentifierKey } : {}),
      },
      ...(authorizer
        ? {
            authorizer: {
              principalId: authorizer.grant.principalId,
              integrationLatency: authorizer.latencyMs,
              ...authorizer.grant.context,
            },
          }
        : {}),
    },
    body: arrival.body.length === 0 ? null : arrival.body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary && arrival.body.length > 0,
  }
}
