// An account as answers show it.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import { PLATFORM_IDS } from '../platforms/facts.ts'
import { PROVIDERS } from '../platforms/providers.ts'
import type { AccountView } from './account-view.ts'

const publishing = PLATFORM_IDS.map((id) => `\`${id}\``).join(' and ')
const listed = PROVIDERS.map(({ id, name }) => `${id} ${name}`).join(', ')

export const AccountShown = shows<AccountView>()(
  z.object({
    id: z.uuid().describe('What posts name in `accounts`.'),
    created_at: Time,
    external_account_id: z.string().describe('Digits, too many for a number.'),
    external_username: z.string(),
    external_name: z.string(),
    external_bio: z.string(),
    external_profile_url: z.string().describe("Address of the profile's picture; empty where there is none."),
    metadata: z
      .string()
      .nullable()
      .describe('JSON: the state of the connection (`status`, `reason`, `token_expires_at`, ...).'),
    social_provider: z.object({
      id: z.int().describe(`${listed}.`),
      name: z.string().describe(`Posts go to ${publishing}; the others are listed only.`),
      display_name: z.string(),
      kr_name: z.string().nullable(),
      config: z.string().nullable().describe('JSON: the types of post that go there.'),
      icon_url: z.string().nullable(),
    }),
  }),
).meta({ id: 'Account' })
