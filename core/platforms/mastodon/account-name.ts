// The name of an account in the network, `name@domain`. Callers name the servers, and a server can say that it has any domain: the
// domain itself has to say so, as other servers of the network ask of it (WebFinger).
import { askHost } from '../../outbound/ask-host.ts'
import type { Profile } from '../sign-in.ts'
import { isRecord, textAt } from './call.ts'

const LOOK_MS = 5000

/** Whether the domain says that this server has its account of that name; undefined where it could not be asked. */
async function leadsTo(host: string, domain: string, name: string): Promise<boolean | undefined> {
  const query = new URLSearchParams({ resource: `acct:${name}@${domain}` })
  const address = `${new URL(host).protocol}//${domain}/.well-known/webfinger?${query}`
  // A domain without a server of the network leads on to the one that has it.
  const exchange = await askHost(address, { timeoutMs: LOOK_MS, maxBytes: 64 * 1024, redirects: 3 })
  if ('fault' in exchange) return undefined
  const { body, status } = exchange.reply
  if (status === 404 || status === 410) return false
  // Something in front of it may answer in its place.
  if (status !== 200 || !isRecord(body)) return undefined
  const links: unknown[] = Array.isArray(body.links) ? body.links : []
  return links.some((link) => textAt(link, 'rel') === 'self' && URL.parse(textAt(link, 'href') ?? '')?.origin === host)
}

/** @param host origin of the server. @param domain what the server says that the names of its accounts end with. */
export async function accountName(
  host: string,
  name: string,
  domain: string | undefined,
): Promise<Pick<Profile, 'username' | 'username_unsure'>> {
  const own = new URL(host).host
  const ofHost = { username: `${name}@${own}` }
  if (domain === undefined || domain === own) return ofHost
  const proven = await leadsTo(host, domain, name)
  if (proven === undefined) return { ...ofHost, username_unsure: true }
  return proven ? { username: `${name}@${domain}` } : ofHost
}
