// Mastodon in words (platforms-next, section 3).
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect: "Name the account's own server and agree on its page of consent.",
  app: 'Nothing: an app is registered at each server when it is first needed. Free.',
  doubt:
    "The service reads the account's posts since the call and compares text and media. Only if the post is certainly not among them, and within an hour, it makes the same call again with the same key; otherwise the outcome is shown as unknown.",
}
