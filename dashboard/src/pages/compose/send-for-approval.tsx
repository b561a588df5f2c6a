import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, orThrow } from '../../api/client.ts'
import approvalsTexts from '../../i18n/en/approvals.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'
import { showToast } from '../../parts/toasts.tsx'
import type { Draft } from './draft.ts'

/** Has an editor look at the post before it goes out. */
export function useSendForApproval(type: Draft['type'], onSent: () => void) {
  const text = useTexts('approvals', approvalsTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: object) =>
      (await orThrow(api.POST('/v1/approvals', { body: { type, post: body as Record<string, unknown> } }))).data,
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['approvals'] })
      onSent()
      showToast({ kind: 'done', text: text.sent })
      await navigate({ to: '/approvals/$id', params: { id } })
    },
  })
}

/** @param only whether it is the one way for this person, and so the form's own button. */
export function SendForApproval({
  only,
  sending,
  told,
  disabled,
  onSend,
}: {
  only: boolean
  sending: ReturnType<typeof useSendForApproval>
  /** Its refusal is said beside the fields. */
  told: boolean
  disabled: boolean
  onSend: () => void
}) {
  const text = useTexts('approvals', approvalsTexts)
  return (
    <>
      {!told && <Problem error={sending.error} />}
      <button
        type={only ? 'submit' : 'button'}
        className={only ? 'button primary' : 'button'}
        disabled={disabled || sending.isPending}
        aria-busy={sending.isPending}
        onClick={only ? undefined : onSend}
      >
        {text.send}
      </button>
    </>
  )
}
