import approvalsTexts from '../i18n/en/approvals.ts'
import { useTexts } from '../i18n/texts.ts'

interface DecideButtonsProps {
  busy: boolean
  /** It can no longer be approved as it is. */
  tooLate: boolean
  onAsk: () => void
  onApprove: () => void
}

/** Asking for changes, or approving: on the page of the team and on that of a review link. */
export function DecideButtons({ busy, tooLate, onAsk, onApprove }: DecideButtonsProps) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <>
      <button type="button" className="button" disabled={busy} onClick={onAsk}>
        {text.ask}
      </button>
      <button type="button" className="button primary" disabled={busy || tooLate} onClick={onApprove}>
        {text.approve}
      </button>
    </>
  )
}
