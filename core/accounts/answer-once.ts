// What a platform says to questions about an account that people wait for: an answer is told again while it is good, the same
// question is asked once at a time, and all questions together stay within a budget for each account, so that looking never uses
// up what publishing needs.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../log.ts'
import type { PlatformError, Result } from '../platforms/outcome.ts'
import type { AskedAccount } from './ask-quota.ts'
import { keepAnswer, keepPause, knownOf, takeCalls, takeQuestion } from './asked-store.ts'
import { CALLS_PER_HOUR, hourOf, pauseAfter, paused, refusedFor, usedUp } from './rules/asking.ts'

/** Between two looks at what another is asking. */
const LOOK_MS = 200

export interface Question<T> {
  /** Tells it apart from the others about the same account. */
  name: string
  /** Calls of the platform that it takes. */
  calls: number
  /** How long an answer is good, milliseconds; 0 where the caller keeps it. */
  keepMs: number
  ask: () => Promise<Result<T>>
}

/** With another token the platform may answer otherwise. */
const nameOf = ({ token_ciphertext = '' }: AskedAccount, { name }: Question<unknown>): string =>
  createHash('sha256').update(`${name}\n${token_ciphertext}`).digest('hex').slice(0, 32)

/** Ours: the platform did not say it. */
export const failed = (error: PlatformError): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { ...error, ours: true },
})

export const later = <T>(message: string): Result<T> => failed({ class: 'retry', message })

/**
 * The answer is kept for the next caller, and so is a pause that the platform asks for; if that fails, the next caller asks
 * again.
 */
async function remember(account: AskedAccount, question: Question<unknown>, answer: Result<unknown>): Promise<void> {
  const now = Date.now()
  const goodMs = answer.ok ? question.keepMs : refusedFor(answer.error)
  const pause = pauseAfter(answer)
  try {
    await Promise.all([
      keepAnswer(account.id, nameOf(account, question), answer, goodMs, now),
      ...(pause > 0 ? [keepPause(account.id, now + pause)] : []),
    ])
  } catch (error) {
    log.warn('what a platform said was not kept', { account_id: account.id, error: error as Error })
  }
}

async function ask<T>(account: AskedAccount, question: Question<T>, timeoutMs: number): Promise<Result<T>> {
  const name = nameOf(account, question)
  const startedAt = performance.now()
  try {
    for (;;) {
      const now = Date.now()
      const { answer: known, pausedUntil } = await knownOf(account.id, name, now)
      if (known) return known as Result<T>
      if (pausedUntil > 0) return paused(pausedUntil, now)
      if (await takeQuestion(account.id, name, now)) break
      if (performance.now() - startedAt > timeoutMs)
        return later('The platform is being asked the same at this moment.')
      await wait(LOOK_MS)
    }
    const now = Date.now()
    if (!(await takeCalls(account.id, hourOf(now), question.calls, CALLS_PER_HOUR))) {
      const refusal = usedUp(now)
      await keepAnswer(account.id, name, refusal, refusedFor(refusal.error), now)
      return refusal
    }
  } catch (error) {
    log.warn('what was asked about an account could not be read', { account_id: account.id, error: error as Error })
    return later('The platform could not be reached at this time.')
  }
  const answer = await question.ask()
  await remember(account, question, answer)
  return answer
}

/** Never throws, and answers within seconds, for what the platform does. Notes nothing on the account. */
export async function answerOnce<T>(
  account: AskedAccount,
  question: Question<T>,
  timeoutMs: number,
): Promise<Result<T>> {
  const asked = ask(account, question, timeoutMs)
  // The call itself ends by then; decrypting before it may not.
  const late = new AbortController()
  const tooLate = wait(timeoutMs + 500, undefined, { signal: late.signal }).then(() =>
    later<T>(`No answer within ${timeoutMs / 1000} s.`),
  )
  try {
    return await Promise.race([asked, tooLate.catch(() => asked)])
  } finally {
    late.abort()
  }
}
