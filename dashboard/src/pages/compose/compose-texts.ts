import en from '../../i18n/en/compose.ts'
import ko from '../../i18n/ko/compose.ts'
import { texts } from '../../i18n/texts.ts'

export const useComposeTexts = texts({ en, ko })
