// The record of changes, as answers show it.
import { z } from 'zod'
import { ACTIONS, ACTIVITY_DAYS, ACTOR_KINDS } from '../activity/rules/activity.ts'
import { shows, Time } from '../answer-schema.ts'
import type { ActivityView } from './team-activity.ts'

export const ActivityShown = shows<ActivityView>()(
  z.object({
    id: z.uuid(),
    at: Time,
    action: z.enum(ACTIONS).describe('What was changed, and how.'),
    target: z
      .object({ id: z.string(), name: z.string().nullable() })
      .describe('The thing that was changed. For a webhook the name is the host of its address.'),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('What else there is to say, such as `role`.'),
    actor: z.object({
      kind: z
        .enum(ACTOR_KINDS)
        .describe(
          'A person who is signed in, an API key, a visitor (such as a client with a connect link), the operator with the command, or the service by itself.',
        ),
      id: z.string().nullable().describe('Id of the person or key; for the operator, the user on their machine.'),
      name: z.string().nullable(),
      email: z.string().nullable(),
    }),
    from: z.string().nullable().describe("The address that the request came from, or the operator's machine."),
    through: z
      .string()
      .nullable()
      .describe(
        'The machine that passed the request on, such as the CDN of the dashboard: what `from` says is its word.',
      ),
  }),
).meta({ id: 'Activity', description: `Kept for ${ACTIVITY_DAYS} days. Nobody can change or delete it.` })
