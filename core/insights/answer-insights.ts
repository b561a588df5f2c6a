// Asks platforms for figures with the tokens of accounts, for callers that may not hold one.
import { answer } from '../accounts/answer-quota.ts'
import type { Figures, Insights } from '../platforms/connector.ts'
import { platformOf } from '../platforms/connectors.ts'
import type { Result } from '../platforms/outcome.ts'
import type { InsightsQuestion, Told } from './ask-insights.ts'

const NO_WAY: Result<never> = { ok: false, error: { class: 'permanent', message: 'The platform has no figures.' } }

/** The questions, as `answer` takes them. Callers keep the answers; some platforms need two calls for an account's figures. */
const asking = (of: Insights, question: InsightsQuestion): Parameters<typeof answer<Figures>>[1] => {
  if ('media_id' in question) {
    const { media_id, kind } = question
    return {
      name: `post ${media_id}`,
      calls: 1,
      keepMs: 0,
      ask: (credentials, ms) => of.ofPost(credentials, media_id, kind, ms),
    }
  }
  const { from, to } = question
  // A day that is not over is asked for as far as it has gone.
  const span = () => ({ from, to: Math.min(to, Date.now()) })
  return {
    name: `account ${from} ${to}`,
    calls: 2,
    keepMs: 0,
    ask: (credentials, ms) => of.ofAccount(credentials, span(), ms),
  }
}

/** Never throws, and answers within seconds. */
export async function answerInsights(question: InsightsQuestion): Promise<Result<Told>> {
  const { insights } = await platformOf(question.account.platform)
  if (!insights) return NO_WAY
  const told = await answer(question.account, asking(insights, question))
  if (!told.ok) return told
  const standing = insights.kinds.standing.filter((name) => told.value[name] !== undefined)
  return { ...told, value: { figures: told.value, standing: 'media_id' in question ? [] : standing } }
}
