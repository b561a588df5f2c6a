import en from '../../i18n/en/team.ts'
import ko from '../../i18n/ko/team.ts'
import { texts } from '../../i18n/texts.ts'

export const useTeamTexts = texts({ en, ko })
