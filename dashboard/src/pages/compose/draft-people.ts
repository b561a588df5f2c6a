// The people who saved a draft of the team, and those who are editing it.

import type { SharedDraft } from '../../api/drafts.ts'
import { useSession } from '../../api/session.ts'
import teamDraftsTexts from '../../i18n/en/team-drafts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useMakerName } from '../../parts/maker.ts'

/** Names of the others who are editing a draft at this moment, with commas. */
export const editorsOf = ({ editing }: SharedDraft, ownId: string): string =>
  editing
    .filter(({ id }) => id !== ownId)
    .map(({ name, email }) => name || email)
    .join(', ')

/** Names of the people who saved drafts. */
export const useNameOf = () => {
  const team = useTexts('teamDrafts', teamDraftsTexts)
  const { person } = useSession()
  const makerName = useMakerName()
  return ({ updated_by: by }: SharedDraft): string =>
    by === null ? team.anApiKey : by.id === person.id ? team.you : makerName(by)
}
