import postsTexts from '../i18n/en/posts.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { useFieldProblem } from '../parts/field-problem.ts'
import { useProblemText } from '../parts/problem.tsx'
import { withMoments } from './wall-time.ts'

/** Why a post does not go out at the time that was asked for, with the names and the times of the page: the service has UTC. */
export function useTimeRefusal() {
  const text = useTexts('posts', postsTexts)
  const formats = useFormats()
  const fieldProblem = useFieldProblem()
  const problemText = useProblemText()
  /** @returns undefined where it is about something else than the time. */
  const aboutTime = (error: unknown): string | undefined => {
    const said =
      fieldProblem(error, 'scheduled_at', text.dateAndTime) ?? fieldProblem(error, 'not_after', text.notAfter)
    return said && withMoments(said, formats.dateTime)
  }
  return { aboutTime, told: (error: unknown): string => aboutTime(error) ?? problemText(error) }
}
