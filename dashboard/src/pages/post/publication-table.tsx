import { Link } from '@tanstack/react-router'
import type { Post } from '../../api/posts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Badge } from '../../parts/badge.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { PLATFORM_NAMES } from '../../platforms/names.ts'
import { useAccountName } from '../../posts/account-names.ts'
import { DeleteLive } from './delete-live.tsx'

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

/** A row for each account: how far it is, where it is live, what is wrong and what to do about it. */
export function PublicationTable({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const nameOf = useAccountName()
  const columns: Column<Publication>[] = [
    { title: text.account, heads: true, cell: ({ account_id }) => <span className="long">{nameOf(account_id)}</span> },
    {
      title: text.state,
      cell: ({ state, next_attempt_at, published_at, terminal }) => (
        <>
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          {published_at !== null && (
            <p className="quiet small">
              <Time at={published_at} />
            </p>
          )}
          {!terminal && next_attempt_at !== null && state !== 'waiting' && (
            <p className="quiet small">
              {text.nextAttempt}: <Time at={next_attempt_at} />
            </p>
          )}
        </>
      ),
    },
    {
      title: text.link,
      cell: (publication) => {
        const { permalink, account_id, terminal } = publication
        return (
          <>
            {permalink === null ? (
              <span className="quiet">{terminal ? '–' : text.noLink}</span>
            ) : (
              <a href={permalink} target="_blank" rel="noreferrer" aria-label={text.openOn(nameOf(account_id))}>
                {text.open}
              </a>
            )}
            <DeleteLive postId={post.id} of={publication} />
          </>
        )
      },
    },
    { title: text.trouble, cell: (publication) => <Trouble of={publication} /> },
  ]
  return (
    <>
      <Table
        caption={text.accounts}
        columns={columns}
        rows={post.publications}
        keyOf={({ account_id }) => account_id}
      />
      {post.skipped_accounts.length > 0 && (
        <p className="quiet section">
          {text.skipped}: {post.skipped_accounts.map(nameOf).join(', ')}. {text.skippedWhy}
        </p>
      )}
    </>
  )
}

function Trouble({ of: { error, last_problem, platform, notes = [] } }: { of: Publication }) {
  const text = useTexts('post', postTexts)
  const words = error?.platform ?? last_problem
  if (error === null && words === null && notes.length === 0) return <span aria-hidden="true">–</span>
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
            <Link to="/accounts">{text.toAccounts}</Link>
          )}
        </p>
      )}
      {notes.map(({ code }) => (
        <p key={code}>{text.notes[code]}</p>
      ))}
    </div>
  )
}
