// Who acts on a post that waits for an editor.
import type { Caller } from '../core/api-keys/caller.ts'
import type { Actor } from '../core/approvals/actor.ts'

/** An assistant acts as the person who connected it, with the role that it was given. */
export const actorOf = ({ owner_id, session, assistant }: Caller): Actor => {
  const { person_id, role } = session ?? assistant ?? {}
  return { ownerId: owner_id, ...(person_id && role ? { person: { id: person_id, role } } : {}) }
}
