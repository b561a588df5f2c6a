import en from '../../i18n/en/calendar.ts'
import ko from '../../i18n/ko/calendar.ts'
import { texts } from '../../i18n/texts.ts'

export const useCalendarTexts = texts({ en, ko })
