import { describe, expect, it } from 'vitest'
import { bestTimes, changeOf, fileOf, spansOf } from '../../../dashboard/src/pages/insights/figures.ts'

const DAY = 24 * 3_600_000

describe('figures', () => {
  it('are of whole days, and of as many before', () => {
    const now = Date.UTC(2031, 4, 8, 13)
    const { current, before } = spansOf(7, now)
    expect(current).toEqual({ from: Date.UTC(2031, 4, 2), to: now })
    expect(before).toEqual({ from: Date.UTC(2031, 3, 25), to: Date.UTC(2031, 4, 2) - 1 })
    expect((before.to + 1 - before.from) / DAY).toBe(7)
  })

  it('have a change only where there was something before', () => {
    expect([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0), changeOf(5, undefined)]).toEqual([
      50,
      -50,
      undefined,
      undefined,
    ])
  })

  it('tell the times that did best', () => {
    const at = (day: number, hour: number) => new Date(2031, 4, day, hour).getTime()
    const posts = [
      { publishedAt: at(6, 9), views: 100 },
      { publishedAt: at(13, 10), views: 300 },
      { publishedAt: at(7, 18), views: 150 },
      { publishedAt: at(8, 3), views: 10 },
    ]
    expect(bestTimes(posts, 2)).toEqual([
      { weekday: new Date(at(6, 9)).getDay(), hour: 9, average: 200, posts: 2 },
      { weekday: new Date(at(7, 18)).getDay(), hour: 18, average: 150, posts: 1 },
    ])
  })

  it('are saved without a cell that a spreadsheet runs', () => {
    expect(fileOf([['=1', '@x', -5, 'a,"b"', null]])).toBe(`'=1,'@x,-5,"a,""b""",\r\n`)
  })
})
