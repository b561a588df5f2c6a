import { useRef, useState } from 'react'
import { type Post, retryPost } from '../../api/posts.ts'
import partsTexts from '../../i18n/en/parts.ts'
import postTexts from '../../i18n/en/post.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { withRule } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'

/** The publications that are published again when the post is retried. */
export const retryableOf = ({ publications }: Post): Post['publications'] =>
  publications.filter(({ retryable }) => retryable)

/** The button that publishes again wherever that can help, and its question. */
export function Retry({ post, primary }: { post: Post; primary: boolean }) {
  const text = useTexts('post', postTexts)
  const { refusal } = useTexts('parts', partsTexts)
  const nameOf = useAccountName()
  const [asking, setAsking] = useState(false)
  // One name for one wish: an answer that was lost is asked for again, a second wish is another.
  const attempt = useRef('')
  const close = () => setAsking(false)
  const retry = async () => {
    const { accounts, left_out } = await retryPost(post.id, attempt.current)
    if (left_out.length > 0) {
      const said = left_out.map(({ account_id, code, message }) =>
        text.leftOut(nameOf(account_id), withRule(refusal(code), message)),
      )
      showToast({ kind: 'failed', text: said.join(' ') })
    }
    showToast({ kind: 'done', text: text.retried(accounts.length) })
  }
  return (
    <>
      <button
        type="button"
        className={primary ? 'button primary' : 'button'}
        onClick={() => {
          attempt.current = crypto.randomUUID()
          setAsking(true)
        }}
      >
        {text.retry}
      </button>
      {asking && (
        <ConfirmDialog title={text.retryTitle} action={text.retry} run={retry} onDone={close} onClose={close}>
          <p>{text.retryWhy(retryableOf(post).length)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
