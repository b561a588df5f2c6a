// Called by the posting endpoints for `validate_only`: what the accounts' platforms say of their tokens and quotas.
import { answerQuota } from '../../core/accounts/answer-quota.ts'
import type { QuotaAnswers, QuotaQuestions } from '../../core/accounts/ask-quota.ts'

export const handler = async ({ accounts }: QuotaQuestions): Promise<QuotaAnswers> => ({
  answers: await Promise.all(accounts.map((account) => answerQuota(account))),
})
