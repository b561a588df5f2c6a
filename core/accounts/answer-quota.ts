// Asks an account's platform with its token, for whoever may not hold one: how much may still be published on it, which is also
// the proof of the token, and other things that somebody waits for.
import { setTimeout as wait } from 'node:timers/promises'
import { TokenUnreadable } from '../aws/secrets.ts'
import { log } from '../log.ts'
import type { Credentials } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { PlatformError, Quota, Result } from '../platforms/outcome.ts'
import type { AskedAccount, QuotaQuestion } from './ask-quota.ts'
import { credentialsOf } from './credentials.ts'

/** Somebody waits for it. */
const ASK_MS = 5000

const failed = (error: PlatformError): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { ...error, ours: true },
})

type Asking<T> = (credentials: Credentials, timeoutMs: number) => Promise<Result<T>>

async function ask<T>(account: AskedAccount, asking: Asking<T>, timeoutMs: number): Promise<Result<T>> {
  let credentials: Awaited<ReturnType<typeof credentialsOf>>
  try {
    credentials = await credentialsOf(account)
  } catch (error) {
    if (error instanceof TokenUnreadable)
      return failed({ class: 'reconnect', message: 'The stored token cannot be read any more.' })
    log.warn('a token could not be decrypted', { account_id: account.id, error: error as Error })
    return failed({ class: 'retry', message: 'The token could not be decrypted at this time.' })
  }
  if (!credentials) return failed({ class: 'reconnect', message: 'The account has no token.' })
  return asking(credentials, timeoutMs)
}

/** Never throws, and answers within seconds, for what KMS and the platform do. Notes nothing on the account. */
export async function answer<T>(account: AskedAccount, asking: Asking<T>, timeoutMs = ASK_MS): Promise<Result<T>> {
  const asked = ask(account, asking, timeoutMs)
  // The call itself ends by then; decrypting before it may not.
  const late = new AbortController()
  const tooLate = wait(timeoutMs + 500, undefined, { signal: late.signal }).then(() =>
    failed({ class: 'retry', message: `No answer within ${timeoutMs / 1000} s.` }),
  )
  try {
    return await Promise.race([asked, tooLate.catch(() => asked)])
  } finally {
    late.abort()
  }
}

export const answerQuota = (account: QuotaQuestion, timeoutMs = ASK_MS): Promise<Result<Quota | null>> =>
  answer(account, (credentials, ms) => platformOf(account.platform).quota(credentials, ms), timeoutMs)
