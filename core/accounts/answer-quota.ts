// Asks an account's platform with its token, for callers that may not hold one: how much may still be published, which also
// proves the token, and other things that a person waits for. An answer is told again while it is good, the same question is
// asked once at a time, and all questions together stay within a budget for each account, so that looking never uses up what
// publishing needs.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { TokenUnreadable } from '../aws/secrets.ts'
import { log } from '../log.ts'
import type { Credentials } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { PlatformError, Quota, Result } from '../platforms/outcome.ts'
import type { AskedAccount, QuotaQuestion } from './ask-quota.ts'
import { keepAnswer, keepPause, knownOf, takeCalls, takeQuestion } from './asked-store.ts'
import { credentialsOf } from './credentials.ts'
import { renewAndAsk } from './renew-and-ask.ts'
import { CALLS_PER_HOUR, hourOf, pauseAfter, paused, QUOTA_KEPT_MS, refusedFor, usedUp } from './rules/asking.ts'

/** Somebody waits for it. */
const ASK_MS = 5000

/** Between two looks at what another is asking. */
const LOOK_MS = 200

const failed = (error: PlatformError): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { ...error, ours: true },
})

type Asking<T> = (credentials: Credentials, timeoutMs: number) => Promise<Result<T>>

type Question<T> = {
  /** Tells it apart from the others about the same account. */
  name: string
  /** Calls of the platform that it takes. */
  calls: number
  /** How long an answer is good, milliseconds; 0 where the caller keeps it. */
  keepMs: number
} & (
  | { ask: Asking<T> }
  /** Needs no token. */
  | { askOpenly: () => Promise<Result<T>> }
)

/** With another token the platform may answer otherwise. */
const nameOf = ({ token_ciphertext = '' }: AskedAccount, { name }: Question<unknown>): string =>
  createHash('sha256').update(`${name}\n${token_ciphertext}`).digest('hex').slice(0, 32)

const later = <T>(message: string): Result<T> => failed({ class: 'retry', message })

async function askPlatform<T>(account: AskedAccount, asking: Asking<T>, timeoutMs: number): Promise<Result<T>> {
  let credentials: Awaited<ReturnType<typeof credentialsOf>>
  try {
    credentials = await credentialsOf(account)
  } catch (error) {
    if (error instanceof TokenUnreadable)
      return failed({ class: 'reconnect', message: 'The stored token cannot be read any more.' })
    log.warn('a token could not be decrypted', { account_id: account.id, error: error as Error })
    return later('The token could not be decrypted at this time.')
  }
  if (!credentials) return failed({ class: 'reconnect', message: 'The account has no token.' })
  const answer = await asking(credentials, timeoutMs)
  if (answer.ok || answer.error.class !== 'renew') return answer
  try {
    return await renewAndAsk(account.id, account.token_ciphertext, (fresh) => asking(fresh, timeoutMs))
  } catch (error) {
    log.warn('a session could not be renewed', { account_id: account.id, error: error as Error })
    return later('The session could not be renewed at this time.')
  }
}

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
    return later('The platform could not be asked at this time.')
  }
  const answer = await ('ask' in question ? askPlatform(account, question.ask, timeoutMs) : question.askOpenly())
  await remember(account, question, answer)
  return answer
}

/** Never throws, and answers within seconds, for what KMS and the platform do. Notes nothing on the account. */
export async function answer<T>(account: AskedAccount, question: Question<T>, timeoutMs = ASK_MS): Promise<Result<T>> {
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

export const answerQuota = (account: QuotaQuestion, timeoutMs = ASK_MS): Promise<Result<Quota | null>> =>
  answer(
    account,
    {
      name: 'quota',
      calls: 1,
      keepMs: QUOTA_KEPT_MS,
      ask: (credentials, ms) => platformOf(account.platform).quota(credentials, ms),
    },
    timeoutMs,
  )
