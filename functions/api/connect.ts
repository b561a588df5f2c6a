// Connecting social accounts by their platforms' consent pages or with a password for apps, and ending connections.
import * as z from 'zod/mini'
import { checkRoom } from '../../core/accounts/account-room.ts'
import { beginConnection } from '../../core/accounts/begin-connection.ts'
import { MOST_CHOSEN } from '../../core/accounts/choice-store.ts'
import {
  connectChosen,
  finishInSession,
  passwordInSession,
  type SignedIn,
} from '../../core/accounts/connect-account.ts'
import { connectionFor } from '../../core/accounts/connections.ts'
import { platformApp } from '../../core/accounts/platform-app.ts'
import type { Account } from '../../core/accounts/rules/account.ts'
import { MAX_NAMED } from '../../core/accounts/rules/named-host.ts'
import { checkRoleNow } from '../../core/api-keys/actor.ts'
import { setting } from '../../core/config.ts'
import { ENV } from '../../core/contract.ts'
import { Uuid } from '../../core/ids.ts'
import { PLATFORM_IDS } from '../../core/platforms/facts.ts'
import { disconnectAccount } from '../../core/posts/disconnect-account.ts'
import { byRoute } from '../by-route.ts'
import { personOf } from '../chain/access.ts'
import { CONNECT_LINK_ENDPOINTS } from '../connect-link-endpoints.ts'
import { endpoint } from '../endpoint.ts'

/** The page of the dashboard that platforms send the browser back to. */
const redirectUri = (): string => `${setting(ENV.dashboardUrl)}/connect/callback`

const Platform = z.enum(PLATFORM_IDS)
const Named = z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NAMED)))

const connectedOf = async (account: Account, now: number) => ({
  ...(await connectionFor(account, now)),
  // The first time it is both.
  again: account.connected_at !== account.created_at,
})

/** An account that is connected, or those to choose from. */
const signedIn = async (came: SignedIn, now: number) => ({
  status: 200,
  body: {
    success: true,
    data: 'account' in came ? await connectedOf(came.account, now) : { choice: came.choice },
  },
})

const begin = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({ platform: Platform, host: Named, handle: Named }),
  run: async ({ caller, body: { platform, ...named }, now }) => {
    const data = await beginConnection({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      platform,
      redirectUri: redirectUri(),
      named,
      operatorsApp: platformApp,
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
    iss: Word,
    error: Word,
    error_reason: Word,
    error_description: Word,
  }),
  run: async ({ caller, body, now }) => {
    const came = await finishInSession({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      by: personOf(caller),
      operatorsApp: platformApp,
      checkRoom,
      callback: body,
      now,
    })
    return signedIn(came, now)
  },
})

const withPassword = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({
    platform: Platform,
    identifier: z.string().check(z.minLength(1), z.maxLength(MAX_NAMED)),
    password: z.string().check(z.minLength(1), z.maxLength(512)),
    host: Named,
  }),
  run: async ({ caller, body, now }) => {
    const { platform, identifier, password, host } = body
    const came = await passwordInSession({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      by: personOf(caller),
      checkRoom,
      platform,
      identifier,
      password,
      ...(host === undefined ? {} : { host }),
      now,
    })
    return signedIn(came, now)
  },
})

const choose = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({
    choice: z.string().check(z.minLength(1), z.maxLength(200)),
    accounts: z
      .array(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.minLength(1), z.maxLength(MOST_CHOSEN)),
  }),
  run: async ({ caller, body, now }) => {
    const { connected, refused } = await connectChosen({
      ownerId: caller.owner_id,
      sessionId: caller.key_id,
      by: personOf(caller),
      checkRoom,
      choice: body.choice,
      accounts: [...new Set(body.accounts)],
      now,
    })
    const accounts = await Promise.all(connected.map((account) => connectedOf(account, now)))
    return { status: 200, body: { success: true, data: { accounts, refused } } }
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
  'POST /v1/accounts/social/authorizations/password': withPassword,
  'POST /v1/accounts/social/authorizations/choose': choose,
  'DELETE /v1/accounts/social/{id}': disconnect,
  ...CONNECT_LINK_ENDPOINTS,
})
