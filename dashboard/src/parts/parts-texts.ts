// The texts of the shared parts, which are in the first load.
import en from '../i18n/en/parts.ts'
import { laterTexts } from '../i18n/texts.ts'

export const usePartsTexts = laterTexts({ en, ko: () => import('../i18n/ko/parts.ts') })
