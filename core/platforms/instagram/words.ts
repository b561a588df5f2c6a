// Instagram in words (platform-apis, sections 2 and 6).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect:
    "By Instagram's page of consent, or together with the Facebook Page that it belongs to. The account must be a business or creator account.",
  app: 'A Meta app with Instagram Login, or with Facebook Login. Free; accounts of other people need App Review.',
  doubt:
    'The service reads the container, which says whether it was published. If it does not say, the service compares the newest posts. It publishes again only if the post is certainly not live.',
}
