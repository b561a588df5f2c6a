import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { calendarQuery } from '../../api/calendar.ts'
import { useMay } from '../../api/session.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { KeyList } from '../../parts/key-list.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { composeAddress } from '../../posts/compose-link.tsx'
import { FilterBar } from '../../posts/filter-bar.tsx'
import { filtersIn } from '../../posts/post-filters.ts'
import { dayOf, noonOf, zoneHere } from '../../posts/wall-time.ts'
import { daysShown, rangeOf, stepFrom, VIEWS, type View } from './calendar-days.ts'
import { DayList, Grid } from './grid.tsx'
import { useMoves } from './use-moves.ts'
import './calendar.css'
import { HelpLink } from '../../help/help-link.tsx'

const route = getRouteApi('/frame/calendar')

const narrow = window.matchMedia('(width < 760px)')
const useNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )

/** Posts by month, week or day; view, day and filters stand in the address. */
export function CalendarPage() {
  const text = useTexts('calendar', calendarTexts)
  const formats = useFormats()
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { view = 'month', date = '' } = search
  const day = noonOf(date) === null ? dayOf(Date.now()) : date
  const filters = filtersIn({ ...search })
  const days = daysShown(view, day)
  const query = useQuery(calendarQuery(filters, rangeOf(days)))
  const moves = useMoves()
  const isNarrow = useNarrow()
  const [said, setSaid] = useState('')
  const [keysShown, setKeysShown] = useState(false)
  const go = (next: { view?: View; date?: string }) =>
    void navigate({ search: { ...filters, view: next.view ?? view, date: next.date ?? day } })
  useShortcuts({ view, day, go, undo: moves.undo, help: () => setKeysShown(true) })
  const span = spanOf(view, days, day, language)
  const to = (next: { view?: View; date?: string }) => ({ ...filters, view, date: day, ...next })
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.zone(zoneHere())} <HelpLink operation="reschedulePost" />
        </>
      }
      actions={
        <>
          <button type="button" className="button plain" onClick={() => setKeysShown(true)}>
            {text.shortcuts}
          </button>
          <button type="button" className="button" onClick={() => window.print()}>
            {text.print}
          </button>
        </>
      }
    >
      <div className="calendar-bar">
        <div className="actions">
          <Link to="/calendar" search={to({ date: dayOf(Date.now()) })} className="button">
            {text.today}
          </Link>
          <Link
            to="/calendar"
            search={to({ date: stepFrom(view, day, -1) })}
            className="button icon"
            aria-label={text.before}
          >
            <span aria-hidden="true">‹</span>
          </Link>
          <Link
            to="/calendar"
            search={to({ date: stepFrom(view, day, 1) })}
            className="button icon"
            aria-label={text.after}
          >
            <span aria-hidden="true">›</span>
          </Link>
          <h2 aria-live="polite">{span}</h2>
        </div>
        <nav className="segments" aria-label={text.view}>
          {VIEWS.map((each) => (
            <Link
              key={each}
              to="/calendar"
              search={to({ view: each })}
              activeProps={{}}
              aria-current={each === view ? 'true' : undefined}
            >
              {text.views[each]}
            </Link>
          ))}
        </nav>
      </div>
      <FilterBar
        filters={filters}
        onChange={(next) => void navigate({ search: { ...next, view, date: day }, replace: true })}
      />
      <Loaded query={query} skeleton={<Skeleton lines={12} />}>
        {({ posts, more }) => (
          <>
            {more && <p className="banner warning">{text.tooMany(formats.number(posts.length))}</p>}
            {isNarrow ? (
              <DayList days={days} posts={posts} moves={moves} />
            ) : (
              <Grid
                view={view}
                day={day}
                days={days}
                posts={posts}
                caption={text.caption(span)}
                moves={moves}
                say={setSaid}
              />
            )}
          </>
        )}
      </Loaded>
      <p role="status" className="only-read">
        {said}
      </p>
      {keysShown && (
        <Dialog title={text.shortcuts} onClose={() => setKeysShown(false)}>
          <KeyList keys={Object.entries(text.shortcutList)} />
          <footer />
        </Dialog>
      )}
    </Page>
  )
}

/** The heading of the days shown: "November 2026". */
function spanOf(view: View, days: readonly string[], day: string, language: string): string {
  if (view === 'month') {
    return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(noonOf(day)!)
  }
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', day: 'numeric' })
  return format.formatRange(noonOf(days[0]!)!, noonOf(days.at(-1)!)!)
}

interface Shortcuts {
  view: View
  day: string
  go: (next: { view?: View; date?: string }) => void
  undo: () => void
  help: () => void
}

/** Keys of the calendar, while nothing is typed and no dialog is open. */
function useShortcuts({ view, day, go, undo, help }: Shortcuts): void {
  const { history } = useRouter()
  const mayPost = useMay('editor')
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest('input, select, textarea, dialog, [popover]')) return
      const actions: Record<string, () => void> = {
        t: () => go({ date: dayOf(Date.now()) }),
        m: () => go({ view: 'month' }),
        w: () => go({ view: 'week' }),
        d: () => go({ view: 'day' }),
        n: () => mayPost && history.push(composeAddress({ date: day })),
        u: undo,
        ArrowLeft: () => go({ date: stepFrom(view, day, -1) }),
        ArrowRight: () => go({ date: stepFrom(view, day, 1) }),
        '?': help,
      }
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}
