// A request on its way through the chain, with the data known so far.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Caller } from '../../core/api-keys/caller.ts'
import type { Verdict } from '../../core/api-keys/limiter.ts'
import { log } from '../../core/log.ts'
import type { Reply } from './spec.ts'

export interface Passage {
  startedAt: number
  caller?: Caller
  verdict?: Verdict
  tasks: (() => Promise<unknown>)[]
  requestId: string
  /** Aborted when the request is given up. */
  signal?: AbortSignal
  /** What the endpoint answered. */
  reply?: Reply
  recorded: boolean
}

const passages = new WeakMap<APIGatewayProxyEvent, Passage>()

/** The same for the same event, wherever in the chain it is asked for. */
export const passageOf = (event: APIGatewayProxyEvent): Passage => {
  let passage = passages.get(event)
  if (!passage) {
    const requestId = event.requestContext?.requestId ?? crypto.randomUUID()
    passage = { startedAt: Date.now(), tasks: [], requestId, recorded: false }
    passages.set(event, passage)
  }
  return passage
}

/** The first piece: every line of the log names the request from here on. */
export const begin = (event: APIGatewayProxyEvent, context: Context) => {
  const passage = passageOf(event)
  log.resetKeys()
  log.appendKeys({ request_id: passage.requestId, lambda_request_id: context.awsRequestId })
}
