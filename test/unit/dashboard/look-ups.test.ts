// Searches of the composer: which accounts can search, what is sent, and how the keys go through what was found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HashtagText, PlaceText } from '../../../core/accounts/rules/look-up-request.ts'
import type { Connection } from '../../../dashboard/src/api/schemas.ts'
import {
  couldLookUp,
  hashtagText,
  MAX_SEARCH,
  placeText,
  searchersIn,
} from '../../../dashboard/src/pages/compose/look-ups.ts'
import { entryAfter } from '../../../dashboard/src/pages/compose/options/combobox-keys.ts'
import { connection } from '../../support/dashboard-samples.ts'

const of = (more: object) => connection(more) as unknown as Connection
const plain = of({ id: 'plain', connected_via: null })
const byFacebook = of({ id: 'by-facebook', connected_via: 'facebook' })
const ended = of({ id: 'ended', connected_via: 'facebook', status: 'reconnect_required' })
const threads = of({ id: 'threads', platform: { name: 'threads', display_name: 'Threads' } })

describe('the accounts that search', () => {
  it.each(['places', 'hashtags'] as const)('for %s are those of Facebook Login, connected ones first', (what) => {
    const found = searchersIn([plain, ended, threads, byFacebook], what)
    expect(found.map(({ id }) => id)).toEqual(['by-facebook', 'ended'])
    expect(searchersIn([plain, threads], what)).toEqual([])
  })

  it('could be more where an account is connected another way', () => {
    expect(couldLookUp([plain], 'hashtags')).toBe(true)
    expect(couldLookUp([threads], 'hashtags')).toBe(false)
    expect(couldLookUp([of({ platform: { name: 'myspace', display_name: 'Myspace' } })], 'hashtags')).toBe(false)
  })
})

describe('what is searched for', () => {
  it.each([
    ['  Harbor   Bakery ', 'Harbor Bakery'],
    ['함부르크', '함부르크'],
    ['a', null],
    ['  ', null],
    ['a\u0000b', null],
    ['a'.repeat(MAX_SEARCH + 1), null],
  ])('as a place, of %j, is %j', (typed, text) => {
    expect(placeText(typed)).toBe(text)
  })

  it.each([
    ['#Coffee', 'coffee'],
    [' 커피 ', '커피'],
    ['two words', null],
    ['#', null],
    ['#☕', null],
    ['a'.repeat(MAX_SEARCH + 1), null],
  ])('as a hashtag, of %j, is %j', (typed, text) => {
    expect(hashtagText(typed)).toBe(text)
  })

  it('is what the service takes', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 110 }),
      fc.string({ unit: 'binary', maxLength: 110 }),
    )
    fc.assert(
      fc.property(typed, (given) => {
        const [place, hashtag] = [placeText(given), hashtagText(given)]
        if (place !== null) expect(PlaceText.parse(place)).toBe(place)
        if (hashtag !== null) expect(HashtagText.parse(hashtag)).toBe(hashtag)
      }),
    )
    expect(PlaceText.safeParse('a'.repeat(MAX_SEARCH)).success).toBe(true)
    expect(PlaceText.safeParse('a'.repeat(MAX_SEARCH + 1)).success).toBe(false)
  })
})

describe('the arrow keys', () => {
  it.each([
    ['ArrowDown', -1, 3, 0],
    ['ArrowDown', 0, 3, 1],
    ['ArrowDown', 2, 3, 0],
    ['ArrowUp', -1, 3, 2],
    ['ArrowUp', 0, 3, 2],
    ['ArrowUp', 2, 3, 1],
    ['ArrowDown', -1, 0, -1],
    ['ArrowUp', 4, 0, -1],
  ] as const)('%s from %i of %i entries leads to %i', (key, at, count, next) => {
    expect(entryAfter(key, at, count)).toBe(next)
  })
})
