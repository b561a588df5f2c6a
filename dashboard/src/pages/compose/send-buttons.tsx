import { Link } from '@tanstack/react-router'
import { POST_TYPES } from '../../../../core/platforms/post-types.ts'
import { useMay } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import forApprovalTexts from '../../i18n/en/for-approval.ts'
import { useTexts } from '../../i18n/texts.ts'
import type { Draft } from './draft.ts'
import { Note } from './note.tsx'
import type { Sending } from './use-sending.ts'

/** The ways to send the post: for approval, and where the person may, at once. The filled one is the form's own. */
export function SendButtons({ draft, sending }: { draft: Draft; sending: Sending }) {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('forApproval', forApprovalTexts)
  const mayPublish = useMay('editor')
  const { isPending, forApproval, tooOld, gone, send } = sending
  const disabled = isPending || tooOld || gone
  const later = POST_TYPES[draft.type].schedulable && draft.when !== 'now'
  const asking = isPending && forApproval
  const publishing = isPending && !forApproval
  const spinner = <span className="spinner" aria-hidden="true" />
  return (
    <>
      <button
        type={mayPublish ? 'button' : 'submit'}
        className={mayPublish ? 'button' : 'button primary'}
        disabled={disabled || (draft.attempt !== null && !forApproval)}
        aria-busy={asking}
        onClick={mayPublish ? () => send(true) : undefined}
      >
        {asking && spinner}
        {approvals.send}
      </button>
      {mayPublish && (
        <button type="submit" className="button primary" disabled={disabled || forApproval} aria-busy={publishing}>
          {publishing && spinner}
          {later ? text.schedule : text.publish}
        </button>
      )}
    </>
  )
}

interface UnsureProps {
  sending: Sending
  onEdit: () => void
}

/** Nobody knows whether the service took the post: where to look, and how to go on. */
export function Unsure({ sending: { forApproval, tooOld }, onEdit }: UnsureProps) {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('forApproval', forApprovalTexts)
  return (
    <Note urgent says={tooOld ? text.unsureOld : forApproval ? approvals.unsure : text.unsure}>
      <div className="actions">
        <Link to={forApproval ? '/approvals' : '/posts'} className="button small">
          {forApproval ? approvals.open : text.look}
        </Link>
        <button type="button" className="button small" onClick={onEdit}>
          {text.editAgain}
        </button>
      </div>
    </Note>
  )
}
