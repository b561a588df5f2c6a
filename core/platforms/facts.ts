// The platforms that posts can be published to: one row each. `connectors.ts` has the same rows with how each is called,
// apart from these because most functions need only the facts of platforms.
import { bluesky } from './bluesky/facts.ts'
import { facebook } from './facebook/facts.ts'
import { instagram } from './instagram/facts.ts'
import { mastodon } from './mastodon/facts.ts'
import type { PlatformFacts } from './platform-facts.ts'
import { threads } from './threads/facts.ts'

export { accessOf, type LookUp } from './platform-facts.ts'

export const FACTS = { instagram, threads, bluesky, mastodon, facebook } as const satisfies Record<
  string,
  PlatformFacts
>

export type PlatformId = keyof typeof FACTS
export const PLATFORM_IDS = Object.keys(FACTS) as [PlatformId, ...PlatformId[]]

export const factsOf = (id: PlatformId): PlatformFacts => FACTS[id]

/** Names for people, as in `Instagram and Threads`. */
export const inWords = (ids: readonly PlatformId[], last = 'and'): string => {
  const names = ids.map((id) => FACTS[id].display_name)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
}

/** A value for each platform, made of its facts. */
export const byPlatform = <T>(make: (facts: PlatformFacts, id: PlatformId) => T): Record<PlatformId, T> =>
  Object.fromEntries(PLATFORM_IDS.map((id) => [id, make(FACTS[id], id)])) as Record<PlatformId, T>
