import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { PostSummary } from '../../api/posts.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { STATE_TONES } from '../../posts/post-state.tsx'
import { nameOfPost } from '../../posts/post-words.ts'

/** What is carried while a post is dragged. */
export const DRAGGED = 'application/x-post-id'

interface EntryProps {
  post: PostSummary
  at: number
  movable: boolean
  picked: boolean
  onKey: (event: KeyboardEvent) => void
  onLeave: () => void
}

/** A post in the calendar: a link to its page, which can be dragged or moved with keys while it is scheduled. */
export function Entry({ post, at, movable, picked, onKey, onLeave }: EntryProps) {
  const text = useTexts('calendar', calendarTexts)
  const posts = useTexts('posts', postsTexts)
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(at)
  const name = nameOfPost(post, posts.withoutText)
  return (
    <Link
      to="/posts/$id"
      params={{ id: post.id }}
      preload={false}
      className={`entry ${STATE_TONES[post.status]}${picked ? ' picked' : ''}`}
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
      <span className="entry-time">{time}</span> <span className="entry-name">{name}</span>
    </Link>
  )
}
