// Changes of clocks of every kind: by an hour and by half an hour, at midnight, over midnight, a day that a zone left out, leap days.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endIn, occurrences, type Repeat, timeIn, wallIn } from '../../../core/imports/rules/occurrences.ts'
import { type Slot, slotTimes, WEEKDAYS } from '../../../core/slots/rules/slots.ts'
import { momentOf, momentsOn, wallAt } from '../../../core/slots/rules/wall-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const at = (iso: string): number => Date.parse(iso)
const iso = (ms: number | undefined) => (ms === undefined ? 'none' : new Date(ms).toISOString().slice(0, 16))
const wallText = (zone: string, ms: number) => iso(wallAt(zone, ms)).replace('T', ' ')

/** Zones and days on which their clocks change, and a day of a change that there is no more. */
const CHANGES = [
  ['Europe/Berlin', '2028-03-26'],
  ['Europe/Berlin', '2028-10-29'],
  ['America/New_York', '2028-03-12'],
  ['America/New_York', '2028-11-05'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Australia/Lord_Howe', '2028-04-02'],
  // At midnight: the day begins at 01:00.
  ['Africa/Cairo', '2028-04-28'],
  ['America/Havana', '2028-03-12'],
  // The hour before midnight is left out, or comes twice.
  ['America/Nuuk', '2028-03-25'],
  ['America/Nuuk', '2028-10-28'],
  ['America/Scoresbysund', '2028-03-25'],
  // A whole day was left out.
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2028-02-29'],
] as const
const change = fc.constantFrom(...CHANGES)
const minuteOfDays = fc.integer({ min: -2 * 24 * 60, max: 3 * 24 * 60 })

/** Every moment at which the wall shows this: zones are whole quarters of hours away from UTC. */
function momentsShowing(zone: string, wall: number): number[] {
  const found: number[] = []
  for (let offset = 14 * HOUR; offset >= -12 * HOUR; offset -= 15 * MINUTE)
    if (wallAt(zone, wall - offset) === wall) found.push(wall - offset)
  return found
}

describe('a time on the wall', () => {
  it('is the first moment that shows it; one that is left out is in the time after it, as far behind the change as it was', {
    tags: 'deep',
  }, () => {
    fc.assert(
      fc.property(change, minuteOfDays, ([zone, day], minutes) => {
        const wall = at(`${day}T00:00:00Z`) + minutes * MINUTE
        const all = momentsShowing(zone, wall)
        const found = momentOf(zone, wall)
        if (all.length > 0) {
          expect(found).toBe(all[0])
          return
        }
        // The minute before the gap, and how far into it the time is.
        let last = wall
        while (momentsShowing(zone, last).length === 0) last -= MINUTE
        expect(found).toBe(momentsShowing(zone, last).at(-1)! + (wall - last))
      }),
      { numRuns: 300 },
    )
  })

  it('is the same, asked for by the day', () => {
    fc.assert(
      fc.property(change, fc.integer({ min: -3, max: 3 }), fc.nat(24 * 60), ([zone, day], days, minutes) => {
        const begins = at(`${day}T00:00:00Z`) + days * DAY
        expect(momentsOn(zone, begins)(minutes * MINUTE)).toBe(momentOf(zone, begins + minutes * MINUTE))
      }),
      { numRuns: 300 },
    )
  })
})

describe('slots around a change of clocks', () => {
  const time = fc.nat(24 * 4 - 1).map((quarter) => {
    const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15]
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  })
  const plan = fc.uniqueArray(fc.record({ weekday: fc.constantFrom(...WEEKDAYS), time }), {
    minLength: 1,
    maxLength: 40,
    selector: (slot) => `${slot.weekday} ${slot.time}`,
  })

  it('each come at the moment of their time, none left out and none twice', () => {
    fc.assert(
      fc.property(change, plan, fc.nat(3 * 24 * 60), ([zone, day], slots, minutes) => {
        const after = at(`${day}T00:00:00Z`) - 2 * DAY + minutes * MINUTE
        const until = after + 4 * DAY
        const wanted = new Set<number>()
        for (let wall = at(`${day}T00:00:00Z`) - 6 * DAY; wall < at(`${day}T00:00:00Z`) + 9 * DAY; wall += DAY)
          for (const slot of slots as Slot[]) {
            if (WEEKDAYS[new Date(wall).getUTCDay()] !== slot.weekday) continue
            const moment = momentOf(zone, at(`${new Date(wall).toISOString().slice(0, 10)}T${slot.time}:00Z`))
            if (moment > after && moment <= until) wanted.add(moment)
          }
        const found = [...slotTimes({ time_zone: zone, slots: slots as Slot[] }, after, until)]
        expect(found.map(iso)).toEqual([...wanted].sort((one, other) => one - other).map(iso))
      }),
      { numRuns: 300 },
    )
  })

  it('are not lost behind one that passed into their day', () => {
    // On this Saturday clocks in Nuuk go from 23:00 to 00:00 of Sunday.
    const slots: Slot[] = [
      { weekday: 'saturday', time: '23:30' },
      { weekday: 'sunday', time: '00:10' },
    ]
    const found = [
      ...slotTimes({ time_zone: 'America/Nuuk', slots }, at('2028-03-25T12:00:00Z'), at('2028-03-26T12:00:00Z')),
    ]
    expect(found.map((ms) => wallText('America/Nuuk', ms))).toEqual(['2028-03-26 00:10', '2028-03-26 00:30'])
  })
})

