// The texts of the frame, which are in the first load.
import en from '../i18n/en/shell.ts'
import { laterTexts } from '../i18n/texts.ts'

export const useShellTexts = laterTexts({ en, ko: () => import('../i18n/ko/shell.ts') })
