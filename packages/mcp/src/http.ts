// MCP by streamable HTTP, without anything kept between requests: each POST brings its key and gets its answer.

import { createMcpHandler } from '@modelcontextprotocol/server'
import { createPublisher, type PublisherOptions } from '@social-publisher/client'
import { createServer, VERSION } from './server.ts'

export interface McpHttpOptions {
  /** The address of the API that the tools call, without `/api`. */
  baseUrl: string
  /** Where clients reach this endpoint. */
  resourceUrl: string
  /** Where it says how to get a key by a sign-in (RFC 9728). */
  metadataUrl: string
  fetch?: PublisherOptions['fetch']
}

/** The gateway gives up at 29 seconds. */
const PLACE = { longestWaitSeconds: 15, usualWaitSeconds: 10 } as const
const MOST_BYTES = 256 * 1024
/** A longer wait, such as for the end of a rate limit, is the assistant's: whoever waits here holds a function. */
const LONGEST_WAIT_MS = 1000
/** Messages of one request: each call of a tool makes several requests to the API, and they begin before the key is known to be good. */
const MOST_MESSAGES = 10

/** Undefined where it is not encoded in UTF-8: read all the same, its letters would be signs of replacement, and published so. */
async function textOf(request: Request): Promise<string | undefined> {
  const bytes = await request.clone().arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The messages of a request that has several; undefined for one that has one, cannot be read, or is too large: it is refused further
 * on, where it has to be.
 */
function messagesOf(text: string): unknown[] | undefined {
  if (text.length > MOST_BYTES) return undefined
  try {
    const given: unknown = JSON.parse(text)
    return Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

const isCancellation = (message: unknown): boolean =>
  (message as { method?: unknown } | null)?.method === 'notifications/cancelled'

/**
 * The request without what takes its own messages back. Their answers would never come, and the request would be held until the
 * gateway gives up, whatever key it has; what was published by then would go unsaid.
 */
function keptWhole(request: Request, messages: readonly unknown[]): Request {
  const kept = messages.filter((message) => !isCancellation(message))
  return kept.length === 0 || kept.length === messages.length
    ? request
    : new Request(request, { body: JSON.stringify(kept) })
}

const refusal = (code: number, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }), {
    status: 400,
    headers: { 'Content-Type': 'application/json' },
  })

function unauthorized(metadataUrl: string, problem: 'none' | 'invalid'): Response {
  const error = problem === 'invalid' ? ', error="invalid_token", error_description="The API key is not valid."' : ''
  const message =
    problem === 'invalid'
      ? 'The API key is not valid.'
      : 'Send an API key of the service: Authorization: Bearer <API_KEY>.'
  return new Response(
    JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message, data: { resource_metadata: metadataUrl } },
    }),
    {
      status: 401,
      headers: {
        'Content-Type': 'application/json',
        'WWW-Authenticate': `Bearer resource_metadata="${metadataUrl}"${error}`,
      },
    },
  )
}

/** Answers one request. */
export async function answerMcp(request: Request, { baseUrl, metadataUrl, fetch }: McpHttpOptions): Promise<Response> {
  // Keys alone: the session of a person who is signed in is not for programs.
  const key = /^Bearer +(?!sps_)([\x21-\x7e]{1,512})$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (key === undefined) return unauthorized(metadataUrl, 'none')
  const text = await textOf(request)
  if (text === undefined) return refusal(-32700, 'The request is not encoded in UTF-8.')
  const messages = messagesOf(text)
  if (messages && messages.length > MOST_MESSAGES)
    return refusal(-32600, `A request has at most ${MOST_MESSAGES} messages.`)
  const refusals: boolean[] = []
  // One repetition at most: the answer has to come before the gateway gives up.
  const publisher = createPublisher({
    baseUrl,
    apiKey: key,
    retries: 1,
    longestWaitMs: LONGEST_WAIT_MS,
    fetch,
    headers: { 'User-Agent': `publisher-mcp/${VERSION}` },
  })
  const handler = createMcpHandler(() => createServer(publisher, PLACE, (refused) => refusals.push(refused)), {
    maxRequestBodySize: MOST_BYTES,
    keepAliveMs: 0,
    // A stream would be held open by a function that is paid for by the millisecond.
    maxSubscriptions: 0,
  })
  const response = await handler.fetch(messages ? keptWhole(request, messages) : request)
  // Read whole: only then is it known what the tool met with.
  const body = await response.text()
  // Where the key ended between two calls, the answer tells what the first has done.
  if (refusals.length > 0 && refusals.every(Boolean)) return unauthorized(metadataUrl, 'invalid')
  return new Response(body === '' ? null : body, { status: response.status, headers: response.headers })
}
