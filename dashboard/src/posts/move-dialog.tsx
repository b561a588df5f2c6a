import { type FormEvent, useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { movePost } from '../api/posts.ts'
import postsTexts from '../i18n/en/posts.ts'
import { useFormats } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { DialogForm, FormFoot } from '../parts/form-foot.tsx'
import { showToast } from '../parts/toasts.tsx'
import { MomentField, useWrongTime } from './moment-field.tsx'
import { useTimeRefusal } from './time-refusal.ts'
import { momentOf, wallTime } from './wall-time.ts'

interface MoveDialogProps {
  id: string
  /** When it goes out now, in Unix milliseconds. */
  at: number
  onClose: () => void
}

/** Asks for another time and moves the post there. */
export function MoveDialog({ id, at, onClose }: MoveDialogProps) {
  const text = useTexts('posts', postsTexts)
  const { aboutTime } = useTimeRefusal()
  const formats = useFormats()
  const [wall, setWall] = useState(() => wallTime(at))
  const [tried, setTried] = useState(false)
  const chosen = momentOf(wall)
  const wrong = useWrongTime()(wall)
  const moving = useMutation({
    mutationFn: (to: number) => movePost(id, to),
    onSuccess: (_, to) => {
      showToast({ kind: 'done', text: text.moved(formats.dateTime(to)) })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // The field shows no seconds, and not which one is meant of a time that comes twice.
    if (wrong === undefined && chosen !== null) moving.mutate(wall === wallTime(at) ? at : chosen.at)
  }
  const refused = aboutTime(moving.error)
  return (
    <Dialog title={text.moveTitle} onClose={onClose} closable={!moving.isPending}>
      <DialogForm busy={moving.isPending} onSubmit={submit}>
        <p>{text.moveWhy}</p>
        <MomentField wall={wall} onChange={setWall} problem={(tried ? wrong : undefined) ?? refused} />
        <FormFoot
          action={text.move}
          onCancel={onClose}
          busy={moving.isPending}
          error={refused === undefined ? moving.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}
