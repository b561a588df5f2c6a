import { type FormEvent, useState } from 'react'
import { createKey } from '../../api/keys.ts'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import keysTexts from '../../i18n/en/keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { DialogForm, FormFoot } from '../../parts/form-foot.tsx'
import { useKeptField } from '../../parts/kept-state.ts'
import type { NewSecret } from './secret-dialog.tsx'

interface CreateDialogProps {
  /** The highest rate that the owner may give a key, in requests a minute. */
  most: number | undefined
  onDone: (secret: NewSecret) => void
  onClose: () => void
}

export function CreateDialog({ most, onDone, onClose }: CreateDialogProps) {
  const text = useTexts('keys', keysTexts)
  const fieldProblem = useFieldProblem()
  const formats = useFormats()
  const [name, setName] = useKeptField('key-name', '')
  const [rate, setRate] = useKeptField('key-rate', '')
  const [tried, setTried] = useState(false)
  const once = useSameKey()
  const creating = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), ...(rate.trim() === '' ? {} : { rate_limit: Number(rate) }) }
      return once(body, (attempt) => createKey(attempt, body))
    },
    onSuccess: ({ api_key }) => onDone({ apiKey: api_key, oldUntil: null }),
  })
  const mostText = most === undefined ? '' : formats.number(most)
  const nameWrong = name.trim() === '' ? text.nameRequired : undefined
  const rateWrong =
    rate.trim() !== '' && !(/^\d+$/.test(rate.trim()) && Number(rate) >= 1 && Number(rate) <= (most ?? Infinity))
      ? text.rateWrong(mostText)
      : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (nameWrong === undefined && rateWrong === undefined) creating.mutate()
  }
  const refused = {
    name: fieldProblem(creating.error, 'name', text.name),
    rate: fieldProblem(creating.error, 'rate_limit', text.rate),
  }
  return (
    <Dialog title={text.createTitle} onClose={onClose} closable={!creating.isPending}>
      <DialogForm busy={creating.isPending} onSubmit={submit}>
        <Field label={text.name} hint={text.nameHint} problem={(tried ? nameWrong : undefined) ?? refused.name}>
          {(control) => <input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <Field
          label={text.rate}
          optional
          hint={most === undefined ? undefined : text.rateHint(mostText)}
          problem={(tried ? rateWrong : undefined) ?? refused.rate}
        >
          {(control) => (
            <input {...control} inputMode="numeric" value={rate} onChange={({ target }) => setRate(target.value)} />
          )}
        </Field>
        <FormFoot
          action={text.createAction}
          onCancel={onClose}
          busy={creating.isPending}
          error={refused.name === undefined && refused.rate === undefined ? creating.error : null}
        />
      </DialogForm>
    </Dialog>
  )
}
