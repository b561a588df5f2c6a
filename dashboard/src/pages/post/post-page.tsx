import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { cancelPost, type Post, retryPost } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import postTexts from '../../i18n/en/post.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { MoveDialog } from '../../posts/move-dialog.tsx'
import { PostStateBadge } from '../../posts/post-state.tsx'
import { nameOfPost } from '../../posts/post-words.ts'
import { Content } from './content.tsx'
import { followPost } from './follow-post.ts'
import { PartsAndSteps } from './parts-and-steps.tsx'
import { PublicationTable } from './publication-table.tsx'
import './post.css'
import { HelpLink } from '../../help/help-link.tsx'

const route = getRouteApi('/frame/posts/$id')

/** One post: what it is, how it stands on each account, what happened, and what can be done. */
export function PostPage() {
  const { id } = route.useParams()
  const text = useTexts('post', postTexts)
  const posts = useTexts('posts', postsTexts)
  const query = useQuery(useMemo(() => followPost(id), [id]))
  const post = query.data
  return (
    <Page
      title={post === undefined ? posts.post : nameOfPost(post, posts.withoutText)}
      intro={
        <>
          <span role="status">{post !== undefined && <PostStateBadge state={post.status} />}</span>{' '}
          <HelpLink operation="getPost" />
        </>
      }
      actions={
        <Link to="/posts" className="button plain">
          {text.back}
        </Link>
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <>
            <Actions post={shown} />
            <PublicationTable post={shown} />
            <Content post={shown} />
            <PartsAndSteps post={shown} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

type Open = 'retry' | 'cancel' | 'move' | null

function Actions({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const posts = useTexts('posts', postsTexts)
  const nameOf = useAccountName()
  const mayPost = useMay('editor')
  const [open, setOpen] = useState<Open>(null)
  // One name for one wish: an answer that was lost is asked for again, a second wish is another.
  const attempt = useRef('')
  if (!mayPost) return null
  const close = () => setOpen(null)
  const retryable = post.publications.filter((publication) => publication.retryable).length
  const waiting = post.publications.some(({ state }) => state === 'waiting')
  const retry = async () => {
    const { accounts, left_out } = await retryPost(post.id, attempt.current)
    for (const { account_id, message } of left_out)
      showToast({ kind: 'failed', text: text.leftOut(nameOf(account_id), message) })
    showToast({ kind: 'done', text: text.retried(accounts.length) })
  }
  return (
    <div className="actions post-actions">
      {retryable > 0 && (
        <button
          type="button"
          className="button primary"
          onClick={() => {
            attempt.current = crypto.randomUUID()
            setOpen('retry')
          }}
        >
          {text.retry}
        </button>
      )}
      {post.status === 'scheduled' && post.scheduled_at !== null && (
        <button type="button" className="button" onClick={() => setOpen('move')}>
          {posts.move}
        </button>
      )}
      <ComposeLink given={{ from: post.id }} className="button">
        {text.duplicate}
      </ComposeLink>
      {waiting && (
        <button type="button" className="button" onClick={() => setOpen('cancel')}>
          {text.cancel}
        </button>
      )}
      {open === 'move' && post.scheduled_at !== null && (
        <MoveDialog id={post.id} at={post.scheduled_at} onClose={close} />
      )}
      {open === 'retry' && (
        <ConfirmDialog title={text.retryTitle} action={text.retry} run={retry} onDone={close} onClose={close}>
          <p>{text.retryWhy(retryable)}</p>
        </ConfirmDialog>
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title={text.cancelTitle}
          action={text.cancel}
          run={() => cancelPost(post.id)}
          onDone={() => {
            close()
            showToast({ kind: 'done', text: text.cancelled })
          }}
          onClose={close}
        >
          <p>{text.cancelWhy}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
