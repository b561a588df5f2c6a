import type { Schemas } from '../api/client.ts'
import approvalsTexts from '../i18n/en/approvals.ts'
import { useTexts } from '../i18n/texts.ts'
import { RelativeTime } from '../parts/time.tsx'

interface Entry {
  at: number
  kind: Schemas['Review']['history'][number]['kind']
  text: string
}

/** What was said about a post and decided. @param who names the person, in the words of the page. */
export function History<One extends Entry>({
  entries,
  who,
  byLink = () => false,
}: {
  entries: readonly One[]
  who: (entry: One) => string
  byLink?: (entry: One) => boolean
}) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <>
      <h2>{text.history}</h2>
      <ol className="stack">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${entry.text}`}>
            <p>
              <strong>{who(entry)}</strong> {text.kinds[entry.kind]}{' '}
              {byLink(entry) && <span className="quiet small">{text.byLink} </span>}
              <span className="quiet small">
                <RelativeTime at={entry.at} />
              </span>
            </p>
            {entry.text !== '' && <p className="said">{entry.text}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}
