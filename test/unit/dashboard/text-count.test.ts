// How long the composer says that a text is: as the service counts what it sends.
import { describe, expect, it } from 'vitest'
import type { PlatformId } from '../../../core/platforms/facts.ts'
import { captionProblemOf } from '../../../core/posts/rules/check-post.ts'
import { textCount } from '../../../dashboard/src/pages/compose/text-count.ts'

describe('the count of a text in the composer', () => {
  // Each syllable is three characters, as some programs write Korean: Instagram counts them all, Threads one.
  it.each<[PlatformId, number]>([
    ['instagram', 734],
    ['threads', 500],
    ['bluesky', 300],
    ['mastodon', 500],
  ])('is the one that %s is held to, also of letters in parts', (platform, syllables) => {
    for (const count of [syllables - 1, syllables, syllables + 1]) {
      const text = '\u1112\u1161\u11ab'.repeat(count)
      const { count: found, limit } = textCount(platform, undefined, { text, beside: '' })
      expect([count, found > limit]).toEqual([count, captionProblemOf(platform, text) !== undefined])
    }
  })

  it('is that of bytes where these are too many, as of emoji of several parts on Bluesky', () => {
    const of = (count: number) => textCount('bluesky', undefined, { text: '👩‍👩‍👧‍👦'.repeat(count), beside: '' })
    for (const count of [120, 121]) {
      const { count: found, limit } = of(count)
      const problem = captionProblemOf('bluesky', '👩‍👩‍👧‍👦'.repeat(count))
      expect([count, found > limit]).toEqual([count, problem !== undefined])
    }
    // Bytes are called bytes: nobody would count 3,025 characters here.
    expect(of(121)).toEqual({ count: 3025, limit: 3000, unit: 'bytes' })
    expect(of(120)).toEqual({ count: 120, limit: 300, unit: 'characters' })
  })
})
