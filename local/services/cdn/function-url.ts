// The event that a function behind the distribution is given, and what was asked for.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Template } from '../../template.ts'

export interface Asked {
  method: string
  uri: string
  query: string
  headers: Record<string, string | string[]>
  /** The body of requests that may have one. */
  body?: Readable
}

/** https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads */
export function functionUrlEvent(
  template: Template,
  domain: string,
  asked: Asked,
  custom: readonly [string, string][],
) {
  const requestId = randomUUID()
  const now = Date.now()
  const query = Object.fromEntries(new URLSearchParams(asked.query))
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: asked.uri,
    rawQueryString: asked.query,
    headers: {
      ...Object.fromEntries(Object.entries(asked.headers).map(([name, value]) => [name, String(value)])),
      ...Object.fromEntries(custom.map(([name, value]) => [name.toLowerCase(), value])),
      host: domain,
      'user-agent': 'Amazon CloudFront',
    },
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: 'anonymous',
      apiId: domain.split('.')[0],
      domainName: domain,
      domainPrefix: domain.split('.')[0],
      http: {
        method: asked.method,
        path: asked.uri,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'Amazon CloudFront',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
      region: template.region,
    },
    isBase64Encoded: false,
  }
}
