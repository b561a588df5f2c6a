// Calls to a server of the AT Protocol: the reply as a value, or as an error with its class.
import * as z from 'zod/mini'
import { askHost, askService, type HostCall, type HostExchange } from '../../outbound/ask-host.ts'
import { redact } from '../meta/redact.ts'
import { retryAfterMs } from '../meta/usage-headers.ts'
import { type ErrorClass, type PlatformError, PUBLISH_TIMEOUT_MS, type Result } from '../outcome.ts'
import { askWithProof } from './dpop.ts'
import { meaningOf, type Operation, unclear } from './errors.ts'
import { isOAuth, type Session } from './session.ts'

export interface Xrpc {
  /** Name of the method: `com.atproto.repo.putRecord`. */
  name: string
  operation: Operation
  query?: Record<string, string | readonly string[]>
  /** A POST without a body: servers refuse one that they do not expect. */
  post?: true
  /** A body makes it a POST, one of the two. */
  json?: Record<string, unknown>
  bytes?: Uint8Array
  /** Type of `bytes`. */
  content_type?: string
  timeoutMs?: number
}

const TIMEOUT_MS: Record<Operation, number> = {
  read: 10_000,
  make: 29_000,
  publish: PUBLISH_TIMEOUT_MS,
  auth: 15_000,
}

const Refusal = z.lazy(() =>
  z.object({
    error: z.string(),
    message: z.optional(z.string()),
    error_description: z.optional(z.string()),
  }),
)

/** Seconds from now, or a moment in Unix seconds. */
const MOMENT_FROM = 1_000_000_000

/** When the limit starts again, every answer names: it is waited for where it is used up. */
function waitOf(reply: Pick<Reply, 'header' | 'status'>, now = Date.now()): { retry_after_ms?: number } {
  const over = reply.status === 429 || reply.header('ratelimit-remaining')?.trim() === '0'
  const reset = Number((over ? reply.header('ratelimit-reset') : undefined) ?? Number.NaN)
  const until = reset > MOMENT_FROM ? reset * 1000 - now : reset * 1000
  const ms = retryAfterMs(reply.header('retry-after'), now) ?? (Number.isFinite(until) ? Math.max(0, until) : undefined)
  return ms === undefined ? {} : { retry_after_ms: Math.min(ms, 24 * 3_600_000) }
}

export type Reply = Extract<HostExchange, { reply: unknown }>['reply']

const secretsOf = (session: Session | undefined): string[] => (session ? [session.access, session.refresh] : [])

/**
 * Whether a refusal without an error of the API counts all the same: a rate limit, a body that is too large for a proxy, or a token
 * that the server answers with a challenge. Any other comes from a proxy; the server behind it may be down.
 */
const refusesWordless = ({ status, header }: Pick<Reply, 'status' | 'header'>): boolean =>
  status === 413 ||
  status === 429 ||
  (status === 401 && /^\s*(?:bearer|dpop)\b/i.test(header('www-authenticate') ?? ''))

/** The name of a server's error: it may have any text in its place. */
export const nameOfError = (name: string, secrets: readonly string[]): string => redact(name, secrets).slice(0, 100)

/** The refusal in a reply, or that the reply is not as documented. */
export function refusalIn(reply: Reply, operation: Operation, secrets: readonly string[]): PlatformError {
  const said = Refusal.safeParse(reply.body)
  const { status } = reply
  const name = said.success ? said.data.error : undefined
  const words = said.success ? (said.data.message ?? said.data.error_description ?? said.data.error) : undefined
  const { class: found, advice, permission } = meaningOf(name, status, operation)
  const message =
    words === undefined
      ? status >= 200 && status < 300
        ? 'The reply does not match what the platform documents.'
        : `HTTP ${status} without a reason.`
      : redact(words, secrets) || 'The platform gave no reason.'
  return {
    class: (status >= 200 && status < 300) || (!said.success && !refusesWordless(reply)) ? unclear(operation) : found,
    message,
    ...(name === undefined ? {} : { type: nameOfError(name, secrets) }),
    http_status: status,
    ...(status === 429 || found === 'wait' || status === 503 ? waitOf(reply) : {}),
    ...(advice === undefined ? {} : { advice }),
    ...(permission ? { permission } : {}),
  }
}

