import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { dayOf, timeOf } from '../../posts/wall-time.ts'
import type { FreeSlot } from './free-times.ts'
import { PlatformMarks } from './platform-marks.tsx'

/** An empty card: it leads to the composer with its time and its accounts. */
export function FreeCard({ slot: { at, accounts } }: { slot: FreeSlot }) {
  const text = useTexts('calendar', calendarTexts)
  const locale = useLocale()
  const known = useAccountsById()
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at)
  const found = accounts.flatMap((id) => known.get(id) ?? [])
  const names = found.map(({ username, platform }) => `@${username} (${platform.display_name})`)
  return (
    <ComposeLink
      given={{ date: dayOf(at), time: timeOf(at), accounts: accounts.join(',') }}
      className="entry free"
      aria-label={text.freeSlot(time, new Intl.ListFormat(locale).format(names))}
    >
      <span className="entry-head">
        <span className="entry-time">{time}</span>{' '}
        <PlatformMarks of={[...new Set(found.map(({ platform }) => platform.name))]} />
      </span>{' '}
      <span className="entry-name">{text.free}</span>
    </ComposeLink>
  )
}
