// How long tokens of Meta's platforms live, and how they are refreshed (platform-apis, section 9).
import type { SessionFacts } from '../platform-facts.ts'

const DAY = 24 * 3_600_000

/** Platforms give tokens for 60 days, and refuse to refresh one that is younger than a day; refreshing begins at day 30. */
export const META_SESSION: SessionFacts = {
  renewed: 'time',
  life_ms: 60 * DAY,
  youngest_ms: DAY,
  ahead_ms: 30 * DAY,
}
