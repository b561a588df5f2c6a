// The authorization server of an account: found from the account's handle or id, or from the address of its server.
import * as z from 'zod/mini'
import { askHost } from '../../outbound/ask-host.ts'
import type { PlatformError, Result } from '../outcome.ts'
import { identify } from './identity.ts'
import { refused } from './xrpc.ts'

const LOOK_MS = 8000

/** The browser is sent to one of them: `javascript:` is an address too. Which may be asked in the clear, `askHost` decides. */
const Address = z.lazy(() => z.url({ protocol: /^https?$/ }).check(z.maxLength(300)))

const Resource = z.lazy(() => z.object({ authorization_servers: z.array(Address).check(z.minLength(1)) }))

export const Server = z.lazy(() =>
  z.object({
    issuer: Address,
    authorization_endpoint: Address,
    token_endpoint: Address,
    pushed_authorization_request_endpoint: Address,
  }),
)
export type Server = z.infer<typeof Server>

const unavailable = (message: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'retry', message },
})

async function documentAt<T>(url: string, schema: z.ZodMiniType<T>, what: string): Promise<Result<T>> {
  const exchange = await askHost(url, { timeoutMs: LOOK_MS, maxBytes: 256 * 1024 })
  if ('fault' in exchange) {
    if (exchange.fault === 'NOT_ALLOWED') return refused(`The account's server may not be called: ${exchange.problem}.`)
    return unavailable(`${what} could not be read: ${exchange.problem}.`)
  }
  const read = exchange.reply.status === 200 ? schema.safeParse(exchange.reply.body) : undefined
  return read?.success
    ? { ok: true, value: read.data }
    : unavailable(`${what} could not be read (HTTP ${exchange.reply.status}).`)
}

/** An issuer's address as two of them are compared. */
export const trimmed = (url: string): string => url.replace(/\/+$/, '')

/** The authorization server that speaks for a server of accounts. */
export async function serverOf(pds: string): Promise<Result<Server>> {
  const resource = await documentAt(
    `${pds}/.well-known/oauth-protected-resource`,
    Resource,
    "What the account's server says of signing in",
  )
  if (!resource.ok) return resource
  const issuer = trimmed(resource.value.authorization_servers[0]!)
  const server = await documentAt(
    `${issuer}/.well-known/oauth-authorization-server`,
    Server,
    'What the authorization server says of itself',
  )
  if (server.ok && trimmed(server.value.issuer) !== issuer)
    return refused('The authorization server says that it is another one.')
  return server
}

/** Where the named account signs in, by a handle, a DID, or the address of a server. */
export async function placeOf(named: string): Promise<Result<{ server: Server; did?: string; pds?: string }>> {
  const url = /^https?:\/\//.test(named) ? URL.parse(named) : null
  const identity = url ? undefined : await identify(named)
  if (identity && !identity.ok) return identity
  const { did, pds } = identity?.value ?? {}
  const server = await serverOf(pds ?? url!.origin)
  return server.ok ? { ok: true, value: { server: server.value, ...(did ? { did, pds } : {}) } } : server
}
