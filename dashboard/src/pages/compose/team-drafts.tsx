import { Suspense, useState } from 'react'
import { forgetDraft, readDraft } from '../../api/drafts.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Problem } from '../../parts/problem.tsx'
import { type Draft, isEmpty } from './draft.ts'
import { openedPart } from './opened-part.ts'
import { isCode, useSaveShared } from './save-shared.ts'
import type { TeamDraftsProps } from './shared-drafts.ts'

const DraftList = openedPart((all) => all.DraftList)

/** The same for the composer's content. */
export const forgetShared = async (shared: Draft['shared']): Promise<void> => {
  if (shared !== null) await forgetDraft(shared)
}

/** @throws {PublisherError} where the draft of the team that is composed was published or deleted since. */
export const expectShared = async (shared: Draft['shared']): Promise<void> => {
  if (shared === null) return
  await readDraft(shared.id).catch((error: unknown) => {
    if (isCode(error, 'not_found')) throw error
  })
}

/** Saving what is composed for the team, and the drafts that others saved. */
export function TeamDrafts({
  kept,
  draft,
  connections,
}: Omit<TeamDraftsProps, 'connections'> & {
  /** Undefined until they have come: a draft that is saved without them would lose its accounts. */
  connections: TeamDraftsProps['connections'] | undefined
}) {
  const text = useTexts('compose', composeTexts)
  const [listed, setListed] = useState(false)
  const saving = useSaveShared({ kept, draft, connections: connections ?? [] })
  const uploading = draft.media.some(({ asset }) => asset === null)
  const told = saving.error !== null && !isCode(saving.error, 'draft_changed')
  return (
    <>
      <button type="button" className="button small plain" onClick={() => setListed(true)}>
        {text.teamDrafts}
      </button>
      <button
        type="button"
        className="button small plain"
        disabled={
          connections === undefined || isEmpty(draft) || draft.attempt !== null || uploading || saving.isPending
        }
        aria-busy={saving.isPending}
        onClick={() => saving.mutate(undefined)}
      >
        {text.saveForTeam}
      </button>
      {told && <Problem error={saving.error} />}
      {listed && (
        <Suspense>
          <DraftList kept={kept} draft={draft} onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
}
