import type { ReactNode } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Field } from './field.tsx'
import { showToast } from './toasts.tsx'
import './copy-field.css'

/** Copies `value` and says so; where the browser refuses, it says how else. */
function CopyButton({ value }: { value: string }) {
  const text = useTexts('parts', partsTexts)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ kind: 'done', text: text.copied })
    } catch {
      showToast({ kind: 'failed', text: text.copyFailed })
    }
  }
  return (
    <button type="button" className="button" onClick={copy}>
      {text.copy}
    </button>
  )
}

/** A text that is shown to be copied: a secret or a link. It is selected as soon as the field has the focus. */
export function CopyField({ label, hint, value }: { label: string; hint?: ReactNode; value: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="secret">
          <input
            {...control}
            readOnly
            value={value}
            autoComplete="off"
            spellCheck={false}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton value={value} />
        </div>
      )}
    </Field>
  )
}
