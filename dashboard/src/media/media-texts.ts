import en from '../i18n/en/media.ts'
import ko from '../i18n/ko/media.ts'
import { texts } from '../i18n/texts.ts'

export const useMediaTexts = texts({ en, ko })
