// The free slots that the calendar shows.
import { describe, expect, test } from 'vitest'
import { freeSlots } from '../../../dashboard/src/pages/calendar/free-times.ts'

const post = (accounts: string[], scheduled_at: number | null, status: 'scheduled' | 'cancelled' = 'scheduled') => ({
  accounts,
  scheduled_at,
  status,
})

describe('free slots', () => {
  const moments = new Map([
    ['one', [100, 300]],
    ['two', [100, 200]],
  ])

  test('of several accounts stand in their order, those at the same time as one', () => {
    expect(freeSlots(moments, [])).toEqual([
      { at: 100, accounts: ['one', 'two'] },
      { at: 200, accounts: ['two'] },
      { at: 300, accounts: ['one'] },
    ])
    expect(freeSlots(new Map(), [post(['one'], 100)])).toEqual([])
  })

  test('have no card where the account has a post, unless it was cancelled', () => {
    expect(
      freeSlots(moments, [
        post(['one'], 100),
        post(['two'], 200),
        post(['one'], 300, 'cancelled'),
        post(['two'], null),
      ]),
    ).toEqual([
      { at: 100, accounts: ['two'] },
      { at: 300, accounts: ['one'] },
    ])
  })
})
