import { describe, expect, it } from 'vitest'
import {
  bestTimes,
  changeOf,
  compare,
  daysFile,
  fileOf,
  measureOf,
  spansOf,
} from '../../../dashboard/src/pages/insights/figures.ts'

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
    // A little less is told without a sign: nobody can read "-0".
    expect(changeOf(1400, 1402)).toBe(0)
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
      { publishedAt: at(6, 9), value: 100 },
      { publishedAt: at(13, 10), value: 300 },
      { publishedAt: at(7, 18), value: 150 },
      { publishedAt: at(8, 3), value: 10 },
    ]
    expect(bestTimes(posts, 2)).toEqual([
      { weekday: new Date(at(6, 9)).getDay(), hour: 9, average: 200, posts: 2 },
      { weekday: new Date(at(7, 18)).getDay(), hour: 18, average: 150, posts: 1 },
    ])
  })

  it('are saved without a cell that a spreadsheet runs', () => {
    expect(fileOf([['=1', '@x', -5, 'a,"b"', null]])).toBe(`'=1,'@x,-5,"a,""b""",\r\n`)
    expect(fileOf([['＝1', '＋1', '－1', '＠x']])).toBe("'＝1,'＋1,'－1,'＠x\r\n")
  })

  const day = (of: number, figures: Record<string, number> | null, standing: Record<string, number> | null) => ({
    day: `2031-05-0${of}`,
    figures,
    standing,
  })
  const kept = (...days: ReturnType<typeof day>[]) => ({ from: 0, to: 0, people: ['reach'], days })

  it('of a count are compared with how it stood at the start of the span, not with the span before', () => {
    const before = kept(day(1, { views: 5 }, { followers_count: 90 }), day(2, { views: 5 }, { followers_count: 100 }))
    const current = kept(day(3, { views: 7 }, { followers_count: 104 }), day(4, { views: 8 }, { followers_count: 110 }))
    const asked = {
      current: { figures: { views: 15, followers_count: 111 }, standing: ['followers_count'] },
      // The platform tells the count of now, whatever the span: nothing is compared with it.
      before: { figures: { views: 10, followers_count: 111 }, standing: ['followers_count'] },
    }
    expect(compare({ current, before }, asked)).toEqual([
      { name: 'followers_count', kind: 'standing', now: 111, before: 100 },
      { name: 'views', kind: 'sum', now: 15, before: 10 },
    ])
    // New here: the first that is known of the span, or nothing.
    expect(compare({ current, before: kept() }, asked)[0]).toMatchObject({ now: 111, before: 104 })
    expect(compare({ current: kept(), before: kept() }, asked)[0]).toMatchObject({ now: 111, before: undefined })
  })

  it('begin with what people look for, whatever the order of the platform', () => {
    const asked = {
      figures: { saved: 1, navigation: 2, comments: 3, reach: 4, views: 5, followers: 6 },
      standing: ['followers'],
    }
    expect(compare({ current: kept(), before: kept() }, { current: asked }).map(({ name }) => name)).toEqual([
      'followers',
      'views',
      'reach',
      'comments',
      'saved',
      'navigation',
    ])
  })

  it('of long spans are added up from days, and of people averaged', () => {
    const current = kept(day(3, { views: 7, reach: 4 }, null), day(4, { views: 8, reach: 7 }, { followers_count: 3 }))
    expect(compare({ current, before: kept(day(1, { views: 3, reach: 2 }, null)) })).toEqual([
      { name: 'followers_count', kind: 'standing', now: 3, before: 3 },
      { name: 'views', kind: 'sum', now: 15, before: 3 },
      { name: 'reach', kind: 'average', now: 6, before: 2 },
    ])
  })

  it('of long spans are compared only with a span of which about as many days are kept', () => {
    const of = (days: number, from = 0) =>
      kept(
        ...Array.from({ length: days }, (_, at) => ({
          day: new Date(Date.UTC(2031, 0, 1 + from + at)).toISOString().slice(0, 10),
          figures: { views: 10, reach: 4 },
          standing: null,
        })),
      )
    const comparedWith = (now: number, then: number) =>
      compare({ current: of(now, 100), before: of(then) }).map((one) => [one.name, one.before])
    // Kept since a hundred days: the ten days of the period before are not the whole of it.
    expect(comparedWith(89, 10)).toEqual([
      ['views', undefined],
      ['reach', 4],
    ])
    expect(comparedWith(60, 90)[0]).toEqual(['views', undefined])
    // Today is not over, and a day may not have been told.
    expect(comparedWith(89, 90)[0]).toEqual(['views', 900])
    expect(comparedWith(89, 82)[0]).toEqual(['views', 820])
    expect(comparedWith(1, 2)[0]).toEqual(['views', 20])
  })

  it('compare posts by views, and by reactions where too few have views', () => {
    const posts = (figures: Record<string, number>) => Array.from({ length: 5 }, () => ({ publishedAt: 0, figures }))
    expect(measureOf(posts({ views: 3, likes: 1 }))).toMatchObject({
      measure: 'views',
      posts: [{ value: 3 }, {}, {}, {}, {}],
    })
    expect(measureOf(posts({ likes: 1, reposts: 2 }))).toMatchObject({
      measure: 'reactions',
      posts: [{ value: 3 }, {}, {}, {}, {}],
    })
  })

  it('are saved by day, a row for each', () => {
    const days = kept(day(3, { views: 7 }, { followers_count: 9 })).days
    expect(daysFile([{ platform: 'threads', username: 'acme', days }])).toBe(
      'platform,account,day,figure,value\r\nthreads,acme,2031-05-03,followers_count,9\r\nthreads,acme,2031-05-03,views,7\r\n',
    )
  })
})
