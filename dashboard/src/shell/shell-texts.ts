// The texts of the frame, which are in the first load.
import en from '../i18n/en/shell.ts'
import ko from '../i18n/ko/shell.ts'
import { texts } from '../i18n/texts.ts'

export const useShellTexts = texts({ en, ko })
