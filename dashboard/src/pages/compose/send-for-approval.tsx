import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'

interface SendForApprovalProps {
  /** Whether it is the one way for this person, and so the form's own button. */
  only: boolean
  busy: boolean
  disabled: boolean
  onSend: () => void
}

/** Asks an editor to approve the post, or each of a series, before it is published. */
export function SendForApproval({ only, busy, disabled, onSend }: SendForApprovalProps) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <button
      type={only ? 'submit' : 'button'}
      className={only ? 'button primary' : 'button'}
      disabled={disabled}
      aria-busy={busy}
      onClick={only ? undefined : onSend}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {text.send}
    </button>
  )
}
