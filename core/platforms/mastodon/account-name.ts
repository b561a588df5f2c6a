// The name of an account in the network, `name@domain`. Callers name the servers, and a server can say that it has any domain: the
// domain itself has to say so, as other servers of the network ask of it (WebFinger).
import { askHost } from '../../outbound/ask-host.ts'
import { isRecord, textAt } from './call.ts'

const LOOK_MS = 5000

/** Whether the domain says that this server has its account of that name. */
async function leadsTo(host: string, domain: string, name: string): Promise<boolean> {
  const query = new URLSearchParams({ resource: `acct:${name}@${domain}` })
  const address = `${new URL(host).protocol}//${domain}/.well-known/webfinger?${query}`
  // A domain without a server of the network leads on to the one that has it.
  const exchange = await askHost(address, { timeoutMs: LOOK_MS, maxBytes: 64 * 1024, redirects: 3 })
  if ('fault' in exchange || exchange.reply.status !== 200) return false
  const { body } = exchange.reply
  const links: unknown[] = isRecord(body) && Array.isArray(body.links) ? body.links : []
  return links.some((link) => textAt(link, 'rel') === 'self' && URL.parse(textAt(link, 'href') ?? '')?.origin === host)
}

/** @param host origin of the server. @param domain what the server says that the names of its accounts end with. */
export async function accountName(host: string, name: string, domain: string | undefined): Promise<string> {
  const own = new URL(host).host
  const isProven = domain !== undefined && domain !== own && (await leadsTo(host, domain, name))
  return `${name}@${isProven ? domain : own}`
}
