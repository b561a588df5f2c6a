// The owner that the operator names.
import { refuse } from '../errors.ts'
import { type Owner, OwnerName } from './owner.ts'
import { findOwner } from './owner-store.ts'

/** @throws {AppError} when there is none of that name. */
export async function requireOwner(name: string): Promise<Owner> {
  const parsed = OwnerName.safeParse(name)
  const owner = parsed.success ? await findOwner(parsed.data) : undefined
  if (!owner) throw refuse('not_found', `There is no owner named ${name}.`)
  return owner
}
