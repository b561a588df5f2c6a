// The gateway's authorizer: an API key to its owner, a session to its person and owner. The gateway keeps the answer for a minute.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { lookUpKey } from '../core/api-keys/resolve-key.ts'
import { setting } from '../core/config.ts'
import { ENV, KEY_HEADER } from '../core/contract.ts'
import { isSession, lookUpSession } from '../core/people/resolve-session.ts'

const secretOf = (event: APIGatewayRequestAuthorizerEvent): string | undefined =>
  Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === KEY_HEADER.toLowerCase())?.[1]

/** The cached answer serves every method and path: arn:...:<api>/<stage>/<method>/<path> */
function allowed(
  { methodArn }: APIGatewayRequestAuthorizerEvent,
  who: Pick<APIGatewayAuthorizerResult, 'principalId' | 'context' | 'usageIdentifierKey'>,
): APIGatewayAuthorizerResult {
  const [api, stage] = methodArn.split('/')
  return {
    ...who,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: `${api}/${stage}/*` }],
    },
  }
}

/** A session, if it lives; sessions go by the key that is shared by all whom the gateway holds no key of. */
async function sessionOf(event: APIGatewayRequestAuthorizerEvent, secret: string) {
  const caller = await lookUpSession(secret)
  if (!caller?.session) return undefined
  const { owner_id, key_id, rate_limit, session } = caller
  const { person_id, role, generation } = session
  return allowed(event, {
    principalId: person_id,
    context: {
      owner_id,
      key_id,
      rate_limit: String(rate_limit),
      person_id,
      role: role ?? '',
      generation: String(generation),
    },
    usageIdentifierKey: setting(ENV.sharedUsageKey),
  })
}

async function keyOf(event: APIGatewayRequestAuthorizerEvent, secret: string) {
  const key = await lookUpKey(secret)
  if (!key) return undefined
  return allowed(event, {
    principalId: key.owner_id,
    context: { owner_id: key.owner_id, key_id: key.key_id, rate_limit: String(key.rate_limit) },
    usageIdentifierKey: key.mirrored ? key.key_id : setting(ENV.sharedUsageKey),
  })
}

export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = secretOf(event)
  const answer = secret && (await (isSession(secret) ? sessionOf : keyOf)(event, secret))
  // The gateway makes a 401 of exactly this message, and a 500 of any other.
  if (!answer) throw new Error('Unauthorized')
  return answer
}
