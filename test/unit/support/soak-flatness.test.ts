// The verdict of the soak on its curves: it tells a cost, a table or a memory that grows from one that does not.
import { describe, expect, it } from 'vitest'
import { CURVES, flatness } from '../../support/soak/flatness.ts'
import type { Month } from '../../support/soak/run.ts'

const MONTHS = 8

/** The curves of a service that is as it should be: the table grows by what each post leaves, and nothing else does. */
const flat = (at: number): Month => ({
  name: `2027-${String(at + 1).padStart(2, '0')}`,
  days: 30,
  posts: 1000,
  publications: 1300,
  rows: 10_000 * (at + 1),
  expiring: 3000,
  tableMb: 5 * (at + 1),
  deletedMb: 0,
  heapMb: 60 * (at + 1),
  schedules: 10,
  objects: 100,
  dueIndex: 50,
  dollars: 1,
  writeUnitsPerPost: 120,
  deleteUnitsPerPost: 0,
  readUnitsPerPost: 1500,
  dollarsPerThousandPosts: 1,
  longestOpenHours: 1,
  seconds: 1,
  kinds: {},
  written: {},
})

const months = (change: (month: Month, at: number) => Partial<Month> = () => ({}), count = MONTHS): Month[] =>
  Array.from({ length: count }, (_, at) => ({ ...flat(at), ...change(flat(at), at) }))

const breaches = (...given: Parameters<typeof months>) => flatness(months(...given)).breaches

describe('the verdict on curves', () => {
  it('is that flat ones are flat, and says each with its band', () => {
    const { says, breaches: none } = flatness(months())
    expect(none).toEqual([])
    expect(says).toHaveLength(CURVES.length)
    for (const line of says) expect(line).toContain('band:')
  })

  it.each([
    [
      'what a post costs in writes',
      ({ writeUnitsPerPost }: Month, at: number) => ({ writeUnitsPerPost: writeUnitsPerPost + 4 * at }),
      'write units',
    ],
    [
      'what a post costs in reads',
      ({ readUnitsPerPost }: Month, at: number) => ({ readUnitsPerPost: readUnitsPerPost * 1.04 ** at }),
      'read units',
    ],
    ['what a post leaves', (_: Month, at: number) => ({ tableMb: 5 * (at + 1) + 0.4 * at ** 2 }), 'adds to the table'],
    ['the memory of a row', ({ heapMb }: Month, at: number) => ({ heapMb: heapMb * 1.05 ** at }), 'memory'],
  ])('is a breach where %s grows', (_what, change, named) => {
    const found = breaches(change)
    expect(found.length).toBeGreaterThan(0)
    for (const one of found) expect(one).toContain(named)
  })

  it('is a breach where a month alone is out of the band, above or below', () => {
    const at = (month: number, writeUnitsPerPost: number) =>
      breaches((_, each) => (each === month ? { writeUnitsPerPost } : {}))
    expect(at(5, 137)).toEqual([])
    expect(at(5, 139)).toHaveLength(1)
    expect(at(5, 103)).toEqual([])
    expect(at(5, 101)).toHaveLength(1)
  })

  it('leaves out what an owner who leaves costs, the first month, and months that were cut off', () => {
    const leaving = ({ tableMb }: Month, at: number) => ({
      ...(at === 4 ? { writeUnitsPerPost: 160, deleteUnitsPerPost: 40, deletedMb: 8 } : {}),
      tableMb: at < 4 ? tableMb : tableMb - 8,
    })
    expect(breaches(leaving)).toEqual([])
    expect(breaches((_, at) => (at === 0 ? { writeUnitsPerPost: 500 } : {}))).toEqual([])
    expect(breaches((_, at) => (at === MONTHS - 1 ? { writeUnitsPerPost: 500, days: 3 } : {}))).toEqual([])
  })

  it('is none where the run was too short, and says so', () => {
    const { says, breaches: none } = flatness(months((_, at) => ({ writeUnitsPerPost: 100 * (at + 1) }), 3))
    expect(none).toEqual([])
    expect(says).toEqual([expect.stringContaining('Too short')])
  })
})
