import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOST_REPEATED, momentsLeft, momentsOf } from '../../../dashboard/src/pages/compose/repeat.ts'
import { wallTime } from '../../../dashboard/src/posts/wall-time.ts'

const zone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const walls = (wall: string, repeat: Parameters<typeof momentsOf>[0]['repeat'], until: string) =>
  momentsOf({ wall, repeat, until }).map(wallTime)

describe('a series', () => {
  it('is at the same time of the clock, also where the clocks change', () => {
    expect(walls('2031-03-25T09:30', 'weekly', '2031-04-08')).toEqual([
      '2031-03-25T09:30',
      '2031-04-01T09:30',
      '2031-04-08T09:30',
    ])
    const [first, second] = momentsOf({ wall: '2031-03-29T12:00', repeat: 'daily', until: '2031-03-30' })
    expect(second! - first!).toBe(23 * 3_600_000)
  })

  it('goes over months and years, on the last day where a month is too short', () => {
    expect(walls('2030-11-30T08:00', 'monthly', '2031-03-31')).toEqual([
      '2030-11-30T08:00',
      '2030-12-30T08:00',
      '2031-01-30T08:00',
      '2031-02-28T08:00',
      '2031-03-30T08:00',
    ])
    expect(walls('2031-12-24T08:00', 'every 2 weeks', '2032-01-10')).toEqual(['2031-12-24T08:00', '2032-01-07T08:00'])
  })

  it('is empty without a last day, or where that is before the first', () => {
    expect(walls('2031-03-25T09:30', 'daily', '')).toEqual([])
    expect(walls('2031-03-25T09:30', 'daily', '2031-03-24')).toEqual([])
    expect(walls('', 'daily', '2031-03-24')).toEqual([])
    expect(walls('2031-03-25T09:30', '', '2031-04-24')).toEqual([])
  })

  it.each([
    ['in another time zone', 'Asia/Seoul', '2031-03-25T18:30'],
    ['where the day is another one', 'America/Los_Angeles', '2031-03-25T00:30'],
    ['at another hour', 'Europe/Berlin', '2031-03-25T23:30'],
  ])('that broke off goes on behind the days that are made, also %s', (_, TZ, wall) => {
    process.env.TZ = TZ
    const left = momentsLeft({ wall, repeat: 'daily', until: '2031-03-28', made: ['2031-03-25', '2031-03-26'] })
    expect(left.map(wallTime)).toEqual([27, 28].map((day) => `2031-03-${day}${wall.slice(10)}`))
  })

  it('ends one after the most that may be, however far the last day is', () => {
    expect(walls('2031-03-25T09:30', 'daily', '9999-12-31')).toHaveLength(MOST_REPEATED + 1)
  })
})
