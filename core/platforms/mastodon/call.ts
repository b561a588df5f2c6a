// One call to the server of an account: the answer, or an error with its class. Servers send messages but no codes, so the status
// decides (platforms-next, section 3.4).
import type { HostCall } from '../../outbound/ask-host.ts'
import { askHost } from '../../outbound/ask-host.ts'
import { redact } from '../meta/redact.ts'
import { retryAfterMs } from '../meta/usage-headers.ts'
import type { ErrorClass, PlatformError, Result } from '../outcome.ts'
import { type Session, sessionIn } from './session.ts'

/** `publish` is the call whose repetition shows: only a clear answer to it says that nothing happened. */
export type Operation = 'read' | 'upload' | 'publish' | 'delete' | 'auth'

export interface ServerCall {
  operation: Operation
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string>
  json?: Record<string, unknown>
  form?: Record<string, string>
  /** A body that is made as it is sent: its type and length are among the headers. */
  stream?: AsyncIterable<Uint8Array>
  headers?: Record<string, string>
  timeoutMs?: number
}

export interface Said {
  status: number
  body: unknown
  /** The answer's header, by its name in lower case. */
  header(name: string): string | undefined
}

/** Shorter than a publish call may take: a post without its media is deleted again within the same time. */
export const PUBLISH_MS = 20_000

const TIMEOUT_MS: Record<Operation, number> = {
  read: 10_000,
  // As much as a step has, less what reading the first bytes takes.
  upload: 28_000,
  publish: PUBLISH_MS,
  delete: 10_000,
  auth: 15_000,
}
const MINUTE = 60_000
const LONGEST_WAIT_MS = 24 * 60 * MINUTE
const MAX_ANSWER = 4 * 1024 * 1024

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text at that name; undefined where there is none. */
export const textAt = (value: unknown, name: string): string | undefined => {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === 'string' ? found : undefined
}

export const numberAt = (value: unknown, name: string): number | undefined => {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

export const recordAt = (value: unknown, name: string): Record<string, unknown> => {
  const found = isRecord(value) ? value[name] : undefined
  return isRecord(found) ? found : {}
}

/** An id: servers number in different ways. What it is put into is an address, so nothing else may come in as one. */
export const idAt = (value: unknown, name = 'id'): string | undefined => {
  const found = isRecord(value) ? value[name] : undefined
  const id = typeof found === 'number' && Number.isSafeInteger(found) ? String(found) : found
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

/** When a limit ends: a time, or seconds since 1970. */
function resetMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const at = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(at - now)))
}

/** How long calls should pause once the limit is used up. Every answer says when the limit starts again. */
const pauseIn = (said: Said): number | undefined =>
  said.header('x-ratelimit-remaining')?.trim() === '0'
    ? resetMs(said.header('x-ratelimit-reset'), Date.now())
    : undefined

const waitIn = (said: Said): number | undefined =>
  retryAfterMs(said.header('retry-after'), Date.now()) ??
  (said.status === 429 ? resetMs(said.header('x-ratelimit-reset'), Date.now()) : pauseIn(said))

/** The server's words for its owner, without markup and without what was sent in secret. */
export function wordsOf(body: unknown, secrets: readonly string[]): string | undefined {
  const parts = [textAt(body, 'error'), textAt(body, 'error_description')].filter((part) => part?.trim())
  if (parts.length === 0) return undefined
  return redact([...new Set(parts)].join(': '), secrets)
}

/** Words of errors that only the owner can clear up, on the server's own pages. */
const OWNER = /disabled|suspend|pending|confirm|moved|deactivat|limited|frozen|approv/i
const SCOPE = /scope/i
const USED_MEDIA = /attach|not found|(?:unknown|invalid) media|media.*(?:already|used)/i

const UNFINISHED = /not finished processing/i

const isMediaWord = (message: string): boolean =>
  UNFINISHED.test(message) || (/media|attachment/i.test(message) && USED_MEDIA.test(message))

/** An answer of the server itself: not the page of something in front of it. */
const isItsOwn = ({ body }: Said): boolean => isRecord(body)

const TOO_LARGE = 413

/** The message for an error answer that has none. */
const wordless = (status: number): string =>
  status === TOO_LARGE
    ? 'The server does not take a file this large (HTTP 413).'
    : `The server answered with HTTP ${status} and without a reason.`

/** The meaning of a failed answer. */
function classOf(said: Said, operation: Operation, message: string): ErrorClass {
  const { status } = said
  const inDoubt: ErrorClass = operation === 'publish' ? 'ambiguous' : 'retry'
  if (status === 429) return 'wait'
  // The server, or a proxy with a lower limit, refuses the size: a repeat has the same size.
  if (status === TOO_LARGE) return 'permanent'
  if (status >= 500 || status === 408 || status < 400 || !isItsOwn(said)) return inDoubt
  if (status === 401) return 'reconnect'
  if (status === 403) return SCOPE.test(message) ? 'permission' : OWNER.test(message) ? 'owner_action' : 'permanent'
  // Media that were used before, or that the server has removed: first it is checked whether the post exists. Or that it still
  // works on.
  if (operation === 'publish' && (status === 400 || status === 422) && isMediaWord(message)) return 'same_container'
  return 'permanent'
}