describe('a series around a change of clocks', () => {
  const walls = (zone: string, from: string, repeat: Repeat, until: string) =>
    occurrences(timeIn(from, zone)!, repeat, endIn(until, zone)!, zone, 100, wallIn(from, zone)!).map((ms) =>
      wallText(zone, ms),
    )

  it('that begins at a time that is left out keeps the time that was written', () => {
    expect(walls('Europe/Berlin', '2028-03-26 02:30', 'daily', '2028-03-28')).toEqual([
      '2028-03-26 03:30',
      '2028-03-27 02:30',
      '2028-03-28 02:30',
    ])
  })

  it('comes once on a day on which its time comes twice', () => {
    expect(walls('Europe/Berlin', '2028-10-28 02:30', 'daily', '2028-10-30')).toEqual([
      '2028-10-28 02:30',
      '2028-10-29 02:30',
      '2028-10-30 02:30',
    ])
  })

  it('of leap days and last days of months comes on the last day of each', () => {
    expect(walls('Asia/Seoul', '2028-02-29 09:00', 'monthly', '2028-05-31')).toEqual([
      '2028-02-29 09:00',
      '2028-03-29 09:00',
      '2028-04-29 09:00',
      '2028-05-29 09:00',
    ])
    expect(walls('Asia/Seoul', '2028-01-31 09:00', 'monthly', '2028-04-30')).toEqual([
      '2028-01-31 09:00',
      '2028-02-29 09:00',
      '2028-03-31 09:00',
      '2028-04-30 09:00',
    ])
    expect(walls('Asia/Seoul', '2028-02-28 23:59', 'daily', '2028-03-01')).toEqual([
      '2028-02-28 23:59',
      '2028-02-29 23:59',
      '2028-03-01 23:59',
    ])
  })

  it('goes on in order, each at the written time of its day', () => {
    const repeat = fc.constantFrom<Repeat>('daily', 'weekly', 'every 2 weeks', 'monthly')
    fc.assert(
      fc.property(change, minuteOfDays, repeat, ([zone, day], minutes, often) => {
        const wall = at(`${day}T00:00:00Z`) - 40 * DAY + minutes * MINUTE
        const from = iso(wall).replace('T', ' ')
        const first = timeIn(from, zone)!
        const all = occurrences(first, often, first + 90 * DAY, zone, 100, wallIn(from, zone)!)
        expect(all[0]).toBe(first)
        // The day that Samoa skipped, and the day after it, have the same moments.
        expect(all.every((ms, place) => place === 0 || ms >= all[place - 1]!)).toBe(true)
        // In a month without the day it is its last one.
        for (const [place, ms] of all.entries()) {
          const [year, month, day] = iso(wall).slice(0, 10).split('-').map(Number) as [number, number, number]
          const lastDay = new Date(Date.UTC(year, month + place, 0)).getUTCDate()
          const written =
            often === 'monthly'
              ? Date.UTC(year, month - 1 + place, Math.min(day, lastDay)) + (wall % DAY)
              : wall + place * { daily: 1, weekly: 7, 'every 2 weeks': 14 }[often] * DAY
          expect(ms).toBe(momentOf(zone, written))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the end of a day', () => {
  it('that begins at 01:00 is the end of that day', () => {
    const zone = 'Africa/Cairo'
    expect(wallText(zone, timeIn('2028-04-28', zone)!)).toBe('2028-04-28 01:00')
    expect(wallText(zone, endIn('2028-04-28', zone)!)).toBe('2028-04-28 23:59')
  })

  it('is the last moment before the next day, whatever the clocks do', () => {
    fc.assert(
      fc.property(change, fc.integer({ min: -3, max: 3 }), ([zone, day], days) => {
        const text = iso(at(`${day}T00:00:00Z`) + days * DAY).slice(0, 10)
        const next = iso(at(`${day}T00:00:00Z`) + (days + 1) * DAY).slice(0, 10)
        expect(endIn(text, zone)).toBe(timeIn(next, zone)! - 1)
      }),
    )
  })
})

it.each([
  '2031-02-29 10:00',
  '2100-02-29 10:00',
  '2031-04-31 10:00',
  '2031-05-06 24:00',
  '2031-05-06 10:60',
  '2031-05-06 10:30:60',
  '2031-05-06T10:30+24:00',
  '2031-05-06T10:30+09:60',
])('no time is %s', (text) => {
  expect(timeIn(text, 'Europe/Berlin')).toBeUndefined()
})
