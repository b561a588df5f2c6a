// The chain that every endpoint runs in: caller, rate limit, parsing, validation, answer, errors, usage record.
// An endpoint file holds its schemas and one call into `core`; everything else is here.
import { Readable, Transform } from 'node:stream'
import middy from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type * as z from 'zod/mini'
import type { Caller } from '../core/api-keys/caller.ts'
import { admit, type Verdict } from '../core/api-keys/limiter.ts'
import { API_STAGE } from '../core/contract.ts'
import { AppError, type Issue, refuse } from '../core/errors.ts'
import { freeYoungGarbage } from '../core/free-memory.ts'
import { log } from '../core/log.ts'
import { recordRequest } from '../core/usage/record-request.ts'
import { type Auth, asItStands, callerOf, checkAccess, headerOf, type Needs } from './access.ts'
import { asAppError, errorBody, rateLimitBody, statusOf } from './http.ts'
import { cutOffSlowReader, SlowReader } from './reader-pace.ts'
import { fieldOf, issuesOf, MAX_ISSUES } from './validation.ts'

/** Largest JSON body, bytes. Posts are text and ids: a megabyte is plenty. */
export const JSON_BODY_LIMIT = 1024 * 1024

const FORM_TYPE = 'multipart/form-data'

export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Each is a header of its own. */
  cookies?: string[]
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with the type that `headers` give. */
  text?: string
  /** Sent as it is; only in a streaming endpoint. */
  stream?: Readable
}

export interface RequestContext<Params, Query, Body, Prepared> {
  /** Who calls. In an endpoint that needs no key this is absent unless a good key was sent. */
  caller: Caller
  params: Params
  query: Query
  body: Body
  /** The undecoded body, for endpoints that take something else than JSON. */
  rawBody: Buffer
  /** What `prepare` returned. */
  prepared: Prepared
  /** Header by its name in lower case. */
  header(name: string): string | undefined
  method: string
  /** As it was asked for, with the stage. */
  path: string
  requestId: string
  /** Unix ms at which the request came in. */
  now: number
  /** Work that the answer does not depend on, done at the same time as the usage record. */
  afterwards(work: () => Promise<unknown>): void
}

/** What a request is told apart by. */
export type Asked = Pick<
  RequestContext<unknown, unknown, unknown, never>,
  'caller' | 'params' | 'query' | 'body' | 'rawBody' | 'header' | 'now'
>

/** Runs the request, or answers as it was answered before. */
export type Once = (asked: Asked, run: () => Promise<Reply>) => Promise<Reply>

interface Spec<Params, Query, Body, Prepared> {
  auth?: Auth
  /** What a session must be; by default what `roleFor` says of method and path. */
  needs?: Needs
  params?: z.ZodMiniType<Params>
  query?: z.ZodMiniType<Query>
  /** A JSON body. */
  body?: z.ZodMiniType<Body>
  /** A multipart form is taken as well: `body` is then undefined, and `run` reads `rawBody`. */
  form?: boolean
  /** Reads that may go on while the rate limit is being checked; never writes. */
  prepare?(context: Omit<RequestContext<Params, Query, Body, never>, 'prepared'>): Promise<Prepared>
  /** What else is wrong with a body that does not fit its schema, so that all issues are reported together. */
  examine?(given: { caller: Caller; raw: unknown; now: number }): Promise<Issue[]>
  /** `once(...)` where a caller may send an `Idempotency-Key`. */
  idempotent?: Once
  run(context: RequestContext<Params, Query, Body, Prepared>): Promise<Reply>
}

/** A request as it goes through the chain. */
interface Passage {
  startedAt: number
  caller?: Caller
  verdict?: Verdict
  tasks: (() => Promise<unknown>)[]
  requestId: string
  recorded: boolean
}

type Answer = {
  statusCode: number
  headers: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
  body: string | Readable
}

