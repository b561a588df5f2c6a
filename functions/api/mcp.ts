// POST /mcp: the tools of packages/mcp for assistants, which call the API with the key that the request brings. The function itself
// may do nothing. Assistants get a key by a sign-in where they ask by the dashboard's address, which has the metadata for it
// (`cdn/dashboard-request.js`): beside its stage the API can serve nothing.
import { answerMcp } from '@social-publisher/mcp'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { setting } from '../../core/config.ts'
import { API_STAGE, ENV, MCP_PATH } from '../../core/contract.ts'
import { log } from '../../core/log.ts'
import { ownOrigin } from '../own-address.ts'

const PATH = `/${API_STAGE}${MCP_PATH}`

function addressesOf(event: APIGatewayProxyEvent) {
  const baseUrl = ownOrigin(event)
  const metadataUrl = `${setting(ENV.dashboardUrl)}/.well-known/oauth-protected-resource${PATH}`
  return { baseUrl, resourceUrl: `${baseUrl}${PATH}`, metadataUrl }
}

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const request_id = event.requestContext.requestId
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': request_id }
  const addresses = addressesOf(event)
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
