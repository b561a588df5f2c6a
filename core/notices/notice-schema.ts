// Notices as answers show them.
import { z } from 'zod'
import { shows, Time } from '../answer-schema.ts'
import type { NoticeView } from './notices-of-person.ts'
import { NOTICE_KINDS } from './rules/notices.ts'

export const NoticeShown = shows<NoticeView>()(
  z.object({
    id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    at: Time.describe('When it happened.'),
    created_at: Time.describe('When the notice was written; `up_to` is compared with this.'),
    seen: z.boolean().describe('By the person who asks.'),
    post: z
      .object({
        id: z.uuid(),
        title: z.string(),
        accounts: z.int().describe('That it was for.'),
        failed: z.int().describe('On how many of them it failed.'),
        failures: z
          .array(z.object({ account_id: z.uuid(), platform: z.string(), code: z.string() }))
          .describe('At most ten; the post has them all.'),
      })
      .nullable()
      .describe('Of `post.failed` and `post.partially_failed`.'),
    account: z
      .object({
        id: z.uuid(),
        platform: z.string().nullable(),
        username: z.string().nullable(),
        reason: z.string().nullable(),
      })
      .nullable()
      .describe('Of `account.reconnect_required`.'),
    webhook: z.object({ id: z.uuid(), host: z.string() }).nullable().describe('Of `webhook.switched_off`.'),
  }),
).meta({ id: 'Notice' })

export const NoticeSettingsShown = z.object({
  email: z.boolean().describe('Whether you get them by mail. Off until you switch it on.'),
  available: z.boolean().describe('Whether this service sends mail: the setting `mailFrom` of the stack.'),
})
