// An endpoint: its schemas and one call into `core`. Everything else is the chain that it runs in, a file for each piece in
// `chain/`, in the order in which a request passes them: `passage` begins, `serve` lets it in (`access`, the rate limit,
// `validate`) and runs it, `answer` (or `refusal`) writes the outcome, `record` counts it.
import middy from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { untilGivenUp } from '../core/aws/given-up.ts'
import { refuse } from '../core/errors.ts'
import { type Answer, answer } from './chain/answer.ts'
import { begin, passageOf } from './chain/passage.ts'
import { refusal } from './chain/refusal.ts'
import { serve } from './chain/serve.ts'
import type { Spec, Takes } from './chain/spec.ts'

export type { Asked, Once, Reply, RequestContext, Takes } from './chain/spec.ts'

/** Milliseconds before the function's timeout at which a request is abandoned, so that its record can still be written. */
const LAST_WORD_MS = 1000

const outOfTime = () => {
  throw refuse(
    'unavailable',
    'The request took too long and was given up. It may have been carried out: look before you send it again, or send it with an Idempotency-Key.',
  )
}

const withTakes = <Handler extends object>(
  handler: Handler,
  spec: Pick<
    Spec<unknown, unknown, unknown, never>,
    Exclude<keyof Takes, 'loadBody' | 'repeatable'> | 'fullBody' | 'idempotent'
  >,
): Handler & { takes: Takes } => {
  const { auth = 'key', needs, params, query, body, fullBody, form = false, idempotent } = spec
  const repeatable = idempotent !== undefined
  return Object.assign(handler, {
    takes: { auth, needs, params, query, body, loadBody: fullBody?.load, form, repeatable },
  })
}

/** An endpoint that answers with JSON, all at once. */
export function endpoint<Params = undefined, Query = undefined, Body = undefined, Prepared = undefined>(
  spec: Spec<Params, Query, Body, Prepared>,
) {
  const handler = middy<APIGatewayProxyEvent, Answer>({
    timeoutEarlyInMillis: LAST_WORD_MS,
    timeoutEarlyResponse: outOfTime,
  })
    .before(({ event, context }) => begin(event, context))
    .onError(async (request) => {
      const passage = passageOf(request.event)
      // Where it is done and only its record takes too long, nobody is told that it may not be.
      request.response = await answer(request.event, passage.reply ?? refusal(request.error, passage), false)
    })
    .handler(async (event: APIGatewayProxyEvent, _context, { signal }) => {
      const passage = passageOf(event)
      passage.signal = signal
      const reply = await untilGivenUp(signal, () => serve(spec, event))
      passage.reply = reply
      return answer(event, reply, false)
    })
  return withTakes(handler, spec)
}

/** An endpoint whose answer is streamed: any size, constant memory. */
export function streamingEndpoint<Params = undefined, Query = undefined, Body = undefined, Prepared = undefined>(
  spec: Spec<Params, Query, Body, Prepared>,
) {
  const handler = middy<APIGatewayProxyEvent, Answer>({
    executionMode: executionModeStreamifyResponse,
    timeoutEarlyInMillis: 0,
  })
    .before(({ event, context }) => begin(event, context))
    .onError(async (request) => {
      request.response = await answer(request.event, refusal(request.error, passageOf(request.event)), true)
    })
    .handler(async (event: APIGatewayProxyEvent) => answer(event, await serve(spec, event), true))
  return withTakes(handler, spec)
}
