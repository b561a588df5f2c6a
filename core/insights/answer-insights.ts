// Asks platforms for figures with the tokens of accounts, for whoever may not hold one.
import { answer } from '../accounts/answer-quota.ts'
import type { Figures, Insights } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { Result } from '../platforms/outcome.ts'
import type { InsightsQuestion } from './ask-insights.ts'

const NO_WAY: Result<Figures> = { ok: false, error: { class: 'permanent', message: 'The platform has no figures.' } }

const asking =
  (of: Insights, question: InsightsQuestion) => (credentials: Parameters<Insights['ofPost']>[0], ms: number) =>
    'media_id' in question
      ? of.ofPost(credentials, question.media_id, question.kind, ms)
      : of.ofAccount(credentials, question, ms)

/** Never throws, and answers within seconds. */
export async function answerInsights(question: InsightsQuestion): Promise<Result<Figures>> {
  const { insights } = platformOf(question.account.platform)
  return insights ? answer(question.account, asking(insights, question)) : NO_WAY
}
