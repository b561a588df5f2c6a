// The caller and its permissions: keys and sessions that the authorizer let through, or that are looked up here.
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { type Caller, callerFrom } from '../../core/api-keys/caller.ts'
import { badKey, endedSession } from '../../core/api-keys/limiter.ts'
import { resolveKey } from '../../core/api-keys/resolve-key.ts'
import { type Role, reaches, roleFor } from '../../core/api-keys/rules/roles.ts'
import type { Item } from '../../core/aws/table.ts'
import { KEY_HEADER } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import { isSession, lookUpSession } from '../../core/people/resolve-session.ts'
import { newerStanding } from '../../core/people/session-changes.ts'

/**
 * `key`: the gateway's authorizer has checked it. `optional`: a key that is sent is checked here. `session`: only a person who
 * is signed in; a key is refused. `open`: no caller is looked up.
 */
export type Auth = 'key' | 'optional' | 'session' | 'open'

/** The role that a session needs for its owner; `person` accepts anyone who is signed in. */
export type Needs = Role | 'person'

/** Header by its name, in any case. */
export const headerOf = (event: APIGatewayProxyEvent, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)
  return found?.[1] ?? undefined
}

async function lookUp(secret: string): Promise<Caller> {
  if (isSession(secret)) {
    const caller = await lookUpSession(secret)
    if (!caller) throw endedSession()
    return caller
  }
  const caller = await resolveKey(secret)
  if (!caller) throw badKey()
  return caller
}

/** The caller. @throws {AppError} 401 for an invalid secret. */
export async function callerOf(event: APIGatewayProxyEvent, auth: Auth): Promise<Caller | undefined> {
  if (auth === 'open') return undefined
  if (auth === 'optional') {
    const secret = headerOf(event, KEY_HEADER)
    return secret === undefined ? undefined : lookUp(secret)
  }
  const caller = callerFrom(event.requestContext.authorizer as Record<string, string> | null | undefined)
  if (!caller) throw new Error('the gateway passed on a request without its authorizer context')
  return caller
}

/** The caller in its current state. @param window of the request's rate. */
export function asItStands(caller: Caller, window: Item | undefined): Caller {
  const { session } = caller
  const standing = session && window ? newerStanding(window, caller.generation) : undefined
  if (!session || !standing) return caller
  const { generation, role, owner_id } = standing
  return { ...caller, generation, owner_id: owner_id ?? '', session: { ...session, role } }
}

/** The role that a session needs; none where anyone who is signed in will do. */
export const roleNeeded = (
  needs: Needs | undefined,
  { httpMethod, resource }: Pick<APIGatewayProxyEvent, 'httpMethod' | 'resource'>,
): Role | undefined => (needs === 'person' ? undefined : (needs ?? roleFor(httpMethod, resource)))

const WHO: Record<Role, string> = {
  admin: 'an admin',
  editor: 'an editor or admin',
  author: 'an author, editor or admin',
  viewer: 'a member',
}

/** @throws {AppError} 403 if the caller may not do this. */
export function checkAccess(
  caller: Caller,
  auth: Auth,
  needs: Needs | undefined,
  event: Pick<APIGatewayProxyEvent, 'httpMethod' | 'resource'>,
): void {
  const { session, assistant } = caller
  if (!session) {
    if (auth !== 'session') {
      const least = auth === 'key' ? roleNeeded(needs, event) : undefined
      if (assistant === undefined || least === undefined || reaches(assistant.role, least)) return
      throw refuse(
        'role_required',
        `The role ${least} is needed for this; the assistant was given the role ${assistant.role}. Connect it again and choose more.`,
      )
    }
    throw refuse('session_required', 'Only a person who is signed in at the dashboard can do this; an API key cannot.')
  }
  // An endpoint that needs no key needs no role.
  if (auth === 'optional') return
  const needed = roleNeeded(needs, event)
  if (needed === undefined) return
  if (session.role === null) {
    throw refuse('no_owner', 'You belong to no team. Ask an admin for an invitation.')
  }
  if (!reaches(session.role, needed)) {
    throw refuse('role_required', `Only ${WHO[needed]} may do this (role ${needed}); you are ${article(session.role)}.`)
  }
}

const article = (role: Role): string => (role === 'viewer' ? 'a viewer' : `an ${role}`)

/** The person of a session; endpoints for sessions are never run for anybody else. */
export function personOf({ session }: Caller): string {
  if (!session) throw new Error('an endpoint for sessions was run for a key')
  return session.person_id
}
