// A person lets an assistant act in their name: what the consent page shows, and what comes of the answer.

import { addCode } from '../api-keys/assistant-keys.ts'
import type { AssistantRole, Role } from '../api-keys/rules/roles.ts'
import { hashOf, newSecret } from '../api-keys/secret.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Wires } from '../outbound/ask-host.ts'
import { findClient } from './find-client.ts'
import { type Client, mcpResource } from './rules/client.ts'
import { CODE_MS } from './rules/grant-life.ts'
import { isOnMachine, placeOf, redirectFits } from './rules/redirect-address.ts'
import { rolesToGive, sentBack } from './rules/request.ts'

const CODE_PREFIX = 'spc_'

/** The parameters with which the assistant sent the person's browser here (RFC 6749, 7636, 8707). */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  code_challenge: string
  resource?: string
  scope?: string
  state?: string
}

export interface AssistantView {
  name: string
  /** The host that says so; null for an assistant that registered itself, which anyone may do under any name. */
  host: string | null
  /** Where the person is sent back to: a host, or a program's scheme. */
  redirect_host: string
  /** Whether that is a program on the person's own machine. */
  on_this_machine: boolean
  /** The roles that it may be given, from most to least. */
  roles: AssistantRole[]
}

interface Asked {
  request: AuthorizationRequest
  /** The person's own role. */
  own: Role
}

async function checked(
  { request, own }: Asked,
  wires?: Wires,
): Promise<{ client: Client; url: URL; roles: AssistantRole[] }> {
  const resource = mcpResource(setting(ENV.dashboardUrl))
  if (request.resource !== undefined && request.resource !== resource)
    throw refuse('invalid_value', `resource must be ${resource}.`, 'resource')
  const client = await findClient(request.client_id, wires)
  // From here on an answer may be sent there: never before.
  if (!redirectFits(request.redirect_uri, client))
    throw refuse('invalid_value', 'redirect_uri is not one of those that the assistant registered.', 'redirect_uri')
  return { client, url: new URL(request.redirect_uri), roles: rolesToGive(request.scope, own) }
}

/** The question to the person. @param wires for tests only. @throws {AppError} `invalid_value` */
export async function describeAssistant(asked: Asked, wires?: Wires): Promise<AssistantView> {
  const { client, url, roles } = await checked(asked, wires)
  return {
    name: client.name,
    host: client.host,
    redirect_host: placeOf(url),
    on_this_machine: isOnMachine(url),
    roles,
  }
}

/** The person refuses. @returns where the browser goes. @throws {AppError} `invalid_value` */
export async function denyAssistant(asked: Asked, wires?: Wires): Promise<string> {
  await checked(asked, wires)
  const { redirect_uri, state } = asked.request
  return sentBack(redirect_uri, { error: 'access_denied', state, iss: setting(ENV.dashboardUrl) })
}

/**
 * The person says yes: the assistant gets a code, which its program makes a key of within a minute.
 * @returns where the browser goes. @throws {AppError} `invalid_value`
 */
export async function allowAssistant(
  asked: Asked & { ownerId: string; personId: string; role: AssistantRole; now: number },
  wires?: Wires,
): Promise<string> {
  const { request, ownerId, personId, role, now } = asked
  const { client, roles } = await checked(asked, wires)
  if (!roles.includes(role))
    throw refuse(
      'invalid_value',
      `The role must be one of ${roles.join(', ')}: no more than was asked for, nor than yours.`,
      'role',
    )
  const code = newSecret(CODE_PREFIX)
  const dashboard = setting(ENV.dashboardUrl)
  await addCode(hashOf(code), {
    key_id: newId(),
    owner_id: ownerId,
    person_id: personId,
    role,
    client_id: client.id,
    client_name: client.name,
    redirect_uri: request.redirect_uri,
    code_challenge: request.code_challenge,
    resource: mcpResource(dashboard),
    until: now + CODE_MS,
  })
  return sentBack(request.redirect_uri, { code, state: request.state, iss: dashboard })
}
