// People on the embedded table: who is signed in, whom a call comes from, and a table that fails.
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { vi } from 'vitest'
import { callerContext } from '../../../core/api-keys/caller.ts'
import type { Role } from '../../../core/api-keys/rules/roles.ts'
import { hashOf } from '../../../core/api-keys/secret.ts'
import { ENV } from '../../../core/contract.ts'
import { createOwner } from '../../../core/owners/owners.ts'
import { personIdOf, seePerson } from '../../../core/people/person-store.ts'
import { lookUpSession } from '../../../core/people/resolve-session.ts'
import { beginSession } from '../../../core/people/sessions.ts'
import { addInvitation, addMember } from '../../../core/people/team-store.ts'
import { apiEvent, lambdaContext } from '../../support/api-event.ts'
import { uuid } from '../../support/domain.ts'

export const DASHBOARD = 'https://dashboard.example'
Object.assign(process.env, { [ENV.dashboardUrl]: DASHBOARD, [ENV.signInClientId]: 'client' })

export const addressOf = (name: string) => `${name}@example.com`

export interface Someone {
  id: string
  secret: string
}

/** Signs somebody in; with a role, as a member of that owner. */
export async function someone(name: string, ownerId?: string, role: Role = 'admin'): Promise<Someone> {
  const now = Date.now()
  const person = await seePerson({ id: personIdOf('provider', name), email: addressOf(name), name }, now)
  if (ownerId) {
    const invitation = {
      id: crypto.randomUUID(),
      owner_id: ownerId,
      email: person.email,
      role,
      invited_by: null,
      token_hash: hashOf(crypto.randomUUID()),
      created_at: now,
      until: now + 1000,
    }
    await addInvitation(invitation)
    await addMember({ owner_id: ownerId, person_id: person.id, role, joined_at: now }, invitation)
  }
  return { id: person.id, secret: await beginSession(person, 'a browser', now) }
}

let made = 0

/** @returns the id of a new owner. */
export const newOwner = async (): Promise<string> => {
  made += 1
  return (await createOwner({ name: `owner-${made}-${crypto.randomUUID()}`, now: Date.now() })).id
}

type Handler = (event: unknown, context: unknown) => Promise<Answer>
interface Answer {
  statusCode: number
  body: string
  headers?: Record<string, string>
  multiValueHeaders?: Record<string, string[]>
}

export interface Call {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls a function by its route, as the gateway would for this session; `key`: as it would for an API key. */
export async function call(handler: unknown, route: string, who: Someone | 'key' | undefined, given: Call = {}) {
  const [method, resource] = route.split(' ') as [string, string]
  const event = apiEvent({ ...given, method, resource })
  if (who !== 'key') {
    const caller = who && (await lookUpSession(who.secret))
    event.requestContext.authorizer = caller ? callerContext(caller) : null
  }
  const { statusCode, body, headers, multiValueHeaders } = await (handler as Handler)(event, lambdaContext())
  const cookies = multiValueHeaders?.['Set-Cookie'] ?? []
  const json = body ? JSON.parse(body) : {}
  return { status: statusCode, headers, cookies, text: body ?? '', ...json, code: json.errors?.[0]?.code }
}

export const UNKNOWN = uuid(424_242)

/** From now on calls of these kinds are sent twice, as the SDK does where the first answer got lost. @returns what undoes it. */
export function repeatTable(...kinds: string[]): () => void {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: object,
    ...more: unknown[]
  ) {
    if (kinds.includes(command.constructor.name)) await send.call(this, command, ...more)
    return send.call(this, command, ...more) as never
  })
  return () => spy.mockRestore()
}

/** From now on the table fails for calls of these kinds: `PutCommand`, ... Undone by vi.restoreAllMocks. @returns what undoes it alone. */
export const failTable = (...kinds: string[]): (() => void) =>
  failWhere((command) => kinds.includes(command.constructor.name))

/** The same for the calls that this is true of. */
export function failWhere(isFailing: (command: object) => boolean): () => void {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    command: object,
    ...more: unknown[]
  ) {
    if (isFailing(command))
      return Promise.reject(
        Object.assign(new Error('secret detail of the table'), { name: 'InternalServerError' }),
      ) as never
    return send.call(this, command, ...more) as never
  })
  return () => spy.mockRestore()
}
