// Asynchronous invocations of functions: Lambda takes the event, and calls again what failed or was held back.
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
import { z } from 'zod'
import { read, type Template } from '../template.ts'
import { isThrottled } from './functions/outcome.ts'
import type { Functions } from './functions.ts'

const Config = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.coerce.number().int().min(0).max(2).default(2),
  MaximumEventAgeInSeconds: z.coerce.number().int().min(60).max(21_600).default(21_600),
  DestinationConfig: z.never().optional(),
})
const USUAL = { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 21_600 }

/** Before the first and the second call again of a function that failed. */
const AFTER_ERROR_MS = [60_000, 120_000]
/** Before a function that was held back is called again: doubled from the first up to the second. */
const HELD_BACK_MS = [1000, 300_000] as const

export interface AsyncInvoke {
  /** @param target name, ARN or id of a function. @throws {Error} with its last failure, when no more tries are left. */
  invoke(target: string, event: string): Promise<void>
  /** Calls nothing again. */
  stop(): void
}

/** @param sleep for tests; otherwise the clock's. */
export function createAsyncInvoke(
  template: Template,
  functions: Pick<Functions, 'invoke'>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void> = pause,
): AsyncInvoke {
  const stopping = new AbortController()
  const configs = new Map(
    template.resources('AWS::Lambda::EventInvokeConfig').map((resource) => {
      const config = read(resource, Config)
      return [template.find(config.FunctionName)?.id, config]
    }),
  )
  return {
    stop: () => stopping.abort(),
    invoke: async (target, event) => {
      const limits = configs.get(template.find(target)?.id) ?? USUAL
      let age = 0
      let errors = 0
      let wait: number = HELD_BACK_MS[0]
      for (;;) {
        const outcome = await functions.invoke(target, event)
        if (outcome.ok) return
        const held = isThrottled(outcome)
        const next = held ? wait : AFTER_ERROR_MS[errors]
        if (held) wait = Math.min(2 * wait, HELD_BACK_MS[1])
        else errors += 1
        const tooOften = !held && errors > limits.MaximumRetryAttempts
        const { errorType, errorMessage } = outcome.failure
        if (
          next === undefined ||
          tooOften ||
          age + next > limits.MaximumEventAgeInSeconds * 1000 ||
          stopping.signal.aborted
        )
          throw new Error(`${errorType}: ${errorMessage}`)
        await sleep(next, stopping.signal)
        age += next
      }
    },
  }
}

/** Ends early, without an error, when it is stopped. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
