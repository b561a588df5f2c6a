// The link by which somebody without a user reviews the post: made, copied, ended.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orThrow, type Schemas } from '../../api/client.ts'
import { useMutation } from '../../api/mutation.ts'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Time } from '../../parts/time.tsx'
import { showToast } from '../../parts/toasts.tsx'

/** @param open the post waits: a link is made only then. One that is there shows the post after its decision, too, until it ends. */
export function ReviewLink({ approval, open }: { approval: Schemas['ApprovalWithHistory']; open: boolean }) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const { id, review_shown_until: until } = approval
  const [url, setUrl] = useState<string | null>(null)
  const [asked, setAsked] = useState<'revoke' | 'replace' | null>(null)
  const close = () => setAsked(null)
  const setting = useMutation({
    mutationFn: async (wanted: boolean) => {
      const body = { review_link: wanted }
      return (await orThrow(api.PATCH('/v1/approvals/{id}', { params: { path: { id } }, body }))).data.review_link
    },
    onSuccess: (made) => {
      setUrl(made?.url ?? null)
      if (made === null) showToast({ kind: 'done', text: text.linkRevoked })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['approvals'] }),
  })
  return (
    <section className="card stack" aria-labelledby="review-link">
      <h2 id="review-link">{text.reviewLink}</h2>
      <p className="quiet">{open ? text.reviewLinkWhy : text.reviewLinkStays}</p>
      {url !== null && <CopyField label={text.reviewLink} hint={text.linkOnce} value={url} />}
      {until !== null && (
        <p className="quiet small">
          {text.reviewUntil} <Time at={until} />
        </p>
      )}
      {/* After a question the dialog tells it. */}
      {asked === null && <Problem error={setting.error} />}
      <div className="actions">
        {until !== null && (
          <button type="button" className="button" onClick={() => setAsked('revoke')}>
            {text.revokeLink}
          </button>
        )}
        {open && (
          <button
            type="button"
            className="button"
            disabled={setting.isPending}
            onClick={() => (until === null ? setting.mutate(true) : setAsked('replace'))}
          >
            {until === null ? text.makeLink : text.makeLinkAnew}
          </button>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={text.linkEnds[asked]}
          action={asked === 'revoke' ? text.revokeLink : text.makeLinkAnew}
          run={() => setting.mutateAsync(asked === 'replace')}
          onDone={close}
          onClose={close}
        >
          <p>{text.linkEndsWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
