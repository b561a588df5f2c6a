// An API key as people see it.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
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
  }),
).meta({ id: 'Key' })
export const KeySecret = z.string().describe('Shown this once.')
