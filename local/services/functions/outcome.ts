// The outcome of an invocation.
import type http from 'node:http'
import type { FunctionFailure } from './pool.ts'

export interface Failed {
  ok: false
  failure: FunctionFailure
}
export type Outcome = { ok: true; payload: string } | Failed
export type StreamOutcome = { ok: true; body: http.IncomingMessage } | Failed

export const failed = (errorType: string, errorMessage: string): Failed => ({
  ok: false,
  failure: { errorType, errorMessage },
})

/** Lambda's answer where too much runs already. */
export const throttled = failed('TooManyRequestsException', 'Rate Exceeded.')

/** Whether a failure is Lambda's and not the function's: it was not called at all. */
export const isThrottled = ({ failure }: Failed): boolean => failure === throttled.failure
