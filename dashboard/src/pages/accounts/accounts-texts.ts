import en from '../../i18n/en/accounts.ts'
import ko from '../../i18n/ko/accounts.ts'
import { texts } from '../../i18n/texts.ts'

export const useAccountsTexts = texts({ en, ko })
