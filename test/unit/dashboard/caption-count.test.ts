// How long the composer says that a text is: as the service counts what it sends.
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { captionProblemOf } from '../../../core/posts/rules/check-post.ts'
import type { Connection } from '../../../dashboard/src/api/schemas.ts'
import { captionCount } from '../../../dashboard/src/pages/compose/check-draft.ts'
import { EMPTY_DRAFT } from '../../../dashboard/src/pages/compose/draft.ts'

// The address that the page's client would call, read as it is loaded.
vi.hoisted(() => vi.stubGlobal('window', { location: { origin: 'http://localhost' } }))
afterAll(() => vi.unstubAllGlobals())

const account = { id: 'account', server_limits: null } as unknown as Connection
const long = (content: string, platform: PlatformId): boolean => {
  const { count, limit } = captionCount({ ...EMPTY_DRAFT, content }, platform, account)
  return count > limit
}

describe('the count of a text in the composer', () => {
  // Each syllable is three characters, as some programs write Korean: Instagram counts them all, Threads one.
  it.each<[PlatformId, number]>([
    ['instagram', 734],
    ['threads', 500],
    ['bluesky', 300],
    ['mastodon', 500],
  ])('is the one that %s is held to, also of letters in parts', (platform, syllables) => {
    for (const count of [syllables - 1, syllables, syllables + 1]) {
      const content = '\u1112\u1161\u11ab'.repeat(count)
      expect([count, long(content, platform)]).toEqual([count, captionProblemOf(platform, content) !== undefined])
    }
  })
})
