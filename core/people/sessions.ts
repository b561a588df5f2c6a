// Sessions of people: started by signing in, seen in a list, ended one by one or all at once.
import { endSecrets, endSessionsBegun } from '../api-keys/end-secrets.ts'
import { hashOf, newSecret } from '../api-keys/secret.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { log } from '../log.ts'
import { getOwner } from '../owners/owner-store.ts'
import type { Member, Person, Session } from './people.ts'
import { getPerson, notePresence, noteRevocation } from './person-store.ts'
import { SESSION_PREFIX } from './resolve-session.ts'
import { MOST_SESSIONS, sessionEndsAt } from './rules/session-life.ts'
import { tellSession } from './session-changes.ts'
import { addSession, aimSession, findSession, removeSessions, type StoredSession, sessionsOf } from './session-store.ts'
import { getMember, membershipsOf } from './team-store.ts'

const LONGEST_USER_AGENT = 300

/**
 * Begins a session of the person that the provider named, and ends the oldest where there are too many.
 * @param former the hash of the secret that the browser had until now: that session ends. Where it was the same person's, the new one
 * goes on for its owner, also if it had run out: whoever comes back to a page of a team is to find that page.
 * @returns the new secret, only for the cookie.
 */
export async function beginSession(person: Person, userAgent: string, now: number, former?: string): Promise<string> {
  const [memberships, replaced] = await Promise.all([
    membershipsOf(person.id),
    former === undefined ? undefined : findSession(former),
  ])
  const before = replaced?.person_id === person.id ? replaced.owner_id : null
  const aim = memberships.find(({ owner_id }) => owner_id === before) ?? memberships[0]
  const secret = newSecret(SESSION_PREFIX)
  const session: Session = {
    id: newId(),
    person_id: person.id,
    owner_id: aim?.owner_id ?? null,
    generation: 1,
    user_agent: userAgent
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, LONGEST_USER_AGENT)
      .toWellFormed(),
    created_at: now,
    last_used_at: now,
  }
  await addSession(session, hashOf(secret))
  if (replaced) await end([replaced], 'by a new sign-in', now)
  // Looked at after the new one is in the list: of many sign-ins at once the last sees them all.
  const over = (await sessionsOf(person.id)).sort(newestFirst).slice(MOST_SESSIONS)
  if (over.length > 0) await end(over, 'by newer ones', now)
  log.info('signed in', { person_id: person.id, session_id: session.id, owner_id: session.owner_id })
  return secret
}

export interface SessionView {
  person: Pick<Person, 'id' | 'email' | 'name'>
  session: { id: string; created_at: number; expires_at: number }
  owner: { id: string; name: string; role: Member['role'] } | null
  owners: { id: string; name: string; role: Member['role'] }[]
}

async function ownersOf(personId: string): Promise<SessionView['owners']> {
  const memberships = await membershipsOf(personId)
  const owners = await Promise.all(memberships.map(({ owner_id }) => getOwner(owner_id)))
  return memberships.flatMap(({ role }, at) => {
    const owner = owners[at]
    return owner ? [{ id: owner.id, name: owner.name, role }] : []
  })
}

/** The sessions of a person that have not run out. */
const livingSessions = async (personId: string, now: number): Promise<StoredSession[]> =>
  (await sessionsOf(personId)).filter((session) => now < sessionEndsAt(session))

async function requireSession(personId: string, sessionId: string, now: number): Promise<StoredSession> {
  const session = (await livingSessions(personId, now)).find(({ id }) => id === sessionId)
  if (!session) throw refuse('not_found', 'There is no session with this id.')
  return session
}

/** The person who is signed in, for which owner, and their other owners. @throws {AppError} `session` when it has just ended. */
export async function describeSession(personId: string, sessionId: string, now: number): Promise<SessionView> {
  const [person, owners, sessions] = await Promise.all([
    getPerson(personId),
    ownersOf(personId),
    livingSessions(personId, now),
    // The page asks this whenever it is opened.
    notePresence(personId, now).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    }),
  ])
  const session = sessions.find(({ id }) => id === sessionId)
  if (!person || !session) throw refuse('session', 'The session has ended. Sign in again.')
  return {
    person: { id: person.id, email: person.email, name: person.name },
    session: { id: session.id, created_at: session.created_at, expires_at: sessionEndsAt(session) },
    owner: owners.find(({ id }) => id === session.owner_id) ?? null,
    owners,
  }
}

/** Has the session work for another of the person's owners. @throws {AppError} `not_found` for one that is not theirs. */
export async function switchOwner(personId: string, sessionId: string, ownerId: string, now: number): Promise<void> {
  const theirs = (await membershipsOf(personId)).some(({ owner_id }) => owner_id === ownerId)
  if (!theirs) throw refuse('not_found', 'You belong to no owner with this id.', 'owner_id')
  const { hash } = await requireSession(personId, sessionId, now)
  const session = await aimSession(hash, ownerId)
  if (!session) throw refuse('session', 'The session has ended. Sign in again.')
  // If the role was taken away before the session was for this owner, that change did not find the session and could not tell it.
  const role = (await getMember(ownerId, personId))?.role ?? null
  await tellSession(sessionId, { generation: session.generation, owner_id: ownerId, role }, now)
}

