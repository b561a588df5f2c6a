import en from '../../i18n/en/post.ts'
import ko from '../../i18n/ko/post.ts'
import { texts } from '../../i18n/texts.ts'

export const usePostTexts = texts({ en, ko })
