// Instagram in words (platform-apis, sections 2 and 6).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect:
    "By Instagram's page of consent, or together with the Facebook Page that it belongs to. The account must be a business or creator account.",
  app: 'A Meta app with Instagram Login, or with Facebook Login. Free; accounts of other people need App Review.',
  doubt:
    'The container is asked: it tells whether it was published. Where it does not tell, the newest posts are compared. It is published again only where it certainly is not live.',
}
