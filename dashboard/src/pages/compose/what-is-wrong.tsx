import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { PublisherError, type Schemas } from '../../api/client.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText } from '../../parts/problem.tsx'
import type { ProblemField } from './check-draft.ts'

export interface Said {
  sentence: string
  /** Where it is put right. */
  field?: ProblemField
}

interface WhatIsWrongProps {
  /** Found here. */
  own: readonly Said[]
  /** Not there yet, and not asked for yet. */
  missing: readonly Said[]
  /** The service's findings. */
  check: UseQueryResult<Schemas['PostPreview']>
  onLead: (field: ProblemField) => void
}

/** The first problem of the post in one sentence that leads to its field; the others, and hints, on request. */
export function WhatIsWrong({ own, missing, check, onLead }: WhatIsWrongProps) {
  const text = useTexts('compose', composeTexts)
  const problemText = useProblemText()
  const [open, setOpen] = useState(false)
  const of = (kind: 'problems' | 'warnings') =>
    (check.data?.accounts ?? []).flatMap(({ name, platform, [kind]: found }) =>
      found.map(({ message }) => `${name} (${platform}): ${message}`),
    )
  const refused =
    check.error instanceof PublisherError && check.error.issues.length > 0
      ? check.error.issues.map(({ message }) => message)
      : check.error === null
        ? []
        : [problemText(check.error)]
  const told = [...new Set([...refused, ...of('problems')])].map((sentence): Said => ({ sentence }))
  const problems = [...own, ...told.filter(({ sentence }) => own.every((each) => each.sentence !== sentence))]
  const warnings = [...new Set(of('warnings'))].map((sentence): Said => ({ sentence }))
  const [first, ...others] = problems.length > 0 ? problems : missing
  const more = [...(problems.length > 0 ? others : []), ...warnings]
  const state = check.isFetching ? text.checking : check.data?.valid ? text.checked : text.notChecked
  const line = ({ sentence, field }: Said) =>
    field === undefined ? (
      sentence
    ) : (
      <button type="button" className="lead" onClick={() => onLead(field)}>
        {sentence}
      </button>
    )
  return (
    <section className="wrong" aria-label={text.problemsTitle}>
      <div role="status" className={problems.length > 0 ? 'wrong-first bad' : 'wrong-first'}>
        {first === undefined ? <p>{state}</p> : <p>{line(first)}</p>}
      </div>
      {more.length > 0 && (
        <button type="button" className="lead more-wrong" aria-expanded={open} onClick={() => setOpen(!open)}>
          {problems.length > 0 ? text.moreProblems(more.length) : text.hints(more.length)}
        </button>
      )}
      {open && more.length > 0 && (
        <ul className="wrong-list">
          {more.map((each) => (
            <li key={each.sentence}>{line(each)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
