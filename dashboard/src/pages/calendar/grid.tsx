// The calendar as a table: of a month its weeks, of a week or a day the hours.
import '../../parts/table.css'

import { Link } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PostSummary } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import { useLocale } from '../../i18n/language.ts'
import { hourFormat } from '../../i18n/locale.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useNow } from '../../parts/time.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { dayOf, noonOf, wallTime } from '../../posts/wall-time.ts'
import { type Slot, slotBeside, type View, wallIn } from './calendar-days.ts'
import { DRAGGED_IDEA } from './dragged-idea.ts'
import { DRAGGED, Entry } from './entry.tsx'
import { FreeCard } from './free-card.tsx'
import type { FreeSlot } from './free-times.ts'
import { usePlatformsOf } from './platforms-of.ts'
import type { Moves } from './use-moves.ts'

/** How many posts a day of a month shows; the others are a step away. */
const MOST_IN_A_DAY = 4
/** The hour at which the Tab key stops first on a day that is not today. */
const FIRST_HOUR = 9
/** The hour at which a day is seen first, where it is not now. */
const MORNING = 7
const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** The next quarter of an hour that leaves a few minutes for writing. */
const soonAfter = (now: number): number => Math.ceil((now + 5 * MINUTE_MS) / QUARTER_MS) * QUARTER_MS

interface GridProps {
  view: View
  day: string
  days: readonly string[]
  posts: readonly PostSummary[]
  caption: string
  free: readonly FreeSlot[]
  moves: Moves
  /** A draft was dropped on a slot. */
  onIdea: (id: string, slot: Slot) => void
  say: (sentence: string) => void
}

const keyOf = ({ day, hour }: Slot): string => (hour === undefined ? day : `${day} ${hour}`)

