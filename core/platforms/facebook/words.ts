// Facebook Pages in words (platforms-next, section 1).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect:
    'By Facebook Login: the person chooses among the Pages, also those of a business, on which they may create content, and among the Instagram accounts that belong to them.',
  app: 'A Meta app with Facebook Login. Free; Pages of other people need App Review and Business Verification.',
  doubt:
    "The service reads the state of reels and story videos by their id. It searches the Page's own posts for everything else, for pictures by their photos. A post that is not found is reported as outcome unknown and never published again automatically.",
}
