import type { UseQueryResult } from '@tanstack/react-query'
import { PublisherError, type Schemas } from '../../api/client.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useProblemText } from '../../parts/problem.tsx'

interface ProblemsProps {
  /** Found here. */
  own: readonly string[]
  /** What the service found. */
  check: UseQueryResult<Schemas['PostPreview']>
}

/** All that stands against the post, and what is worth knowing before it is sent. */
export function Problems({ own, check }: ProblemsProps) {
  const text = useTexts('compose', composeTexts)
  const problemText = useProblemText()
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
  const problems = [...new Set([...own, ...refused, ...of('problems')])]
  const warnings = [...new Set(of('warnings'))]
  const state = check.isFetching ? text.checking : check.data?.valid ? text.checked : text.notChecked
  return (
    <section className="card stack" aria-label={text.problemsTitle}>
      <h2>{text.problemsTitle}</h2>
      <div role="status" className="stack">
        {problems.length > 0 ? (
          <ul className="problem">
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="quiet">{state}</p>
        )}
        {warnings.length > 0 && (
          <ul className="problem warning">
            {warnings.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