/** How a call failed that was not answered. */
export function faultIn(
  { fault, sent, problem }: Extract<HostExchange, { fault: string }>,
  operation: Operation,
): PlatformError {
  if (fault === 'NOT_ALLOWED')
    return { class: 'owner_action', message: `The account's server may not be called: ${problem}.` }
  return { class: sent ? unclear(operation) : 'retry', message: `The connection failed: ${problem}.` }
}

const queryOf = (query: NonNullable<Xrpc['query']>): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of typeof value === 'string' ? [value] : value) search.append(name, one)
  return search
}

/** The address of a method. */
export const methodUrl = (origin: string, { name, query }: Pick<Xrpc, 'name' | 'query'>): string =>
  `${origin}/xrpc/${name}${query && Object.keys(query).length > 0 ? `?${queryOf(query)}` : ''}`

const callOf = ({
  operation,
  post,
  json,
  bytes,
  content_type = 'application/octet-stream',
  timeoutMs,
}: Xrpc): HostCall => ({
  method: post || json || bytes ? 'POST' : 'GET',
  headers: { accept: 'application/json', ...(bytes ? { 'content-type': content_type } : {}) },
  ...(json ? { json } : {}),
  ...(bytes ? { bytes } : {}),
  timeoutMs: timeoutMs ?? TIMEOUT_MS[operation],
})

function read<T>(exchange: HostExchange, { operation }: Xrpc, schema: z.ZodMiniType<T>, secrets: string[]): Result<T> {
  if ('fault' in exchange) return { ok: false, error: faultIn(exchange, operation) }
  const { reply } = exchange
  const value = reply.status >= 200 && reply.status < 300 ? schema.safeParse(reply.body) : undefined
  if (value?.success) return { ok: true, value: value.data }
  return { ok: false, error: refusalIn(reply, operation, secrets) }
}

const withBearer = (call: HostCall, token: string): HostCall => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
})

/** A call to the account's own server, in its name. */
export async function asAccount<T>(session: Session, xrpc: Xrpc, schema: z.ZodMiniType<T>): Promise<Result<T>> {
  const url = methodUrl(session.pds, xrpc)
  const call = callOf(xrpc)
  const exchange = isOAuth(session)
    ? await askWithProof(session, url, call)
    : await askHost(url, withBearer(call, session.access))
  return read(exchange, xrpc, schema, secretsOf(session))
}

/** A call to a server that somebody named, in nobody's name, or with a token of its own. */
export async function ofHost<T>(
  origin: string,
  xrpc: Xrpc,
  schema: z.ZodMiniType<T>,
  { token, secrets = [] }: { token?: string; secrets?: readonly string[] } = {},
): Promise<Result<T>> {
  const call = callOf(xrpc)
  const url = methodUrl(origin, xrpc)
  const exchange = await askHost(url, token === undefined ? call : withBearer(call, token))
  return read(exchange, xrpc, schema, [...secrets, ...(token === undefined ? [] : [token])])
}

/** Classes of errors that are about the account or its session. */
const OF_ACCOUNT: readonly ErrorClass[] = ['renew', 'reconnect', 'owner_action']

/** The same of one of Bluesky's own services, whose addresses are settings. Asked in nobody's name, it can say nothing of an account. */
export async function ofService<T>(
  origin: string,
  xrpc: Xrpc,
  schema: z.ZodMiniType<T>,
  token?: string,
): Promise<Result<T>> {
  const call = callOf(xrpc)
  const url = methodUrl(origin, xrpc)
  const exchange = await askService(url, token === undefined ? call : withBearer(call, token))
  const result = read(exchange, xrpc, schema, token === undefined ? [] : [token])
  return result.ok || token !== undefined || !OF_ACCOUNT.includes(result.error.class)
    ? result
    : { ok: false, error: { ...result.error, class: 'retry' } }
}

/** A call that succeeded, turned into something else. */
export const mapped = <T, U>(result: Result<T>, turn: (value: T) => U): Result<U> =>
  result.ok ? { ...result, value: turn(result.value) } : result

/** A request that the connector itself refuses. */
export const refused = (message: string, more: Partial<PlatformError> = {}): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'permanent', message, ...more },
})
