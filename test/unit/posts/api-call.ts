// Calls of the endpoints' handlers, as the gateway makes them.
import { type ApiCall, apiEvent, lambdaContext } from '../../support/api-event.ts'

export interface Answered {
  status: number
  headers: Record<string, string>
  // Replies are what is being tested, so nothing is assumed of their shape.
  json: ReturnType<typeof JSON.parse>
}

type Handler = (
  event: unknown,
  context: unknown,
) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>

export async function callApi(handler: unknown, call: ApiCall): Promise<Answered> {
  const { statusCode, headers, body } = await (handler as Handler)(apiEvent(call), lambdaContext())
  return { status: statusCode, headers, json: body === '' ? undefined : JSON.parse(body) }
}
