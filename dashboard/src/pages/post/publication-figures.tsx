// The figures of a post on one account, as its platform tells them, and how they have grown.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { postInsightsQuery } from '../../api/insights.ts'
import partsTexts from '../../i18n/en/parts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { withRule } from '../../parts/problem.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { useFigureName } from '../insights/figure-names.ts'
import { byInterest } from '../insights/figure-order.ts'
import { FiguresByDay } from '../insights/figures-by-day.tsx'
import { useReadEarly } from './read-early.ts'

/** Nothing where the platform tells none: an account that is not asked for figures is no fault of the post. */
export function PublicationFigures({ postId, accountId }: { postId: string; accountId: string }) {
  const text = useTexts('post', postTexts)
  const parts = useTexts('parts', partsTexts)
  const formats = useFormats()
  const nameOf = useFigureName()
  const account = useAccountName()(accountId)
  const { data, isError, isFetching, refetch } = useQuery(postInsightsQuery(postId))
  const told = data?.find(({ account_id }) => account_id === accountId)
  const early = useReadEarly(told, refetch)
  if (isError && data === undefined)
    return (
      <p className="quiet small">
        {text.figuresFailed}{' '}
        <button
          type="button"
          className="button small"
          aria-label={text.figuresAgain(account)}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {parts.tryAgain}
        </button>
      </p>
    )
  if (!told || early) return null
  const figures = Object.entries(told.figures ?? {}).sort(([one], [other]) => byInterest(one, other))
  if (figures.length === 0)
    return told.problem ? (
      <p className="quiet small">{withRule(parts.refusal(told.problem.code), told.problem.message)}</p>
    ) : null
  return (
    <section aria-label={text.figuresOf(account)}>
      <dl className="publication-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {told.read_at !== null && (
        <p className="quiet small">
          {text.figuresRead} <RelativeTime at={told.read_at} />
        </p>
      )}
      <OverTime account={account} days={told.days ?? []} />
    </section>
  )
}

/** Folded away, its chart loaded when it is opened; what is not there yet is said in a sentence. */
function OverTime({ account, days }: { account: string; days: NonNullable<Schemas['PostInsights']['days']> }) {
  const text = useTexts('post', postTexts)
  const [open, setOpen] = useState(false)
  const pointsOf = useCallback(
    (figure: string) =>
      days.map(({ day, figures }) => ({ at: Date.parse(`${day}T00:00:00Z`), value: figures[figure] ?? null })),
    [days],
  )
  const names = [...new Set(days.flatMap(({ figures }) => Object.keys(figures)))]
  if (names.length === 0) return <p className="quiet small">{text.overTimeNone}</p>
  return (
    <div className="over-time">
      <button
        type="button"
        className="button small plain"
        aria-expanded={open}
        aria-label={text.overTimeOf(account)}
        onClick={() => setOpen(!open)}
      >
        {text.overTime} <span aria-hidden="true">{open ? '−' : '+'}</span>
      </button>
      {open && <FiguresByDay name={account} names={names} pointsOf={pointsOf} note={text.overTimeDays} />}
    </div>
  )
}
