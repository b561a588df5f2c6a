// Called by endpoints that may not hold a token: what the accounts' platforms say of tokens, quotas and figures.
import { answerQuota } from '../../core/accounts/answer-quota.ts'
import type { QuotaAnswers, QuotaQuestions } from '../../core/accounts/ask-quota.ts'
import { renewalsEnded } from '../../core/accounts/renew-and-ask.ts'
import { answerInsights } from '../../core/insights/answer-insights.ts'
import type { InsightsAnswers, InsightsQuestions } from '../../core/insights/ask-insights.ts'

export function handler(asked: QuotaQuestions): Promise<QuotaAnswers>
export function handler(asked: InsightsQuestions): Promise<InsightsAnswers>
export async function handler(asked: QuotaQuestions | InsightsQuestions): Promise<QuotaAnswers | InsightsAnswers> {
  const answers = await ('insights' in asked
    ? Promise.all(asked.insights.map((one) => answerInsights(one)))
    : Promise.all(asked.accounts.map((account) => answerQuota(account))))
  await renewalsEnded()
  return { answers } as QuotaAnswers | InsightsAnswers
}
