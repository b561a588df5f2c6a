// The distribution's answers, and how they are sent.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type EdgeResponse, headersOf } from './edge-function.ts'
import type { BehaviorModel } from './model.ts'

/** An origin's headers about its connection or itself stay behind the CDN. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-amz-request-id',
  'x-amz-id-2',
  'server',
  'date',
])

export interface Answer {
  status: number
  headers: [string, string | string[]][]
  body: Readable
}

export const failure = (status: number): Answer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Readable.from([Buffer.from(`<html><body><h1>${status} ERROR</h1></body></html>`)]),
})

/** A function that fails: CloudFront says no more than the status, here the reason stands beside it. */
export const brokenFunction = (error: Error): { response: EdgeResponse } => ({
  response: {
    statusCode: 503,
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'x-cache': { value: 'FunctionExecutionError from cloudfront' },
    },
    body: `The CloudFront function failed: ${error.message}`,
  },
})

export function edgeAnswer({ statusCode, headers, body }: EdgeResponse): Answer {
  const data =
    typeof body === 'string'
      ? Buffer.from(body)
      : Buffer.from(body?.data ?? '', body?.encoding === 'base64' ? 'base64' : 'utf8')
  return { status: statusCode, headers: headersOf(headers), body: Readable.from([data]) }
}

export async function send(
  response: ServerResponse,
  behavior: BehaviorModel,
  request: IncomingMessage,
  answer: Answer,
): Promise<void> {
  for (const [name, value] of answer.headers)
    if (!NOT_PASSED_ON.has(name.toLowerCase()) && (behavior.forwardsCookies || name.toLowerCase() !== 'set-cookie'))
      response.setHeader(name, value)
  for (const name of behavior.removed) response.removeHeader(name)
  for (const { name, value, override } of behavior.added)
    if (override || !response.hasHeader(name)) response.setHeader(name, value)
  const origin = request.headers.origin
  if (behavior.cors && origin && (behavior.cors.origins.includes('*') || behavior.cors.origins.includes(origin))) {
    response.setHeader('Access-Control-Allow-Origin', behavior.cors.origins.includes('*') ? '*' : origin)
    if (behavior.cors.exposed.length > 0)
      response.setHeader('Access-Control-Expose-Headers', behavior.cors.exposed.join(', '))
  }
  if (!response.hasHeader('X-Cache')) response.setHeader('X-Cache', 'Miss from cloudfront')
  response.setHeader('X-Amz-Cf-Id', randomUUID())
  response.writeHead(answer.status)
  if (request.method === 'HEAD') {
    answer.body.resume()
    response.end()
    return
  }
  await pipeline(answer.body, response)
}
