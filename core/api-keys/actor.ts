// The person who asks for a change, as the table knows them at that moment: what the gateway and a session's window remember of
// their role may be a moment old.
import { entryItem } from '../activity/activity-store.ts'
import type { Deed } from '../activity/rules/activity.ts'
import { ConditionFailed, get, type TransactItem, transact } from '../aws/table.ts'
import { type AppError, refuse } from '../errors.ts'
import { memberKey } from '../table-keys.ts'
import { isRole, ROLES, type Role, reaches } from './rules/roles.ts'

/** The person who asked for the change does not have the role that it needs, admin mostly, or had it until just now. */
export class NotAdmin extends Error {}

export const noAdmin = (): AppError =>
  refuse('role_required', 'Only an admin may do this (role admin), and you are no longer one.')

/** Holds where the person has this role or a higher one at the moment of the write, whatever was known of them before. */
export const hasRoleNow = (ownerId: string, personId: string, needed: Role): TransactItem => {
  const roles = ROLES.filter((role) => reaches(role, needed))
  return {
    ConditionCheck: {
      Key: memberKey(ownerId, personId),
      ConditionExpression: `#role IN (${roles.map((role) => `:${role}`).join(', ')})`,
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: Object.fromEntries(roles.map((role) => [`:${role}`, role])),
    },
  }
}

/**
 * Writes what only an admin may change, and its entry in the record of changes.
 * @param deed undefined where nothing changes, and is only made sure of.
 * @param by who asks; undefined for the operator and for an API key.
 * @param needed another role that is enough for it. @throws {NotAdmin} @throws {ConditionFailed} positions as in `change`.
 */
export async function transactAsAdmin(
  ownerId: string,
  by: string | undefined,
  change: readonly TransactItem[],
  deed: Deed | undefined,
  needed: Role = 'admin',
): Promise<void> {
  const entry = deed ? [entryItem(ownerId, deed)] : []
  if (by === undefined) return transact([...change, ...entry])
  try {
    await transact([...change, hasRoleNow(ownerId, by, needed), ...entry])
  } catch (error) {
    if (error instanceof ConditionFailed && error.failed.includes(change.length)) throw new NotAdmin()
    throw error
  }
}

/** The answer to somebody who stopped being an admin meanwhile; anything else is thrown as it is. */
export function refuseNotAdmin(error: unknown): never {
  throw error instanceof NotAdmin ? noAdmin() : error
}

/** Looks at the person's role once more, right before a change that no transaction carries. @throws {AppError} `role_required` */
export async function checkRoleNow(ownerId: string, personId: string, needed: Role): Promise<void> {
  const role = (await get(memberKey(ownerId, personId)))?.role
  if (isRole(role) && reaches(role, needed)) return
  throw refuse('role_required', `This needs the role ${needed}, which you do not have any more.`)
}
