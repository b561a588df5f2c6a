// Actions on one post or several: they ask first where they cannot be undone, and say when they are done.
import { type FormEvent, useRef, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { cancelPost, movePost, type PostSummary, retryPost } from '../api/posts.ts'
import { isUnclear } from '../api/unclear.ts'
import postTexts from '../i18n/en/post.ts'
import postsTexts from '../i18n/en/posts.ts'
import { useTexts } from '../i18n/texts.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { DialogForm, FormFoot } from '../parts/form-foot.tsx'
import { showToast } from '../parts/toasts.tsx'
import { useTimeRefusal } from './time-refusal.ts'
import { addDays, dayOf, momentOf, secondsOf, timeOf } from './wall-time.ts'

export type Deed = 'cancel' | 'retry' | 'move'

/** Which of the posts it can be done with, as far as the list tells. */
export const fitFor = (deed: Deed, posts: readonly PostSummary[]): readonly PostSummary[] =>
  posts.filter(({ status, scheduled_at }) =>
    deed === 'retry'
      ? status === 'failed' || status === 'partially_failed'
      : status === 'scheduled' && (deed === 'cancel' || scheduled_at !== null),
  )

interface DeedDialogProps {
  deed: Deed
  posts: readonly PostSummary[]
  /** @param left the posts for which it failed. */
  onDone: (left: readonly PostSummary[]) => void
  onClose: () => void
}

/** Asks, then does it with one post after the other. */
export function DeedDialog({ deed, posts, onDone, onClose }: DeedDialogProps) {
  const text = useTexts('posts', postsTexts)
  const post = useTexts('post', postTexts)
  const { told } = useTimeRefusal()
  // One name for one wish with each post: an answer that was lost is asked for again, and nothing is done twice.
  const attempts = useRef(new Map<string, string>())
  const left = useRef<PostSummary[]>([])
  const done = () => onDone(left.current)
  const attemptOf = (id: string) => {
    const name = attempts.current.get(id) ?? crypto.randomUUID()
    attempts.current.set(id, name)
    return name
  }
  const doAll = async (act: (post: PostSummary) => Promise<unknown>) => {
    const problems: unknown[] = []
    left.current = []
    for (const each of posts)
      await act(each).catch((error) => {
        problems.push(error)
        left.current.push(each)
      })
    // Alone it is told in the dialog.
    if (posts.length === 1 && problems.length === 1) throw problems[0]
    if (problems.length < posts.length)
      showToast({ kind: 'done', text: post.doneMany[deed](posts.length - problems.length) })
    if (problems.length > 0)
      showToast({
        kind: 'failed',
        text: (problems.some(isUnclear) ? text.unsureMany : text.failedMany)(problems.length, told(problems[0])),
      })
  }
  if (deed === 'move') return <MoveManyDialog posts={posts} doAll={doAll} onDone={done} onClose={onClose} />
  const cancels = deed === 'cancel'
  return (
    <ConfirmDialog
      title={cancels ? text.cancelManyTitle(posts.length) : text.retryManyTitle(posts.length)}
      action={cancels ? (posts.length > 1 ? text.cancelMany : post.cancel) : post.retry}
      run={() => doAll(({ id }) => (cancels ? cancelPost(id) : retryPost(id, attemptOf(id))))}
      onDone={done}
      onClose={onClose}
    >
      <p>{cancels ? post.cancelWhy : post.retryManyWhy}</p>
    </ConfirmDialog>
  )
}

interface MoveManyProps extends Omit<DeedDialogProps, 'deed' | 'onDone'> {
  onDone: () => void
  doAll: (act: (post: PostSummary) => Promise<unknown>) => Promise<void>
}

function MoveManyDialog({ posts, doAll, onDone, onClose }: MoveManyProps) {
  const text = useTexts('posts', postsTexts)
  const [days, setDays] = useState('1')
  const [tried, setTried] = useState(false)
  const count = Number(days)
  const movedAt = ({ scheduled_at: at }: PostSummary) => {
    const moment = at === null ? null : momentOf(`${addDays(dayOf(at), count)}T${timeOf(at)}`)
    return moment && moment.at + secondsOf(at!)
  }
  const wrong =
    !Number.isInteger(count) || count === 0 || posts.some((post) => (movedAt(post) ?? 0) <= Date.now())
      ? text.daysWrong
      : undefined
  const moving = useMutation({
    mutationFn: () => doAll((post) => movePost(post.id, movedAt(post)!)),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined) moving.mutate()
  }
  return (
    <Dialog title={text.moveMany} onClose={onClose} closable={!moving.isPending}>
      <DialogForm busy={moving.isPending} onSubmit={submit}>
        <Field label={text.days} hint={text.moveManyWhy} problem={tried ? wrong : undefined}>
          {(control) => (
            <input {...control} type="number" step={1} value={days} onChange={({ target }) => setDays(target.value)} />
          )}
        </Field>
        <FormFoot action={text.move} onCancel={onClose} busy={moving.isPending} error={moving.error} />
      </DialogForm>
    </Dialog>
  )
}
