// Deletes a person: sessions, personal data, and the user with which they sign in, where the pool is the stack's own. They
// must have left every owner before, but one that is being deleted itself.

import { endSessionsBegun } from '../api-keys/end-secrets.ts'
import { queryPages, remove } from '../aws/table.ts'
import { removeUserOf } from '../aws/user-pool.ts'
import { optionalSetting } from '../config.ts'
import { ENV } from '../contract.ts'
import { personKey } from '../table-keys.ts'
import { getPerson, personIdOf } from './person-store.ts'
import { removeSessions, sessionsOf } from './session-store.ts'

/** Sessions that one transaction ends. */
const AT_ONCE = 50

export async function deletePerson(personId: string): Promise<void> {
  const person = await getPerson(personId)
  const sessions = await sessionsOf(personId)
  for (let at = 0; at < sessions.length; at += AT_ONCE) await removeSessions(sessions.slice(at, at + AT_ONCE))
  // The gateway remembers them for a minute, with what the person might do.
  await endSessionsBegun(personId, Date.now())
  const pool = optionalSetting(ENV.userPool)
  if (person && pool) await removeUserOf(pool, person.email, (subject) => personIdOf(pool, subject) === personId)
  const { pk, sk } = personKey(personId)
  for await (const items of queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  }))
    for (const item of items) if (item.sk !== sk) await remove({ pk, sk: String(item.sk) })
  // Last: by it the person is found again where this broke off.
  await remove({ pk, sk })
}