const passages = new WeakMap<APIGatewayProxyEvent, Passage>()

const passageOf = (event: APIGatewayProxyEvent): Passage => {
  let passage = passages.get(event)
  if (!passage) {
    const requestId = event.requestContext?.requestId ?? crypto.randomUUID()
    passage = { startedAt: Date.now(), tasks: [], requestId, recorded: false }
    passages.set(event, passage)
  }
  return passage
}

/** The name under which usage figures count a route: `/api/v1/media/:id`. */
export const endpointName = (resource: string): string =>
  `/${API_STAGE}${resource.replace(/\{proxy\+\}/g, '*').replace(/\{(\w+)\}/g, ':$1')}`

/** `/api/v1/media/x` of `/v1/media/{id}`: the event's own path begins differently under a name of the API's own. */
const pathOf = ({ resource, pathParameters }: APIGatewayProxyEvent): string =>
  `/${API_STAGE}${resource.replace(/\{(\w+)\+?\}/g, (_part, name: string) => pathParameters?.[name] ?? '')}`

const mediaTypeOf = (event: APIGatewayProxyEvent): string =>
  (headerOf(event, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()

function parseJson(event: APIGatewayProxyEvent, raw: Buffer, form: boolean): unknown {
  const type = mediaTypeOf(event)
  if (form && type === FORM_TYPE) return undefined
  if (type !== 'application/json' && !type.endsWith('+json')) {
    const sent = type === '' ? 'none was sent' : `${type} was sent`
    const taken = form ? `${FORM_TYPE} or application/json` : 'application/json'
    throw refuse('unsupported_media_type', `The Content-Type must be ${taken}; ${sent}.`)
  }
  if (raw.length > JSON_BODY_LIMIT) {
    throw refuse('body_too_large', `The body has ${raw.length} bytes; at most ${JSON_BODY_LIMIT} are taken.`)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch (error) {
    const reason = raw.length === 0 ? 'it is empty' : (error as Error).message
    throw refuse('malformed_json', `The body is not valid JSON: ${reason}.`)
  }
}

function parsed<T>(schema: z.ZodMiniType<T> | undefined, value: unknown, where: string, issues: Issue[]): T {
  if (!schema) return undefined as T
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  issues.push(...issuesOf(outcome.error, value, where))
  return undefined as T
}

async function validate<Params, Query, Body>(
  spec: Spec<Params, Query, Body, unknown>,
  event: APIGatewayProxyEvent,
  passage: Passage,
) {
  const rawBody =
    event.body === null || event.body === undefined
      ? Buffer.alloc(0)
      : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  const issues: Issue[] = []
  const params = parsed(spec.params, event.pathParameters ?? {}, 'path', issues)
  const query = parsed(spec.query, repeatedOnce(event, issues), 'query', issues)
  const json = spec.body ? parseJson(event, rawBody, spec.form ?? false) : undefined
  const isForm = spec.form === true && mediaTypeOf(event) === FORM_TYPE
  const body = parsed(isForm ? undefined : spec.body, json, 'body', issues)
  // An id in the path that is no UUID cannot exist: the same answer as for one that does not.
  if (issues.length > 0 && spec.params && !spec.params.safeParse(event.pathParameters ?? {}).success) {
    throw refuse('not_found', 'There is nothing with this id.')
  }
  if (issues.length > 0) {
    const further = spec.examine
      ? await spec.examine({ caller: passage.caller as Caller, raw: json, now: passage.startedAt })
      : []
    const rest = further.filter((issue) => !issues.some(({ path }) => path === issue.path))
    throw new AppError([...issues, ...rest].slice(0, MAX_ISSUES))
  }
  return { params, query, body, rawBody }
}

/** Query parameters, each at most once: which of two values was meant cannot be known. */
function repeatedOnce(event: APIGatewayProxyEvent, issues: Issue[]): Record<string, string | undefined> {
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if ((values?.length ?? 0) > 1) {
      issues.push({
        code: 'duplicate',
        path: fieldOf([name]),
        message: `${name} is given ${values!.length} times; give it once.`,
      })
    }
  }
  return { ...event.queryStringParameters }
}

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

function refusal(error: unknown, passage: Passage): Reply {
  const known = asAppError(error)
  const status = statusOf(known)
  if (status >= 500)
    log.error('request failed', { request_id: passage.requestId, error: (known.cause ?? known) as Error })
  if (known.kind === 'rate_limited') {
    const seconds = Number(known.headers['Retry-After'] ?? 1)
    return { status, headers: known.headers, body: rateLimitBody(known.message, seconds) }
  }
  return { status, headers: known.headers, body: errorBody(known.issues, passage.requestId) }
}

/** Counts the request for its owner, once; a request without an owner counts for nobody. */
async function account(event: APIGatewayProxyEvent, passage: Passage, status: number): Promise<void> {
  if (passage.recorded) return
  passage.recorded = true
  const work = passage.tasks.map((task) => task())
  if (passage.caller?.owner_id) {
    const at = Date.now()
    work.push(
      recordRequest({
        owner_id: passage.caller.owner_id,
        request_id: passage.requestId,
        endpoint: endpointName(event.resource),
        method: event.httpMethod,
        status,
        duration_ms: at - passage.startedAt,
        at,
      }),
    )
  }
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') {
      log.error('work after the answer failed', { request_id: passage.requestId, error: outcome.reason as Error })
    }
  }
}

