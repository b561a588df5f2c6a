import type { PostSummary } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from '../../parts/loaded.tsx'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { addDays, dayOf, noonOf } from '../../posts/wall-time.ts'
import { Entry } from './entry.tsx'
import { FreeCard } from './free-card.tsx'
import type { FreeSlot } from './free-times.ts'
import { usePlatformsOf } from './platforms-of.ts'
import type { Moves } from './use-moves.ts'

interface DayListProps {
  days: readonly string[]
  posts: readonly PostSummary[]
  free: readonly FreeSlot[]
  moves: Moves
  /** The posts of these days have not come yet. */
  pending: boolean
}

type Card = { at: number } & ({ post: PostSummary; slot?: never } | { post?: never; slot: FreeSlot })

/** Posts that somebody has to look at, also once their day is over. */
const FAILED: ReadonlySet<PostSummary['status']> = new Set(['failed', 'partially_failed'])

/** The days as a list, for narrow screens: those that have posts or free slots. */
export function DayList({ days, posts, free, moves, pending }: DayListProps) {
  const text = useTexts('calendar', calendarTexts)
  const locale = useLocale()
  const platformsOf = usePlatformsOf()
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' })
  const mayWrite = useMay('author')
  // A day's free slots stand among its posts, where their time is.
  const cards: Card[] = [
    ...posts.map((post) => ({ at: moves.timeOf(post), post })),
    ...free.map((slot) => ({ at: slot.at, slot })),
  ].sort((a, b) => a.at - b.at)
  const byDay = Map.groupBy(cards, ({ at }) => dayOf(at))
  const today = dayOf(Date.now())
  const all = days.filter((day) => byDay.has(day))
  // Past days are folded: on a phone they would push the coming days below the screen.
  const over = days.includes(today) ? all.filter((day) => day < today) : []
  const filled = all.slice(over.length)
  const past = over.flatMap((day) => byDay.get(day)!)
  const failed = past.filter(({ post }) => post && FAILED.has(post.status)).length
  const ahead = days.find((day) => day > today) ?? addDays(today, 1)
  const nothing = pending ? (
    <Skeleton lines={6} />
  ) : (
    <div className="card stack">
      <p className="quiet">{over.length === 0 ? text.nothing : text.nothingAhead}</p>
      {mayWrite && (
        <ComposeLink given={{ date: ahead }} className="button">
          {text.newPostAt(long.format(noonOf(ahead)!))}
        </ComposeLink>
      )}
    </div>
  )
  const listOf = (shown: readonly string[]) => (
    <ol className="day-list">
      {shown.map((day) => (
        <li key={day}>
          <h2 className={day === today ? 'today' : undefined}>
            {long.format(noonOf(day)!)}
            {mayWrite && day >= today && (
              <ComposeLink given={{ date: day }} className="button plain icon">
                <span aria-hidden="true">+</span>
                <span className="only-read">{text.newPostAt(long.format(noonOf(day)!))}</span>
              </ComposeLink>
            )}
          </h2>
          {byDay
            .get(day)!
            .map(({ post, slot }) =>
              post === undefined ? (
                <FreeCard key={slot.at} slot={slot} />
              ) : (
                <Entry
                  key={post.id}
                  post={post}
                  at={moves.timeOf(post)}
                  platforms={platformsOf(post)}
                  large
                  movable={false}
                  picked={false}
                  onKey={() => {}}
                  onLeave={() => {}}
                />
              ),
            )}
        </li>
      ))}
    </ol>
  )
  return (
    <>
      {over.length > 0 && (
        <details className="earlier">
          <summary>{text.earlier(past.length, failed)}</summary>
          {listOf(over)}
        </details>
      )}
      {filled.length === 0 ? nothing : listOf(filled)}
    </>
  )
}
