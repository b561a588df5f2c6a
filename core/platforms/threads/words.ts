// Threads in words (platform-apis, sections 2 and 6).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect: "By Threads' page of consent.",
  app: 'A Meta app with the Threads use case. Free; accounts of other people need App Review.',
  doubt:
    'The service reads the container, which says whether it was published. If it does not say, the service compares the newest posts. It publishes again only if the post is certainly not live.',
}
