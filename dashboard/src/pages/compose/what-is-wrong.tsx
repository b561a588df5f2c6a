import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { Refusal } from './refusals.ts'

export interface Said {
  sentence: string
  /** Where it is put right. */
  field?: Refusal['field'] | undefined
  again?: Refusal['again'] | undefined
}

interface WhatIsWrongProps {
  /** Found here, and said by the service. */
  problems: readonly Said[]
  /** Not there yet, and not asked for yet. */
  missing: readonly Said[]
  /** Said by the service, and nothing that keeps the post from being sent. */
  warnings: readonly Said[]
  check: UseQueryResult<Schemas['PostPreview']>
  onLead: (field: NonNullable<Said['field']>) => void
}

/** The first problem of the post in one sentence that leads to its field; the others, and hints, on request. */
export function WhatIsWrong({ problems, missing, warnings, check, onLead }: WhatIsWrongProps) {
  const text = useTexts('compose', composeTexts)
  const [open, setOpen] = useState(false)
  const [first, ...others] = problems.length > 0 ? problems : missing
  const more = [...(problems.length > 0 ? others : []), ...warnings]
  const state = check.isFetching ? text.checking : check.data?.valid ? text.checked : text.notChecked
  const line = ({ sentence, field, again = field && (() => onLead(field)) }: Said) =>
    again ? (
      <button type="button" className="lead" onClick={() => again()}>
        {sentence}
      </button>
    ) : (
      sentence
    )
  return (
    <section className="wrong" aria-label={text.problemsTitle}>
      <div role="status" className={problems.length > 0 ? 'wrong-first bad' : 'wrong-first'}>
        <p>{first === undefined ? state : line(first)}</p>
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
