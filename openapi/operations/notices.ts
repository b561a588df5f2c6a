// Notices: what an owner is to know.
import { z } from 'zod'
import type { NoticeView } from '../../core/notices/notices-of-person.ts'
import { MOST_LISTED, NOTICE_KINDS } from '../../core/notices/rules/notices.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'
import { shows } from '../schema.ts'
import { Time } from '../shared.ts'

const Notice = shows<NoticeView>()(
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

const Settings = z.object({
  email: z.boolean().describe('Whether you get them by mail. Off until you switch it on.'),
  available: z.boolean().describe('Whether this service sends mail: the setting `mailFrom` of the stack.'),
})

const data = (description: string, schema: z.ZodType, summary: string, value: unknown): Answer => ({
  description,
  body: z.object({ success: z.literal(true), data: schema }),
  examples: { example: { summary, value: { success: true, data: value } } },
})

const failed = {
  id: 'msg_001795255200000c4a7e3b90d5248169b3f7f6e1a2c8d05',
  kind: 'post.partially_failed',
  at: NOW,
  created_at: NOW + 2000,
  seen: false,
  post: {
    id: IDS.post,
    title: 'Beach',
    accounts: 2,
    failed: 1,
    failures: [{ account_id: IDS.other, platform: 'threads', code: 'rejected' }],
  },
  account: null,
  webhook: null,
}

const settings = (description: string) => data(description, Settings, 'By mail, too', { email: true, available: true })

export const notices: Operations = {
  'GET /v1/notices': {
    id: 'listNotices',
    tag: 'Dashboard',
    summary: 'See what needs attention',
    description:
      `Posts that failed, accounts that must be reconnected and webhooks that were switched off, of the last 30 days: the newest ${MOST_LISTED}, ` +
      'the newest first.',
    answers: {
      200: data(
        'Notices, and how many of those listed the person has not seen.',
        z.object({ notices: z.array(Notice), unseen: z.int() }),
        'One that is new',
        { notices: [failed], unseen: 1 },
      ),
    },
  },
  'POST /v1/notices/seen': {
    id: 'seeNotices',
    tag: 'Dashboard',
    summary: 'Mark notices as seen',
    description: 'By the person who is signed in, for this owner. What was seen before stays so.',
    fields: { up_to: { description: 'The id of a notice, or a time in Unix ms: everything up to there.' } },
    answers: { 200: data('Marked.', z.object({ unseen: z.int() }), 'All seen', { unseen: 0 }) },
    errors: ['not_found'],
  },
  'GET /v1/notices/settings': {
    id: 'getNoticeSettings',
    tag: 'Dashboard',
    summary: 'See whether notices come by mail',
    description: 'To the person who is signed in, of this owner; at most one mail an hour.',
    answers: { 200: settings('As it is set.') },
  },
  'PUT /v1/notices/settings': {
    id: 'setNoticeSettings',
    tag: 'Dashboard',
    summary: 'Choose whether notices come by mail',
    description: 'To the address that the person signs in with. Where the service sends no mail the choice is kept.',
    fields: { email: { description: 'Whether they come by mail.' } },
    answers: { 200: settings('As it is set now.') },
  },
}
