// Collaborators of a post, as answers show them.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import { type Code, ERROR_CODES } from '../errors.ts'
import { PLATFORM_IDS } from '../platforms/facts.ts'
import type { AccountCollaborators } from './read-collaborators.ts'

export const CollaboratorsShown = shows<AccountCollaborators>()(
  z.object({
    account_id: z.uuid(),
    platform: z.enum(PLATFORM_IDS),
    collaborators: z
      .array(z.object({ username: z.string(), state: z.enum(['accepted', 'pending', 'other']) }))
      .nullable()
      .describe('Who was invited to share the post. Null where it is not known; then `problem` says why.'),
    problem: z.object({ code: z.enum(Object.keys(ERROR_CODES) as [Code, ...Code[]]), message: z.string() }).nullable(),
  }),
).meta({ id: 'PostCollaborators' })
