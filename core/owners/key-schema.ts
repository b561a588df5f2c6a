// An API key as people see it.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { ASSISTANT_ROLES } from '../api-keys/rules/roles.ts'
import type { AssistantView } from '../assistants/authorize.ts'
import { MakerShown } from '../people/people-schema.ts'
import type { OwnerKeyView } from './owner-keys.ts'

export const KeyShown = shows<OwnerKeyView>()(
  z.object({
    id: z.uuid(),
    name: z.string(),
    rate_limit: z.int().describe('Requests a minute.'),
    status: z.enum(['active', 'revoked']),
    created_by: MakerShown.nullable(),
    created_at: Time,
    last_used_at: Time.nullable(),
    revoked_at: Time.nullable(),
    rotated_at: Time.nullable(),
    old_secret_until: Time.nullable().describe('Until when the secret before the last rotation lives on.'),
    requests_last_day: z.int().describe('In the last 24 hours, those over its rate among them.'),
    assistant: z
      .object({
        role: z.enum(ASSISTANT_ROLES),
        redirect_host: z
          .string()
          .describe('Where the person was sent back to: a host, or the scheme of a program such as `cursor://`.'),
        until: Time.describe('When it ends unless the assistant uses it before.'),
      })
      .nullable()
      .describe(
        'For a key that an assistant got by a sign-in: what it may do in the name of the person who allowed it.',
      ),
  }),
).meta({ id: 'Key' })
/** An assistant that asks to act in a person's name. */
export const AssistantShown = shows<AssistantView>()(
  z.object({
    name: z.string().describe('As it calls itself.'),
    host: z
      .string()
      .nullable()
      .describe('The host that vouches for it; null for one that registered itself under any name.'),
    redirect_host: z
      .string()
      .describe('Where the browser goes back to: a host, or the scheme of a program such as `cursor://`.'),
    on_this_machine: z.boolean().describe('Whether that is a program on the machine of the browser.'),
    roles: z.array(z.enum(ASSISTANT_ROLES)).describe('What it may be given, from most to least.'),
  }),
).meta({ id: 'Assistant' })
export const KeySecret = z.string().describe('Shown this once.')
