// The answer on the wire: its headers, its body whole or as a stream, and then the record of the request.
import { Readable } from 'node:stream'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Verdict } from '../../core/api-keys/limiter.ts'
import { deprecationHeaders } from './deprecation.ts'
import { passageOf } from './passage.ts'
import { closeRequest } from './record.ts'
import type { Reply } from './spec.ts'
import { streamed } from './streamed.ts'

export type Answer = {
  statusCode: number
  headers: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
  body: string | Readable
}

/** Characters of text that middy writes to a stream in one piece. */
const STREAMED_AT_ONCE = 16_384

const rateHeaders = ({ limit, remaining, reset_at }: Verdict, now: number): Record<string, string> => {
  const seconds = Math.max(0, Math.ceil((reset_at - now) / 1000))
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset_at),
    RateLimit: `"default";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"default";q=${limit};w=60`,
  }
}

/** The answer on the wire. A stream is counted when its last byte is out, and before it ends. */
export async function answer(event: APIGatewayProxyEvent, reply: Reply, streaming: boolean): Promise<Answer> {
  const passage = passageOf(event)
  const headers: Record<string, string> = {
    ...(reply.body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': passage.requestId,
    ...(passage.verdict ? rateHeaders(passage.verdict, Date.now()) : {}),
    ...reply.headers,
    ...deprecationHeaders(event.httpMethod, event.resource, reply.headers?.Link),
  }
  if (reply.stream) {
    const over = () => closeRequest(event, passage, reply.status)
    return { statusCode: reply.status, headers, body: streamed(reply.stream, over) }
  }
  await closeRequest(event, passage, reply.status)
  const body = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
  // middy cuts longer text where a character of two halves may stand.
  const whole = !streaming || body.length <= STREAMED_AT_ONCE
  return {
    statusCode: reply.status,
    headers,
    ...(reply.cookies ? { multiValueHeaders: { 'Set-Cookie': reply.cookies } } : {}),
    body: whole ? body : Readable.from([Buffer.from(body)]),
  }
}
