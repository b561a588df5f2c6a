// Connecting social accounts by their platforms' consent pages, and ending connections.
import * as z from 'zod/mini'
import { beginAuthorization } from '../../core/accounts/authorization.ts'
import { connectWithCode } from '../../core/accounts/connect-account.ts'
import { connectionFor } from '../../core/accounts/connections.ts'
import { disconnectAccount } from '../../core/accounts/disconnect-account.ts'
import { platformApp } from '../../core/accounts/platform-app.ts'
import { checkRoleNow } from '../../core/api-keys/actor.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import { Uuid } from '../../core/ids.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { byRoute } from '../by-route.ts'
import { personOf } from '../chain/access.ts'
import { endpoint } from '../endpoint.ts'

/** The page of the dashboard that platforms send the browser back to. */
const redirectUri = (): string => `${setting(ENV.dashboardUrl)}/connect/callback`

const begin = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({ platform: z.enum(PLATFORM_IDS) }),
  run: async ({ caller, body, now }) => {
    // The secret too is looked at now: nobody is to agree in vain.
    const { client_id } = await platformApp(body.platform)
    const data = await beginAuthorization({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      platform: body.platform,
      clientId: client_id,
      redirectUri: redirectUri(),
      now,
    })
    return { status: 200, body: { success: true, data } }
  },
})

/** As a platform appends it to the address. */
const Word = z.optional(z.string().check(z.maxLength(4096)))

const finish = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({
    state: z.string().check(z.maxLength(4096)),
    code: Word,
    error: Word,
    error_reason: Word,
    error_description: Word,
  }),
  run: async ({ caller, body, now }) => {
    const account = await connectWithCode({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      by: personOf(caller),
      appOf: platformApp,
      callback: body,
      now,
    })
    // The first time it is both.
    const again = account.connected_at !== account.created_at
    return { status: 200, body: { success: true, data: { ...(await connectionFor(account, now)), again } } }
  },
})

const disconnect = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: z.object({ id: Uuid }),
  run: async ({ caller, params, now }) => {
    const { failed, left } = await disconnectAccount({ accountId: params.id, ownerId: caller.owner_id, now })
    return { status: 200, body: { success: true, data: { id: params.id, scheduled_posts_stopped: failed + left } } }
  },
})

export const handler = byRoute({
  'POST /v1/accounts/social/authorizations': begin,
  'POST /v1/accounts/social/authorizations/finish': finish,
  'DELETE /v1/accounts/social/{id}': disconnect,
})
