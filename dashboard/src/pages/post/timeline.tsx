import { useState } from 'react'
import postTexts from '../../i18n/en/post.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Time } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import type { Publication } from './publication-table.tsx'
import { useQuoted } from './trouble.tsx'

/** The events of the post on an account, oldest first, with the seconds. Folded away: the state says what matters. */
export function Timeline({ of: { account_id, platform, timeline } }: { of: Publication }) {
  const text = useTexts('post', postTexts)
  const account = useAccountName()(account_id)
  const quoted = useQuoted(platform)
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  if (timeline.length === 0) return null
  const exact = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
  return (
    <div className="happened">
      <button
        type="button"
        className="button small plain"
        aria-expanded={open}
        aria-label={text.timelineOf(account)}
        onClick={() => setOpen(!open)}
      >
        {text.timeline} <span aria-hidden="true">{open ? '−' : '+'}</span>
      </button>
      {open && (
        <ol className="timeline">
          {timeline.map((line, place) => {
            const { at, event, times, scheduled_at } = line
            const said = line.platform
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
              <li key={`${place} ${at}`} className={`event-${event}`}>
                <time dateTime={new Date(at).toISOString()}>{exact.format(at)}</time>
                <div>
                  <strong>{text.events[event]}</strong>
                  {times !== undefined && <span className="quiet"> · {text.times(times)}</span>}
                  {scheduled_at !== undefined && (
                    <p>
                      <Time at={scheduled_at} />
                    </p>
                  )}
                  {said !== undefined && <p className="quiet small long">{quoted(said)}</p>}
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
