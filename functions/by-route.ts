// Several endpoints in one function: those that may do the same, and are not worth a function each.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Takes } from './endpoint.ts'

type Handler = ((event: APIGatewayProxyEvent, context: Context) => Promise<unknown>) & { takes: Takes }

/** @param endpoints by method and path as in `lib/routes.ts`: `GET /v1/team`. */
export function byRoute(endpoints: Readonly<Record<string, unknown>>) {
  const known = endpoints as Record<string, Handler>
  const handler = (event: APIGatewayProxyEvent, context: Context): Promise<unknown> => {
    const endpoint = known[`${event.httpMethod} ${event.resource}`]
    if (!endpoint) throw new Error(`the gateway sent ${event.httpMethod} ${event.resource} to another function`)
    return endpoint(event, context)
  }
  const takes = Object.fromEntries(Object.entries(known).map(([name, endpoint]) => [name, endpoint.takes]))
  return Object.assign(handler, { takesByRoute: takes })
}
