import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import type { Publication } from './publication-table.tsx'

/** The posts of each account's thread, and the steps that follow the post. Nothing where there is neither. */
export function PartsAndSteps({ post }: { post: Post }) {
  return post.publications.map((publication) => (
    <Details key={publication.account_id} of={withTexts(publication, post)} />
  ))
}

/** A very long thread on many accounts comes with each text once: the others name the account that has it. */
const withTexts = ({ parts, ...publication }: Publication, { publications }: Post) => ({
  ...publication,
  parts: parts?.map((part, at) => {
    const there = publications.find(({ account_id }) => account_id === part.same_content_as)
    return { ...part, content: part.content ?? there?.parts?.[at]?.content ?? '' }
  }),
})

type Thread = ReturnType<typeof withTexts>
type Part = NonNullable<Thread['parts']>[number] & { place: number }
type Step = NonNullable<Publication['steps']>[number]

const STEP_TONES = { pending: 'neutral', completed: 'good', failed: 'bad' } as const

function Details({ of: { account_id, parts, steps, terminal } }: { of: Thread }) {
  const text = useTexts('post', postTexts)
  const account = useAccountName()(account_id)
  const partColumns: Column<Part>[] = [
    { title: text.part, heads: true, cell: ({ place }) => String(place) },
    {
      title: text.state,
      cell: ({ live, published_at, deleted_at }) => (
        <>
          {deleted_at !== undefined ? (
            <Badge tone="neutral">{text.states.deleted}</Badge>
          ) : live ? (
            <Badge tone="good">{text.states.published}</Badge>
          ) : (
            <Badge tone={terminal ? 'bad' : 'neutral'}>{terminal ? text.notPublished : text.states.waiting}</Badge>
          )}
          {published_at !== null && (
            <p className="quiet small">
              <Time at={published_at} />
            </p>
          )}
        </>
      ),
    },
    {
      title: text.said,
      cell: ({ content, media_asset_ids }) => (
        <>
          {content === '' ? <span className="quiet">{text.emptyText}</span> : <p className="post-text">{content}</p>}
          {media_asset_ids.length > 0 && <p className="quiet small">{text.files(media_asset_ids.length)}</p>}
        </>
      ),
    },
    {
      title: text.link,
      cell: ({ permalink, place, deleted_at }) =>
        permalink === null || deleted_at !== undefined ? (
          <span aria-hidden="true">–</span>
        ) : (
          <a href={permalink} target="_blank" rel="noreferrer" aria-label={text.openPart(place, account)}>
            {text.open}
          </a>
        ),
    },
  ]
  const stepColumns: Column<Step>[] = [
    { title: text.step, heads: true, cell: ({ step }) => text.stepNames[step] },
    {
      title: text.state,
      cell: ({ state, completed_at }) => (
        <>
          <Badge tone={STEP_TONES[state]}>{text.stepStates[state]}</Badge>
          {completed_at !== null && (
            <p className="quiet small">
              <Time at={completed_at} />
            </p>
          )}
        </>
      ),
    },
    {
      title: text.trouble,
      cell: ({ error }) => (error === null ? <span aria-hidden="true">–</span> : <p>{error.message}</p>),
    },
  ]
  return (
    <>
      {parts !== undefined && (
        <div className="section">
          <Table
            caption={text.parts(account)}
            columns={partColumns}
            rows={parts.map((part, at) => ({ ...part, place: at + 1 }))}
            keyOf={({ place }) => String(place)}
          />
        </div>
      )}
      {steps !== undefined && (
        <div className="section">
          <Table caption={text.steps(account)} columns={stepColumns} rows={steps} keyOf={({ step }) => step} />
          <p className="quiet small">{text.stepsWhy}</p>
        </div>
      )}
    </>
  )
}