const newestFirst = (a: Session, b: Session): number => b.created_at - a.created_at || b.id.localeCompare(a.id)

/** Sessions that are ended at a time: each takes a handful of writes. */
const ENDED_AT_ONCE = 20

/** Ends sessions, however many. @throws the first fault, after all that could be ended was ended. */
async function end(sessions: readonly StoredSession[], how: string, now: number): Promise<void> {
  const faults: unknown[] = []
  for (let at = 0; at < sessions.length; at += ENDED_AT_ONCE) {
    const some = sessions.slice(at, at + ENDED_AT_ONCE)
    try {
      await removeSessions(some)
      // All of their states, whichever the gateway remembers.
      await Promise.all(some.map(({ id }) => endSecrets(id, Number.MAX_SAFE_INTEGER, now)))
      for (const { id, person_id } of some) log.info('signed out', { person_id, session_id: id, how })
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

/**
 * Ends a session of the person. Where another session asks for it, the next sign-in has to show the password.
 * @param currentId the session that asks. @throws {AppError} `not_found`
 */
export async function endSession(personId: string, sessionId: string, currentId: string, now: number): Promise<void> {
  const session = await requireSession(personId, sessionId, now)
  if (sessionId !== currentId) await noteRevocation(personId, now)
  await end([session], sessionId === currentId ? 'by the person' : 'from the list', now)
}

/** Sessions that one transaction takes. */
const REMOVED_AT_ONCE = 50

/** Ends more sessions than a person may have by now: told to the gateway's memory all at once, not one by one. */
async function endMany(personId: string, sessions: readonly StoredSession[], now: number): Promise<void> {
  let removed = 0
  try {
    for (; removed < sessions.length; removed += REMOVED_AT_ONCE)
      await removeSessions(sessions.slice(removed, removed + REMOVED_AT_ONCE))
  } catch (error) {
    // The one that asks goes on, so that it can ask again: those that are gone are told one by one.
    await end(sessions.slice(0, removed), 'everywhere', now)
    throw error
  }
  await endSessionsBegun(personId, now)
  log.info('signed out', { person_id: personId, sessions: removed, how: 'everywhere' })
}

/**
 * Ends every session of the person; the one that asks for it last, so that it can ask again where another was not ended.
 * @returns how many. @throws the first fault, after all that could be ended of the others was ended.
 */
export async function endAllSessions(personId: string, currentId: string, now: number): Promise<number> {
  const sessions = await sessionsOf(personId)
  await noteRevocation(personId, now)
  const [current, others] = [true, false].map((is) => sessions.filter(({ id }) => (id === currentId) === is))
  if (others!.length <= MOST_SESSIONS) await end(others!, 'everywhere', now)
  else await endMany(personId, others!, now)
  await end(current!, 'everywhere', now)
  return sessions.length
}

/**
 * Tells every session of a person who works for the owner what the person may do there now. If several changes happen at once, the
 * last that is told is what is stored: each reads the role after it has raised the session's generation.
 */
export async function tellSessionsOf(personId: string, ownerId: string, now: number): Promise<void> {
  const sessions = (await livingSessions(personId, now)).filter(({ owner_id }) => owner_id === ownerId)
  await Promise.all(
    sessions.map(async ({ hash, id }) => {
      const belongs = (await getMember(ownerId, personId)) !== undefined
      const aimed = await aimSession(hash, belongs ? ownerId : null, ownerId)
      if (!aimed) return
      const role = belongs ? ((await getMember(ownerId, personId))?.role ?? null) : null
      await tellSession(id, { generation: aimed.generation, owner_id: aimed.owner_id, role }, now)
    }),
  )
}

/** Gives the sessions of a person without an owner the first one. */
export async function aimIdleSessions(personId: string, ownerId: string, now: number): Promise<void> {
  const idle = (await livingSessions(personId, now)).filter((session) => session.owner_id === null)
  await Promise.all(
    idle.map(async ({ hash, id }) => {
      const aimed = await aimSession(hash, ownerId)
      if (!aimed) return
      const role = (await getMember(ownerId, personId))?.role ?? null
      await tellSession(id, { generation: aimed.generation, owner_id: ownerId, role }, now)
    }),
  )
}

export interface SessionRow {
  id: string
  created_at: number
  last_used_at: number
  expires_at: number
  current: boolean
  user_agent: string
}

/** The person's sessions, the newest first. */
export const listSessions = async (personId: string, currentId: string, now: number): Promise<SessionRow[]> =>
  (await livingSessions(personId, now)).map((session) => ({
    id: session.id,
    created_at: session.created_at,
    last_used_at: session.id === currentId ? now : session.last_used_at,
    expires_at: sessionEndsAt(session),
    current: session.id === currentId,
    user_agent: session.user_agent,
  }))
