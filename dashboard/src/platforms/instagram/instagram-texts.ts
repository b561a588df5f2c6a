import en from '../../i18n/en/instagram.ts'
import ko from '../../i18n/ko/instagram.ts'
import { texts } from '../../i18n/texts.ts'

export const useInstagramTexts = texts({ en, ko })