const ADVICE: Partial<Record<ErrorClass, string>> = {
  permission: 'Connect the account again, and allow all that is asked for.',
  owner_action: 'Sign in at your server in a browser: it says there what to do.',
}

function errorOf(said: Said, operation: Operation, secrets: readonly string[]): PlatformError {
  const message = wordsOf(said.body, secrets) || wordless(said.status)
  const found = classOf(said, operation, message)
  const wait = said.status === 429 || said.status >= 500 ? waitIn(said) : undefined
  // A missing scope ends nothing but what needs it, and all that is sent needs one of those that were asked for.
  const lasting = found === 'permission' ? 'reconnect' : found
  return {
    class: lasting,
    message,
    http_status: said.status,
    ...(wait === undefined ? {} : { retry_after_ms: wait }),
    ...(found === 'permission' ? { permission: true as const } : {}),
    ...(ADVICE[found] === undefined ? {} : { advice: ADVICE[found] }),
  }
}

const TOKEN = /^[\x21-\x7e]{1,2000}$/

/** The error of a session that cannot be read. */
const UNREADABLE: PlatformError = { class: 'reconnect', message: 'The stored session cannot be used.' }

/** Asks a server. @param token absent for what needs none. @returns also answers of 2xx whose body is empty. */
export async function askServer(
  host: string,
  path: string,
  { operation, query, timeoutMs = TIMEOUT_MS[operation], headers = {}, ...call }: ServerCall,
  token?: string,
): Promise<Result<Said>> {
  if (token !== undefined && !TOKEN.test(token)) return { ok: false, error: UNREADABLE }
  const address = `${host}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
  const asked: HostCall = {
    ...call,
    timeoutMs,
    maxBytes: MAX_ANSWER,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  }
  const exchange = await askHost(address, asked)
  if ('fault' in exchange) {
    const inDoubt = operation === 'publish' && exchange.sent
    const message = `The server could not be asked: ${exchange.problem}.`
    const unsent = exchange.sent ? {} : { unsent: true as const }
    return { ok: false, error: { class: inDoubt ? 'ambiguous' : 'retry', message, ...unsent } }
  }
  const { status, body, header } = exchange.reply
  const said: Said = { status, body, header }
  if (status >= 200 && status < 300) {
    const pause_ms = pauseIn(said)
    return { ok: true, value: said, ...(pause_ms === undefined ? {} : { pause_ms }) }
  }
  const secrets = [token ?? [], Object.values(call.form ?? {}).filter((value) => value.length > 20)].flat()
  return { ok: false, error: errorOf(said, operation, secrets) }
}

/** The same as the account, on its own server. */
export async function asSession(
  session: string,
  path: string,
  call: ServerCall,
): Promise<Result<Said & { host: string }>> {
  const found: Session | undefined = sessionIn(session)
  if (!found) return { ok: false, error: UNREADABLE }
  const answer = await askServer(found.host, path, call, found.token)
  return answer.ok ? { ...answer, value: { ...answer.value, host: found.host } } : answer
}

/**
 * Whether the server itself says that it has no such thing. A proxy in front of a server that is restarting answers 404 to everything,
 * without an error of the API: that proves nothing.
 */
export const isMissing = ({ http_status, class: found }: PlatformError): boolean =>
  http_status === 404 && found === 'permanent'

/** Looking whether the session is still known takes no longer: it follows other calls within one step. */
const KNOWN_MS = 5000

/**
 * Fails where the server does not know the session any more. Mastodon takes a caller whose token it has removed for a visitor, and
 * shows only public posts: what is not seen then may be there.
 */
export async function stillKnown(session: string): Promise<Result<null>> {
  const call = { operation: 'read', timeoutMs: KNOWN_MS } as const
  const answer = await asSession(session, '/api/v1/accounts/verify_credentials', call)
  if (!answer.ok) return answer
  const { body, status } = answer.value
  return idAt(body) === undefined ? notDocumented('read', status) : { ok: true, value: null }
}

/** An answer that is not what the API documents: a page of something in front of it, or cut short. */
export const notDocumented = (operation: Operation, status: number): { ok: false; error: PlatformError } => ({
  ok: false,
  error: {
    class: operation === 'publish' ? 'ambiguous' : 'retry',
    message: 'The answer of the server does not match the documentation of its API.',
    http_status: status,
  },
})
