import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { DraftProblem } from './check-draft.ts'
import type { Draft } from './draft.ts'
import { type ProblemField, placesIn, type Refusal } from './refusals.ts'
import { eachOnce, useRefusals } from './use-refusals.ts'
import type { Sending } from './use-sending.ts'
import { useServiceCheck } from './use-service-check.ts'

/** Not filled in yet, which nobody is told beside the field before they want to send. */
const isMissing = ({ is }: DraftProblem): boolean => /required|no_accounts/.test(is)

/**
 * What is wrong with the draft, found here and said by the service, in sentences.
 * @param problems found here. @param body the request's.
 */
export function useProblems(
  draft: Draft,
  chosen: readonly Connection[],
  problems: readonly DraftProblem[],
  body: object,
  { tried, error, body: sent }: Sending,
) {
  const text = useTexts('compose', composeTexts)
  const formats = useFormats()
  const check = useServiceCheck(draft.type, body, problems.length === 0 && draft.attempt === null)
  // A refusal that names no field of this page is shown by itself.
  const placed = placesIn(error, draft).some((place) => place !== undefined)
  // For the post as it is now: a changed post is checked again.
  const isOfThis = placed && JSON.stringify(sent) === JSON.stringify(body)
  const { told, warnings } = useRefusals(draft, chosen, check, isOfThis ? error : null)
  const said = ({ field, is, platform, count, limit, unit = 'characters' }: DraftProblem) => ({
    sentence: text.problems[is](platform ?? '', formats.number(count ?? 0), formats.number(limit ?? 0), unit),
    field,
  })
  const own = problems.filter((problem) => tried || !isMissing(problem)).map(said)
  const all = eachOnce<Refusal>([...own, ...told])
  return {
    check,
    problems: all,
    missing: tried ? [] : problems.filter(isMissing).map(said),
    warnings,
    /** The refusal that no field of this page is named in. */
    unplaced: placed ? null : error,
    /** The sentence beside a field. */
    beside: (field: ProblemField): string | undefined => all.find((each) => each.field === field)?.sentence,
  }
}
