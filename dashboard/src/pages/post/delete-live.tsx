import { useState } from 'react'
import { factsOf } from '../../../../core/platforms/facts.ts'
import { deletePublication } from '../../api/posts.ts'
import { useMay } from '../../api/session.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import type { Publication } from './publication-table.tsx'
import { useQuoted } from './trouble.tsx'

/** The words about a deletion, as the platform's where it said them. */
const wordsOf = ({ message, platform }: NonNullable<NonNullable<Publication['deletion']>['error']>) =>
  platform?.message === message ? platform : { message }

/** Takes what is live off its platform, where the platform has a way to; and how far that is. */
export function DeleteLive({ postId, of }: { postId: string; of: Publication }) {
  const text = useTexts('post', postTexts)
  const account = useAccountName()(of.account_id)
  const mayPost = useMay('editor')
  const [asking, setAsking] = useState(false)
  const { platform, state, deletion } = of
  const quoted = useQuoted(platform)
  const live = state === 'published' || state === 'partially_published'
  const offered = mayPost && live && deletion?.state !== 'pending' && factsOf(platform).deletion !== undefined
  const close = () => setAsking(false)
  return (
    <>
      {deletion?.state === 'pending' && <p className="small">{text.deleting}</p>}
      {deletion && deletion.error !== null && (
        <p className="quiet small">
          {deletion.state === 'failed' ? text.notDeleted : text.deletingTrouble} {quoted(wordsOf(deletion.error))}
        </p>
      )}
      {offered && (
        <p>
          <button
            type="button"
            className="button small plain"
            aria-label={text.deleteOf(account)}
            onClick={() => setAsking(true)}
          >
            {text.delete}
          </button>
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title={text.deleteTitle}
          action={text.delete}
          run={() => deletePublication(postId, of.account_id)}
          onDone={() => {
            close()
            showToast({ kind: 'done', text: text.deleteBegun })
          }}
          onClose={close}
        >
          <p>{text.deleteWhy(account, of.parts?.filter(({ live: is }) => is).length ?? 1)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
