// Facebook Pages in words (platforms-next, section 1).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect:
    'By Facebook Login: the person chooses among the Pages, also those of a business, on which they may create content, and among the Instagram accounts that belong to them.',
  app: 'A Meta app with Facebook Login. Free; Pages of other people need App Review and Business Verification.',
  doubt:
    "Reels and story videos are asked by their id. Everything else is searched for among the Page's own posts, pictures by the very photos; what is not found is reported as outcome unknown, and never published again by itself.",
}
