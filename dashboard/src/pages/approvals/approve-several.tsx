// Several posts that wait, approved together: everything that will be published is shown first, and only that is approved.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow } from '../../api/client.ts'
import { orFound } from '../../api/look-after.ts'
import { useMutation } from '../../api/mutation.ts'
import { mayPass } from '../../api/unclear.ts'
import { type Approval, postOf, readApproval } from '../../approvals/approvals.ts'
import { WhatGoesOut } from '../../approvals/deciding.tsx'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormFoot } from '../../parts/form-foot.tsx'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import { useAccountName } from '../../posts/account-names.ts'
import { nameOfPost } from '../../posts/post-words.ts'

interface ApproveSeveralProps {
  /** As they were chosen: what changes meanwhile is not shown, and not approved. */
  posts: readonly Approval[]
  onClose: () => void
}

export function ApproveSeveral({ posts, onClose }: ApproveSeveralProps) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const nameOf = useAccountName()
  const [shown] = useState(posts)
  const [failed, setFailed] = useState<readonly { approval: Approval; error: unknown }[]>([])
  // The same again makes nothing twice.
  const asked = failed.length === 0 ? shown : failed.map(({ approval }) => approval)
  const approving = useMutation({
    mutationFn: async () => {
      const left: { approval: Approval; error: unknown }[] = []
      for (const approval of asked) {
        const { id, version } = approval
        const header = { 'Idempotency-Key': `approve-${id}-${version}` }
        const given = { params: { path: { id }, header }, body: { version } }
        await orFound<unknown>(orThrow(api.POST('/v1/approvals/{id}/approve', given)), async () => {
          const now = await readApproval(id)
          return now.state === 'approved' && now.version === version ? now : undefined
        }).catch((error: unknown) => {
          left.push({ approval, error })
        })
      }
      return left
    },
    onSuccess: (left) => {
      setFailed(left)
      const done = asked.length - left.length
      if (done > 0) showToast({ kind: 'done', text: text.severalDone(done) })
      if (left.length === 0) onClose()
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['approvals'] })
      void queries.invalidateQueries({ queryKey: ['posts'] })
    },
  })
  const name = (approval: Approval) => {
    const { title = null, content = '', hashtags = [] } = postOf(approval)
    return nameOfPost({ title, content, hashtags }, text.withoutText)
  }
  return (
    <Dialog title={text.approveTitle(shown.length)} onClose={onClose} closable={!approving.isPending}>
      {failed.length > 0 ? (
        <div role="alert" className="stack">
          <p>{text.severalLeft(failed.length)}</p>
          <ul className="stack">
            {failed.map(({ approval, error }) => (
              <li key={approval.id}>
                <strong>{name(approval)}</strong>
                <Problem error={error} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="stack approval-several">
          <p>{text.approveWhy}</p>
          {shown.map((approval) => (
            <WhatGoesOut
              key={approval.id}
              of={approval}
              post={postOf(approval)}
              accounts={postOf(approval).accounts.map(nameOf).join(', ')}
            />
          ))}
        </div>
      )}
      <FormFoot
        action={text.approve}
        onAct={() => approving.mutate()}
        onCancel={onClose}
        busy={approving.isPending}
        locked={failed.length > 0 && !failed.some(({ error }) => mayPass(error))}
        error={approving.error}
      />
    </Dialog>
  )
}
