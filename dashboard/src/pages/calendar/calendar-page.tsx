import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { calendarQuery } from '../../api/calendar.ts'
import { draftsQuery } from '../../api/drafts.ts'
import { useMay } from '../../api/session.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { KeyList } from '../../parts/key-list.tsx'
import { Loaded, Skeleton } from '../../parts/loaded.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Page } from '../../parts/page.tsx'
import { composeAddress } from '../../posts/compose-link.tsx'
import { FilterBar, useFoldedFilters, useNarrow } from '../../posts/filter-bar.tsx'
import { filtersIn } from '../../posts/post-filters.ts'
import { addDays, dayOf, noonOf, wallTime, zoneHere } from '../../posts/wall-time.ts'
import { daysShown, rangeOf, type Slot, stepFrom, VIEWS, type View, wallIn } from './calendar-days.ts'
import { DayList } from './day-list.tsx'
import { MOST_ACCOUNTS, useFreeSlots } from './free-slots.ts'
import type { FreeSlot } from './free-times.ts'
import { Grid } from './grid.tsx'
import { Ideas } from './ideas.tsx'
import { useMoves } from './use-moves.ts'
import './calendar.css'
import { HelpLink } from '../../help/help-link.tsx'

const route = getRouteApi('/frame/calendar')

/** Beside the calendar there is room for a list. */
const roomy = window.matchMedia('(width >= 90em)')

/** The day in the address; today where it has none. */
const dayIn = (date = ''): string => (noonOf(date) === null ? dayOf(Date.now()) : date)

/** Posts by month, week or day; view, day and filters stand in the address. */
export function CalendarPage() {
  const text = useTexts('calendar', calendarTexts)
  const formats = useFormats()
  const locale = useLocale()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { view = 'month', date } = search
  const day = dayIn(date)
  const filters = filtersIn({ ...search })
  const days = daysShown(view, day)
  const range = rangeOf(days)
  const query = useQuery(calendarQuery(filters, range))
  const moves = useMoves()
  const mayWrite = useMay('author')
  const drafts = useQuery({ ...draftsQuery, enabled: mayWrite })
  const isNarrow = useNarrow()
  const folded = useFoldedFilters(filters)
  const free = useFreeSlots(query.data?.posts ?? [], range, filters.account)
  // In a month on a phone, days without a post would be most of the list.
  const freeListed = view === 'month' ? [] : free.slots
  const [ideasShown, setIdeasShown] = useState<boolean | null>(null)
  const withIdeas = ideasShown ?? ((drafts.data?.length ?? 0) > 0 && roomy.matches)
  const [dropped, setDropped] = useState<{ id: string; wall: string } | null>(null)
  const [said, setSaid] = useState('')
  const [keysShown, setKeysShown] = useState(false)
  // From what stands in the address by then: the page may not have followed the last key yet.
  const go = (step: Step) =>
    void navigate({
      search: (at) => {
        const from = { view: at.view ?? 'month', date: dayIn(at.date) }
        return { ...at, ...from, ...step(from) }
      },
    })
  useShortcuts({ day, go, undo: moves.undo, help: () => setKeysShown(true) })
  const span = spanOf(view, days, day, locale, isNarrow ? 'short' : 'long')
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
        isNarrow ? (
          <Menu label={text.further} face={<span aria-hidden="true">⋯</span>} className="calendar-further">
            <button type="button" onClick={() => setKeysShown(true)}>
              {text.shortcuts}
            </button>
            <button type="button" onClick={() => window.print()}>
              {text.print}
            </button>
          </Menu>
        ) : (
          <>
            <button type="button" className="button plain" onClick={() => setKeysShown(true)}>
              {text.shortcuts}
            </button>
            <button type="button" className="button" onClick={() => window.print()}>
              {text.print}
            </button>
          </>
        )
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
        <div className="actions">
          {mayWrite && (
            <button
              type="button"
              className={isNarrow ? 'button small ideas-open' : 'button ideas-open'}
              aria-expanded={withIdeas}
              onClick={() => setIdeasShown(!withIdeas)}
            >
              {text.ideasOpen(drafts.data?.length ?? 0)}
            </button>
          )}
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
          {folded.button}
        </div>
      </div>
      {folded.shown && (
        <FilterBar
          filters={filters}
          onChange={(next) => void navigate({ search: { ...next, view, date: day }, replace: true })}
        />
      )}
      <div className={withIdeas ? 'calendar-body with-ideas' : 'calendar-body'}>
        {withIdeas && (
          <Ideas dropped={dropped} onDropped={() => setDropped(null)} proposed={proposedTime(free.slots, day)} />
        )}
        <div className="calendar-days" aria-busy={query.isPlaceholderData}>
          <Loaded query={query} skeleton={<Skeleton lines={12} />}>
            {({ posts, more }) => (
              <>
                {more && <p className="banner warning">{text.tooMany(formats.number(posts.length))}</p>}
                {free.others && free.slots.length > 0 && (
                  <p className="quiet small">{text.freeOfSome(MOST_ACCOUNTS)}</p>
                )}
                {isNarrow ? (
                  <DayList
                    days={days}
                    posts={posts}
                    free={freeListed}
                    moves={moves}
                    pending={query.isPlaceholderData}
                  />
                ) : (
                  <Grid
                    view={view}
                    day={day}
                    days={days}
                    posts={posts}
                    caption={text.caption(span)}
                    free={free.slots}
                    moves={moves}
                    onIdea={(id, slot: Slot) => setDropped({ id, wall: wallIn(slot, MORNING) })}
                    say={setSaid}
                  />
                )}
              </>
            )}
          </Loaded>
        </div>
      </div>
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

/** The time of a day where nothing says another. */
const MORNING = '09:00'

/** The time that is proposed for a draft: the next free slot that is shown; else the morning of the day shown, or tomorrow's. */
function proposedTime(free: readonly FreeSlot[], day: string): string {
  const [first] = free
  if (first !== undefined) return wallTime(first.at)
  const today = dayOf(Date.now())
  return wallIn({ day: day > today ? day : addDays(today, 1) }, MORNING)
}

/** The heading of the days shown: "November 2026". @param month how that of a week or a day is written. */
function spanOf(view: View, days: readonly string[], day: string, locale: string, month: 'short' | 'long'): string {
  if (view === 'month') {
    return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(noonOf(day)!)
  }
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: 'numeric' })
  return format.formatRange(noonOf(days[0]!)!, noonOf(days.at(-1)!)!)
}

interface Shown {
  view: View
  date: string
}

/** Leads from what is shown to something else. */
type Step = (from: Shown) => Partial<Shown>

interface Shortcuts {
  day: string
  go: (step: Step) => void
  undo: () => void
  help: () => void
}

/** Keys of the calendar, while nothing is typed and no dialog is open. */
function useShortcuts({ day, go, undo, help }: Shortcuts): void {
  const { history } = useRouter()
  const mayWrite = useMay('author')
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest('input, select, textarea, dialog, [popover]')) return
      const actions: Record<string, () => void> = {
        t: () => go(() => ({ date: dayOf(Date.now()) })),
        m: () => go(() => ({ view: 'month' })),
        w: () => go(() => ({ view: 'week' })),
        d: () => go(() => ({ view: 'day' })),
        // A day that is over is none for a post to come.
        n: () => mayWrite && history.push(composeAddress(day < dayOf(Date.now()) ? {} : { date: day })),
        u: undo,
        ArrowLeft: () => go(({ view, date }) => ({ date: stepFrom(view, date, -1) })),
        ArrowRight: () => go(({ view, date }) => ({ date: stepFrom(view, date, 1) })),
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