export function Grid({ view, day, days, posts, caption, free, moves, onIdea, say }: GridProps) {
  const text = useTexts('calendar', calendarTexts)
  const locale = useLocale()
  const mayWrite = useMay('author')
  const mayPost = useMay('editor')
  const [picked, setPicked] = useState<{ post: PostSummary; slot: Slot } | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const byHour = view !== 'month'
  const platformsOf = usePlatformsOf()
  const table = useRef<HTMLDivElement>(null)
  const now = new Date(useNow())
  const today = dayOf(now)
  const hasToday = days.includes(today)
  // Not the night is what one wants to see; later it stays where it was scrolled to.
  useEffect(() => {
    const { current } = table
    if (!byHour || current === null) return
    const seenFirst = hasToday ? Math.max(0, new Date().getHours() - 1) : MORNING
    const row = current.querySelector<HTMLElement>(`[data-hour="${seenFirst}"]`)
    const heads = current.querySelector<HTMLElement>('thead')
    if (row && heads) current.scrollTop = row.offsetTop - heads.offsetHeight
  }, [byHour, hasToday])
  const slotOf = (at: number): Slot => ({ day: dayOf(at), ...(byHour ? { hour: new Date(at).getHours() } : {}) })

  const bySlot = new Map<string, PostSummary[]>()
  for (const post of [...posts].sort((a, b) => moves.timeOf(a) - moves.timeOf(b))) {
    const key = keyOf(slotOf(moves.timeOf(post)))
    bySlot.set(key, [...(bySlot.get(key) ?? []), post])
  }

  const freeBySlot = new Map<string, FreeSlot[]>()
  for (const slot of free) {
    const key = keyOf(slotOf(slot.at))
    freeBySlot.set(key, [...(freeBySlot.get(key) ?? []), slot])
  }

  const slotName = ({ day: of, hour }: Slot): string => {
    const date = noonOf(of)!
    if (hour !== undefined) date.setHours(hour)
    return new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      ...(hour === undefined ? {} : { hour: 'numeric' }),
    }).format(date)
  }

  // The row of a post that was moved by keys is another one: the focus goes along.
  const [follow, setFollow] = useState<string | null>(null)
  useEffect(() => {
    if (follow === null) return
    document.querySelector<HTMLElement>(`[data-post="${follow}"]`)?.focus()
    setFollow(null)
  }, [follow])

  const onKey = (post: PostSummary) => (event: KeyboardEvent) => {
    const isPicked = picked?.post.id === post.id
    if (!isPicked) {
      if (event.key !== ' ') return
      event.preventDefault()
      const slot = slotOf(moves.timeOf(post))
      setPicked({ post, slot })
      say(text.moving(slotName(slot)))
      return
    }
    const next = slotBeside(picked.slot, event.key, days)
    if (next !== null) {
      setPicked({ post, slot: next })
      say(text.moving(slotName(next)))
    } else if (event.key === 'Enter' || event.key === ' ') {
      setPicked(null)
      // The sentence about the keys no longer applies.
      say('')
      moves.move(post, picked.slot)
      setFollow(post.id)
    } else if (event.key === 'Escape') {
      setPicked(null)
      say(text.notMoved)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const isPast = ({ day: of, hour }: Slot): boolean =>
    of < today || (of === today && hour !== undefined && hour < now.getHours())

  // One slot is a stop of the Tab key; from it the arrow keys lead to the others.
  const [stop, setStop] = useState<Slot | null>(null)
  const first: Slot = {
    day: hasToday ? today : days.includes(day) ? day : days[0]!,
    ...(byHour ? { hour: hasToday ? now.getHours() : FIRST_HOUR } : {}),
  }
  const isStop = stop !== null && days.includes(stop.day) && byHour === (stop.hour !== undefined) && !isPast(stop)
  const stopsAt = keyOf(isStop ? stop : first)
  const rove = (slot: Slot) => (event: KeyboardEvent) => {
    const next = slotBeside(slot, event.key, days)
    if (next === null) return
    event.preventDefault()
    document.querySelector<HTMLElement>(`[data-slot="${keyOf(next)}"] > .slot-new`)?.focus()
  }

  const cell = (slot: Slot, head?: ReactNode) => {
    const key = keyOf(slot)
    const here = bySlot.get(key) ?? []
    const shown = byHour ? here : here.slice(0, here.length > MOST_IN_A_DAY ? MOST_IN_A_DAY - 1 : MOST_IN_A_DAY)
    const emptyHere = freeBySlot.get(key) ?? []
    // In a month posts come first, and free slots where there is room.
    const emptyShown = byHour ? emptyHere : emptyHere.slice(0, Math.max(0, MOST_IN_A_DAY - here.length))
    const target = over === key || (picked !== null && keyOf(picked.slot) === key)
    const isNow = slot.day === today && slot.hour === now.getHours()
    const past = isPast(slot)
    // This hour has begun: what is proposed must still be to come.
    const wall = isNow ? wallTime(soonAfter(now.getTime())) : wallIn(slot, '00:00')
    const time = slot.hour === undefined ? {} : { time: wall.slice(11) }
    return (
      <td
        key={key}
        data-slot={key}
        className={`slot${target ? ' target' : ''}${past ? ' past' : ''}${slot.day === today ? ' today' : ''}${
          !byHour && slot.day.slice(0, 7) !== day.slice(0, 7) ? ' other' : ''
        }`}
        onDragOver={(event: DragEvent) => {
          if (!event.dataTransfer.types.some((type) => type === DRAGGED || type === DRAGGED_IDEA)) return
          event.preventDefault()
          if (over !== key) setOver(key)
        }}
        onDragLeave={() => setOver(null)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(null)
          const post = posts.find(({ id }) => id === event.dataTransfer.getData(DRAGGED))
          if (post) moves.move(post, slot)
          const idea = event.dataTransfer.getData(DRAGGED_IDEA)
          if (idea !== '') onIdea(idea, slot)
        }}
      >
        {mayWrite && !past && (
          <ComposeLink
            given={{ date: wall.slice(0, 10), ...time }}
            className="slot-new"
            tabIndex={key === stopsAt ? 0 : -1}
            onKeyDown={rove(slot)}
            onFocus={() => setStop(slot)}
          >
            <span className="only-read">{text.newPostAt(slotName(slot))}</span>
          </ComposeLink>
        )}
        {head}
        {isNow && (
          <span
            className="now-line"
            aria-hidden="true"
            style={{ insetBlockStart: `${(now.getMinutes() / 60) * 100}%` }}
          />
        )}
        {[...shown.map((post) => ({ post, at: moves.timeOf(post) })), ...emptyShown]
          .sort((one, other) => one.at - other.at)
          .map((each) =>
            'post' in each ? (
              <Entry
                key={each.post.id}
                post={each.post}
                at={each.at}
                platforms={platformsOf(each.post)}
                large={byHour}
                movable={mayPost && each.post.status === 'scheduled'}
                picked={picked?.post.id === each.post.id}
                onKey={onKey(each.post)}
                onLeave={() => setPicked(null)}
              />
            ) : (
              <FreeCard key={each.at} slot={each} />
            ),
          )}
        {shown.length < here.length && (
          <Link
            to="/calendar"
            search={(before) => ({ ...before, view: 'day' as const, date: slot.day })}
            className="more small"
          >
            {text.more(here.length - shown.length)}
          </Link>
        )}
      </td>
    )
  }

  const dayNumber = new Intl.DateTimeFormat(locale, { day: 'numeric' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
  const hourName = hourFormat(locale)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  return (
    <div className={`card calendar ${view}`} ref={table}>
      <table>
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr>
            {byHour && (
              <th scope="col">
                <span className="only-read">{text.hour}</span>
              </th>
            )}
            {days.slice(0, 7).map((each) => (
              <th scope="col" key={each} className={each === today && byHour ? 'today' : undefined}>
                {weekday.format(noonOf(each)!)} {byHour && dayNumber.format(noonOf(each)!)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byHour
            ? Array.from({ length: 24 }, (_, hour) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: it is the hour
                <tr key={hour} data-hour={hour}>
                  <th scope="row">{hourName.format(new Date(2000, 0, 1, hour))}</th>
                  {days.map((each) => cell({ day: each, hour }))}
                </tr>
              ))
            : weeks.map((week) => (
                <tr key={week[0]}>
                  {week.map((each) =>
                    cell(
                      { day: each },
                      <time dateTime={each} className="day-number">
                        {dayNumber.format(noonOf(each)!)}
                      </time>,
                    ),
                  )}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
