import en from '../i18n/en/keys-help.ts'
import ko from '../i18n/ko/keys-help.ts'
import { texts } from '../i18n/texts.ts'

export const useKeysHelpTexts = texts({ en, ko })
