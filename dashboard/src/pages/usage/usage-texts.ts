import en from '../../i18n/en/usage.ts'
import ko from '../../i18n/ko/usage.ts'
import { texts } from '../../i18n/texts.ts'

export const useUsageTexts = texts({ en, ko })
