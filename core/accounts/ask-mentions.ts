// Finds out whether the people that posts mention exist, through the function that may decrypt tokens.
import type { PlatformId } from '../platforms/facts.ts'
import type { Result } from '../platforms/outcome.ts'
import { askPlatforms } from './ask-platforms.ts'

/** The text that an account would publish, to look up the people that it names. */
export interface MentionsQuestion {
  account_id: string
  platform: PlatformId
  text: string
}

/** The questions to the asking function; it answers each with the names that nobody has, in the same order. */
export interface MentionsQuestions {
  mentions: MentionsQuestion[]
}
export interface MentionsAnswers {
  answers: Result<string[]>[]
}

/** Never throws. @returns for each question the names that surely nobody has. @param waitMs for the answers. */
export async function askMentions(questions: readonly MentionsQuestion[], waitMs?: number): Promise<string[][]> {
  if (questions.length === 0) return []
  const given: MentionsQuestions = { mentions: [...questions] }
  const answers = await askPlatforms<string[]>(given, questions.length, 'mentions', waitMs)
  return answers.map((answer) => (answer.ok ? answer.value : []))
}
