// What saving a draft for the team and the list of the team's drafts have in common.

import { DRAFTS, type SharedDraft } from '../../api/drafts.ts'
import { queryClient } from '../../api/queries.ts'
import type { Connection } from '../../api/schemas.ts'
import { useSession } from '../../api/session.ts'
import composeTexts from '../../i18n/en/compose.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useMakerName } from '../../parts/maker.ts'
import type { Draft } from './draft.ts'
import type { KeptDraft } from './use-draft.ts'

export interface TeamDraftsProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

/** Reads the team's drafts again, after some were saved or deleted. */
export const draftsChanged = () => queryClient.invalidateQueries({ queryKey: DRAFTS })

/** Names of the others who are editing a draft at this moment, with commas. */
export const editorsOf = ({ editing }: SharedDraft, ownId: string): string =>
  editing
    .filter(({ id }) => id !== ownId)
    .map(({ name, email }) => name || email)
    .join(', ')

/** Names of the people who saved drafts. */
export const useNameOf = () => {
  const text = useTexts('compose', composeTexts)
  const { person } = useSession()
  const makerName = useMakerName()
  return ({ updated_by: by }: SharedDraft): string =>
    by === null ? text.anApiKey : by.id === person.id ? text.you : makerName(by)
}
