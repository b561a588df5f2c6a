// Finds the caller of a session's secret: the person, the owner and the role.

import type { Caller } from '../api-keys/caller.ts'
import { hashOf, isWellFormed } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { log } from '../log.ts'
import { SESSION_RATE_LIMIT, SESSION_USE_GRAIN_MS, sessionEndsAt } from './rules/session-life.ts'
import { findSession, noteSessionUse } from './session-store.ts'
import { getMember } from './team-store.ts'

export const SESSION_PREFIX = 'sps_'

/**
 * Looks the session up in the table, always: the gateway keeps the answer for a minute.
 * @returns the caller, with no owner where the person belongs to none (any more); nothing for a session that is over.
 */
export async function lookUpSession(secret: string, now = Date.now()): Promise<Caller | undefined> {
  if (!isWellFormed(secret, SESSION_PREFIX)) return undefined
  const hash = hashOf(secret)
  const session = await findSession(hash)
  if (!session || now >= sessionEndsAt(session)) return undefined
  const member = session.owner_id === null ? undefined : await getMember(session.owner_id, session.person_id)
  if (now - session.last_used_at >= SESSION_USE_GRAIN_MS) {
    await noteSessionUse(hash, now).catch((error: unknown) => {
      // Ended since it was read: nothing to note. Any other failure must not keep a person out.
      if (!(error instanceof ConditionFailed))
        log.warn('last use of a session was not noted', { session_id: session.id, error: error as Error })
    })
  }
  return {
    owner_id: member?.owner_id ?? '',
    key_id: session.id,
    rate_limit: SESSION_RATE_LIMIT,
    generation: session.generation,
    session: { person_id: session.person_id, role: member?.role ?? null, begun_at: session.created_at },
  }
}

/** Callers show a key or a session: the prefix tells which. */
export const isSession = (secret: string): boolean => secret.startsWith(SESSION_PREFIX)
