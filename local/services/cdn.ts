// CloudFront: a distribution of the template on one HTTP server. It keeps no copies: every request reaches an origin.
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Template } from '../template.ts'
import { type Answer, brokenFunction, edgeAnswer, failure, send } from './cdn/answers.ts'
import { conditionsOf, judge, unconditional } from './cdn/conditions.ts'
import { cookiesOf, edgeRequest, headersOf, queryOf } from './cdn/edge-function.ts'
import { type Asked, functionUrlEvent } from './cdn/function-url.ts'
import type { BehaviorModel, CdnModel, Origin } from './cdn/model.ts'
import { isThrottled } from './functions/outcome.ts'
import type { Functions } from './functions.ts'
import { streamedAnswer, wholeAnswer } from './gateway/integration.ts'

/**
 * CloudFront's limit for a whole address, bytes. A longer one is answered 413, and the connection ends; a GET with a body is answered 403.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html
 */
const ADDRESS_LIMIT = 8_192

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Viewer headers that reach an origin whatever the policies say. */
const ALWAYS_FORWARDED = new Set([
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
])
/** Headers that a bucket's answer has only with the object. */
const OF_THE_BODY = new Set(['content-length', 'content-type'])
/** Headers about the viewer's own connection. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'expect'])

type BucketOrigin = Extract<Origin, { kind: 'bucket' }>

/** Where the origins are. */
export interface Behind {
  functions: Functions
  objects: string
  api: string
}

