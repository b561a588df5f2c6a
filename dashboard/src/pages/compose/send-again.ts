// Sending a post again with its key where no answer came, which makes no second one.
import { Unreachable } from '@social-publisher/client'
import { type Attempt, isTooOld } from './attempt.ts'

const MOST_TRIES = 3
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** @param signal ends it. @throws what `send` throws at last. */
export async function sendAgain<T>(
  attempt: Pick<Attempt, 'at'>,
  send: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Unreachable) || tried === MOST_TRIES || signal.aborted) throw error
      await pause(500 * tried)
      // The computer may have slept meanwhile, for days.
      if (isTooOld(attempt, Date.now())) throw error
    }
  }
}
