// Notices: what an owner needs to know.
import { z } from 'zod'
import { NoticeSettingsShown, NoticeShown } from '../../core/notices/notice-schema.ts'
import { MOST_LISTED } from '../../core/notices/rules/notices.ts'
import { IDS, NOW } from '../examples.ts'
import type { Answer, Operations } from '../operation.ts'

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

const settings = (description: string) =>
  data(description, NoticeSettingsShown, 'By mail, too', { email: true, available: true })

export const notices: Operations = {
  'GET /v1/notices': {
    id: 'listNotices',
    tag: 'Dashboard',
    summary: 'List notices',
    description:
      'Posts that failed, accounts that must be reconnected or whose owner must act, and webhooks that were switched off, of the last ' +
      `30 days: the newest ${MOST_LISTED}, the newest first.`,
    answers: {
      200: data(
        'The notices, and the number of them that the person has not seen.',
        z.object({ notices: z.array(NoticeShown), unseen: z.int() }),
        'A new notice',
        { notices: [failed], unseen: 1 },
      ),
    },
  },
  'POST /v1/notices/seen': {
    id: 'seeNotices',
    tag: 'Dashboard',
    summary: 'Mark notices as seen',
    description: 'For the person who is signed in, and this owner. Notices that were seen before stay seen.',
    fields: { up_to: { description: 'The id of a notice, or a time in Unix ms: marks everything up to there.' } },
    answers: { 200: data('Marked.', z.object({ unseen: z.int() }), 'All seen', { unseen: 0 }) },
    errors: ['not_found'],
  },
  'GET /v1/notices/settings': {
    id: 'getNoticeSettings',
    tag: 'Dashboard',
    summary: 'Get the mail setting for notices',
    description: 'For the person who is signed in, and this owner; at most one mail an hour.',
    answers: { 200: settings('As it is set.') },
  },
  'PUT /v1/notices/settings': {
    id: 'setNoticeSettings',
    tag: 'Dashboard',
    summary: 'Turn notices by mail on or off',
    description:
      'Mail goes to the address that the person signs in with. If the service sends no mail, the setting is stored all the same.',
    fields: { email: { description: 'Whether to send notices by mail.' } },
    answers: { 200: settings('As it is set now.') },
  },
}
