import en from '../i18n/en/help.ts'
import ko from '../i18n/ko/help.ts'
import { texts } from '../i18n/texts.ts'

export const useHelpTexts = texts({ en, ko })
