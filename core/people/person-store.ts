// People in the table. A person's id is made from the provider's id of them, so it is always the same.
import { createHash } from 'node:crypto'
import { batchGet, ConditionFailed, get, update } from '../aws/table.ts'
import { personKey } from '../table-keys.ts'
import { Person } from './people.ts'

/**
 * The id of the person that a provider knows by this subject, as a UUID (version 8: made by a rule of our own).
 * @param provider the stack's user pool, whatever names it goes by, or else the issuer.
 */
export function personIdOf(provider: string, subject: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([provider, subject]))
    .digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export async function getPerson(personId: string): Promise<Person | undefined> {
  const item = await get(personKey(personId))
  return item && Person.parse(item)
}

/** Those of the ids that are known, by id. */
export async function getPeople(personIds: readonly string[]): Promise<Map<string, Person>> {
  const items = await batchGet([...new Set(personIds)].map(personKey))
  return new Map(items.map((item) => Person.parse(item)).map((person) => [person.id, person]))
}

/** Notes who signed in, with address and name as they are now. */
export async function seePerson(given: Pick<Person, 'id' | 'email' | 'name'>, now: number): Promise<Person> {
  const item = await update(personKey(given.id), {
    UpdateExpression:
      'SET id = :id, email = :email, #name = :name, last_seen_at = :now, created_at = if_not_exists(created_at, :now)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':id': given.id, ':email': given.email, ':name': given.name, ':now': now },
    ReturnValues: 'ALL_NEW',
  })
  return Person.parse(item)
}

/** From now on a sign-in counts only where the provider has asked for the password since. Never goes back. */
export async function noteRevocation(personId: string, now: number): Promise<void> {
  await update(personKey(personId), {
    UpdateExpression: 'SET revoked_at = :now',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(revoked_at) OR revoked_at < :now)',
    ExpressionAttributeValues: { ':now': now },
  }).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}

/** Notes that the person was here; of one that is not known nothing is noted. */
export async function notePresence(personId: string, now: number): Promise<void> {
  await update(personKey(personId), {
    UpdateExpression: 'SET last_seen_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  })
}
