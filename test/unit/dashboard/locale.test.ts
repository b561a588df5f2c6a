import { describe, expect, it } from 'vitest'
import { hourFormat, localeOf } from '../../../dashboard/src/i18n/locale.ts'

describe('how times are written', () => {
  it('follows the country that the browser names with the language of the page', () => {
    expect(localeOf('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
    expect(localeOf('ko', ['ko'])).toBe('ko')
  })

  it('follows the clock of the browser where it names no such country, or one that nothing understands', () => {
    expect(localeOf('ko', ['en-US@posix'])).toMatch(/^ko-u-hc-h(12|23)$/)
    expect(localeOf('en', ['en-US@posix'])).toMatch(/^en-u-hc-h(12|23)$/)
  })

  it('names full hours so that they are known as hours', () => {
    const nine = new Date(2031, 4, 6, 9)
    expect(hourFormat('en-US').format(nine)).toMatch(/^9\sAM$/)
    expect(hourFormat('en-GB').format(nine)).toMatch(/^0?9:00$/)
    expect(hourFormat('ko').format(nine)).toBe('오전 9시')
  })
})
