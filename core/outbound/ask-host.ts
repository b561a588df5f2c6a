// Requests to hosts that people name as the server of an account, or that such a server names: guarded, pinned to what was looked
// up, bounded in size, time and redirects. The one way out for addresses that are not fixed by the stack's settings.
import type { LookupFunction } from 'node:net'
import { AppError } from '../errors.ts'
import { allowedPlatformHosts } from './allowed-hosts.ts'
import { exactJson } from './exact-json.ts'
import { addressOf, pinned } from './fetch-url.ts'
import type { Address } from './host-addresses.ts'
import { type Answer, FAILED, type Outgoing, RequestFailed, readBytes, sendRequest } from './http-request.ts'
import { checkUrl, isAllowed } from './rules/address-guard.ts'

export interface HostCall {
  method?: Outgoing['method']
  headers?: Readonly<Record<string, string>>
  /** The body: at most one of these. */
  json?: unknown
  form?: Readonly<Record<string, string>> | URLSearchParams
  /** Its type is among the headers. */
  bytes?: Uint8Array
  /** Its type and its length are among the headers. */
  stream?: AsyncIterable<Uint8Array>
  /** For all of it: looking the name up, redirects and the answer's body. */
  timeoutMs: number
  /** The longest answer. */
  maxBytes?: number
  /** How many redirects are followed, of a GET or HEAD; each is checked as the first address was. */
  redirects?: number
  /** Lets plain HTTP through, for pages that anybody may read. Without it only what the local run allows is asked in the clear. */
  inTheClear?: boolean
}

export interface HostReply {
  status: number
  /** The first of that name, which is in lower case. */
  header(name: string): string | undefined
  bytes: Uint8Array
  text: string
  /** Its JSON, with whole numbers above 2^53 as text; undefined if it is not JSON. */
  body: unknown
  /** Where redirects led. */
  url: string
}

interface Fault {
  /** `NOT_ALLOWED` for an address that is not public; else as `RequestFailed` has it. */
  fault: string
  /** False only where nothing can have been received. */
  sent: boolean
  /** The reason, without the address: `the host refused the connection`. */
  problem: string
}
export type HostExchange = { reply: HostReply } | Fault

/** Replaceable by tests: the name service and the connection. */
export interface Wires {
  resolve?: (host: string) => Promise<Address[]>
  pin?: (to: Address) => LookupFunction
}

const CONNECT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024
/** The fault of an address that may not be asked. */
export const NOT_ALLOWED = 'NOT_ALLOWED'

/** Headers that another host must not see. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'dpop', 'proxy-authorization'])

const PROBLEMS: Record<string, string> = {
  [FAILED.connectTimeout]: 'the host did not accept a connection in time',
  [FAILED.ended]: 'the host did not answer in time',
  [FAILED.tooLarge]: 'the host answered with more than is read',
  [FAILED.unreadable]: 'what was to be sent could not be read',
  ECONNREFUSED: 'the host refused the connection',
  ENOTFOUND: 'the host name is not known',
}

const problemOf = (code: string): string => {
  if (code.startsWith('HPE_')) return 'the host does not speak HTTP'
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return "the host's certificate is not valid"
  return PROBLEMS[code] ?? 'the connection to the host broke off'
}

const failed = (fault: string, sent: boolean, problem = problemOf(fault)): Fault => ({ fault, sent, problem })

function bodyOf({ json, form, bytes, stream }: HostCall): { body?: Outgoing['body']; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (form !== undefined) {
    return { body: new URLSearchParams(form as URLSearchParams).toString(), type: 'application/x-www-form-urlencoded' }
  }
  const body = bytes ?? stream
  return body === undefined ? {} : { body }
}

const lowerCased = (headers: HostCall['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Where it may go, and what to connect to. Undefined: wherever the name leads. */
type Guard = (url: string, signal: AbortSignal) => Promise<{ url: URL; lookup?: LookupFunction }>

