// Making an owner, and finding the one that is named. Names are the operator's handle and are taken once.
import { DEFAULT_RATE_LIMIT, MAX_RATE_LIMIT } from '../api-keys/api-key.ts'
import { ConditionFailed } from '../aws/table.ts'
import { refuse } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Owner, OwnerName } from './owner.ts'
import { addOwner, findOwner, getOwner } from './owner-store.ts'

/** @throws {AppError} when it is no rate. */
export function checkRateLimitMax(rate: number): void {
  if (!Number.isInteger(rate) || rate < 1 || rate > MAX_RATE_LIMIT) {
    throw refuse(
      'invalid_value',
      `The highest rate must be a whole number of requests a minute, 1 to ${MAX_RATE_LIMIT}.`,
    )
  }
}

/** @throws {AppError} when the name is not one, or is taken. */
export async function createOwner({
  name,
  rateLimitMax = DEFAULT_RATE_LIMIT,
  now = Date.now(),
}: {
  name: string
  rateLimitMax?: number
  now?: number
}): Promise<Owner> {
  const parsed = OwnerName.safeParse(name)
  if (!parsed.success)
    throw refuse('invalid_value', 'The name of an owner must be one line of 1 to 100 characters.', 'name')
  checkRateLimitMax(rateLimitMax)
  const owner: Owner = { id: newId(), name: parsed.data, created_at: now, rate_limit_max: rateLimitMax }
  await addOwner(owner).catch((error: unknown) => {
    if (error instanceof ConditionFailed)
      throw refuse('conflict', `There is an owner named ${owner.name} already.`, 'name')
    throw error
  })
  return owner
}

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
