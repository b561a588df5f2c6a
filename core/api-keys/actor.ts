// The person who asks for a change, as the table knows them at that moment: what the gateway and a session's window remember of
// their role may be a moment old.
import { ConditionFailed, get, type TransactItem, transact } from '../aws/table.ts'
import { type AppError, refuse } from '../errors.ts'
import { memberKey } from '../table-keys.ts'
import { isRole, type Role, reaches } from './rules/roles.ts'

/** Whoever asked for the change is no admin of the owner, or was one until just now. */
export class NotAdmin extends Error {}

export const noAdmin = (): AppError =>
  refuse('role_required', 'Only an admin may do this (role admin), and you are none any more.')

/** Holds where the person is an admin of the owner at the moment of the write, whatever was known of them before. */
const isAdminNow = (ownerId: string, personId: string): TransactItem => ({
  ConditionCheck: {
    Key: memberKey(ownerId, personId),
    ConditionExpression: '#role = :admin',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':admin': 'admin' satisfies Role },
  },
})

/**
 * Writes what an admin alone may change.
 * @param by who asks; nobody for the operator, or for an API key. @throws {NotAdmin} @throws {ConditionFailed} positions as in `change`.
 */
export async function transactAsAdmin(
  ownerId: string,
  by: string | undefined,
  change: readonly TransactItem[],
): Promise<void> {
  if (by === undefined) return transact(change)
  try {
    await transact([...change, isAdminNow(ownerId, by)])
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
