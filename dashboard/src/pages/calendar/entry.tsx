import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { PostSummary } from '../../api/posts.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useLocale } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { PostPicture } from '../../posts/post-picture.tsx'
import { STATE_TONES } from '../../posts/post-state.tsx'
import { nameOfPost } from '../../posts/post-words.ts'
import { PlatformMarks } from './platform-marks.tsx'

/** The data that is carried while a post is dragged. */
export const DRAGGED = 'application/x-post-id'

/** The state once more, beside its colour. */
const STATE_MARKS: Record<PostSummary['status'], string> = {
  scheduled: '',
  publishing: '…',
  published: '✓',
  partially_failed: '!',
  failed: '✕',
  cancelled: '–',
  expired: '✓',
}

interface EntryProps {
  post: PostSummary
  at: number
  /** The platforms that it goes to. */
  platforms: readonly string[]
  /** With its picture, in two lines. */
  large?: boolean
  movable: boolean
  picked: boolean
  onKey: (event: KeyboardEvent) => void
  onLeave: () => void
}

/** A post in the calendar: a link to its page, which can be dragged or moved with keys while it is scheduled. */
export function Entry({ post, at, platforms, large = false, movable, picked, onKey, onLeave }: EntryProps) {
  const text = useTexts('calendar', calendarTexts)
  const posts = useTexts('posts', postsTexts)
  const locale = useLocale()
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at)
  const name = nameOfPost(post, posts.withoutText)
  return (
    <Link
      to="/posts/$id"
      params={{ id: post.id }}
      preload={false}
      className={`entry ${STATE_TONES[post.status]}${post.status === 'cancelled' ? ' off' : ''}${large ? ' large' : ''}${picked ? ' picked' : ''}`}
      aria-label={text.entry(time, name, posts.states[post.status])}
      aria-description={movable ? text.movable : undefined}
      data-post={post.id}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, post.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onKeyDown={movable ? onKey : undefined}
      onBlur={onLeave}
    >
      <span className="entry-head">
        {STATE_MARKS[post.status] !== '' && <span className="entry-state" data-mark={STATE_MARKS[post.status]} />}
        <span className="entry-time">{time}</span> <PlatformMarks of={platforms} />
      </span>{' '}
      <span className="entry-body">
        {large && post.media_asset_ids.length > 0 && <PostPicture ids={post.media_asset_ids.slice(0, 1)} />}
        <span className="entry-name" dir="auto">
          {name}
        </span>
      </span>
    </Link>
  )
}
