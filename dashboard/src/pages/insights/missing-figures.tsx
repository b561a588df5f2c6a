// The accounts and posts that an exported file lacks, with the reasons: a reader would take a gap for "nothing happened".
import insightsTexts from '../../i18n/en/insights.ts'
import partsTexts from '../../i18n/en/parts.ts'
import { useTexts } from '../../i18n/texts.ts'

export interface Missing {
  /** The account, or the post and its account. */
  name: string
  why: string
}

interface MissingFiguresProps {
  of: readonly Missing[]
  /** Asks for them again. */
  onAgain: () => void
}

/** The names of what is missing, by reason. */
export function MissingFigures({ of, onAgain }: MissingFiguresProps) {
  const text = useTexts('insights', insightsTexts)
  const parts = useTexts('parts', partsTexts)
  if (of.length === 0) return null
  return (
    <div className="problem warning insights-missing" role="status">
      <p>{text.missing}</p>
      <dl>
        {[...Map.groupBy(of, ({ why }) => why)].map(([why, all]) => (
          <div key={why}>
            <dt>{why}</dt>
            {all.map(({ name }) => (
              <dd key={name}>{name}</dd>
            ))}
          </div>
        ))}
      </dl>
      <button type="button" className="button small" onClick={onAgain}>
        {parts.tryAgain}
      </button>
    </div>
  )
}
