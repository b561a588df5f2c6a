// The connected social accounts.
import { z } from 'zod'
import type { AccountView } from '../../core/accounts/account-view.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { PROVIDERS } from '../../core/platforms/providers.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'
import { shows } from '../schema.ts'
import { Time } from '../shared.ts'

const publishing = PLATFORM_IDS.map((id) => `\`${id}\``).join(' and ')
const listed = PROVIDERS.map(({ id, name }) => `${id} ${name}`).join(', ')

const Account = shows<AccountView>()(
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

export const accounts: Operations = {
  'GET /v1/accounts/social': {
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List your accounts',
    description: 'In the order in which they were connected. Accounts are connected in the dashboard.',
    answers: {
      200: {
        description: 'Every account that is connected.',
        body: z.object({ success: z.literal(true), data: z.array(Account) }),
        examples: {
          one: {
            summary: 'One account',
            value: {
              success: true,
              data: [
                {
                  id: IDS.instagram,
                  created_at: NOW,
                  external_account_id: '17841405793187218',
                  external_username: 'acme.coffee',
                  external_name: 'Acme Coffee',
                  external_bio: 'Roasted on Tuesdays',
                  external_profile_url: `https://d111111abcdef8.cloudfront.net/profile/${IDS.instagram}.jpg`,
                  metadata: '{"status":"active","reason":null,"publishing":true}',
                  social_provider: {
                    id: 1,
                    name: 'instagram',
                    display_name: 'Instagram',
                    kr_name: '인스타그램',
                    config: '{"post_types":["feed","reels","stories"]}',
                    icon_url: null,
                  },
                },
              ],
            },
          },
        },
      },
    },
  },
}
