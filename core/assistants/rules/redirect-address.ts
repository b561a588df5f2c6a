// Addresses that a person's browser is sent back to with a code: pages, and programs on the person's machine (RFC 8252). Pure.

export const LONGEST_ADDRESS = 300

/** Assistants whose programs open addresses of a scheme of their own. It names no domain, so anybody's scheme could look like it. */
export const PROGRAMS = ['claude', 'cursor', 'vscode', 'vscode-insiders', 'warp', 'windsurf', 'zed'] as const

const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)$/
/** A domain name in reverse, as RFC 8252 wants it (7.1). Schemes of browsers and operating systems have no dot. */
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.test(hostname)

/** Another program may claim the same scheme: the code is useless to it, because every request has a PKCE challenge. */
function isOfProgram({ protocol }: URL): boolean {
  const scheme = protocol.slice(0, -1)
  return PROGRAMS.some((name) => name === scheme) || REVERSED_DOMAIN.test(scheme)
}

/** The address, where it is one that a browser may be sent back to: by https, or to a program on the person's own machine. */
export function redirectUrl(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_ADDRESS || !/^[\x21-\x7e]+$/.test(text)) return undefined
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || text.includes('#') || text.includes('\\')) return undefined
  return leadsBack(url) ? url : undefined
}

/** Whether a browser may go there with an answer: a page or a program, and never a script. */
export const leadsBack = (url: URL): boolean => url.protocol === 'https:' || isOnMachine(url)

/** Whether a program on the person's machine answers there. */
export const isOnMachine = (url: URL): boolean => isLoopback(url) || isOfProgram(url)

/** The place as people judge it: the host, with the scheme before it where a program opens it. */
export function placeOf(url: URL): string {
  if (!isOfProgram(url)) return url.host
  return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`
}

/** The same, whatever its port: a program on the person's machine takes one that is free (RFC 8252, 7.3). */
const portless = (url: URL): string => {
  const other = new URL(url)
  other.port = ''
  return other.href
}

/** Whether the client named this address: the whole address, exactly; only the port may differ on the person's machine. */
export function redirectFits(wanted: string, { redirectUris }: { redirectUris: readonly string[] }): boolean {
  const url = redirectUrl(wanted)
  if (!url) return false
  if (redirectUris.includes(wanted)) return true
  return (
    isLoopback(url) &&
    redirectUris.some((uri) => {
      const named = redirectUrl(uri)
      return named !== undefined && isLoopback(named) && portless(named) === portless(url)
    })
  )
}
