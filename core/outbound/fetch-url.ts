// Opens the address of a URL upload: guarded, pinned, bounded. Nothing of the answer is read here but its head.
import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError, refuse } from '../errors.ts'
import { type Address, addressesOf } from './host-addresses.ts'
import { type Answer, FAILED, sendRequest } from './http-request.ts'
import { bareHost, checkResolved, checkUrl, isAllowed } from './rules/address-guard.ts'

const MAX_REDIRECTS = 5
export const CONNECT_MS = 5_000
/** Until the answer begins, and between any two pieces of it. */
const SILENCE_MS = 15_000

export interface FetchOptions {
  /** Ends it, wherever it is. */
  signal: AbortSignal
  /** The largest file that is taken. */
  maxBytes: number
  /** `host:port` pairs that are let through although they are not public. */
  allowed: ReadonlySet<string>
  resolve?: (host: string) => Promise<Address[]>
  /** Leads a connection to that address and no other. */
  pin?: (to: Address) => LookupFunction
  silenceMs?: number
}

export interface Source {
  stream: Readable
  /** Where the redirects led. */
  url: URL
  contentType: string | undefined
  contentDisposition: string | undefined
  /** The length that the source announced. */
  length: number | undefined
  /** The version of the file: its ETag, or where it has none the date of its last change. */
  version: string | undefined
  close(): void
}

/** A longer one is not used: it would be stored with the file. */
const LONGEST_VERSION = 200

function versionOf(header: Answer['header']): string | undefined {
  const told = header('etag') ?? header('last-modified')
  return told !== undefined && told.length <= LONGEST_VERSION && isVersion(told) ? told : undefined
}

/** Whether a version is an ETag; else it is a date. */
export const isEntityTag = (version: string): boolean => /^(W\/)?"/.test(version)
/** Whether it is an ETag or a date, and so safe to be sent back in a header. */
const isVersion = (version: string) => /^(?:(?:W\/)?"[\x21\x23-\x7e]*"|[\w ,:+-]+)$/.test(version)

const unlessStill = (version: string): Record<string, string> =>
  isEntityTag(version) ? { 'if-none-match': version } : { 'if-modified-since': version }

export const sourceFailed = (reason: string, cause?: unknown) =>
  refuse('source_failed', `The file could not be fetched from its address: ${reason}.`, 'url', { cause })

/** By the machine's own names too: only of hosts that the local run lets through. */
const localAddresses = (host: string): Promise<Address[]> => dnsLookup(host, { all: true, verbatim: true })

/** The name is looked up once, before; the socket gets what was checked, whatever the name resolves to by then. */
export const pinned =
  (to: Address): LookupFunction =>
  (_host, options, done) =>
    options.all ? done(null, [to]) : done(null, to.address, to.family)

/** Where a checked URL leads. @throws {AppError} `url_not_allowed` where that is not the public internet */
export async function addressOf(url: URL, options: Omit<FetchOptions, 'maxBytes'>): Promise<Address> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family !== 0) return { address: host, family }
  const letThrough = isAllowed(url, options.allowed)
  let found: Address[]
  try {
    found = await (options.resolve ?? (letThrough ? localAddresses : addressesOf))(host)
  } catch (error) {
    throw sourceFailed('its host name is not known', error)
  }
  if (!letThrough) checkResolved(found.map(({ address }) => address))
  // IPv4 first: where a function runs, IPv6 often leads nowhere.
  const chosen = found.find(({ family: version }) => version === 4) ?? found[0]
  if (!chosen) throw sourceFailed('its host name has no address')
  return chosen
}

/** Says in a sentence what a transport did not deliver. Never holds the address, which may carry a secret. */
export function transportReason(error: unknown): string {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return 'the source broke off'
  if (code === FAILED.connectTimeout || code === 'ETIMEDOUT') return 'the source did not accept a connection in time'
  if (code === FAILED.headersTimeout) return `the source did not answer within ${SILENCE_MS / 1000} seconds`
  if (code === FAILED.bodyTimeout) return `the source stopped sending for ${SILENCE_MS / 1000} seconds`
  if (code === 'HPE_HEADER_OVERFLOW') return 'the source answered with too many headers'
  if (code.startsWith('HPE_')) return 'the source does not speak HTTP'
  if (code === 'ECONNREFUSED') return 'the source refused the connection'
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return 'its certificate is not valid'
  return 'the source broke off'
}

/**
 * @throws {AppError} `url_not_allowed` before any connection is made; `source_failed`; `file_too_large` by what the
 *   source announces.
 */
export async function openUrl(address: string, options: FetchOptions): Promise<Source> {
  const source = await open(address, options, undefined)
  if (source === undefined) throw sourceFailed('the source answered with status 304')
  return source
}

/**
 * The same, unless the file is still of a version that is known.
 * @param version that of an earlier `Source` of the same file.
 * @returns undefined where it has not changed.
 */
export const openChanged = (address: string, options: FetchOptions, version: string): Promise<Source | undefined> =>
  open(address, options, version)

async function open(address: string, options: FetchOptions, version: string | undefined): Promise<Source | undefined> {
  let target = address
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const url = checkUrl(target, options.allowed)
    const lookup = (options.pin ?? pinned)(await addressOf(url, options))
    let answer: Answer | undefined
    try {
      answer = await sendRequest(url, {
        lookup,
        signal: options.signal,
        connectMs: CONNECT_MS,
        silenceMs: options.silenceMs ?? SILENCE_MS,
        headers: {
          accept: '*/*',
          'accept-encoding': 'identity',
          'user-agent': 'social-publisher',
          ...(version === undefined ? {} : unlessStill(version)),
        },
      })
      const { status, header, body, close } = answer
      if (status >= 300 && status < 400 && header('location') !== undefined) {
        close()
        target = nextAddress(header('location')!, url)
        continue
      }
      if (status === 304) {
        close()
        return undefined
      }
      if (status !== 200) throw sourceFailed(`the source answered with status ${status}`)
      const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity'
      if (encoding !== 'identity' && encoding !== '')
        throw sourceFailed(`the source sent it compressed, which was not asked for`)
      const length = header('content-length') === undefined ? undefined : Number(header('content-length'))
      if (length !== undefined && length > options.maxBytes) throw tooLarge(length, options.maxBytes)
      return {
        stream: body,
        url,
        contentType: header('content-type'),
        contentDisposition: header('content-disposition'),
        length,
        version: versionOf(header),
        close,
      }
    } catch (error) {
      answer?.close()
      if (error instanceof AppError) throw error
      if (options.signal.aborted) throw options.signal.reason
      throw sourceFailed(transportReason(error), error)
    }
  }
  throw sourceFailed(`it leads through more than ${MAX_REDIRECTS} redirects`)
}

const nextAddress = (location: string, from: URL): string => {
  try {
    return new URL(location, from).href
  } catch (error) {
    throw sourceFailed('the source redirects to something that is not an address', error)
  }
}

export const tooLarge = (size: number | string, maxBytes: number) =>
  refuse('file_too_large', `The file has ${size} bytes; at most ${maxBytes} are stored.`, 'url')
