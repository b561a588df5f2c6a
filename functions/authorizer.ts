// The gateway's authorizer: an API key to its owner, a session to its person and owner. The gateway keeps the answer for a
// minute, a missing caller too.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { type Caller, callerContext, callerOf } from '../core/api-keys/caller.ts'
import { hasOwnPlan, lookUpKey } from '../core/api-keys/resolve-key.ts'
import { isFlooding, sharedKeyFor } from '../core/api-keys/shared-plans.ts'
import { setting } from '../core/config.ts'
import { ENV, KEY_HEADER, narrowKey } from '../core/contract.ts'
import { log } from '../core/log.ts'
import { isSession, lookUpSession } from '../core/people/resolve-session.ts'

const secretOf = (event: APIGatewayRequestAuthorizerEvent): string | undefined =>
  Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === KEY_HEADER.toLowerCase())?.[1]

/** The cached answer serves every method and path: arn:...:<api>/<stage>/<method>/<path> */
function policy({ methodArn }: APIGatewayRequestAuthorizerEvent, effect: 'Allow' | 'Deny') {
  const [api, stage] = methodArn.split('/')
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: `${api}/${stage}/*` }],
  }
}

/**
 * @returns with the caller, the key of the gateway that the request counts for: the caller's own, or a shared one for sessions
 *   and for keys that the gateway holds no copy of, or none that has taken effect.
 */
async function whoShows(secret: string): Promise<{ caller: Caller; usageKey: string } | undefined> {
  const now = Date.now()
  if (isSession(secret)) {
    const caller = await lookUpSession(secret, now)
    return caller && { caller, usageKey: await sharedKeyOf(caller, now) }
  }
  const key = await lookUpKey(secret, now)
  if (!key) return undefined
  const caller = callerOf(key)
  return { caller, usageKey: hasOwnPlan(key, now) ? key.key_id : await sharedKeyOf(caller, now) }
}

async function sharedKeyOf(caller: Caller, now: number): Promise<string> {
  const first = setting(ENV.sharedUsageKey)
  const flooding = await isFlooding(caller, now).catch((error: unknown) => {
    // Its plan is the coarse guard: without knowing more, nobody is kept out.
    log.warn('whether a caller floods is not known', { key_id: caller.key_id, error: error as Error })
    return false
  })
  return flooding ? narrowKey(first) : sharedKeyFor(caller, first, Number(setting(ENV.sharedUsageKeys)))
}

/**
 * Says who calls. A key that is not good is denied, not thrown at: an error would count as one of the function, and a few
 * mistyped keys would raise the alarm. The gateway's answer to a denial is the 401 of `lib/gateway-responses.ts`.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = secretOf(event)
  const found = secret === undefined ? undefined : await whoShows(secret)
  if (!found) return { principalId: 'nobody', policyDocument: policy(event, 'Deny') }
  const { caller, usageKey } = found
  return {
    principalId: caller.session?.person_id ?? caller.owner_id,
    policyDocument: policy(event, 'Allow'),
    context: callerContext(caller),
    usageIdentifierKey: usageKey,
  }
}
