// Weekly slots in zones with daylight saving: every slot once a week, at its time on the wall, and never one for two posts.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { MAX_SLOTS, nextFree, type Slot, SlotPlan, slotTimes, WEEKDAYS } from '../../../core/slots/rules/slots.ts'
import { isZone, momentOf, wallAt } from '../../../core/slots/rules/wall-time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Seoul'] as const
const at = (iso: string): number => Date.parse(iso)

const slot = fc.record({
  weekday: fc.constantFrom(...WEEKDAYS),
  time: fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
})
const slots = fc.uniqueArray(slot, {
  minLength: 1,
  maxLength: 12,
  selector: ({ weekday, time }) => `${weekday} ${time}`,
})
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2029-01-01T00:00:00Z') })

/** Another way to know what the wall shows. */
const shown = (name: string, ms: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(ms)
    .toLowerCase()
    .replace(',', '')

describe('the wall', () => {
  it.each([
    // Clocks are put forward at 02:00 on 29 March 2026, and back at 03:00 on 25 October.
    ['Europe/Berlin', '2026-03-28T09:30', '2026-03-28T08:30:00Z'],
    ['Europe/Berlin', '2026-03-29T09:30', '2026-03-29T07:30:00Z'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
    ['Europe/Berlin', '2026-10-25T09:30', '2026-10-25T08:30:00Z'],
    // At 02:00 on 8 March 2026, and back on 1 November.
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00Z'],
    ['Asia/Seoul', '2026-03-29T02:30', '2026-03-28T17:30:00Z'],
    // By half an hour, in the other half of the year.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
  ])('of %s shows %s at %s', (name, wall, iso) => {
    expect(new Date(momentOf(name, at(`${wall}:00Z`))).toISOString()).toBe(new Date(iso).toISOString())
  })

  it('and the moment belong together, but for times that clocks skip', () => {
    fc.assert(
      fc.property(zone, moment, (name, ms) => {
        const whole = Math.floor(ms / 60_000) * 60_000
        const wall = wallAt(name, whole)
        const found = momentOf(name, wall)
        expect(wallAt(name, found)).toBe(wall)
        // The first of a time that comes twice.
        expect(found).toBeLessThanOrEqual(whole)
        expect(whole - found).toBeLessThanOrEqual(HOUR)
      }),
    )
  })

  it.each(['', 'Mars/Base', '+09:00', 'GMT+1:00x', 'Europe/Berlin/', '../etc', 'x'.repeat(100)])(
    'has no zone %j',
    (name) => {
      expect(isZone(name)).toBe(false)
    },
  )
  it.each([...ZONES, 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('has the zone %s', (name) => {
    expect(isZone(name)).toBe(true)
  })
})

describe('slots', () => {
  const listed = (plan: SlotPlan, after: number, until: number) => [...slotTimes(plan, after, until)]

  it('come in order, after the moment asked for, each at its time on the wall', () => {
    fc.assert(
      fc.property(zone, slots, moment, (time_zone, weekly, after) => {
        const found = listed({ time_zone, slots: weekly }, after, after + 15 * DAY)
        expect(found.every((ms, place) => ms > (found[place - 1] ?? after))).toBe(true)
        const wanted = new Set(weekly.map(({ weekday, time }) => `${weekday} ${time}`))
        for (const ms of found) {
          // A time that clocks skip goes out as much later as they are put forward.
          const skipped = jumps(time_zone, ms) && wanted.has(shown('UTC', wallAt(time_zone, ms) - HOUR))
          expect(wanted.has(shown(time_zone, ms)) || skipped, `${shown(time_zone, ms)} of ${[...wanted]}`).toBe(true)
        }
      }),
    )
  })

  it('come once in each week, in the weeks of a change of clocks too', { tags: 'deep' }, () => {
    fc.assert(
      fc.property(zone, slot, moment, (time_zone, weekly, after) => {
        const found = listed({ time_zone, slots: [weekly] }, after, after + 60 * 7 * DAY)
        expect([59, 60, 61]).toContain(found.length)
        for (const [place, ms] of found.entries()) {
          const before = found[place - 1]
          if (before !== undefined) expect(Math.abs(ms - before - 7 * DAY)).toBeLessThanOrEqual(HOUR)
        }
      }),
    )
  })

  it('that clocks skip come that much later, and not twice', () => {
    const plan: SlotPlan = {
      time_zone: 'Europe/Berlin',
      slots: [
        { weekday: 'sunday', time: '02:30' },
        { weekday: 'sunday', time: '03:30' },
      ],
    }
    const found = listed(plan, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))
    expect(found.map((ms) => new Date(ms).toISOString())).toEqual(['2026-03-29T01:30:00.000Z'])
  })

  it('are none where none are set, and end at the end', () => {
    expect(listed({ time_zone: 'UTC', slots: [] }, 0, 365 * DAY)).toEqual([])
    const plan: SlotPlan = { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '00:00' }] }
    expect(
      nextFree([{ plan, taken: new Set() }], at('2026-11-22T00:00:00Z'), at('2026-11-22T23:00:00Z')),
    ).toBeUndefined()
  })

  it('that are free on all accounts are the first that each of them has', () => {
    fc.assert(
      fc.property(
        zone,
        slots,
        slots,
        fc.infiniteStream(fc.boolean()),
        moment,
        (time_zone, one, other, taken, after) => {
          const until = after + 21 * DAY
          const plans = [one, other].map((weekly) => ({ time_zone, slots: weekly as Slot[] }))
          const accounts = plans.map((plan) => ({
            plan,
            taken: new Set(listed(plan, after, until).filter(() => taken.next().value)),
          }))
          const free = accounts.map(({ plan, taken: gone }) => listed(plan, after, until).filter((ms) => !gone.has(ms)))
          expect(nextFree(accounts, after, until)).toBe(free[0]!.find((ms) => free[1]!.includes(ms)))
        },
      ),
    )
  })

  it.each<[string, unknown]>([
    ['an unknown zone', { time_zone: 'Mars/Base', slots: [] }],
    ['an unknown day', { time_zone: 'UTC', slots: [{ weekday: 'Monday', time: '09:00' }] }],
    ['no time', { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '24:00' }] }],
    ['a time without zeros', { time_zone: 'UTC', slots: [{ weekday: 'monday', time: '9:00' }] }],
    ['the same twice', { time_zone: 'UTC', slots: [0, 1].map(() => ({ weekday: 'monday', time: '09:00' })) }],
    ['a field too many', { time_zone: 'UTC', slots: [], more: 1 }],
    [
      '101 slots',
      {
        time_zone: 'UTC',
        slots: Array.from({ length: 101 }, (_, n) => ({
          weekday: WEEKDAYS[n % 7],
          time: `${10 + Math.floor(n / 10)}:${10 + (n % 10)}`,
        })),
      },
    ],
  ])('with %s are refused', (_what, plan) => {
    expect(SlotPlan.safeParse(plan).success).toBe(false)
  })
})

