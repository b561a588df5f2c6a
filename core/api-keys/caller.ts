// The caller, a key or the session of a person, and how it travels from the gateway's authorizer to the functions behind it.

import type { KeySecret } from './api-key.ts'
import { isRole, type Role } from './rules/roles.ts'

export interface Caller {
  /** Empty for the session of a person who belongs to no owner. */
  owner_id: string
  /** The id of the key, or of the session. */
  key_id: string
  rate_limit: number
  /**
   * Which of the key's secrets was shown, counted from 1: each rotation makes the next. For a session, which of its states it
   * was found in: each change of what it may do makes the next.
   */
  generation: number
  /** The person, where one signed in; absent for a key. */
  session?: SessionCaller
  /** In whose name the key acts, as what; absent for keys of programs, which may do whatever a key can. */
  assistant?: { person_id: string; role: Role }
  /** Unix ms from which on the secret is refused: it was rotated and lives on until then. */
  ends_at?: number
}

export interface SessionCaller {
  person_id: string
  /** The person's role; null without one. */
  role: Role | null
  /** When the session began, Unix ms: all that began before a moment can be ended at once. */
  begun_at: number
}

export const callerOf = ({
  owner_id,
  key_id,
  rate_limit,
  generation,
  ends_at,
  person_id,
  role,
}: KeySecret): Caller => ({
  owner_id,
  key_id,
  rate_limit,
  generation,
  ...(ends_at === null ? {} : { ends_at }),
  ...(person_id && role ? { assistant: { person_id, role } } : {}),
})

/** The caller as the authorizer's context, which holds text only. */
export const callerContext = ({
  owner_id,
  key_id,
  rate_limit,
  generation,
  ends_at,
  session,
  assistant,
}: Caller): Record<string, string> => ({
  owner_id,
  key_id,
  rate_limit: String(rate_limit),
  generation: String(generation),
  ...(ends_at === undefined ? {} : { ends_at: String(ends_at) }),
  ...(assistant === undefined ? {} : { assistant_of: assistant.person_id, assistant_role: assistant.role }),
  ...(session === undefined
    ? {}
    : { person_id: session.person_id, role: session.role ?? '', begun_at: String(session.begun_at) }),
})

/** The caller of a request that the gateway let through; undefined where its authorizer was not asked. */
export function callerFrom(context: Record<string, string> | null | undefined): Caller | undefined {
  if (!context?.key_id || !(context.owner_id || context.person_id)) return undefined
  const { owner_id = '', key_id, rate_limit, generation, ends_at, person_id, role, begun_at } = context
  const { assistant_of, assistant_role } = context
  return {
    owner_id,
    key_id,
    rate_limit: Number(rate_limit),
    // An answer that was cached before there were generations.
    generation: Number(generation ?? 1),
    ...(ends_at === undefined ? {} : { ends_at: Number(ends_at) }),
    // Without a role that is known, reading is all that is left.
    ...(assistant_of
      ? { assistant: { person_id: assistant_of, role: isRole(assistant_role) ? assistant_role : 'viewer' } }
      : {}),
    ...(person_id ? { session: { person_id, role: isRole(role) ? role : null, begun_at: Number(begun_at ?? 0) } } : {}),
  }
}
