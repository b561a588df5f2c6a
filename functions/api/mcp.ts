// POST /mcp: the tools of packages/mcp for assistants, which call the API with the key that the request brings. The function itself
// may do nothing. GET /.well-known/oauth-protected-resource: what there is to know of it (RFC 9728).
import { answerMcp, resourceMetadata } from '@social-publisher/mcp'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { API_STAGE } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { ownOrigin } from '../own-address.ts'
import { PUBLIC_DOCUMENT } from '../public-document.ts'

const METADATA = '/.well-known/oauth-protected-resource'

function addressesOf(event: APIGatewayProxyEvent) {
  const baseUrl = ownOrigin(event)
  return { baseUrl, resourceUrl: `${baseUrl}/${API_STAGE}/mcp`, metadataUrl: `${baseUrl}/${API_STAGE}${METADATA}` }
}

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const request_id = event.requestContext.requestId
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': request_id }
  const addresses = addressesOf(event)
  if (event.resource === METADATA)
    return {
      statusCode: 200,
      headers: { ...common, ...PUBLIC_DOCUMENT, 'Content-Type': 'application/json' },
      body: JSON.stringify(resourceMetadata(addresses)),
    }
  try {
    const headers = new Headers()
    for (const [name, value] of Object.entries(event.headers)) if (value !== undefined) headers.set(name, value)
    const body = event.body === null ? undefined : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
    // Length and coding are those of the body that the gateway has already read.
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
    const request = new Request(addresses.resourceUrl, {
      method: event.httpMethod,
      headers,
      ...(event.httpMethod === 'POST' ? { body } : {}),
    })
    const response = await answerMcp(request, addresses)
    return {
      statusCode: response.status,
      headers: { ...common, ...Object.fromEntries(response.headers) },
      body: await response.text(),
    }
  } catch (error) {
    log.error('request failed', { request_id, error: error as Error })
    const problem = {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: 'Internal error', data: { request_id } },
    }
    return {
      statusCode: 500,
      headers: { ...common, 'Content-Type': 'application/json' },
      body: JSON.stringify(problem),
    }
  }
}