export function createCdn(template: Template, cdn: CdnModel, { functions, objects, api }: Behind): RequestListener {
  const agent = new http.Agent({ keepAlive: true })

  const askBucket = (
    origin: BucketOrigin,
    { method, uri, query }: Asked,
    headers: http.IncomingHttpHeaders,
    signal: AbortSignal,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      http
        .request(
          `${objects}/${origin.bucket}${origin.path}${uri}${query === '' ? '' : `?${query}`}`,
          { method, headers: { ...headers, ...Object.fromEntries(origin.headers) }, agent, signal },
          (reply) => {
            const missing = reply.statusCode === 404
            const fields = Object.entries(reply.headersDistinct).flatMap(
              ([name, values]): [string, string | string[]][] =>
                values ? [[name, values.length === 1 ? values[0]! : values]] : [],
            )
            if (!fields.some(([name]) => name === 'accept-ranges') && reply.statusCode === 200)
              fields.push(['Accept-Ranges', 'bytes'])
            resolve({
              status: missing ? origin.missingStatus : (reply.statusCode ?? 502),
              headers: fields,
              body: reply,
            })
          },
        )
        .on('error', reject)
        .end()
    })

  const fromBucket = async (origin: BucketOrigin, asked: Asked, signal: AbortSignal): Promise<Answer> => {
    // Percent-escapes do not hide a name from S3.
    if (origin.denies(decoded(`${origin.path}${asked.uri}`))) return failure(403)
    const plain = unconditional(asked.headers)
    const conditions = conditionsOf(asked.headers)
    if (Object.keys(conditions).length === 0) return askBucket(origin, asked, plain, signal)
    const found = await askBucket(origin, { ...asked, method: 'HEAD' }, plain, signal)
    found.body.resume()
    const known = Object.fromEntries(found.headers)
    const { status, range } =
      found.status === 200
        ? judge(conditions, {
            etag: String(known.etag),
            lastModified: String(known['last-modified']),
            length: Number(known['content-length']),
          })
        : {}
    if (status === 412) return failure(412)
    if (status === 304) return { ...found, status, headers: found.headers.filter(([name]) => !OF_THE_BODY.has(name)) }
    // HEAD is about the whole object.
    const wanted = range === undefined || asked.method === 'HEAD' ? plain : { ...plain, range }
    return askBucket(origin, asked, wanted, signal)
  }

  const fromApi = (origin: Extract<Origin, { kind: 'api' }>, asked: Asked, signal: AbortSignal): Promise<Answer> => {
    const query = asked.query === '' ? '' : `?${asked.query}`
    const headers = { ...asked.headers, ...Object.fromEntries(origin.headers) }
    return new Promise((resolve, reject) => {
      const request = http
        .request(
          `${api}${origin.path}${asked.uri}${query}`,
          { method: asked.method, headers, agent, signal },
          (reply) =>
            resolve({
              status: reply.statusCode ?? 502,
              headers: Object.entries(reply.headersDistinct).flatMap(([name, values]): [string, string[]][] =>
                values ? [[name, values]] : [],
              ),
              body: reply,
            }),
        )
        .on('error', reject)
      if (asked.body) asked.body.pipe(request)
      else request.end()
    })
  }

  const fromFunction = async (origin: Extract<Origin, { kind: 'function' }>, asked: Asked): Promise<Answer> => {
    const event = JSON.stringify(functionUrlEvent(template, origin.domain, asked, origin.headers))
    if (origin.streaming) {
      const outcome = await functions.invokeStreaming(origin.functionArn, event)
      if (!outcome.ok) return failure(isThrottled(outcome) ? 429 : 502)
      // As function URLs are seen to do: https://github.com/cargo-lambda/cargo-lambda/issues/862
      const answer = await streamedAnswer(outcome.body, 'renamed')
      if (!answer) return failure(502)
      if (answer.rest.length > 0) outcome.body.unshift(answer.rest)
      return { ...answer, body: outcome.body }
    }
    const outcome = await functions.invoke(origin.functionArn, event)
    if (!outcome.ok) return failure(isThrottled(outcome) ? 429 : 502)
    // A function URL decodes whatever says that it is base64, and takes any other value for the body of a 200.
    const answer = wholeAnswer(outcome.payload)
    if (!answer) return failure(502)
    return {
      ...answer,
      headers: [...answer.headers, ['Content-Length', String(answer.body.length)]],
      body: Readable.from([answer.body]),
    }
  }

  const ask = async (behavior: BehaviorModel, asked: Asked, signal: AbortSignal): Promise<Answer> => {
    let answer = failure(502)
    for (const [at, origin] of behavior.origins.entries()) {
      answer = await (origin.kind === 'bucket'
        ? fromBucket(origin, asked, signal)
        : origin.kind === 'api'
          ? fromApi(origin, asked, signal)
          : fromFunction(origin, asked))
      const last = at === behavior.origins.length - 1
      if (last || !behavior.failover.has(answer.status)) return answer
      answer.body.resume()
    }
    return answer
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const path = mark < 0 ? target : target.slice(0, mark)
    const method = request.method ?? 'GET'
    const behavior = cdn.behaviors.find(({ pattern }) => pattern.test(path))!
    const carries = behavior.methods.has('POST')
    if (!carries) request.resume()
    if (`http://${request.headers.host}${target}`.length > ADDRESS_LIMIT) {
      request.resume()
      response.setHeader('Connection', 'close')
      return send(response, behavior, request, failure(413))
    }
    if (!behavior.methods.has(method) || (method === 'GET' && hasBody(request))) {
      request.resume()
      return send(response, behavior, request, failure(403))
    }
    const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    const viewed = edgeRequest(method, path, mark < 0 ? '' : target.slice(mark + 1), headers)
    const result = behavior.viewerRequest
      ? await behavior.viewerRequest(viewed, cdn).catch((error: Error) => brokenFunction(error))
      : { request: viewed }
    if ('response' in result) return send(response, behavior, request, edgeAnswer(result.response))
    const { request: wanted } = result
    const kept = headersOf(wanted.headers).filter(
      ([name]) => (ALWAYS_FORWARDED.has(name) || behavior.forwardsHeader(name)) && !OF_THE_CONNECTION.has(name),
    )
    const cookies = cookiesOf(wanted)
    if (behavior.forwardsCookies && cookies !== '') kept.push(['cookie', [cookies]])
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const answer = await ask(
      behavior,
      {
        method,
        uri: wanted.uri === '/' && cdn.rootObject !== '' ? `/${cdn.rootObject}` : wanted.uri,
        query: behavior.forwardsQuery ? queryOf(wanted) : '',
        headers: Object.fromEntries(kept.map(([name, values]) => [name, values.length > 1 ? values : values[0]!])),
        ...(carries && !['GET', 'HEAD', 'OPTIONS'].includes(method) ? { body: request } : {}),
      },
      gone.signal,
    )
    return send(response, behavior, request, answer)
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      response.writeHead(502, { 'Content-Type': 'text/plain' })
      response.end(`The local CDN could not answer: ${(error as Error).message}`)
    })
  }
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
