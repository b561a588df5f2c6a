// Assistants as clients of OAuth: who they say they are, and where they may have people sent back to. Pure.
//
// A client is named by the address of its own metadata (OAuth Client ID Metadata Document), or by an id that holds its metadata:
// registering (RFC 7591) stores nothing, so nobody can use up storage by it, and proves nothing, as with any registration that is
// open to everyone. People recognize a client by the host that the answer goes to.
import { API_STAGE, MCP_PATH } from '../../contract.ts'
import { nfc } from '../../nfc.ts'
import { LONGEST_ADDRESS, PROGRAMS, placeOf, redirectUrl } from './redirect-address.ts'

export interface Client {
  id: string
  /** As it says itself. */
  name: string
  redirectUris: readonly string[]
  /** The host that says all this; null for a client that registered. */
  host: string | null
}

/** The resource of access tokens: the MCP endpoint at the dashboard's address. @param dashboard its origin. */
export const mcpResource = (dashboard: string): string => `${dashboard}/${API_STAGE}${MCP_PATH}`

export const LONGEST_CLIENT_ID = 800
/** Editors name one for each place that they run in: six, in Visual Studio Code of 2025. */
const MOST_REDIRECTS = 10
const LONGEST_NAME = 60
const REGISTERED = 'reg.'

/** One line without invisible characters and without ones that change the reading direction. */
const nameOf = (given: unknown, otherwise: string): string => {
  const name =
    typeof given === 'string'
      ? nfc(given.slice(0, 1000))
          .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
          .trim()
      : ''
  return [...(name || otherwise)].slice(0, LONGEST_NAME).join('')
}

/** Reads a client's metadata. @returns the problem where it cannot be one here. */
export function clientIn(
  metadata: unknown,
): { name: string; redirectUris: readonly string[] } | { problem: string; field: 'redirect_uris' | 'client' } {
  if (typeof metadata !== 'object' || metadata === null) return { problem: 'is not a JSON object', field: 'client' }
  const { redirect_uris, client_name } = metadata as Record<string, unknown>
  if (!Array.isArray(redirect_uris) || redirect_uris.length < 1 || redirect_uris.length > MOST_REDIRECTS)
    return { problem: `names 1 to ${MOST_REDIRECTS} addresses in redirect_uris`, field: 'redirect_uris' }
  const urls = redirect_uris.map(redirectUrl)
  const wrong = urls.indexOf(undefined)
  if (wrong >= 0)
    return {
      problem: `redirect_uris[${wrong}] must be an address of at most ${LONGEST_ADDRESS} characters without a fragment: by https, of this machine (http://127.0.0.1), or of a program (${PROGRAMS.map((name) => `${name}:`).join(', ')}, or a domain name in reverse such as com.example.app:)`,
      field: 'redirect_uris',
    }
  return { name: nameOf(client_name, placeOf(urls[0]!)), redirectUris: redirect_uris as string[] }
}

const idOf = (name: string, redirectUris: readonly string[]): string =>
  REGISTERED + Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url')

/** Gives a client an id. @returns the problem where its metadata do not do. */
export function registered(metadata: unknown): Client | { problem: string; field: 'redirect_uris' | 'client' } {
  const found = clientIn(metadata)
  if ('problem' in found) return found
  const id = idOf(found.name, found.redirectUris)
  if (id.length > LONGEST_CLIENT_ID)
    return { problem: 'has redirect_uris that are too long together', field: 'redirect_uris' }
  return { id, ...found, host: null }
}

/** The client of an id that was made here; undefined for any other text. */
export function registeredClient(id: string): Client | undefined {
  if (!id.startsWith(REGISTERED) || id.length > LONGEST_CLIENT_ID) return undefined
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(id.slice(REGISTERED.length), 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts)) return undefined
  const [client_name, ...redirect_uris] = parts
  const found = clientIn({ client_name, redirect_uris })
  // An id of the same content in another spelling would be another client.
  return 'problem' in found || idOf(found.name, found.redirectUris) !== id ? undefined : { id, ...found, host: null }
}

/** Whether a client is named by the address of its metadata: https, with a path, as one would write it. */
export function metadataUrl(id: string): URL | undefined {
  if (id.length > LONGEST_CLIENT_ID || !/^https:\/\/[\x21-\x7e]+$/.test(id) || id.includes('#')) return undefined
  const url = URL.parse(id)
  if (url?.username !== '' || url.password !== '' || url.pathname === '/') return undefined
  // `..`, a port of 443 and the like: two spellings of one address would be two clients.
  return url.href === id ? url : undefined
}
