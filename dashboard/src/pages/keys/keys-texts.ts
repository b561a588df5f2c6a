import en from '../../i18n/en/keys.ts'
import ko from '../../i18n/ko/keys.ts'
import { texts } from '../../i18n/texts.ts'

export const useKeysTexts = texts({ en, ko })