/** Bytes of a stream between two collections: often enough that memory stays flat, seldom enough to cost little. */
const COLLECTED_EVERY = 32 * 1024 * 1024

/** Characters of text that middy writes to a stream in one piece. */
const STREAMED_AT_ONCE = 16_384

/** The answer on the wire. A stream is counted when its last byte is out, and before it ends. */
async function answer(event: APIGatewayProxyEvent, reply: Reply, streaming: boolean): Promise<Answer> {
  const passage = passageOf(event)
  const headers: Record<string, string> = {
    ...(reply.body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': passage.requestId,
    ...(passage.verdict ? rateHeaders(passage.verdict, Date.now()) : {}),
    ...reply.headers,
  }
  if (reply.stream) {
    let passed = 0
    let uncollected = 0
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        passed += chunk.length
        uncollected += chunk.length
        if (uncollected < COLLECTED_EVERY) return done(null, chunk)
        uncollected = 0
        freeYoungGarbage().then(() => done(null, chunk), done)
      },
      flush: (done) => void account(event, passage, reply.status).then(() => done(), done),
    })
    cutOffSlowReader(counted, () => passed)
    reply.stream.once('error', (error) => counted.destroy(error))
    counted.once('error', (error) => {
      if (error instanceof SlowReader) log.warn('a download was cut off', { reason: error.message })
    })
    counted.once('close', () => {
      reply.stream?.destroy()
      // The caller hung up, or the source broke off: it was served all the same.
      void account(event, passage, reply.status)
    })
    return { statusCode: reply.status, headers, body: reply.stream.pipe(counted) }
  }
  await account(event, passage, reply.status)
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

