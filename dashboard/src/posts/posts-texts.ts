import en from '../i18n/en/posts.ts'
import ko from '../i18n/ko/posts.ts'
import { texts } from '../i18n/texts.ts'

export const usePostsTexts = texts({ en, ko })
