import en from '../i18n/en/slots.ts'
import ko from '../i18n/ko/slots.ts'
import { texts } from '../i18n/texts.ts'

export const useSlotsTexts = texts({ en, ko })
