// Mastodon in words (platforms-next, section 3).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect: "By the page of consent of the account's own server, which is named first.",
  app: 'Nothing: an app is registered at each server when it is first needed. Free.',
  doubt:
    "The account's posts since are read, and compared by text and media. Only where it certainly is not among them, and within an hour, the same call is made again with the same key; otherwise the outcome is shown as unknown.",
}
