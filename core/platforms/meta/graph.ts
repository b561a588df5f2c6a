// Calls to a Graph API: the reply as a value, or as an error with its class. Shared by both platforms.
import * as z from 'zod/mini'
import type { PlatformError, Result } from '../connector.ts'
import { PUBLISH_TIMEOUT_MS } from '../outcome.ts'
import {
  aboutOf,
  classify,
  type ErrorFacts,
  type ErrorRow,
  GRAPH_ERRORS,
  type Operation,
  repeat,
} from './error-table.ts'
import { type Call, exchange, type Reply } from './http.ts'
import { numeric, optional } from './lenient.ts'
import { redact } from './redact.ts'
import { retryAfterMs, usagePauseMs } from './usage-headers.ts'

export interface GraphCall extends Omit<Call, 'timeoutMs'> {
  operation: Operation
  timeoutMs?: number
}

// Replies are described by `z.lazy`: a function that starts does not wait for descriptions of what it may never read.

/** Ids go into paths: nothing else may come in as one. */
export const Id = z.lazy(() =>
  z.pipe(z.union([z.string(), z.pipe(z.int(), z.transform(String))]), z.string().check(z.regex(/^[\w-]{1,64}$/))),
)
/** The answer to creating and publishing. */
export const Made = z.lazy(() => z.object({ id: Id }))

const TIMEOUT_MS: Record<Operation, number> = {
  create: 30_000,
  publish: PUBLISH_TIMEOUT_MS,
  read: 10_000,
  auth: 15_000,
}

/** No further page of a list is asked for after this: with the last one it is still one step, within the lease of a publication. */
export const PAGES_MS = 20_000

/**
 * Names that stand for codes in places, such as `THREADS_API__LINK_LIMIT_EXCEEDED`; and the two sentences that alone tell an app whose
 * access was switched off from a permission that is missing.
 */
const ERROR_NAME = /\b(?:[A-Z]+(?:_[A-Z]+)*_API__[A-Z_]+|API access (?:blocked|deactivated))\b/

/** For a reply that is useful without it. */
export const text = z.lazy(() => optional(z.string()))
const code = z.lazy(() => optional(numeric.check(z.int())))
/** A name in place of a code (platform-options, table D). */
const Named = z.lazy(() => z.object({ error: z.object({ code: z.string() }) }))

const Envelope = z.lazy(() =>
  z.object({
    error: z.object({
      message: text,
      type: text,
      code,
      error_subcode: code,
      is_transient: optional(z.boolean()),
      error_user_title: text,
      error_user_msg: text,
      fbtrace_id: text,
    }),
  }),
)

/** The shape in which exchanging a code fails. Its `code` repeats the HTTP status. */
const ExchangeFailure = z.lazy(() => z.object({ error_type: z.string(), error_message: z.string(), code }))

const secretsOf = ({ token, query = {}, form = {} }: GraphCall): string[] => [
  ...(token === undefined ? [] : [token]),
  ...['access_token', 'client_secret', 'code', 'input_token', 'fb_exchange_token'].flatMap((name) =>
    [query[name] ?? [], form[name] ?? []].flat(),
  ),
]

/** Title and explanation are for people; the message is what searches find. */
const wordsOf = (parts: readonly (string | undefined)[]): string => {
  const said = parts.filter((part): part is string => part !== undefined && part.trim() !== '')
  return said.filter((part, at) => said.indexOf(part) === at).join(' · ')
}

const waitOf = (reply: Reply): { retry_after_ms?: number } => {
  const ms = retryAfterMs(reply.header('retry-after'), Date.now()) ?? usagePauseMs(reply)
  return ms === undefined ? {} : { retry_after_ms: ms }
}

/** The error in the body; undefined where there is none. */
function refusalIn(reply: Reply, call: GraphCall, rows: readonly ErrorRow[]): PlatformError | undefined {
  const { operation } = call
  const secrets = secretsOf(call)
  const http_status = reply.status
  const failure = ExchangeFailure.safeParse(reply.body)
  if (failure.success) {
    const { error_type, error_message, code } = failure.data
    const message = redact(error_message, secrets)
    const found = classify(rows, { http_status, code }, operation)
    return {
      class: found,
      ...aboutOf(rows, { code }, found),
      message,
      code,
      type: error_type,
      http_status,
      ...waitOf(reply),
    }
  }
  const envelope = Envelope.safeParse(reply.body)
  if (!envelope.success) return undefined
  const { message, type, code, error_subcode, is_transient, error_user_title, error_user_msg, fbtrace_id } =
    envelope.data.error
  const words = wordsOf([message, error_user_title, error_user_msg])
  const named = Named.safeParse(reply.body).data?.error.code ?? ''
  const name = ERROR_NAME.exec(`${words} ${type ?? ''} ${named}`)?.[0]
  const subcode = error_subcode === 0 ? undefined : error_subcode
  const facts: ErrorFacts = { http_status, code, subcode, name, is_transient }
  const found = classify(rows, facts, operation)
  return {
    class: found,
    ...aboutOf(rows, facts, found),
    message: redact(words, secrets) || 'The platform gave no reason.',
    code,
    subcode,
    type: type && redact(type, secrets).slice(0, 100),
    trace_id: fbtrace_id && redact(fbtrace_id, secrets).slice(0, 100),
    http_status,
    ...waitOf(reply),
  }
}

/** No token that a platform gave out holds such characters: it never went out. */
const unusableToken: PlatformError = {
  class: 'reconnect',
  message: 'The stored token does not have the form of a platform token.',
}

/** One call; the reply is read by `schema`. Never throws for what the platform does. */
export async function graphCall<T>(
  call: GraphCall,
  schema: z.ZodMiniType<T>,
  own: readonly ErrorRow[],
): Promise<Result<T>> {
  const { operation, timeoutMs = TIMEOUT_MS[operation] } = call
  const rows = [...own, ...GRAPH_ERRORS]
  const outcome = await exchange({ ...call, timeoutMs })
  if ('fault' in outcome) {
    const { fault, sent } = outcome
    if (fault === 'INVALID_TOKEN') return { ok: false, error: unusableToken }
    const message =
      fault === 'TIMEOUT' ? `No answer within ${timeoutMs / 1000} s.` : `The connection failed (${fault}).`
    return {
      ok: false,
      error: sent ? { class: repeat(operation), message } : { class: 'retry', message, unsent: true },
    }
  }
  const { reply } = outcome
  const { status: http_status } = reply
  const refusal = refusalIn(reply, call, rows)
  if (refusal) return { ok: false, error: refusal }
  const succeeded = http_status >= 200 && http_status < 300
  const value = succeeded ? schema.safeParse(reply.body) : undefined
  if (value?.success) {
    const pause_ms = usagePauseMs(reply)
    return { ok: true, value: value.data, ...(pause_ms === undefined ? {} : { pause_ms }) }
  }
  // Not the API's own words: a page of a proxy, or a reply cut short.
  const lasting = http_status === 429 || (http_status === 401 && reply.body !== undefined)
  const error: PlatformError = {
    class: lasting ? classify([], { http_status }, operation) : repeat(operation),
    message: succeeded
      ? 'The reply does not match what the platform documents.'
      : `HTTP ${http_status} without a reason.`,
    http_status,
    ...waitOf(reply),
  }
  return { ok: false, error }
}

/** A call that succeeded, turned into something else. */
export const mapped = <T, U>(result: Result<T>, turn: (value: T) => U): Result<U> =>
  result.ok ? { ...result, value: turn(result.value) } : result

/** A request that the connector itself refuses: the platform has no such thing. */
export const refused = (message: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'permanent', message },
})
