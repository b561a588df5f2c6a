import { type FormEvent, useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import type { Key } from '../../api/schemas.ts'
import keysTexts from '../../i18n/en/keys.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import type { NewSecret } from './secret-dialog.tsx'

interface RotateDialogProps {
  target: Key
  onDone: (secret: NewSecret) => void
  onClose: () => void
}

/** Gives a key a new secret; callers have until the old one ends to take the new one. */
export function RotateDialog({ target, onDone, onClose }: RotateDialogProps) {
  const text = useTexts('keys', keysTexts)
  const [hours, setHours] = useState<0 | 1 | 24>(24)
  // Rotated twice, the secret that callers have would end at once: a wish whose answer got lost is the same wish.
  const [attempt] = useState(() => crypto.randomUUID())
  const rotating = useMutation({
    mutationFn: async () =>
      (
        await orThrow(
          api.POST('/v1/keys/{id}/rotate', {
            params: { path: { id: target.id }, header: { 'Idempotency-Key': `${attempt}-${hours}` } },
            body: { keep_old_hours: hours },
          }),
        )
      ).data,
    onSuccess: ({ api_key, old_secret_until }) => onDone({ apiKey: api_key, oldUntil: old_secret_until }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotating.mutate()
  }
  const choices = [
    [24, text.keep24],
    [1, text.keep1],
    [0, text.keep0],
  ] as const
  return (
    <Dialog title={text.rotateTitle(target.name)} onClose={onClose} closable={!rotating.isPending}>
      <DialogForm busy={rotating.isPending} onSubmit={submit}>
        <p>{text.rotateWhy}</p>
        <fieldset>
          <legend>{text.keepOld}</legend>
          {choices.map(([value, label]) => (
            <label className="choice" key={value}>
              <input type="radio" name="keep" checked={hours === value} onChange={() => setHours(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <FormFoot action={text.rotate} onCancel={onClose} busy={rotating.isPending} danger error={rotating.error} />
      </DialogForm>
    </Dialog>
  )
}
