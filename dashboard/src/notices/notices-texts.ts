import en from '../i18n/en/notices.ts'
import ko from '../i18n/ko/notices.ts'
import { texts } from '../i18n/texts.ts'

export const useNoticesTexts = texts({ en, ko })
