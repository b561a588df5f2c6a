// The texts of the shared parts, which are in the first load.
import en from '../i18n/en/parts.ts'
import ko from '../i18n/ko/parts.ts'
import { texts } from '../i18n/texts.ts'

export const usePartsTexts = texts({ en, ko })
