// Gets figures from platforms, through the function that may decrypt tokens.
import { askPlatforms } from '../accounts/ask-platforms.ts'
import type { QuotaQuestion } from '../accounts/ask-quota.ts'
import type { Figures, FiguresOf } from '../platforms/connector.ts'
import type { Result } from '../platforms/outcome.ts'

export type InsightsQuestion = { account: QuotaQuestion } & (
  | { media_id: string; kind: FiguresOf }
  /** Unix ms. */
  | { from: number; to: number }
)

/** A platform's answer. */
export interface Told {
  figures: Figures
  /** The names of figures without a span: present counts. */
  standing: readonly string[]
}

/** The questions to the asking function; its answers come in the same order. */
export interface InsightsQuestions {
  insights: InsightsQuestion[]
}
export interface InsightsAnswers {
  answers: Result<Told>[]
}

/** Never throws. @returns what was said to each question, in their order. */
export async function askInsights(questions: readonly InsightsQuestion[]): Promise<Result<Told>[]> {
  if (questions.length === 0) return []
  const given: InsightsQuestions = { insights: [...questions] }
  return askPlatforms<Told>(given, questions.length, 'figures')
}
