// Has the accounts' platforms asked for tokens and quotas, by the one function beside those that publish and keep
// accounts that may decrypt a token: whoever accepts posts never holds one.
import { invoke } from '../aws/functions.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import type { PlatformId } from '../platforms/facts.ts'
import type { Quota, Result } from '../platforms/outcome.ts'
import type { Target } from '../posts/rules/check-post.ts'
import type { Account } from './rules/account.ts'

/** Whose token is used. */
export type AskedAccount = Pick<Account, 'id' | 'external_account_id' | 'token_ciphertext'>
export type QuotaQuestion = AskedAccount & { platform: PlatformId }

/** What the asking function is called with, and what it returns: answers in the order of the accounts. */
export interface QuotaQuestions {
  accounts: QuotaQuestion[]
}
export interface QuotaAnswers {
  answers: Result<Quota>[]
}

/** Longer than that function takes when a platform does not answer, a cold start included. */
const ANSWER_MS = 9000

const NOT_ASKED: Result<Quota> = {
  ok: false,
  error: { class: 'retry', message: 'The platform could not be asked at this time.', ours: true },
}

/** Never throws. @returns what each account's platform said, by the account's id. */
export async function askQuotas(targets: readonly Target[]): Promise<Map<string, Result<Quota>>> {
  const accounts = targets.map(({ account, platform }): QuotaQuestion => {
    const { id, external_account_id, token_ciphertext } = account
    return { id, external_account_id, token_ciphertext, platform }
  })
  const questions: QuotaQuestions = { accounts }
  try {
    const said = await invoke(setting(ENV.quotaFunction), questions, AbortSignal.timeout(ANSWER_MS))
    const { answers } = said as QuotaAnswers
    return new Map(accounts.map(({ id }, at) => [id, answers[at] ?? NOT_ASKED]))
  } catch (error) {
    log.warn('quotas could not be asked for', { error: error as Error })
    return new Map(accounts.map(({ id }) => [id, NOT_ASKED]))
  }
}
