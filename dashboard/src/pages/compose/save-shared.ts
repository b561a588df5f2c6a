import { api, orThrow, PublisherError } from '../../api/client.ts'
import { readDraft, type SharedDraft } from '../../api/drafts.ts'
import { orFound, sameJson } from '../../api/look-after.ts'
import { useMutation } from '../../api/mutation.ts'
import { useSameKey } from '../../api/same-key.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { showToast } from '../../parts/toasts.tsx'
import { isSeries } from './attempt.ts'
import { bodyOf } from './check-draft.ts'
import { draftsChanged, type TeamDraftsProps } from './shared-drafts.ts'

/** Whether the service refused with this code. */
export const isCode = (error: unknown, code: string): boolean => error instanceof PublisherError && error.code === code

/** Saves what is composed as a draft of the team, or over the one that it was opened from. */
export function useSaveShared({ kept, draft, connections }: TeamDraftsProps) {
  const text = useTexts('compose', composeTexts)
  const { round } = kept
  const once = useSameKey()
  return useMutation({
    mutationFn: async (version: number | undefined) => {
      const body = { type: draft.type, post: bodyOf(draft, connections) as Record<string, unknown> }
      const { shared } = draft
      const { data } =
        shared === null
          ? await once(body, (key) =>
              orThrow(api.POST('/v1/drafts', { params: { header: { 'Idempotency-Key': key } }, body })),
            )
          : await orFound<{ data: SharedDraft }>(
              orThrow(
                api.PUT('/v1/drafts/{id}', {
                  params: { path: { id: shared.id } },
                  body: { ...body, version: version ?? shared.version },
                }),
              ),
              async () => {
                const data = await readDraft(shared.id)
                return data.type === body.type && sameJson(data.post, body.post) ? { data } : undefined
              },
            )
      return { ...data, of: round, once: isSeries(draft) }
    },
    onSuccess: ({ id, version, of, once: onlyOnce }) => {
      // Another draft that was opened meanwhile would be saved in the place of this one.
      kept.change((before) => ({ ...before, shared: { id, version } }), of)
      showToast({ kind: 'done', text: onlyOnce ? text.draftSavedOnce : text.draftSaved })
    },
    // Also where it was refused: then there is something newer to look at.
    onSettled: draftsChanged,
  })
}
