// Changes to a session's rights take effect at once. The gateway keeps the authorizer's answer for a minute; the rate
// window that each request updates anyway has the rights of now. Each change has a number, the session's generation: a window that knows
// a later one than the authorizer's answer was made of is right.

import { isRole, type Role } from '../api-keys/rules/roles.ts'
import { MINUTE, windowExpiry } from '../api-keys/windows.ts'
import { ConditionFailed, type Item, update } from '../aws/table.ts'
import { AUTHORIZER_CACHE_SECONDS } from '../contract.ts'
import { rateWindowKey } from '../table-keys.ts'

/** A session's rights from a generation on. */
export interface Standing {
  generation: number
  owner_id: string | null
  role: Role | null
}

/** As long as an answer may be used that was made just before the change; making it takes seconds at most. */
const REMEMBERED_MS = (AUTHORIZER_CACHE_SECONDS + 15) * 1000

/** Writes it into every window in which an older answer could still be used. */
export async function tellSession(sessionId: string, standing: Standing, now: number): Promise<void> {
  const first = Math.floor(now / MINUTE)
  const last = Math.floor((now + REMEMBERED_MS) / MINUTE)
  await Promise.all(
    Array.from({ length: last - first + 1 }, (_, ahead) =>
      update(rateWindowKey(sessionId, first + ahead), {
        UpdateExpression: 'SET standing = :standing, expires_at = if_not_exists(expires_at, :expiry)',
        // The later of two changes wins.
        ConditionExpression: 'attribute_not_exists(standing) OR standing.generation < :generation',
        ExpressionAttributeValues: {
          ':standing': standing,
          ':generation': standing.generation,
          ':expiry': windowExpiry(first + ahead),
        },
      }).catch((error: unknown) => {
        if (!(error instanceof ConditionFailed)) throw error
      }),
    ),
  )
}

/** A window's newer entry for a session that the authorizer knew in this generation; undefined when there is none. */
export function newerStanding(window: Item, generation: number): Standing | undefined {
  const told = window.standing as Partial<Standing> | undefined
  if (told === undefined || Number(told.generation) <= generation) return undefined
  return {
    generation: Number(told.generation),
    owner_id: typeof told.owner_id === 'string' ? told.owner_id : null,
    role: isRole(told.role) ? told.role : null,
  }
}
