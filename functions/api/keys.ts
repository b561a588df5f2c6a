// API keys of the owner, as its people manage them, and the export of everything that the owner has, for admins.
import * as z from 'zod/mini'
import { checkRoleNow } from '../../core/api-keys/actor.ts'
import { KeyName } from '../../core/api-keys/key-name.ts'
import { OLD_SECRET_HOURS } from '../../core/api-keys/rules/old-secret.ts'
import { sealedKey } from '../../core/api-keys/seal-key.ts'
import { Uuid } from '../../core/ids.ts'
import { createOwnerKey, describeKeys, revokeOwnerKey, rotateOwnerKey } from '../../core/owners/owner-keys.ts'
import { byRoute } from '../by-route.ts'
import { personOf } from '../chain/access.ts'
import { endpoint } from '../endpoint.ts'
import { once } from '../idempotent.ts'
import { OWNER_EXPORT } from '../owner-export-endpoint.ts'

const Key = z.object({ id: Uuid })

const list = endpoint({
  auth: 'session',
  needs: 'viewer',
  run: async ({ caller, now }) => {
    const { keys, rateLimitMax } = await describeKeys(caller.owner_id, now)
    return { status: 200, body: { success: true, data: keys, rate_limit_max: rateLimitMax } }
  },
})

const create = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  body: z.strictObject({ name: KeyName, rate_limit: z.optional(z.int().check(z.minimum(1))) }),
  idempotent: once({ route: 'keys', leaseSeconds: 30, seal: sealedKey }),
  run: async ({ caller, body, now, attempt }) => {
    const { key, secret } = await createOwnerKey({
      ownerId: caller.owner_id,
      name: body.name,
      rateLimit: body.rate_limit,
      by: personOf(caller),
      now,
      attempt,
    })
    const data = { id: key.key_id, name: body.name, rate_limit: key.rate_limit, api_key: secret }
    return { status: 200, body: { success: true, data } }
  },
})

const rotate = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: Key,
  body: z.strictObject({ keep_old_hours: z.literal(OLD_SECRET_HOURS) }),
  idempotent: once({ route: 'keys/rotate', leaseSeconds: 30, seal: sealedKey }),
  run: async ({ caller, params, body, now, attempt }) => {
    const { key, secret, oldStopsAt } = await rotateOwnerKey({
      ownerId: caller.owner_id,
      keyId: params.id,
      keepOldHours: body.keep_old_hours,
      by: personOf(caller),
      now,
      attempt,
    })
    const data = {
      id: key.key_id,
      name: key.label ?? '',
      api_key: secret,
      old_secret_until: body.keep_old_hours === 0 ? null : oldStopsAt,
    }
    return { status: 200, body: { success: true, data } }
  },
})

const revoke = endpoint({
  auth: 'session',
  needs: 'admin',
  checkRole: checkRoleNow,
  params: Key,
  run: async ({ caller, params, now }) => {
    await revokeOwnerKey(caller.owner_id, params.id, now, personOf(caller))
    return { status: 200, body: { success: true, data: { id: params.id } } }
  },
})

export const handler = byRoute({
  'GET /v1/keys': list,
  'POST /v1/keys': create,
  'POST /v1/keys/{id}/rotate': rotate,
  'DELETE /v1/keys/{id}': revoke,
  ...OWNER_EXPORT,
})