/** Whether clocks were put forward in the hours before. */
function jumps(name: string, ms: number): boolean {
  return wallAt(name, ms) - wallAt(name, ms - 3 * HOUR) !== 3 * HOUR
}

describe('the longest search', () => {
  it('asks for the wall of a day a few times, however many slots and accounts there are', () => {
    const plan = (shift: number) => ({
      time_zone: 'Europe/Berlin',
      slots: Array.from({ length: MAX_SLOTS }, (_, at) => ({
        weekday: WEEKDAYS[at % 7]!,
        time: `${String(at % 24).padStart(2, '0')}:${String((at % 30) * 2 + (shift === 0 ? 0 : 1)).padStart(2, '0')}`,
      })),
    })
    const accounts = Array.from({ length: 20 }, (_, at) => ({ plan: plan(at), taken: new Set<number>() }))
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const now = at('2026-11-22T00:00:00Z')
    expect(nextFree(accounts, now, now + 365 * DAY)).toBeUndefined()
    expect(asked.mock.calls.length).toBeLessThan(20 * 370 * 4)
    asked.mockRestore()
  })

  it('keeps no more of zones than a few, however their names are written', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    const names = Array.from({ length: 300 }, (_, at) =>
      [...'europe/berlin'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join(''),
    )
    for (const name of names) wallAt(name, at('2026-11-22T00:00:00Z'))
    made.mockClear()
    for (const name of names) wallAt(name, at('2026-11-22T00:00:00Z'))
    // Those that were kept are not made again; the others are.
    expect(made.mock.calls.length).toBeGreaterThan(200)
    made.mockRestore()
  })
})
