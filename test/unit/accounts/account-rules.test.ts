// When an account is looked after, and when it can be posted to.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../core/accounts/rules/account.ts'
import {
  accountProblem,
  careFor,
  fractionOf,
  nextKeepAt,
  nextSlot,
  refreshDueAt,
  statusFor,
  syncDueAt,
} from '../../../core/accounts/rules/account-rules.ts'
import { accountOf, uuid } from '../../support/domain.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GRANTED = Date.UTC(2026, 10, 21, 10)

const fresh = (given: Partial<Account> = {}): Account =>
  accountOf({
    token_refreshed_at: GRANTED,
    token_expires_at: GRANTED + 60 * DAY,
    profile_synced_at: GRANTED,
    connected_at: GRANTED,
    ...given,
  })

describe('slots', () => {
  it('come once in every period, later than asked', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(2_000_000_000_000), (id, after) => {
        const slot = nextSlot(id, after, DAY)
        expect(slot).toBeGreaterThan(after)
        expect(slot - after).toBeLessThanOrEqual(DAY)
        expect(nextSlot(id, slot, DAY)).toBe(slot + DAY)
      }),
    )
  })

  it('spread accounts evenly', () => {
    const tenths = new Array<number>(10).fill(0)
    for (let at = 0; at < 5000; at += 1) tenths[Math.floor(fractionOf(uuid(at)) * 10)]! += 1
    expect(Math.min(...tenths)).toBeGreaterThan(400)
    expect(Math.max(...tenths)).toBeLessThan(600)
  })
})

describe('refreshing', () => {
  it('is first due on day 30 of 60, within the day', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const due = refreshDueAt(fresh({ id }))!
        expect(due).toBeGreaterThanOrEqual(GRANTED + 30 * DAY)
        expect(due).toBeLessThan(GRANTED + 31 * DAY)
      }),
    )
  })

  it('is tried again a day after it failed, and every six hours when less than five days are left', () => {
    const first = refreshDueAt(fresh())!
    const second = refreshDueAt(fresh({ refresh_tried_at: first }))!
    expect(second).toBe(first + DAY)
    const late = GRANTED + 57 * DAY
    expect(refreshDueAt(fresh({ refresh_tried_at: late }))).toBe(late + 6 * HOUR)
  })

  it('is due before the token ends however short its life, never while it is younger than a day', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 26, max: 60 * 24 }), (id, hours) => {
        const expires = GRANTED + hours * HOUR
        const due = refreshDueAt(fresh({ id, token_expires_at: expires }))!
        expect(due).toBeGreaterThanOrEqual(GRANTED + DAY)
        expect(due).toBeLessThan(expires)
      }),
    )
  })

  it('of a token of unknown age is due after a day', () => {
    const account = fresh({ token_refreshed_at: null })
    const due = refreshDueAt(account)!
    expect(due).toBeGreaterThanOrEqual(GRANTED + DAY)
    expect(due).toBeLessThan(GRANTED + 2 * DAY)
  })

  it('is nothing for an account without a token', () => {
    expect(refreshDueAt(fresh({ token_ciphertext: undefined }))).toBeNull()
    expect(nextKeepAt(fresh({ token_ciphertext: undefined }), GRANTED)).toBeNull()
  })
})

