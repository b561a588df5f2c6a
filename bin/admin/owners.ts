// owner ...
import { createOwner } from '../../core/owners/create-owner.ts'
import type { Command } from './command.ts'

export const OWNER_COMMANDS: readonly Command[] = [
  {
    name: 'owner create',
    summary: 'makes an owner',
    words: ['name'],
    options: {},
    run: async ({ words }) => {
      const owner = await createOwner({ name: words.name as string })
      return { json: { owner_id: owner.id, name: owner.name }, text: `Owner ${owner.name} is ${owner.id}.` }
    },
  },
]
