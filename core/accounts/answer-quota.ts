// Asks an account's platform with its token, for callers that may not hold one: how much may still be published, which also
// proves the token, and other things that a person waits for.
import { TokenUnreadable } from '../aws/secrets.ts'
import { log } from '../log.ts'
import type { Credentials } from '../platforms/connector.ts'
import type { Quota, Result } from '../platforms/outcome.ts'
import { answerOnce, failed, later, type Question } from './answer-once.ts'
import type { AskedAccount, QuotaQuestion } from './ask-quota.ts'
import { credentialsOf } from './credentials.ts'
import { mayPublish } from './may-publish.ts'
import { renewAndAsk } from './renew-and-ask.ts'
import { QUOTA_KEPT_MS } from './rules/asking.ts'

/** Somebody waits for it. */
const ASK_MS = 5000

type Asking<T> = (credentials: Credentials, timeoutMs: number) => Promise<Result<T>>

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

/** As `answerOnce`, with the account's token; also for what KMS does. */
export const answer = <T>(
  account: AskedAccount,
  { ask, ...question }: Omit<Question<T>, 'ask'> & { ask: Asking<T> },
  timeoutMs = ASK_MS,
): Promise<Result<T>> =>
  answerOnce(account, { ...question, ask: () => askPlatform(account, ask, timeoutMs) }, timeoutMs)

export const answerQuota = (
  { wrong_type: wrongType = false, ...account }: QuotaQuestion,
  timeoutMs = ASK_MS,
): Promise<Result<Quota | null>> =>
  answer(
    account,
    {
      name: wrongType ? 'quota and type' : 'quota',
      calls: wrongType ? 2 : 1,
      keepMs: QUOTA_KEPT_MS,
      ask: (credentials, ms) => mayPublish(account.platform, credentials, { wrongType, timeoutMs: ms }),
    },
    timeoutMs,
  )
