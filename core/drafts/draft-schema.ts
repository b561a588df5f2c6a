// Drafts, and templates, as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { MakerShown } from '../people/people-schema.ts'
import type { DraftView } from './drafts.ts'

export const DraftShown = shows<DraftView>()(
  z.object({
    id: z.uuid(),
    name: z.string().nullable().describe('The name of a template; null for a draft.'),
    type: z.enum(['feed', 'reels', 'stories', 'text']),
    post: z
      .record(z.string(), z.unknown())
      .describe('The body of `POST /v1/posts/<type>` as far as it is written. It is not checked.'),
    version: z
      .int()
      .describe('Increases with every change. A request that saves the draft names the version that it began from.'),
    created_by: MakerShown.nullable(),
    updated_by: MakerShown.nullable().describe('Who saved it last; null for an API key.'),
    created_at: Time,
    updated_at: Time,
    editing: z
      .array(MakerShown)
      .describe('The people who are editing it now, in the dashboard. They can save over each other only knowingly.'),
  }),
).meta({ id: 'Draft' })
