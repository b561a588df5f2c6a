// Called by endpoints that may not hold a token: what the accounts' platforms say of tokens, quotas and figures, of people whom posts
// mention, and of what is looked up while a post is written.
import { answerLookUp } from '../../core/accounts/answer-look-ups.ts'
import { answerMentions } from '../../core/accounts/answer-mentions.ts'
import { answerQuota } from '../../core/accounts/answer-quota.ts'
import type { LookUpAnswers, LookUpQuestions } from '../../core/accounts/ask-look-ups.ts'
import type { MentionsAnswers, MentionsQuestions } from '../../core/accounts/ask-mentions.ts'
import type { QuotaAnswers, QuotaQuestions } from '../../core/accounts/ask-quota.ts'
import { renewalsEnded } from '../../core/accounts/renew-and-ask.ts'
import { answerInsights } from '../../core/insights/answer-insights.ts'
import type { InsightsAnswers, InsightsQuestions } from '../../core/insights/ask-insights.ts'

type Questions = QuotaQuestions | InsightsQuestions | MentionsQuestions | LookUpQuestions
type Answers = QuotaAnswers | InsightsAnswers | MentionsAnswers | LookUpAnswers

async function answersTo(asked: Questions): Promise<Answers['answers']> {
  if ('insights' in asked) return Promise.all(asked.insights.map((one) => answerInsights(one)))
  if ('mentions' in asked) return Promise.all(asked.mentions.map((one) => answerMentions(one)))
  if ('look_ups' in asked) return Promise.all(asked.look_ups.map((one) => answerLookUp(one)))
  return Promise.all(asked.accounts.map((account) => answerQuota(account)))
}

export function handler(asked: QuotaQuestions): Promise<QuotaAnswers>
export function handler(asked: InsightsQuestions): Promise<InsightsAnswers>
export function handler(asked: MentionsQuestions): Promise<MentionsAnswers>
export function handler(asked: LookUpQuestions): Promise<LookUpAnswers>
export async function handler(asked: Questions): Promise<Answers> {
  const answers = await answersTo(asked)
  await renewalsEnded()
  return { answers } as Answers
}
