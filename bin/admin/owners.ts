// owner ...

import { setRateLimitMax } from '../../core/owners/owner-store.ts'
import { checkRateLimitMax, createOwner, requireOwner } from '../../core/owners/owners.ts'
import { type Call, type Outcome, wholeNumber } from './command.ts'

export async function create({ words, options }: Call): Promise<Outcome> {
  const rateLimitMax = wholeNumber('rate-limit-max', options['rate-limit-max'])
  const owner = await createOwner({ name: words.name as string, rateLimitMax })
  return { json: { owner_id: owner.id, name: owner.name }, text: `Owner ${owner.name} is ${owner.id}.` }
}

export async function set({ words, options }: Call): Promise<Outcome> {
  const rate = wholeNumber('rate-limit-max', options['rate-limit-max']) as number
  checkRateLimitMax(rate)
  const owner = await requireOwner(words.name as string)
  await setRateLimitMax(owner, rate)
  return {
    json: { owner_id: owner.id, name: owner.name, rate_limit_max: rate },
    text: `Keys of ${owner.name} may have up to ${rate} requests a minute.`,
  }
}
