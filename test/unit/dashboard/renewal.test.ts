// Which accounts stop working at an end that nothing moves, as their page says it.
import { expect, it } from 'vitest'
import type { Connection } from '../../../dashboard/src/api/schemas.ts'
import { endsForGood, endsSoon } from '../../../dashboard/src/pages/accounts/renewal.ts'

const connection = (platform: string, more: Partial<Connection> = {}) =>
  ({
    platform: { name: platform, display_name: platform },
    status: 'connected',
    token_ends_at: 1,
    last_error: null,
    ...more,
  }) as Connection

it.each([
  ['renewed by its platform', connection('instagram'), false],
  ['renewed with each use', connection('bluesky'), false],
  ['refused a renewal', connection('threads', { last_error: 'Not now.' }), true],
  ['of a platform that renews nothing', connection('facebook'), true],
  ['without an end', connection('facebook', { token_ends_at: null }), false],
  ['that came with a Page', { ...connection('instagram'), connected_via: 'facebook' } as Connection, true],
  ['that ended', connection('facebook', { status: 'reconnect_required' }), false],
])('an account %s', (_name, account, ends) => {
  expect(endsForGood(account)).toBe(ends)
})

it('is to be connected again in the last two weeks', () => {
  const DAY = 24 * 3_600_000
  const account = connection('facebook', { token_ends_at: 20 * DAY })
  expect([5, 7].map((day) => endsSoon(account, day * DAY))).toEqual([false, true])
})
