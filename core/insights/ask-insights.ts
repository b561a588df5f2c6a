// Has platforms asked for figures by the function that may decrypt tokens.
import type { QuotaQuestion } from '../accounts/ask-quota.ts'
import { invoke } from '../aws/functions.ts'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { log } from '../log.ts'
import type { Result } from '../platforms/outcome.ts'
import type { Figures, FiguresOf } from '../platforms/platform.ts'

export type InsightsQuestion = { account: QuotaQuestion } & (
  | { media_id: string; kind: FiguresOf }
  /** Unix ms. */
  | { from: number; to: number }
)

/** What the asking function is called with, and what it returns: in the same order. */
export interface InsightsQuestions {
  insights: InsightsQuestion[]
}
export interface InsightsAnswers {
  answers: Result<Figures>[]
}

/** Longer than that function takes when a platform does not answer, a cold start included. */
const ANSWER_MS = 9000

const NOT_ASKED: Result<Figures> = {
  ok: false,
  error: { class: 'retry', message: 'The platform could not be asked at this time.', ours: true },
}

/** Never throws. @returns what was said to each question, in their order. */
export async function askInsights(questions: readonly InsightsQuestion[]): Promise<Result<Figures>[]> {
  if (questions.length === 0) return []
  try {
    const given: InsightsQuestions = { insights: [...questions] }
    const { answers } = (await invoke(
      setting(ENV.quotaFunction),
      given,
      AbortSignal.timeout(ANSWER_MS),
    )) as InsightsAnswers
    return questions.map((_, at) => answers[at] ?? NOT_ASKED)
  } catch (error) {
    log.warn('figures could not be asked for', { error: error as Error })
    return questions.map(() => NOT_ASKED)
  }
}