async function serve<Params, Query, Body, Prepared>(
  spec: Spec<Params, Query, Body, Prepared>,
  event: APIGatewayProxyEvent,
): Promise<Reply> {
  const passage = passageOf(event)
  const now = passage.startedAt
  const auth = spec.auth ?? 'key'
  passage.caller = await callerOf(event, auth)
  const admission = passage.caller
    ? admit(passage.caller, now).catch((error: unknown) => {
        // A key or session that has ended is nobody's: such a request counts for no owner.
        if (error instanceof AppError) passage.caller = undefined
        throw error
      })
    : undefined
  // Looked at again below; without this a quick failure of the reads would leave it unhandled.
  admission?.catch(() => undefined)
  // What a session may do stands in its window: nothing is read for it before.
  if (admission && passage.caller?.session) passage.caller = asItStands(passage.caller, (await admission).window)

  let prepared: Prepared | undefined
  let context: Omit<RequestContext<Params, Query, Body, never>, 'prepared'> | undefined
  let fault: unknown
  try {
    if (passage.caller) checkAccess(passage.caller, auth, spec.needs, event)
    context = {
      ...(await validate(spec, event, passage)),
      caller: passage.caller as Caller,
      header: (name) => headerOf(event, name),
      method: event.httpMethod,
      path: pathOf(event),
      requestId: passage.requestId,
      now,
      afterwards: (work) => passage.tasks.push(work),
    }
    prepared = await spec.prepare?.(context)
  } catch (error) {
    fault = error
  }
  if (admission) {
    passage.verdict = await admission
    if (!passage.verdict.allowed) {
      const seconds = String(passage.verdict.retry_after_seconds)
      throw refuse('rate_limit_exceeded', passage.verdict.message, undefined, { headers: { 'Retry-After': seconds } })
    }
  }
  if (fault !== undefined) throw fault
  const run = () => spec.run({ ...context!, prepared: prepared as Prepared })
  return spec.idempotent ? spec.idempotent(context!, run) : run()
}

const begin = (event: APIGatewayProxyEvent, context: Context) => {
  const passage = passageOf(event)
  log.resetKeys()
  log.appendKeys({ request_id: passage.requestId, lambda_request_id: context.awsRequestId })
}

/** Milliseconds before the function's timeout at which a request is given up, so that its record can still be written. */
const LAST_WORD_MS = 1000

const outOfTime = () => {
  throw refuse(
    'unavailable',
    'The request took too long and was given up. It may have been carried out: look before you send it again, or send it with an Idempotency-Key.',
  )
}

/** What an endpoint takes, beside its handler: the OpenAPI document is made from it. */
export interface Takes {
  auth: Auth
  needs: Needs | undefined
  params: z.ZodMiniType | undefined
  query: z.ZodMiniType | undefined
  body: z.ZodMiniType | undefined
  form: boolean
}

const withTakes = <Handler extends object>(
  handler: Handler,
  { auth = 'key', needs, params, query, body, form = false }: Pick<Spec<unknown, unknown, unknown, never>, keyof Takes>,
): Handler & { takes: Takes } => Object.assign(handler, { takes: { auth, needs, params, query, body, form } })

/** An endpoint that answers with JSON, all at once. */
export function endpoint<Params = undefined, Query = undefined, Body = undefined, Prepared = undefined>(
  spec: Spec<Params, Query, Body, Prepared>,
) {
  const handler = middy<APIGatewayProxyEvent, Answer>({
    timeoutEarlyInMillis: LAST_WORD_MS,
    timeoutEarlyResponse: outOfTime,
  })
    .before(({ event, context }) => begin(event, context))
    .onError(async (request) => {
      request.response = await answer(request.event, refusal(request.error, passageOf(request.event)), false)
    })
    .handler(async (event: APIGatewayProxyEvent) => answer(event, await serve(spec, event), false))
  return withTakes(handler, spec)
}

/** An endpoint whose answer is streamed: any size, constant memory. */
export function streamingEndpoint<Params = undefined, Query = undefined, Body = undefined, Prepared = undefined>(
  spec: Spec<Params, Query, Body, Prepared>,
) {
  const handler = middy<APIGatewayProxyEvent, Answer>({
    executionMode: executionModeStreamifyResponse,
    timeoutEarlyInMillis: 0,
  })
    .before(({ event, context }) => begin(event, context))
    .onError(async (request) => {
      request.response = await answer(request.event, refusal(request.error, passageOf(request.event)), true)
    })
    .handler(async (event: APIGatewayProxyEvent) => answer(event, await serve(spec, event), true))
  return withTakes(handler, spec)
}
