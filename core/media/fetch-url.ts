// Opens the address of a URL upload: guarded, pinned, bounded. Nothing of the answer is read here but its head.
import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { bareHost, checkResolved, checkUrl, isAllowed } from '../domain/address-guard.ts'
import { AppError, refuse } from '../domain/errors.ts'
import { MAX_FILE_BYTES } from '../domain/media.ts'

const MAX_REDIRECTS = 5
const CONNECT_MS = 5_000
/** Until the answer begins, and between any two pieces of it. */
const SILENCE_MS = 15_000

export interface Address {
  address: string
  family: number
}

export interface FetchOptions {
  /** Ends it, wherever it is. */
  signal: AbortSignal
  /** `host:port` pairs that are let through although they are not public. */
  allowed: ReadonlySet<string>
  resolve?: (host: string) => Promise<Address[]>
  /** One connection to that address and no other. */
  connect?: (to: Address) => Agent
}

export interface Source {
  stream: Readable
  /** Where the redirects led. */
  url: URL
  contentType: string | undefined
  contentDisposition: string | undefined
  /** What the source says its length is. */
  length: number | undefined
  close(): void
}

export const sourceFailed = (reason: string, cause?: unknown) =>
  refuse('source_failed', `The file could not be fetched from its address: ${reason}.`, 'url', { cause })

const resolveHost = (host: string): Promise<Address[]> => dnsLookup(host, { all: true, verbatim: true })

/** The name is looked up once, before; the socket gets what was checked, whatever the name resolves to by then. */
export const pinned = (to: Address): Agent =>
  new Agent({
    connections: 1,
    pipelining: 0,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    maxHeaderSize: 32 * 1024,
    connect: {
      timeout: CONNECT_MS,
      lookup: (_host, options, done) => (options.all ? done(null, [to]) : done(null, to.address, to.family)),
    },
  })

/** Where a checked URL leads. @throws {AppError} `url_not_allowed` where that is not the public internet */
export async function addressOf(url: URL, options: FetchOptions): Promise<Address> {
  const host = bareHost(url)
  const family = isIP(host)
  if (family !== 0) return { address: host, family }
  let found: Address[]
  try {
    found = await (options.resolve ?? resolveHost)(host)
  } catch (error) {
    throw sourceFailed('its host name is not known', error)
  }
  if (!isAllowed(url, options.allowed)) checkResolved(found.map(({ address }) => address))
  // IPv4 first: where a function runs, IPv6 often leads nowhere.
  const chosen = found.find(({ family: version }) => version === 4) ?? found[0]
  if (!chosen) throw sourceFailed('its host name has no address')
  return chosen
}

/** Says in a sentence what a transport did not deliver. Never holds the address, which may carry a secret. */
export function transportReason(error: unknown): string {
  const codes = [error, (error as { cause?: unknown }).cause].map((fault) => (fault as { code?: string })?.code)
  const code = codes.find((name) => name !== undefined) ?? ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return 'the source did not accept a connection in time'
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return `the source did not answer within ${SILENCE_MS / 1000} seconds`
  if (code === 'UND_ERR_BODY_TIMEOUT') return `the source stopped sending for ${SILENCE_MS / 1000} seconds`
  if (code === 'ECONNREFUSED') return 'the source refused the connection'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'the source sent another length than it announced'
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') return 'the source broke off'
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return 'its certificate is not valid'
  return 'the source broke off'
}

/**
 * @throws {AppError} `url_not_allowed` before any connection is made; `source_failed`; `file_too_large` by what the
 *   source announces.
 */
export async function openUrl(address: string, options: FetchOptions): Promise<Source> {
  let target = address
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const url = checkUrl(target, options.allowed)
    const agent = (options.connect ?? pinned)(await addressOf(url, options))
    const close = () => void agent.destroy().catch(() => undefined)
    try {
      const reply = await request(url, {
        dispatcher: agent,
        signal: options.signal,
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'social-publisher' },
      })
      const header = (name: string): string | undefined => [reply.headers[name]].flat()[0]
      if (reply.statusCode >= 300 && reply.statusCode < 400 && header('location') !== undefined) {
        close()
        target = nextAddress(header('location')!, url)
        continue
      }
      if (reply.statusCode !== 200) throw sourceFailed(`the source answered with status ${reply.statusCode}`)
      const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity'
      if (encoding !== 'identity' && encoding !== '')
        throw sourceFailed(`the source sent it compressed, which was not asked for`)
      const length = header('content-length') === undefined ? undefined : Number(header('content-length'))
      if (length !== undefined && length > MAX_FILE_BYTES) throw tooLarge(length)
      return {
        stream: reply.body,
        url,
        contentType: header('content-type'),
        contentDisposition: header('content-disposition'),
        length,
        close,
      }
    } catch (error) {
      close()
      if (error instanceof AppError) throw error
      if (options.signal.aborted) throw options.signal.reason
      const noHttp = (error as Error).name === 'HTTPParserError'
      throw sourceFailed(noHttp ? 'the source does not speak HTTP' : transportReason(error), error)
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

export const tooLarge = (size: number | string) =>
  refuse('file_too_large', `The file has ${size} bytes; at most ${MAX_FILE_BYTES} are stored.`, 'url')
