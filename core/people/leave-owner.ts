// Removes a person from an owner because either is deleted. Unlike elsewhere, the last admin can be removed too.
import { entryOf } from '../activity/activity-store.ts'
import { endAssistantsOf } from '../api-keys/assistant-keys.ts'
import { transact } from '../aws/table.ts'
import { memberKey, personOwnerKey } from '../table-keys.ts'
import { tellSessionsOf } from './sessions.ts'

export async function leaveOwner(ownerId: string, personId: string, now: number): Promise<void> {
  await transact([
    { Delete: { Key: memberKey(ownerId, personId) } },
    { Delete: { Key: personOwnerKey(personId, ownerId) } },
    { Put: entryOf(ownerId, { action: 'member.removed', target_id: personId }, now) },
  ])
  await tellSessionsOf(personId, ownerId, now)
  await endAssistantsOf(ownerId, personId, undefined, now)
}
