import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { cancelPost, type Post } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import postTexts from '../../i18n/en/post.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { canBeCancelled } from '../../posts/cancelling.ts'
import { ComposeLink } from '../../posts/compose-link.tsx'
import { MoveDialog } from '../../posts/move-dialog.tsx'
import { PostStateBadge } from '../../posts/post-state.tsx'
import { nameOfPost } from '../../posts/post-words.ts'
import { Details } from './details.tsx'
import { followPost } from './follow-post.ts'
import { PartsAndSteps } from './parts-and-steps.tsx'
import { PublicationTable } from './publication-table.tsx'
import { Retry, retryableOf } from './retry.tsx'
import './post.css'
import { HelpLink } from '../../help/help-link.tsx'

const route = getRouteApi('/frame/posts/$id')

/** One post: how it stands on each account, what failed first, what can be done, and the rest under "Details". */
export function PostPage() {
  const { id } = route.useParams()
  // A question that was asked about one post must not be answered for the next.
  return <OnePost key={id} id={id} />
}

function OnePost({ id }: { id: string }) {
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
          {post !== undefined && <When post={post} />} <HelpLink operation="getPost" />
        </>
      }
      actions={
        <>
          <Link to="/posts" className="button plain">
            {text.back}
          </Link>
          {post !== undefined && <Actions post={post} />}
        </>
      }
    >
      <Loaded query={query}>
        {(shown) => (
          <>
            {query.isError && (
              <div className="problem warning" role="status">
                <p>{text.maybeOld}</p>
              </div>
            )}
            <PublicationTable post={shown} />
            <PartsAndSteps post={shown} />
            <Details post={shown} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function When({ post: { type, status, scheduled_at, created_at } }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const posts = useTexts('posts', postsTexts)
  // A post whose accounts are disconnected fails before it is due.
  const over = status === 'cancelled' || (status === 'failed' && (scheduled_at ?? 0) > Date.now())
  const said =
    status === 'scheduled'
      ? text.scheduledFor
      : over
        ? scheduled_at === null
          ? text.created
          : text.wasScheduledFor
        : text.publishedAt
  return (
    <span>
      {posts.types[type]} · {said} <Time at={scheduled_at ?? created_at} />
    </span>
  )
}

type Open = 'cancel' | 'move' | null

function Actions({ post }: { post: Post }) {
  const text = useTexts('post', postTexts)
  const posts = useTexts('posts', postsTexts)
  const mayWrite = useMay('author')
  const mayPost = useMay('editor')
  const [open, setOpen] = useState<Open>(null)
  if (!mayWrite) return null
  const close = () => setOpen(null)
  const mayCancel = mayPost && post.publications.some(canBeCancelled)
  return (
    <>
      {mayPost && post.status === 'scheduled' && post.scheduled_at !== null && (
        <button type="button" className="button" onClick={() => setOpen('move')}>
          {posts.move}
        </button>
      )}
      <ComposeLink given={{ from: post.id }} className="button">
        {text.duplicate}
      </ComposeLink>
      {mayCancel && (
        <button type="button" className="button" onClick={() => setOpen('cancel')}>
          {text.cancel}
        </button>
      )}
      {
        // A single account has it in its card.
        mayPost && retryableOf(post).length > 1 && <Retry post={post} primary />
      }
      {open === 'move' && post.scheduled_at !== null && (
        <MoveDialog id={post.id} at={post.scheduled_at} onClose={close} />
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
    </>
  )
}
