// What saving a draft for the team and the list of the team's drafts have in common.

import { DRAFTS } from '../../api/drafts.ts'
import { queryClient } from '../../api/queries.ts'
import type { Connection } from '../../api/schemas.ts'
import type { Draft } from './draft.ts'
import type { KeptDraft } from './use-draft.ts'

export interface TeamDraftsProps {
  kept: KeptDraft
  draft: Draft
  connections: readonly Connection[]
}

/** Reads the team's drafts again, after some were saved or deleted. */
export const draftsChanged = () => queryClient.invalidateQueries({ queryKey: DRAFTS })
