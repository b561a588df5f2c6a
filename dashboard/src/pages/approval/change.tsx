// A post that waits, changed by its author or an editor: its words, its time, its media. Then it waits again.

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { orFound, sameJson } from '../../api/look-after.ts'
import { useMutation } from '../../api/mutation.ts'
import { useMay, useSession } from '../../api/session.ts'
import { type PostForApproval, postOf, readApproval } from '../../approvals/approvals.ts'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Field } from '../../parts/field.tsx'
import { useKeptState } from '../../parts/kept-state.ts'
import { online } from '../../parts/online.ts'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { isHalfWritten, zoneHere } from '../../posts/wall-time.ts'
import '../../media/media.css'
import { TimeField } from './time-field.tsx'

const LibraryDialog = lazy(() =>
  online().then(async () => ({ default: (await import('../compose/library-dialog.tsx')).LibraryDialog })),
)

type Item = NonNullable<NonNullable<PostForApproval['media']>['items']>[number]

const itemsOf = ({ media }: PostForApproval): Item[] =>
  media?.items ?? media?.media_asset_ids?.map((media_asset_id) => ({ media_asset_id })) ?? []

const same = (a: readonly Item[], b: readonly Item[]): boolean =>
  a.length === b.length && a.every(({ media_asset_id: id }, at) => id === b[at]!.media_asset_id)

/** As the field of the browser has it: a time of the wall. */
const wallTime = (ms: number): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  const at = new Date(ms)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The media as the post names them: a file keeps its texts. */
function mediaWith(post: PostForApproval, items: readonly Item[]): object {
  if (items.length === 0) {
    const { media: _, ...rest } = post
    return rest
  }
  if (post.media?.items) return { ...post, media: { ...post.media, items } }
  return { ...post, media: { ...post.media, media_asset_ids: items.map(({ media_asset_id }) => media_asset_id) } }
}

type Approval = Schemas['ApprovalWithHistory']

interface ChangeProps {
  approval: Approval
  /** Something was changed and not sent again. */
  touched: boolean
  onTouched: (touched: boolean) => void
}

/**
 * The form shows the newest version as long as nothing was changed in it. After that, a note says that somebody else changed the post;
 * their version replaces the changes here only on request.
 */
export function Change({ approval, touched, onTouched }: ChangeProps) {
  const text = useTexts('approvals', approvalsTexts)
  const { person } = useSession()
  const mayDecide = useMay('editor')
  const [begun, begin] = useState(approval)
  const isNewer = approval.version !== begun.version
  if (isNewer && !touched) begin(approval)
  const details = useRef<HTMLDetailsElement>(null)
  // Changes that were made before the person looked at another page are in sight again.
  useEffect(() => {
    if (touched && details.current) details.current.open = true
  }, [touched])
  if (!mayDecide && approval.created_by?.id !== person.id) return null
  return (
    <details className="card" ref={details} open={approval.state === 'changes_asked'}>
      <summary>{text.change}</summary>
      <ChangeForm
        key={begun.version}
        approval={begun}
        overtaken={isNewer && touched}
        onTouched={onTouched}
        onTakeNewer={() => {
          onTouched(false)
          begin(approval)
        }}
      />
    </details>
  )
}

interface ChangeFormProps {
  /** The version that the changes are of. */
  approval: Approval
  /** Somebody else changed the post since. */
  overtaken: boolean
  onTouched: (touched: boolean) => void
  onTakeNewer: () => void
}

