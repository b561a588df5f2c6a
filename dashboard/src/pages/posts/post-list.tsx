import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountFaces } from '../../accounts/account-face.tsx'
import { useAccountsById } from '../../accounts/accounts-by-id.ts'
import type { PostSummary } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import postTexts from '../../i18n/en/post.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Menu } from '../../parts/menu.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { MoveDialog } from '../../posts/move-dialog.tsx'
import { type Deed, DeedDialog, fitFor } from '../../posts/post-actions.tsx'
import { PostPicture } from '../../posts/post-picture.tsx'
import { PostStateBadge } from '../../posts/post-state.tsx'
import { nameOfPost, publishTime } from '../../posts/post-words.ts'
import { ShortTime } from '../../posts/short-time.tsx'
import '../../media/media.css'
import './post-list.css'

const DEEDS: readonly Deed[] = ['retry', 'move', 'cancel']

/** Posts in two lines each, with what can be done with one or with several. */
export function PostList({ posts }: { posts: readonly PostSummary[] }) {
  const text = useTexts('posts', postsTexts)
  const post = useTexts('post', postTexts)
  const mayPost = useMay('editor')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ deed: Deed; posts: readonly PostSummary[] } | null>(null)
  const chosen = posts.filter(({ id }) => picked.has(id))
  const names: Record<Deed, string> = { retry: post.retry, move: text.moveMany, cancel: text.cancelMany }
  const pick = (id: string, on: boolean) =>
    setPicked((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)))
  const [one] = asked?.posts ?? []
  return (
    <>
      {chosen.length > 0 && (
        <div className="bulk-bar" role="status">
          <strong>{text.chosen(chosen.length)}</strong>
          {DEEDS.map((deed) => {
            const fit = fitFor(deed, chosen)
            return (
              fit.length > 0 && (
                <button
                  key={deed}
                  type="button"
                  className="button small"
                  onClick={() => setAsked({ deed, posts: fit })}
                >
                  {names[deed]}
                  {fit.length < chosen.length && ` (${fit.length})`}
                </button>
              )
            )
          })}
          <button type="button" className="button small plain" onClick={() => setPicked(new Set())}>
            {text.unchoose}
          </button>
        </div>
      )}
      {/* Roles are given once more: what is displayed as a grid is no table to some screen readers. */}
      <table className="post-list card" role="table">
        <caption className="only-read">{text.caption}</caption>
        <thead className="only-read" role="rowgroup">
          <tr role="row">
            {[text.post, text.accounts, text.when, text.state, text.actions].map((title) => (
              <th key={title} scope="col" role="columnheader">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {posts.map((each) => (
            <Row
              key={each.id}
              post={each}
              picked={picked.has(each.id)}
              onPick={mayPost ? (on) => pick(each.id, on) : undefined}
              onDeed={(deed) => setAsked({ deed, posts: [each] })}
            />
          ))}
        </tbody>
      </table>
      {asked !== null &&
        (asked.deed === 'move' && asked.posts.length === 1 && one?.scheduled_at ? (
          <MoveDialog id={one.id} at={one.scheduled_at} onClose={() => setAsked(null)} />
        ) : (
          <DeedDialog
            {...asked}
            onDone={(left) => {
              setAsked(null)
              setPicked(new Set(left.map(({ id }) => id)))
            }}
            onClose={() => setAsked(null)}
          />
        ))}
    </>
  )
}

interface RowProps {
  post: PostSummary
  picked: boolean
  /** For people who may change posts. */
  onPick: ((on: boolean) => void) | undefined
  onDeed: (deed: Deed) => void
}

function Row({ post, picked, onPick, onDeed }: RowProps) {
  const text = useTexts('posts', postsTexts)
  const words = useTexts('post', postTexts)
  const nameOf = useAccountName()
  const accounts = useAccountsById()
  const mayWrite = useMay('author')
  const { id, type, status, progress, media_asset_ids } = post
  const name = nameOfPost(post, text.withoutText)
  // Below a title stands how the text begins.
  const second = post.title ? post.content.trim() : ''
  const known = post.accounts.flatMap((account) => accounts.get(account) ?? [])
  const names: Record<Deed, string> = { retry: words.retry, move: text.move, cancel: words.cancel }
  return (
    <tr role="row" className={picked ? 'picked' : undefined}>
      <th scope="row" role="rowheader" className="post-cell">
        {onPick && (
          <input
            type="checkbox"
            aria-label={text.choose(name)}
            checked={picked}
            onChange={({ target }) => onPick(target.checked)}
          />
        )}
        <PostPicture ids={media_asset_ids} />
        <span className="post-said">
          <Link to="/posts/$id" params={{ id }} className="post-name" dir="auto">
            {name}
          </Link>
          <span className="quiet small post-second">
            {text.types[type]}
            {second !== '' && (
              <>
                {' · '}
                <span dir="auto">{second}</span>
              </>
            )}
          </span>
        </span>
      </th>
      <td role="cell" className="accounts-cell">
        <span title={post.accounts.map(nameOf).join('\n')}>
          <AccountFaces of={known} />
          <span className="only-read">{post.accounts.map(nameOf).join(', ') || '–'}</span>
        </span>
      </td>
      <td role="cell" className="when-cell">
        <ShortTime at={publishTime(post)} />
      </td>
      <td role="cell" className="state-cell">
        <PostStateBadge state={status} />
        {status === 'partially_failed' && (
          <span className="quiet small"> {text.liveOn(progress.published, progress.total)}</span>
        )}
      </td>
      <td role="cell" className="menu-cell">
        {mayWrite && (
          <Menu label={text.actionsOf(name)} face={<span aria-hidden="true">⋯</span>}>
            {(onPick ? DEEDS : [])
              .filter((deed) => fitFor(deed, [post]).length > 0)
              .map((deed) => (
                <button key={deed} type="button" onClick={() => onDeed(deed)}>
                  {names[deed]}
                </button>
              ))}
            <ComposeLink given={{ from: id }}>{text.duplicate}</ComposeLink>
          </Menu>
        )}
      </td>
    </tr>
  )
}
