// Which addresses a URL upload may be fetched from: public ones only (server-side request forgery).
import ipaddr from 'ipaddr.js'
import { refuse } from '../../errors.ts'

/** Longest address that is taken. */
const MAX_URL = 2048

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

// Names that resolvers answer from the machine itself or its network, whatever the address says.
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/** Whether an IP address is one of the public internet: unicast, and no shape that only wraps another address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // Only 2000::/3 is assigned; the rest that counts as unicast is old, reserved or IPv4 in another notation.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20
}

/** Host as the URL parser leaves it: numeric, octal and hex forms are plain IPv4 by then. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export const portOf = (url: URL): string => url.port || PORTS[url.protocol] || ''

const refused = (reason: string) => refuse('url_not_allowed', `The address may not be fetched: ${reason}.`, 'url')

/**
 * Checks everything that the address itself shows. The caller checks what its name resolves to, with `checkResolved`.
 * @param allowed `host:port` pairs that are let through although they are not public.
 * @throws {AppError} `url_not_allowed`
 */
export function checkUrl(text: string, allowed: ReadonlySet<string> = new Set()): URL {
  if (text.length > MAX_URL) throw refused(`it is longer than ${MAX_URL} characters`)
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refused('it is not a valid URL')
  }
  if (!(url.protocol in PORTS)) throw refused('only http and https addresses are fetched')
  if (url.username !== '' || url.password !== '') throw refused('it carries a user name or password')
  if (url.hostname === '') throw refused('it has no host')
  if (isAllowed(url, allowed)) return url
  if (url.port !== '' && url.port !== PORTS[url.protocol])
    throw refused('only ports 80 (http) and 443 (https) are fetched')
  const host = bareHost(url)
  if (ipaddr.isValid(host)) {
    if (!isPublicAddress(host)) throw refused('it does not lead to the public internet')
  } else if (!host.includes('.') || LOCAL_NAMES.test(host)) {
    throw refused('its host is not a name on the public internet')
  }
  return url
}

export const isAllowed = (url: URL, allowed: ReadonlySet<string>): boolean =>
  allowed.has(`${bareHost(url)}:${portOf(url)}`) || allowed.has(`${url.hostname}:${portOf(url)}`)

/**
 * One private answer among public ones is enough to refuse: such a name is set up to be confused.
 * @throws {AppError} `url_not_allowed`
 */
export function checkResolved(addresses: readonly string[]): void {
  if (!addresses.every(isPublicAddress)) throw refused('its host does not lead to the public internet')
}
