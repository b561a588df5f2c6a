// The server, or the handle, that somebody names to connect an account. Pure: what a name leads to is checked where it is asked.
import { AppError, refuse } from '../../errors.ts'
import { bareHost, checkUrl, portOf } from '../../outbound/rules/address-guard.ts'

/** Longest text that is taken for either. */
export const MAX_NAMED = 300

/** `@name@server`, as people know their accounts by. */
const ACCOUNT_AT_SERVER = /^@?[^@\s/]+@([^@\s/]+)$/

const wrong = (field: string, reason: string) => refuse('invalid_value', `${field}: ${reason}`, field)

/**
 * The origin of a server that is named by its address, by its name, or by an account on it.
 * @param allowed `host:port` pairs that are reached by plain HTTP although they are not public.
 * @throws {AppError} naming the field.
 */
export function originNamed(text: string, allowed: ReadonlySet<string>, field = 'host'): string {
  const trimmed = text.trim()
  const named = ACCOUNT_AT_SERVER.exec(trimmed)?.[1] ?? trimmed
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(named) ?? []
  if (scheme !== undefined && !/^https?$/i.test(scheme)) throw wrong(field, `${scheme} is not a web address.`)
  const url = URL.parse(scheme === undefined ? `https://${named}` : named)
  if (!url || url.hostname === '' || /\s/.test(named)) {
    throw wrong(field, 'it must be the name or the address of a server, such as mastodon.social.')
  }
  if (url.username !== '' || url.password !== '') throw wrong(field, 'it carries a user name or password.')
  const host = bareHost(url)
  const literal = url.hostname.startsWith('[') ? `[${host}]` : host
  const plain = `${host}:${scheme === undefined ? url.port || '80' : portOf(url)}`
  if (allowed.has(plain)) return `http://${literal}:${plain.slice(host.length + 1)}`.replace(/:80$/, '')
  const origin = `https://${literal}${url.port === '' ? '' : `:${url.port}`}`
  try {
    return checkUrl(`${origin}/`, allowed).origin
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refuse('url_not_allowed', `${field}: ${error.message}`, field)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/u

/** A handle as it was typed or pasted, without what copying adds. @throws {AppError} naming the field. */
export function handleNamed(text: string, field = 'handle'): string {
  // Copied from an app, a handle comes with marks of direction around it.
  const handle = text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
    .replace(/^@/, '')
  if (handle === '' || handle.length > 253 || INVISIBLE.test(handle)) {
    throw wrong(field, 'it must be 1 to 253 characters without spaces, such as alice.bsky.social.')
  }
  return handle
}
