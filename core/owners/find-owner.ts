// The owner that the operator names.
import { refuse } from '../errors.ts'
import { type Owner, OwnerName } from './owner.ts'
import { findOwner, getOwner } from './owner-store.ts'

/** @throws {AppError} when there is none of that name. */
export async function requireOwner(name: string): Promise<Owner> {
  const parsed = OwnerName.safeParse(name)
  const owner = parsed.success ? await findOwner(parsed.data) : undefined
  if (!owner) throw refuse('not_found', `There is no owner named ${name}.`)
  return owner
}

/** The owner that a caller works for. @throws {AppError} when it is gone. */
export async function requireOwnerById(ownerId: string): Promise<Owner> {
  const owner = await getOwner(ownerId)
  if (!owner) throw refuse('not_found', 'There is no owner with this id.')
  return owner
}
