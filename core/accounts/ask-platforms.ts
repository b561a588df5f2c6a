// Calls the function that asks platforms with the tokens of accounts. Beside the publish worker and the account keeper only that
// function may decrypt a token: a function that answers requests never holds one.
import { invoke } from '../aws/functions.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import type { Result } from '../platforms/outcome.ts'

/** Longer than that function takes when a platform does not answer, a cold start included. */
const ANSWER_MS = 9000

/**
 * Never throws.
 * @param questions the event of that function. @param count how many there are. @param what is asked for, for the log.
 * @param waitMs for the answers; what comes later is kept by that function.
 * @returns what was said to each, in their order.
 */
export async function askPlatforms<Answer>(
  questions: object,
  count: number,
  what: string,
  waitMs = ANSWER_MS,
): Promise<Result<Answer>[]> {
  const notAsked: Result<Answer> = {
    ok: false,
    error: { class: 'retry', message: 'The platform could not be reached at this time.', ours: true },
  }
  const inOrder = (answers: readonly Result<Answer>[]) =>
    Array.from({ length: count }, (_, at) => answers[at] ?? notAsked)
  try {
    const said = await invoke(setting(ENV.quotaFunction), questions, AbortSignal.timeout(waitMs))
    return inOrder((said as { answers: Result<Answer>[] }).answers)
  } catch (error) {
    log.warn(`${what} could not be asked for`, { error: error as Error })
    return inOrder([])
  }
}
