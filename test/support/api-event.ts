// An event as API Gateway hands it to a function, and the context Lambda adds.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { OWNER, uuid } from './domain.ts'

export const KEY_ID = uuid(2_000_000)

export interface ApiCall {
  method?: string
  resource?: string
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
  ownerId?: string
  rateLimit?: number
}

/** A call by a caller whom the authorizer let through. */
export function apiEvent({
  method = 'GET',
  resource = '/v1/things',
  path,
  query,
  headers = {},
  body,
  ownerId = OWNER,
  rateLimit = 60,
}: ApiCall): APIGatewayProxyEvent {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const sent = {
    ...(body !== undefined && typeof body !== 'string' ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  }
  const many = <T>(values: Record<string, T> | undefined) =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, [value]]))
  return {
    resource,
    path: `/api${resource}`,
    httpMethod: method,
    headers: sent,
    multiValueHeaders: many(sent),
    pathParameters: path ?? null,
    queryStringParameters: query ?? null,
    multiValueQueryStringParameters: query ? many(query) : null,
    stageVariables: null,
    body: text,
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      authorizer: { owner_id: ownerId, key_id: KEY_ID, rate_limit: String(rateLimit), principalId: ownerId },
    } as unknown as APIGatewayProxyEvent['requestContext'],
  }
}

export const lambdaContext = (): Context =>
  ({
    awsRequestId: 'lambda-request-1',
    functionName: 'test',
    // As long as a test may take: on a busy machine a large request would be abandoned else.
    getRemainingTimeInMillis: () => 60_000,
  }) as unknown as Context
