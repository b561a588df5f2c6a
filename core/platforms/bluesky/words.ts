// Bluesky in words, for the page of the platforms.
import type { PlatformWords } from '../platform-words.ts'

export const words: PlatformWords = {
  connect:
    "Enter the account's handle and agree on the page of its own server (OAuth), or enter the handle and an app password.",
  app: 'None: this installation describes itself to the servers. It costs nothing, and nobody reviews it.',
  doubt:
    'The post is stored under a key that is made before the first call, so repeating the same call publishes once. After 5 minutes the service reads the key first, so that a post that was deleted meanwhile does not come back.',
}
