// The connected social accounts.
import { z } from 'zod'
import { AccountShown } from '../../core/accounts/account-schema.ts'
import { IDS, NOW } from '../examples.ts'
import type { Operations } from '../operation.ts'

export const accounts: Operations = {
  'GET /v1/accounts/social': {
    id: 'listAccounts',
    tag: 'Accounts',
    summary: 'List your accounts',
    description: 'In the order in which they were connected. Accounts are connected in the dashboard.',
    answers: {
      200: {
        description: 'Every account that is connected.',
        body: z.object({ success: z.literal(true), data: z.array(AccountShown) }),
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