function ChangeForm({ approval, overtaken, onTouched, onTakeNewer }: ChangeFormProps) {
  const text = useTexts('approvals', approvalsTexts)
  const formats = useFormats()
  const queries = useQueryClient()
  const post = postOf(approval)
  const before = {
    content: post.content ?? '',
    at: typeof post.scheduled_at === 'number' ? wallTime(post.scheduled_at) : '',
    items: itemsOf(post),
  }
  // Kept for this version alone: after another one, they would undo what somebody else wrote.
  const kept = `change-${approval.id}-${approval.version}`
  const [content, setContent] = useKeptState(`${kept}-content`, before.content)
  const [at, setAt] = useKeptState(`${kept}-at`, before.at)
  const [items, setItems] = useKeptState(`${kept}-items`, before.items)
  const [choosing, setChoosing] = useState(false)
  const time = useRef<HTMLInputElement>(null)
  const [unfinished, setUnfinished] = useState(false)
  // A day without an hour is a change, although the field has no value yet: approved now, the post would go out at once.
  const [half, setHalf] = useState(false)
  const changed = half || content !== before.content || at !== before.at || !same(items, before.items)
  useEffect(() => onTouched(changed), [changed, onTouched])
  const changing = useMutation({
    mutationFn: () => {
      const next: Record<string, unknown> = { ...(same(items, before.items) ? post : mediaWith(post, items)), content }
      // The next free slot stays what it is unless a time is named.
      if (at !== before.at) {
        delete next.scheduled_at
        if (at !== '') next.scheduled_at = new Date(at).getTime()
      }
      const { id, version, type } = approval
      const sent = orThrow(
        api.PUT('/v1/approvals/{id}', { params: { path: { id } }, body: { version, type, post: next } }),
      )
      return orFound<unknown>(sent, async () => {
        const now = await readApproval(id)
        return now.version > version && sameJson(now.post, next) ? now : undefined
      })
    },
    onSuccess: () => {
      onTouched(false)
      showToast({ kind: 'done', text: text.changed })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['approvals'] }),
  })
  const look = () => setHalf(isHalfWritten(time.current))
  const send = () => {
    // The post would lose its time, and go out as soon as it is approved.
    const lacksPart = isHalfWritten(time.current)
    setUnfinished(lacksPart)
    if (!lacksPart) changing.mutate()
  }
  const move = (from: number, to: number) => {
    const next = [...items]
    next.splice(to, 0, ...next.splice(from, 1))
    setItems(next)
  }
  return (
    <>
      {/* Written while it is sent, a change would be gone with this version. */}
      <fieldset className="stack" role="presentation" disabled={changing.isPending}>
        <Field label={text.text} hint={text.changeHint}>
          {(control) => (
            <textarea {...control} rows={6} value={content} onChange={({ target }) => setContent(target.value)} />
          )}
        </Field>
        {approval.type !== 'stories' && (
          <TimeField
            label={text.newTime}
            hint={text.newTimeHint(zoneHere())}
            field={time}
            at={at}
            unfinished={unfinished}
            onChange={(next) => {
              setUnfinished(false)
              setAt(next)
            }}
            onLook={look}
          />
        )}
        {approval.type !== 'text' && (
          <fieldset className="stack">
            <legend>{text.media}</legend>
            <ol className="approval-change-media">
              {items.map(({ media_asset_id: id }, index) => (
                // One file may stand twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells two of the same apart
                <li key={`${id} ${index}`}>
                  <img src={`/api/v1/media/${id}`} alt={text.medium(formats.number(index + 1))} loading="lazy" />
                  <div className="actions">
                    <button
                      type="button"
                      className="button small"
                      disabled={index === 0}
                      aria-label={text.moveEarlier(formats.number(index + 1))}
                      onClick={() => move(index, index - 1)}
                    >
                      ←
                    </button>
                    <button
                      type="button"
                      className="button small"
                      disabled={index === items.length - 1}
                      aria-label={text.moveLater(formats.number(index + 1))}
                      onClick={() => move(index, index + 1)}
                    >
                      →
                    </button>
                    <button
                      type="button"
                      className="button small"
                      aria-label={text.removeMedium(formats.number(index + 1))}
                      onClick={() => setItems(items.filter((_, other) => other !== index))}
                    >
                      ×
                    </button>
                  </div>
                </li>
              ))}
            </ol>
            <div className="actions">
              <button type="button" className="button" onClick={() => setChoosing(true)}>
                {text.addMedia}
              </button>
            </div>
          </fieldset>
        )}
        {overtaken ? (
          <div className="problem warning" role="alert">
            <p>{text.overtaken}</p>
            <button type="button" className="button small" onClick={onTakeNewer}>
              {text.takeNewer}
            </button>
          </div>
        ) : (
          <Problem error={changing.error} />
        )}
        <div className="actions">
          <button
            type="button"
            className="button"
            disabled={changing.isPending || !changed || overtaken}
            onClick={send}
          >
            {text.save}
          </button>
        </div>
      </fieldset>
      {choosing && (
        <Suspense>
          <LibraryDialog
            kinds={approval.type === 'reels' ? ['video'] : ['image', 'video']}
            onPick={(assets) => {
              setItems([...items, ...assets.map(({ id }) => ({ media_asset_id: id }))])
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
