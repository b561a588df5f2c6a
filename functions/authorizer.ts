// The gateway's authorizer: an API key to its owner. The gateway keeps the answer for a minute.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda'
import { lookUpKey } from '../core/api-keys/resolve-key.ts'
import { setting } from '../core/config.ts'
import { ENV, KEY_HEADER } from '../core/contract.ts'

const secretOf = (event: APIGatewayRequestAuthorizerEvent): string | undefined =>
  Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === KEY_HEADER.toLowerCase())?.[1]

export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = secretOf(event)
  const key = secret === undefined ? undefined : await lookUpKey(secret)
  // The gateway makes a 401 of exactly this message, and a 500 of any other.
  if (!key) throw new Error('Unauthorized')
  // The cached answer serves every method and path: arn:...:<api>/<stage>/<method>/<path>
  const [api, stage] = event.methodArn.split('/')
  return {
    principalId: key.owner_id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: `${api}/${stage}/*` }],
    },
    context: { owner_id: key.owner_id, key_id: key.key_id, rate_limit: String(key.rate_limit) },
    usageIdentifierKey: key.mirrored ? key.key_id : setting(ENV.sharedUsageKey),
  }
}
