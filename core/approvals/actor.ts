// Who sends a post for approval, discusses it or decides about it.
import type { Role } from '../api-keys/rules/roles.ts'

/** The acting person with a role, or key. */
export interface Actor {
  ownerId: string
  person?: { id: string; role: Role }
  /** Somebody without a user who acts by a link of that person, as this name. */
  reviewer?: { name: string; link: string }
}
