import { lazy, Suspense } from 'react'
import { AccountFace } from '../../accounts/account-face.tsx'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import { DeleteLive } from './delete-live.tsx'
import { PublicationCollaborators } from './publication-collaborators.tsx'
import { PublicationFigures } from './publication-figures.tsx'
import { Timeline } from './timeline.tsx'
import { Trouble } from './trouble.tsx'

const PublicationPreview = lazy(async () => ({
  default: (await import('./publication-preview.tsx')).PublicationPreview,
}))

export type Publication = Post['publications'][number]

/** After these it waits for the next try; after others, as a medium that was taken, it goes on. */
const WAITS_AFTER: ReadonlySet<string | undefined> = new Set(['problem', 'publish_answered'])

const TONES = {
  waiting: 'neutral',
  preparing: 'neutral',
  publishing: 'neutral',
  confirming: 'neutral',
  published: 'good',
  partially_published: 'warning',
  failed: 'bad',
  cancelled: 'neutral',
  deleted: 'neutral',
} as const

/** Publications that need a person come first. */
const FIRST: readonly Publication['state'][] = ['failed', 'partially_published']

/** A card for each account: how far it is, how it looks there, what is wrong and the way to put it right; problems first. */
export function PublicationTable({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const nameOf = useAccountName()
  const sorted = [...post.publications].sort(
    (a, b) => Number(FIRST.includes(b.state)) - Number(FIRST.includes(a.state)),
  )
  return (
    <>
      <table className="publications" role="table">
        <caption className="only-read">{text.accounts}</caption>
        <tbody role="rowgroup">
          {sorted.map((publication) => (
            <Row key={publication.account_id} post={post} of={publication} />
          ))}
        </tbody>
      </table>
      {post.skipped_accounts.length > 0 && (
        <p className="quiet section">
          {text.skipped}: {post.skipped_accounts.map(nameOf).join(', ')}. {text.skippedWhy}
        </p>
      )}
    </>
  )
}

function Row({ post, of }: { post: Post; of: Publication }) {
  const text = useTexts('post', postTexts)
  const name = useAccountName()(of.account_id)
  const account = useAccountsById().get(of.account_id)
  const { state, next_attempt_at, published_at, terminal, permalink, timeline } = of
  const held = state === 'preparing' && WAITS_AFTER.has(timeline.at(-1)?.event)
  return (
    <tr role="row" className={`card publication ${TONES[state]}`}>
      <th scope="row" role="rowheader" className="account-named">
        {account && <AccountFace of={account} large />}
        <span className="long">{name}</span>
      </th>
      <td role="cell" className="publication-state">
        <Badge tone={TONES[state]}>
          {held ? text.held : state === 'preparing' && post.type === 'text' ? text.preparingText : text.states[state]}
        </Badge>
        {published_at !== null && (
          <span className="quiet small">
            {' '}
            <ShortTime at={published_at} />
          </span>
        )}
        {!terminal && next_attempt_at !== null && state !== 'waiting' && (
          <span className="quiet small">
            {' '}
            {text.nextAttempt}: <ShortTime at={next_attempt_at} />
          </span>
        )}
      </td>
      <td role="cell" className="publication-link">
        {permalink === null || state === 'deleted' ? (
          !terminal && <span className="quiet small">{text.noLink}</span>
        ) : (
          <a className="button small" href={permalink} target="_blank" rel="noreferrer" aria-label={text.openOn(name)}>
            {text.open}
          </a>
        )}
        <DeleteLive postId={post.id} of={of} />
      </td>
      <td role="cell" className="publication-trouble">
        <Trouble post={post} of={of} />
        {(state === 'published' || state === 'partially_published') && (
          <>
            <PublicationFigures postId={post.id} accountId={of.account_id} />
            <PublicationCollaborators post={post} of={of} />
          </>
        )}
        <Timeline of={of} />
      </td>
      <td role="cell" className="publication-preview">
        <Suspense fallback={null}>
          <PublicationPreview post={post} of={of} account={account} name={name} />
        </Suspense>
      </td>
    </tr>
  )
}
