// The figures of a post on one account, as its platform tells them.
import { useQuery } from '@tanstack/react-query'
import { postInsightsQuery } from '../../api/insights.ts'
import postTexts from '../../i18n/en/post.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { useFigureName } from '../insights/figure-names.ts'

/** Nothing where the platform tells none: an account that is not asked for figures is no fault of the post. */
export function PublicationFigures({ postId, accountId }: { postId: string; accountId: string }) {
  const text = useTexts('post', postTexts)
  const formats = useFormats()
  const nameOf = useFigureName()
  const account = useAccountName()(accountId)
  const { data } = useQuery(postInsightsQuery(postId))
  const told = data?.find(({ account_id }) => account_id === accountId)
  if (!told) return null
  const figures = Object.entries(told.figures ?? {})
  if (figures.length === 0) return told.problem ? <p className="quiet small">{told.problem.message}</p> : null
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
    </section>
  )
}
