// The session of the person who is signed in, the person's other sessions, and notices.
import * as z from 'zod/mini'
import type { Caller } from '../../core/api-keys/caller.ts'
import { SESSION_COOKIE } from '../../core/contract.ts'
import { Uuid } from '../../core/ids.ts'
import { describeSession, endAllSessions, endSession, listSessions, switchOwner } from '../../core/people/sessions.ts'
import { passkeysUrl, signOutUrl } from '../../core/people/sign-in-urls.ts'
import { byRoute } from '../by-route.ts'
import { personOf } from '../chain/access.ts'
import { expiredCookie } from '../cookies.ts'
import { endpoint } from '../endpoint.ts'
import { NOTICE_ENDPOINTS } from '../notice-endpoints.ts'

const describe = async (caller: Caller, now: number) => ({
  status: 200,
  body: { success: true, data: await describeSession(personOf(caller), caller.key_id, now) },
})

const signedOut = () => ({
  status: 200,
  cookies: [expiredCookie(SESSION_COOKIE)],
  body: { success: true, data: { sign_out_url: signOutUrl() } },
})

const get = endpoint({
  auth: 'session',
  needs: 'person',
  run: ({ caller, now }) => describe(caller, now),
})

const change = endpoint({
  auth: 'session',
  needs: 'person',
  body: z.strictObject({ owner_id: Uuid }),
  run: async ({ caller, body, now }) => {
    await switchOwner(personOf(caller), caller.key_id, body.owner_id, now)
    return describe(caller, now)
  },
})

const signOut = endpoint({
  auth: 'session',
  needs: 'person',
  run: async ({ caller, now }) => {
    await endSession(personOf(caller), caller.key_id, caller.key_id, now)
    return signedOut()
  },
})

const list = endpoint({
  auth: 'session',
  needs: 'person',
  run: async ({ caller, now }) => ({
    status: 200,
    body: {
      success: true,
      data: await listSessions(personOf(caller), caller.key_id, now),
      passkeys_url: passkeysUrl(),
    },
  }),
})

const endOne = endpoint({
  auth: 'session',
  needs: 'person',
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    await endSession(personOf(caller), params.id, caller.key_id, now)
    if (params.id === caller.key_id) return signedOut()
    return { status: 200, body: { success: true, data: { sign_out_url: null } } }
  },
})

const endAll = endpoint({
  auth: 'session',
  needs: 'person',
  run: async ({ caller, now }) => {
    await endAllSessions(personOf(caller), caller.key_id, now)
    return signedOut()
  },
})

export const handler = byRoute({
  'GET /v1/session': get,
  'PATCH /v1/session': change,
  'DELETE /v1/session': signOut,
  'GET /v1/sessions': list,
  'DELETE /v1/sessions/{id}': endOne,
  'DELETE /v1/sessions': endAll,
  ...NOTICE_ENDPOINTS,
})
