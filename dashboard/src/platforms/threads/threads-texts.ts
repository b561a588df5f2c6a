import en from '../../i18n/en/threads.ts'
import ko from '../../i18n/ko/threads.ts'
import { texts } from '../../i18n/texts.ts'

export const useThreadsTexts = texts({ en, ko })
