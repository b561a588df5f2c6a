// Things that a member made for an owner, as the answer to a removal shows them.
import { z } from 'zod'
import { shows } from '../answer-schema.ts'
import type { Made } from './made-by.ts'

export const MadeShown = shows<Made>()(
  z.object({
    keys: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Active API keys.'),
    webhooks: z.array(z.object({ id: z.uuid(), url: z.string() })),
    connections: z
      .array(z.object({ id: z.uuid(), platform: z.string(), username: z.string() }))
      .describe('Connected accounts.'),
  }),
).meta({ id: 'Made' })
