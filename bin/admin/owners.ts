// owner ...
import { checkRateLimitMax, createOwner } from '../../core/owners/create-owner.ts'
import { requireOwner } from '../../core/owners/find-owner.ts'
import { setRateLimitMax } from '../../core/owners/owner-store.ts'
import { type Command, wholeNumber } from './command.ts'

const RATE = { 'rate-limit-max': { value: 'N' } }

export const OWNER_COMMANDS: readonly Command[] = [
  {
    name: 'owner create',
    summary: 'makes an owner',
    words: ['name'],
    options: RATE,
    run: async ({ words, options }) => {
      const rateLimitMax = wholeNumber('rate-limit-max', options['rate-limit-max'])
      const owner = await createOwner({ name: words.name as string, rateLimitMax })
      return { json: { owner_id: owner.id, name: owner.name }, text: `Owner ${owner.name} is ${owner.id}.` }
    },
  },
  {
    name: 'owner set',
    summary: 'changes how high the rate of a key may be that is made in the dashboard',
    words: ['name'],
    options: { 'rate-limit-max': { value: 'N', required: true } },
    run: async ({ words, options }) => {
      const rate = wholeNumber('rate-limit-max', options['rate-limit-max']) as number
      checkRateLimitMax(rate)
      const owner = await requireOwner(words.name as string)
      await setRateLimitMax(owner.id, rate)
      return {
        json: { owner_id: owner.id, name: owner.name, rate_limit_max: rate },
        text: `Keys of ${owner.name} may have up to ${rate} requests a minute.`,
      }
    },
  },
]
