// Makes an owner. Names are the operator's handle and are taken once.
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Owner, OwnerName } from './owner.ts'
import { addOwner } from './owner-store.ts'

/** @throws {AppError} when the name is not one, or is taken. */
export async function createOwner({ name, now = Date.now() }: { name: string; now?: number }): Promise<Owner> {
  const parsed = OwnerName.safeParse(name)
  if (!parsed.success)
    throw refuse('invalid_value', 'The name of an owner must be one line of 1 to 100 characters.', 'name')
  const owner = { id: newId(), name: parsed.data, created_at: now }
  await addOwner(owner).catch((error: unknown) => {
    if (error instanceof ConditionFailed)
      throw refuse('conflict', `There is an owner named ${owner.name} already.`, 'name')
    throw error
  })
  return owner
}
