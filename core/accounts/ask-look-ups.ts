// Looks things up with an account, through the function that may decrypt its token.
import type { Collaborator, HashtagPost, Place } from '../platforms/connector.ts'
import type { Result } from '../platforms/outcome.ts'
import { askPlatforms } from './ask-platforms.ts'
import type { QuotaQuestion } from './ask-quota.ts'

export type LookUpQuestion = { account: QuotaQuestion } & (
  | { places: string }
  /** Without `#`, in lower case. */
  | { hashtag: string }
  /** The platform's id of a post. */
  | { collaborators: string }
)

/** The platform's answer about a hashtag. */
export interface HashtagTold {
  /** Null where there is no such hashtag. */
  posts: HashtagPost[] | null
  /** Different hashtags that the account has searched for, as they count now. */
  searched: number
}

/** The questions to the asking function; its answers come in the same order. */
export interface LookUpQuestions {
  look_ups: LookUpQuestion[]
}
export interface LookUpAnswers {
  answers: Result<Place[] | HashtagTold | Collaborator[]>[]
}

type Answered<Question> = Question extends { places: string }
  ? Place[]
  : Question extends { hashtag: string }
    ? HashtagTold
    : Collaborator[]

/** Never throws. @returns what was said to each question, in their order. */
export async function askLookUps<Question extends LookUpQuestion>(
  questions: readonly Question[],
): Promise<Result<Answered<Question>>[]> {
  if (questions.length === 0) return []
  const given: LookUpQuestions = { look_ups: [...questions] }
  return askPlatforms(given, questions.length, 'look-ups')
}