const guarded =
  ({ resolve, pin = pinned }: Wires, inTheClear = false): Guard =>
  async (address, signal) => {
    const allowed = allowedPlatformHosts()
    const url = checkUrl(address, allowed)
    if (url.protocol !== 'https:' && !inTheClear && !isAllowed(url, allowed)) throw new InTheClear()
    const lookup = pin(await addressOf(url, { signal, allowed, ...(resolve ? { resolve } : {}) }))
    return { url, lookup }
  }

const unguarded: Guard = async (address) => ({ url: new URL(address) })

/** Anyone on the way could read the session, or the password, that goes with the call. */
class InTheClear extends Error {}

/** The name service does not know of our clock. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new RequestFailed(FAILED.ended, false, signal.reason))
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

async function withReply(answer: Answer, url: URL, maxBytes: number): Promise<HostExchange> {
  const { status, header } = answer
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    answer.close()
    return failed('COMPRESSED', true, 'the host sent its answer compressed, which was not asked for')
  }
  const bytes = await readBytes(answer, maxBytes)
  const text = bytes.toString('utf8')
  return { reply: { status, header, bytes, text, body: exactJson(text), url: url.href } }
}

/** How far the request came, for the caller that catches its error. */
interface Progress {
  sent: boolean
}

async function send(address: string, call: HostCall, guard: Guard, progress: Progress): Promise<HostExchange> {
  const { method = 'GET', timeoutMs, maxBytes = MAX_BYTES, redirects = 0 } = call
  const { body, type } = bodyOf(call)
  const signal = AbortSignal.timeout(timeoutMs)
  const given = lowerCased(call.headers)
  let headers: Record<string, string> = {
    'user-agent': 'social-publisher',
    'accept-encoding': 'identity',
    accept: 'application/json',
    ...(type === undefined ? {} : { 'content-type': type }),
    ...given,
  }
  let target = address
  for (let hop = 0; ; hop += 1) {
    const { url, lookup } = await within(signal, guard(target, signal))
    const answer = await sendRequest(url, {
      method,
      headers,
      signal,
      connectMs: CONNECT_MS,
      ...(lookup ? { lookup } : {}),
      ...(body === undefined ? {} : { body }),
    })
    const location = answer.header('location')
    const leads = answer.status >= 300 && answer.status < 400 && location !== undefined
    if (!leads || hop >= redirects || (method !== 'GET' && method !== 'HEAD')) return withReply(answer, url, maxBytes)
    answer.close()
    progress.sent = true
    const next = URL.parse(location, url.href)
    if (!next) return failed('BAD_REDIRECT', true, 'the host redirects to something that is not an address')
    if (next.origin !== url.origin) {
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name)))
    }
    target = next.href
  }
}

/** @param sent whether something had been sent before. */
function faultOf(error: unknown, sent: boolean): Fault {
  if (error instanceof RequestFailed) return failed(error.code, sent || error.connected)
  if (error instanceof InTheClear) return failed(NOT_ALLOWED, sent, 'it is not an https address')
  if (error instanceof AppError) {
    const refused = error.code === 'url_not_allowed'
    return refused
      ? failed(NOT_ALLOWED, sent, 'it is not an address of the public internet')
      : failed('ENOTFOUND', sent)
  }
  return failed(error instanceof Error ? error.name : 'UNKNOWN', sent)
}

async function asked(address: string | URL, call: HostCall, guard: Guard): Promise<HostExchange> {
  const progress: Progress = { sent: false }
  try {
    return await send(String(address), call, guard, progress)
  } catch (error) {
    return faultOf(error, progress.sent)
  }
}

/** Asks a host that somebody named. Never throws for what the other side is or does. @param wires for tests only. */
export const askHost = (address: string | URL, call: HostCall, wires: Wires = {}): Promise<HostExchange> =>
  asked(address, call, guarded(wires, call.inTheClear))

/** The same of an origin that the stack's settings name: it leads wherever the operator says. */
export const askService = (address: string | URL, call: HostCall): Promise<HostExchange> =>
  asked(address, call, unguarded)
