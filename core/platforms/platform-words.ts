// The platforms page's words about each platform: a row per platform. Apart from the facts, which the dashboard loads.
import { words as bluesky } from './bluesky/words.ts'
import { words as facebook } from './facebook/words.ts'
import type { PlatformId } from './facts.ts'
import { words as instagram } from './instagram/words.ts'
import { words as mastodon } from './mastodon/words.ts'
import { words as threads } from './threads/words.ts'

/** In full sentences. */
export interface PlatformWords {
  /** How an account is connected. */
  connect: string
  /** The operator's preparations, and their cost. */
  app: string
  /** The outcome when the answer to publishing is lost. */
  doubt: string
}

export const PLATFORM_WORDS: Readonly<Record<PlatformId, PlatformWords>> = {
  instagram,
  threads,
  bluesky,
  mastodon,
  facebook,
}
