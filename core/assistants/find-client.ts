// The client that an id names: its metadata are fetched from the address that the id is, or are in the id.

import { refuse } from '../errors.ts'
import { askHost, type HostExchange, type Wires } from '../outbound/ask-host.ts'
import { type Client, clientIn, metadataUrl, registeredClient } from './rules/client.ts'

const LOOK_MS = 5000
const MAX_BYTES = 16 * 1024

const problem = (message: string) => refuse('invalid_value', message, 'client_id')

function metadataOf(exchange: HostExchange, url: URL): unknown {
  if ('fault' in exchange)
    throw problem(`What the assistant says of itself could not be read from ${url.host}: ${exchange.problem}.`)
  if (exchange.reply.status !== 200)
    throw problem(
      `What the assistant says of itself could not be read from ${url.host}: it answered ${exchange.reply.status}.`,
    )
  return exchange.reply.body
}

/**
 * @param wires for tests only. @throws {AppError} `invalid_value` of `client_id` for one that is no client, or whose metadata
 * cannot be fetched, have another id, or ask for something that is not supported.
 */
export async function findClient(id: string, wires: Wires = {}): Promise<Client> {
  const here = registeredClient(id)
  if (here) return here
  const url = metadataUrl(id)
  if (!url)
    throw problem('client_id must be the https address of the assistant’s metadata, or an id that it registered.')
  // Redirects are not followed: the host that is shown is to be the one that answers.
  const metadata = metadataOf(await askHost(url, { timeoutMs: LOOK_MS, maxBytes: MAX_BYTES }, wires), url)
  const found = clientIn(metadata)
  if ('problem' in found) throw problem(`The metadata at ${url.host}: ${found.problem}.`)
  const { client_id, token_endpoint_auth_method: method = 'none' } = metadata as Record<string, unknown>
  if (client_id !== id) throw problem(`The metadata at ${url.host} are of another client_id.`)
  if (method !== 'none')
    throw problem(
      `The metadata at ${url.host} ask for token_endpoint_auth_method ${String(method).slice(0, 40)}; only none is allowed.`,
    )
  return { id, ...found, host: url.host }
}
