import { Link } from '@tanstack/react-router'
import type { Connection } from '../../api/schemas.ts'
import composeTexts from '../../i18n/en/compose.ts'
import forApprovalTexts from '../../i18n/en/for-approval.ts'
import postsTexts from '../../i18n/en/posts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { useOptionWords } from '../../posts/option-words.ts'
import { nameOfPost } from '../../posts/post-words.ts'
import type { Draft } from './draft.ts'
import { Note } from './note.tsx'
import type { KeptDraft } from './use-draft.ts'

/** How long a draft that was thrown away can be restored, in milliseconds. */
const UNDO_MS = 10_000

interface DraftNotesProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

/** Notes on the draft before one goes on with it: another tab's doings, drafts put aside, accounts left out. */
export function DraftNotes({ kept, draft, connections }: DraftNotesProps) {
  const text = useTexts('compose', composeTexts)
  const approvals = useTexts('forApproval', forApprovalTexts)
  const posts = useTexts('posts', postsTexts)
  const nameOf = useAccountName()
  const options = useOptionWords()
  const { elsewhere, aside } = kept
  const [newest] = aside
  const untouched = draft.leftOut.filter(
    (id) => !draft.accounts.includes(id) && connections.some((connection) => connection.id === id),
  )
  const drop = () =>
    showToast({ kind: 'done', text: text.dropped, action: { label: text.undo, run: kept.dropAside(), forMs: UNDO_MS } })
  return (
    <>
      {elsewhere?.is === 'changed' && (
        <Note says={text.elsewhere}>
          <button type="button" className="button small" onClick={kept.reload}>
            {text.takeOther}
          </button>
        </Note>
      )}
      {elsewhere?.is === 'sent' && (
        <Note urgent says={elsewhere.id === '' ? approvals.sentElsewhere : text.sentElsewhere}>
          <div className="actions">
            {elsewhere.id !== '' && (
              <Link to="/posts/$id" params={{ id: elsewhere.id }} className="button small">
                {text.lookAtPost}
              </Link>
            )}
            <button type="button" className="button small" onClick={kept.startOver}>
              {text.discard}
            </button>
            <button type="button" className="button small" onClick={kept.keepMine}>
              {text.keepMine}
            </button>
          </div>
        </Note>
      )}
      {elsewhere?.is === 'sending' && (
        <Note urgent says={text.sendingElsewhere}>
          <div className="actions">
            <Link to={elsewhere.attempt.forApproval ? '/approvals' : '/posts'} className="button small">
              {elsewhere.attempt.forApproval ? approvals.open : text.look}
            </Link>
            <button type="button" className="button small" onClick={kept.keepMine}>
              {text.keepMine}
            </button>
          </div>
        </Note>
      )}
      {newest !== undefined && (
        <Note says={text.putAside(nameOfPost({ ...newest, hashtags: [newest.hashtags] }, posts.withoutText))}>
          <div className="actions">
            <button type="button" className="button small" disabled={draft.attempt !== null} onClick={kept.takeBack}>
              {text.takeBack}
            </button>
            <button type="button" className="button small" onClick={drop}>
              {text.drop}
            </button>
          </div>
        </Note>
      )}
      {untouched.length > 0 && <Note says={text.leftOut(untouched.map(nameOf).join(', '))} />}
      {draft.notCopied.length > 0 && <Note says={text.notCopied(draft.notCopied.map(options.nameOf).join(', '))} />}
      {draft.filesLost > 0 && <Note says={text.filesLost(draft.filesLost)} />}
      {draft.signedOut && <Note says={text.wasSignedOut} />}
    </>
  )
}
