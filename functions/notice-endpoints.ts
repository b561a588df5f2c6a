// Notices of an owner: a post that failed, an account to reconnect, a webhook that was switched off.
import * as z from 'zod/mini'
import { describeNotices, markSeen, noticeSettings, setNoticeMail } from '../core/notices/notices-of-person.ts'
import { NoticeId } from '../core/notices/rules/notices.ts'
import { personOf } from './chain/access.ts'
import { endpoint } from './endpoint.ts'

const list = endpoint({
  auth: 'session',
  needs: 'viewer',
  run: async ({ caller, now }) => ({
    status: 200,
    body: { success: true, data: await describeNotices(caller.owner_id, personOf(caller), now) },
  }),
})

const UpTo = z.union([NoticeId, z.int().check(z.nonnegative())], {
  error: 'must be the id of a notice, or a time in Unix milliseconds',
})

const see = endpoint({
  auth: 'session',
  // Each person's seen notices are stored separately.
  needs: 'viewer',
  body: z.strictObject({ up_to: UpTo }),
  run: async ({ caller, body, now }) => ({
    status: 200,
    body: { success: true, data: await markSeen(caller.owner_id, personOf(caller), body.up_to, now) },
  }),
})

const settings = endpoint({
  auth: 'session',
  needs: 'viewer',
  run: async ({ caller }) => ({
    status: 200,
    body: { success: true, data: await noticeSettings(caller.owner_id, personOf(caller)) },
  }),
})

const setSettings = endpoint({
  auth: 'session',
  needs: 'viewer',
  body: z.strictObject({ email: z.boolean() }),
  run: async ({ caller, body }) => ({
    status: 200,
    body: { success: true, data: await setNoticeMail(caller.owner_id, personOf(caller), body.email) },
  }),
})

/** By method and path; part of the session's function, because every function costs the stack resources. */
export const NOTICE_ENDPOINTS = {
  'GET /v1/notices': list,
  'POST /v1/notices/seen': see,
  'GET /v1/notices/settings': settings,
  'PUT /v1/notices/settings': setSettings,
}
