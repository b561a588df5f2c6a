// Sessions in the table: by the hash of their secret, and in the list of their person.
import { batchGet, ConditionFailed, get, type Item, queryAll, transact, update } from '../aws/table.ts'
import { PARTITION, personSessionKey, personSessionSort, sessionKey } from '../table-keys.ts'
import { Session } from './people.ts'
import { SESSION_LONGEST_MS } from './rules/session-life.ts'

/** A session with the hash that it is found by. */
export type StoredSession = Session & { hash: string }

const expiry = ({ created_at }: Session): number => Math.ceil((created_at + SESSION_LONGEST_MS) / 1000)

const stored = (item: Item): StoredSession => ({
  ...Session.parse(item),
  hash: PARTITION.session.read(String(item.pk))[0],
})

/** Stores a new session, and in the same transaction its place in the person's list. */
export async function addSession(session: Session, hash: string): Promise<void> {
  const fresh = { ConditionExpression: 'attribute_not_exists(pk)' }
  const expires_at = expiry(session)
  await transact([
    { Put: { Item: { ...sessionKey(hash), ...session, expires_at }, ...fresh } },
    { Put: { Item: { ...personSessionKey(session.person_id, session.id), hash, expires_at }, ...fresh } },
  ])
}

export async function findSession(hash: string): Promise<StoredSession | undefined> {
  const item = await get(sessionKey(hash))
  return item && stored(item)
}

/** Every session of a person, those among them that have run out. */
export async function sessionsOf(personId: string): Promise<StoredSession[]> {
  const key = personSessionKey(personId, '')
  const rows = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': key.pk, ':prefix': personSessionSort.prefix },
    ConsistentRead: true,
  })
  const items = await batchGet(rows.map(({ hash }) => sessionKey(String(hash))))
  return items.map(stored).sort((a, b) => b.created_at - a.created_at)
}

/** Notes when a session was last used; never brings back one that has ended. @throws {ConditionFailed} */
export async function noteSessionUse(hash: string, now: number): Promise<void> {
  await update(sessionKey(hash), {
    UpdateExpression: 'SET last_used_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  })
}

/**
 * Has the session work for another owner, or, where the owner stays, notes that the person's role there changed.
 * @param expected when given, the owner that it must be working for.
 * @returns the session with its new generation; nothing where it has ended or works for another owner.
 */
export async function aimSession(
  hash: string,
  ownerId: string | null,
  expected?: string,
): Promise<StoredSession | undefined> {
  try {
    const item = await update(sessionKey(hash), {
      UpdateExpression: 'SET owner_id = :owner ADD generation :one',
      ConditionExpression: expected === undefined ? 'attribute_exists(pk)' : 'owner_id = :expected',
      ExpressionAttributeValues: {
        ':owner': ownerId,
        ':one': 1,
        ...(expected === undefined ? {} : { ':expected': expected }),
      },
      ReturnValues: 'ALL_NEW',
    })
    return item && stored(item)
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** Ends sessions, 50 at most: nothing is found by their secrets any more. */
export async function removeSessions(sessions: readonly StoredSession[]): Promise<void> {
  await transact(
    sessions.flatMap(({ hash, person_id, id }) => [
      { Delete: { Key: sessionKey(hash) } },
      { Delete: { Key: personSessionKey(person_id, id) } },
    ]),
  )
}
