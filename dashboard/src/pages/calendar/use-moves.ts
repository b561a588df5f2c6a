// Moving posts in the calendar: shown at once, taken back where the service refuses, undone for a while.

import { useRef, useState } from 'react'
import { movePost, type PostSummary } from '../../api/posts.ts'
import { isUnclear } from '../../api/unclear.ts'
import calendarTexts from '../../i18n/en/calendar.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { showToast } from '../../parts/toasts.tsx'
import { nameOfPost } from '../../posts/post-words.ts'
import { useTimeRefusal } from '../../posts/time-refusal.ts'
import { momentOf, secondsOf, timeOf, wallTime } from '../../posts/wall-time.ts'
import { type Slot, wallIn } from './calendar-days.ts'

/** How long a move can be undone, in milliseconds. */
const UNDO_MS = 10_000

export interface Moves {
  /** Where a post is shown now, in Unix milliseconds. */
  timeOf(post: PostSummary): number
  move(post: PostSummary, slot: Slot): void
  /** Undoes the last move, if it was just now or is on its way. */
  undo(): void
}

export function useMoves(): Moves {
  const text = useTexts('calendar', calendarTexts)
  const posts = useTexts('posts', postsTexts)
  const formats = useFormats()
  const { told } = useTimeRefusal()
  const [under, setUnder] = useState<ReadonlyMap<string, number>>(new Map())
  const onTheWay = useRef(new Map<string, Promise<void>>())
  const last = useRef<{ run: () => void; until: number } | null>(null)
  const shownAt = (post: PostSummary) => under.get(post.id) ?? post.scheduled_at ?? post.created_at
  const put = (id: string, at: number | null) =>
    setUnder((before) => {
      const next = new Map(before)
      if (at === null) next.delete(id)
      else next.set(id, at)
      return next
    })

  const send = async (
    post: PostSummary,
    at: number,
    done: () => void,
    notDone: (error: unknown) => void = () => {},
    needed = () => true,
  ) => {
    put(post.id, at)
    // One after the other: the post must end where it was put last, whichever request takes longer.
    const sent = (onTheWay.current.get(post.id) ?? Promise.resolve()).then(async () => {
      if (!needed()) return
      await movePost(post.id, at)
      done()
    })
    const over = sent.catch(notDone)
    onTheWay.current.set(post.id, over)
    try {
      // Until the calendar has been read again.
      await sent
    } catch (error) {
      showToast({
        kind: 'failed',
        text: (isUnclear(error) ? text.unsure : text.refused)(nameOfPost(post, posts.withoutText), told(error)),
      })
    } finally {
      if (onTheWay.current.get(post.id) === over) {
        onTheWay.current.delete(post.id)
        put(post.id, null)
      }
    }
  }

  const move = (post: PostSummary, slot: Slot) => {
    const from = shownAt(post)
    const wall = wallIn(slot, timeOf(from))
    const moment = momentOf(wall)
    // A time that comes twice is not always its first.
    if (moment === null || wall === wallTime(from)) return
    const to = moment.at + secondsOf(from)
    const name = nameOfPost(post, posts.withoutText)
    if (to <= Date.now()) {
      showToast({ kind: 'failed', text: text.refused(name, posts.timePast) })
      return
    }
    let undone = false
    let refused = false
    const forget = () => {
      if (last.current === mine) last.current = null
    }
    const undo = () => {
      undone = true
      forget()
      const done = () => showToast({ kind: 'done', text: text.undone })
      // A move that was refused meanwhile needs no undo.
      void send(post, from, done, undefined, () => !refused)
    }
    const mine = { run: undo, until: Number.POSITIVE_INFINITY }
    last.current = mine
    const done = () => {
      if (undone) return
      mine.until = Date.now() + UNDO_MS
      showToast({
        kind: 'done',
        text: text.moved(name, formats.dateTime(to)),
        action: { label: text.undo, run: undo, forMs: UNDO_MS },
      })
    }
    void send(post, to, done, (error) => {
      forget()
      refused = !isUnclear(error)
    })
  }

  const undo = () => {
    if (last.current !== null && Date.now() < last.current.until) last.current.run()
  }
  return { timeOf: shownAt, move, undo }
}
