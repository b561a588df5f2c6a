// The form of a dialog, and the end of every form: what went wrong, the way out, and the button that does it.
import type { FormEventHandler, ReactNode } from 'react'
import partsTexts from '../i18n/en/parts.ts'
import { useTexts } from '../i18n/texts.ts'
import { Problem } from './problem.tsx'

interface DialogFormProps {
  /** The request is under way. */
  busy: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

/** Nothing in it can be changed while it is sent: what is typed then would be lost with the dialog. */
export function DialogForm({ busy, onSubmit, children }: DialogFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className="stack" role="presentation" disabled={busy}>
        {children}
      </fieldset>
    </form>
  )
}

interface FormFootProps {
  /** The action's name: "Create". */
  action: string
  /** Where no form takes the submission. */
  onAct?: () => void
  onCancel: () => void
  /** While the action is under way both buttons are locked. */
  busy?: boolean
  /** The action cannot be taken yet. */
  locked?: boolean
  /** It cannot be taken back. */
  danger?: boolean
  /** The error, unless it is shown beside its field. */
  error?: unknown
}

export function FormFoot({
  action,
  onAct,
  onCancel,
  busy = false,
  locked = false,
  danger = false,
  error,
}: FormFootProps) {
  const text = useTexts('parts', partsTexts)
  return (
    <>
      <Problem error={error} />
      <footer>
        <button type="button" className="button" onClick={onCancel} disabled={busy}>
          {text.cancel}
        </button>
        <button
          type={onAct === undefined ? 'submit' : 'button'}
          className={danger ? 'button danger' : 'button primary'}
          onClick={onAct}
          disabled={busy || locked}
          aria-busy={busy}
        >
          {action}
        </button>
      </footer>
    </>
  )
}