describe('turns', () => {
  it('come at least every six hours for an account that works', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 59 * 24 }), (id, hours) => {
        const now = GRANTED + hours * HOUR
        const next = nextKeepAt(fresh({ id, profile_synced_at: now }), now)!
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(6 * HOUR)
      }),
    )
  })

  it('come sooner after a failure, and later with each further one', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((keep_failures) => nextKeepAt(fresh({ keep_failures }), GRANTED)! - GRANTED)
    expect(waits[0]).toBeLessThanOrEqual(15 * 60_000)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBeLessThanOrEqual(6 * HOUR)
  })

  it('of one that must be reconnected come daily until its token is over, then never', () => {
    const dead = fresh({ status: 'reconnect_required' })
    const next = nextKeepAt(dead, GRANTED)!
    expect(next - GRANTED).toBeLessThanOrEqual(DAY)
    expect(nextKeepAt(dead, GRANTED + 60 * DAY)).toBeNull()
  })

  it('of one whose session has no end come daily for 60 days after it last worked, however long it is connected', () => {
    const worked = GRANTED + 400 * DAY
    for (const provider of ['facebook', 'mastodon'] as const) {
      const endless = { provider, token_expires_at: null, token_refreshed_at: null, profile_synced_at: worked }
      const refused = fresh({ ...endless, status: 'reconnect_required' })
      const next = nextKeepAt(refused, worked + HOUR)
      expect(next).toBeGreaterThan(worked + HOUR)
      expect(next).toBeLessThanOrEqual(worked + HOUR + DAY)
      expect(nextKeepAt(refused, worked + 60 * DAY)).toBeNull()
    }
  })

  it('ask for the profile of accounts that are not active, and refresh no ended token', () => {
    const late = GRANTED + 40 * DAY
    const synced = { profile_synced_at: late }
    expect(careFor(fresh(synced), late)).toEqual({ refresh: true, sync: false })
    expect(careFor(fresh({ ...synced, status: 'action_required' }), late)).toEqual({ refresh: true, sync: true })
    expect(careFor(fresh({ ...synced, status: 'reconnect_required' }), late)).toEqual({ refresh: false, sync: true })
    expect(careFor(fresh(), GRANTED + 7 * HOUR)).toEqual({ refresh: false, sync: true })
    expect(syncDueAt(fresh({ profile_synced_at: null }))).toBe(0)
  })
})

describe('what a platform says of an account', () => {
  it.each([
    ['reconnect', 'reconnect_required'],
    ['owner_action', 'action_required'],
    ['retry', undefined],
    ['wait', undefined],
    ['permanent', undefined],
  ] as const)('%s is %s', (errorClass, status) => {
    expect(statusFor(errorClass)).toBe(status)
  })
})

describe('foresight', () => {
  const now = GRANTED + 40 * DAY
  const end = GRANTED + 60 * DAY
  const code = (account: Partial<Account>, publishAt: number) => accountProblem(fresh(account), publishAt, now)?.code

  it.each([
    ['a working account, now', {}, now, undefined],
    ['a grant that can be renewed, beyond its token', {}, now + 300 * DAY, undefined],
    ['a token of unknown age', { token_refreshed_at: null }, now + 300 * DAY, undefined],
    ['one whose refresh only got no answer', { refresh_tried_at: now - DAY }, end + DAY, undefined],
    ['one that is not refreshed, before it ends', { refresh_problem: 'Not eligible' }, end - 1, undefined],
    ['one that is not refreshed, when it ends', { refresh_problem: 'Not eligible' }, end, 'token_expires_first'],
    ['a Page whose token has an end, before it', { provider: 'facebook' }, end - 1, undefined],
    ['a Page whose token has an end, when it ends', { provider: 'facebook' }, end, 'token_expires_first'],
    ['a Page whose token has none', { provider: 'facebook', token_expires_at: null }, end, undefined],
    ['one that came with its Page', { connected_via: 'facebook' }, end, 'token_expires_first'],
    ['a token that is over', { token_expires_at: now - 1 }, now, 'account_reconnect_required'],
    ['one to be reconnected', { status: 'reconnect_required' }, now, 'account_reconnect_required'],
    ['one whose owner must act', { status: 'action_required' }, now, 'account_action_required'],
    ['one that was disconnected', { status: 'disconnected' }, now, 'account_disconnected'],
  ] as const)('%s', (_name, account, publishAt, wanted) => {
    expect(code(account, publishAt)).toBe(wanted)
  })

  it('says who and why', () => {
    const reason = 'The owner removed the app'
    expect(accountProblem(fresh({ status: 'reconnect_required', status_reason: reason }), now, now)?.message).toBe(
      'Instagram @tester must be connected again. The owner removed the app.',
    )
    expect(accountProblem(fresh({ refresh_problem: 'Not eligible.' }), end, now)?.message).toBe(
      `The token of Instagram @tester expires on ${new Date(end).toISOString()} and the platform does not refresh it. Not eligible.`,
    )
  })
})
