// Finds out whether the tokens of accounts work and how much of their quotas is left, through the function that may decrypt tokens.
import type { PlatformId } from '../platforms/facts.ts'
import type { Quota, Result } from '../platforms/outcome.ts'
import { askPlatforms } from './ask-platforms.ts'
import type { Account } from './rules/account.ts'

/** The account whose token is used. */
export type AskedAccount = Pick<Account, 'id' | 'external_account_id' | 'token_ciphertext'>
export type QuotaQuestion = AskedAccount & { platform: PlatformId; wrong_type?: boolean }

/** Input and output of the asking function: answers in the order of the accounts. */
export interface QuotaQuestions {
  accounts: QuotaQuestion[]
}
export interface QuotaAnswers {
  answers: Result<Quota | null>[]
}

/**
 * Never throws.
 * @param targets `wrong_type`: the account's type is to be looked at, too (`may-publish.ts`).
 * @returns what each account's platform said, by the account's id.
 */
export async function askQuotas(
  targets: readonly { account: AskedAccount; platform: PlatformId; wrong_type?: boolean }[],
): Promise<Map<string, Result<Quota | null>>> {
  const accounts = targets.map(({ account, platform, wrong_type }): QuotaQuestion => {
    const { id, external_account_id, token_ciphertext } = account
    return { id, external_account_id, token_ciphertext, platform, ...(wrong_type ? { wrong_type } : {}) }
  })
  const questions: QuotaQuestions = { accounts }
  const answers = await askPlatforms<Quota | null>(questions, accounts.length, 'quotas')
  return new Map(accounts.map(({ id }, at) => [id, answers[at]!]))
}
