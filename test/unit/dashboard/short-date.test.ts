import { describe, expect, it } from 'vitest'
import { shortDate } from '../../../dashboard/src/i18n/short-date.ts'

describe('a day in few words', () => {
  const now = new Date(2031, 4, 6, 12).getTime()

  it('has no year in its own year, so that it fits beside a size on a phone', () => {
    const at = new Date(2031, 10, 23, 9).getTime()
    expect(shortDate(at, now, 'en')).toBe('Nov 23')
    expect(shortDate(at, now, 'ko')).toBe('11월 23일')
  })

  it('has the year of any other', () => {
    const at = new Date(2030, 10, 23, 9).getTime()
    expect(shortDate(at, now, 'en')).toBe('Nov 23, 2030')
    expect(shortDate(at, now, 'ko')).toBe('2030년 11월 23일')
  })
})
