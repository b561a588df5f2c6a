// The address under which a caller reaches the API.
import type { APIGatewayProxyEvent } from 'aws-lambda'

const LOCAL = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/

/** @param name of the API, with its port if it has one. @returns its origin; only on this machine is it without TLS. */
export const originOf = (name: string): string => `${LOCAL.test(name) ? 'http' : 'https'}://${name}`

/** The API's origin as the caller has it. The gateway tells the name: it lets through no other than its own. */
export function ownOrigin({
  requestContext,
  headers,
}: Pick<APIGatewayProxyEvent, 'requestContext' | 'headers'>): string {
  const port = /:\d+$/.exec(headers.Host ?? headers.host ?? '')?.[0] ?? ''
  const { domainName = '' } = requestContext
  return originOf(domainName.includes(':') ? domainName : `${domainName}${port}`)
}
