import en from '../../i18n/en/webhooks.ts'
import ko from '../../i18n/ko/webhooks.ts'
import { texts } from '../../i18n/texts.ts'

export const useWebhooksTexts = texts({ en, ko })
