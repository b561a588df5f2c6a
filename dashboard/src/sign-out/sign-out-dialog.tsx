import { useEffect, useEffectEvent, useState } from 'react'
import { signOut, useSession } from '../api/session.ts'
import signOutTexts from '../i18n/en/sign-out.ts'
import { useTexts } from '../i18n/texts.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { inMain } from '../parts/dialog.tsx'
import { useProblemText } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'
import { forgetDrafts, hasDrafts } from './own-drafts.ts'

/** Signs out, and asks before what is to become of the person's drafts in this browser where there are any. */
export default function SignOut({ onClose }: { onClose: () => void }) {
  const text = useTexts('signOut', signOutTexts)
  const { person } = useSession()
  const problemText = useProblemText()
  const failed = useEffectEvent((error: unknown) => {
    showToast({ kind: 'failed', text: problemText(error) })
    onClose()
  })
  const [asking, setAsking] = useState(false)
  const [keeps, setKeeps] = useState(false)
  useEffect(() => {
    let here = true
    const begin = async () => {
      if (await hasDrafts(person.id)) {
        if (here) setAsking(true)
      } else if (here) await signOut(() => forgetDrafts(person.id))
    }
    begin().catch(failed)
    return () => {
      here = false
    }
  }, [person.id])
  if (!asking) return null
  return inMain(
    <ConfirmDialog
      title={text.title}
      action={text.action}
      run={() => signOut(keeps ? undefined : () => forgetDrafts(person.id))}
      onDone={() => {}}
      onClose={onClose}
    >
      <p>{text.draftsGo}</p>
      <label className="choice">
        <input type="checkbox" checked={keeps} onChange={({ target }) => setKeeps(target.checked)} />
        {text.draftsStay}
      </label>
    </ConfirmDialog>,
  )
}
