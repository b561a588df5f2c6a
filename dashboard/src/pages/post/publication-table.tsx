import { Link } from '@tanstack/react-router'
import { AccountFace } from '../../accounts/account-face.tsx'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Time } from '../../parts/time.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { useAccountName } from '../../posts/account-names.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import { DeleteLive } from './delete-live.tsx'
import { PublicationCollaborators } from './publication-collaborators.tsx'
import { PublicationFigures } from './publication-figures.tsx'
import { Timeline } from './timeline.tsx'

export type Publication = Post['publications'][number]

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

/** A card for each account: how far it is, where it is live, what is wrong and the way to put it right; problems first. */
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
  const { state, next_attempt_at, published_at, terminal, permalink } = of
  return (
    <tr role="row" className={`card publication ${TONES[state]}`}>
      <th scope="row" role="rowheader" className="account-named">
        {account && <AccountFace of={account} large />}
        <span className="long">{name}</span>
      </th>
      <td role="cell">
        <Badge tone={TONES[state]}>{text.states[state]}</Badge>
        {published_at !== null && (
          <span className="quiet small">
            {' '}
            <ShortTime at={published_at} />
          </span>
        )}
        {!terminal && next_attempt_at !== null && state !== 'waiting' && (
          <span className="quiet small">
            {' '}
            {text.nextAttempt}: <Time at={next_attempt_at} />
          </span>
        )}
      </td>
      <td role="cell" className="publication-link">
        {permalink === null ? (
          <span className="quiet">{terminal ? '–' : text.noLink}</span>
        ) : (
          <a className="button small" href={permalink} target="_blank" rel="noreferrer" aria-label={text.openOn(name)}>
            {text.open}
          </a>
        )}
        <DeleteLive postId={post.id} of={of} />
      </td>
      <td role="cell" className="publication-trouble">
        <Trouble of={of} />
        {(state === 'published' || state === 'partially_published') && (
          <>
            <PublicationFigures postId={post.id} accountId={of.account_id} />
            <PublicationCollaborators post={post} of={of} />
          </>
        )}
        <Timeline of={of} />
      </td>
    </tr>
  )
}

function Trouble({ of: { error, last_problem, platform, notes = [] } }: { of: Publication }) {
  const text = useTexts('post', postTexts)
  const words = error?.platform ?? last_problem
  if (error === null && words === null && notes.length === 0) return null
  return (
    <div className="trouble">
      {error !== null && (
        <p>
          <strong>{text.failures[error.code]}</strong>
        </p>
      )}
      {words !== null && (
        <p className="quiet small">
          {text.platformSays(PLATFORM_NAMES[platform], words.message)}
          {words.code !== undefined && ` ${text.platformCode([words.code, words.subcode].filter(Boolean).join('/'))}.`}
          {words.trace_id !== undefined && ` ${text.trace(words.trace_id)}`}
        </p>
      )}
      {error !== null && (
        <p>
          {text.todo[error.code]}{' '}
          {(error.code === 'reconnect_required' || error.code === 'account_disconnected') && (
            <Link className="button small" to="/accounts">
              {text.toAccounts}
            </Link>
          )}
        </p>
      )}
      {notes.map(({ code }) => (
        <p key={code}>{text.notes[code]}</p>
      ))}
    </div>
  )
}
