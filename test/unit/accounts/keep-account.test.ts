// One turn of the keeper, in every way it can go.
import { describe, expect, it } from 'vitest'
import { type Keeping, keepAccount } from '../../../core/accounts/keep-account.ts'
import type { Kept } from '../../../core/accounts/keep-store.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { nextKeepAt } from '../../../core/accounts/rules/account-rules.ts'
import type { ErrorClass } from '../../../core/platforms/outcome.ts'
import { accountOf } from '../../support/domain.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2027, 0, 1)

const account = (given: Partial<Account> = {}) =>
  accountOf({
    token_ciphertext: 'old',
    token_refreshed_at: NOW - 35 * DAY,
    token_expires_at: NOW + 25 * DAY,
    profile_synced_at: NOW,
    ...given,
  })

const says = (errorClass: ErrorClass, message = 'No.') =>
  ({ ok: false, error: { class: errorClass, message } }) as const

interface Written {
  changes: Partial<Kept>
  keepAt?: number | null
}

/** Runs one turn. @returns what was called, in order, and what was written. */
async function turn(given: Account, answers: Partial<Keeping> = {}) {
  const calls: string[] = []
  const written: Written[] = []
  const standard: Keeping = {
    now: () => NOW,
    decrypt: async ({ token_ciphertext }) => `${token_ciphertext} token`,
    encrypt: async (_account, token) => `sealed ${token}`,
    refresh: async () => ({ ok: true, value: { token: 'new', expires_at: NOW + 60 * DAY } }),
    profile: async () => ({
      ok: true,
      value: {
        external_id: given.external_account_id,
        username: 'renamed',
        name: 'Renamed',
        biography: 'Bio',
        picture_url: 'https://platform.test/picture.jpg',
        account_type: 'business',
      },
    }),
    quota: async () => ({ ok: true, value: { used: 0, total: 50, window_seconds: 86_400 } }),
    picture: async () => ({
      external_profile_url: 'https://platform.test/1.jpg',
      picture_key: 'profile/1.jpg',
      picture_version: null,
    }),
    save: async (_account, changes, keepAt) => {
      written.push({ changes, keepAt })
      return true
    },
  }
  const keeping = Object.fromEntries(
    Object.entries({ ...standard, ...answers }).map(([name, call]) => [
      name,
      (...args: never[]) => {
        if (name !== 'now') calls.push(typeof args[0] === 'string' ? `${name}(${args[0]})` : name)
        return (call as (...given: never[]) => unknown)(...args)
      },
    ]),
  ) as unknown as Keeping
  const outcome = await keepAccount(given, keeping)
  return { calls, written, outcome, last: written.at(-1)! }
}

describe('a name', () => {
  it('that nobody could confirm at the moment leaves the account the one it has', async () => {
    const value = { name: 'N', biography: '', picture_url: '', account_type: null }
    const given = account({ profile_synced_at: 0, external_username: 'erika@example.org' })
    const profile: Keeping['profile'] = async () => ({
      ok: true,
      value: {
        ...value,
        external_id: given.external_account_id,
        username: 'erika@social.example.org',
        username_unsure: true,
      },
    })
    const { last } = await turn(given, { profile })
    expect(last.changes).toMatchObject({ external_username: 'erika@example.org', external_name: 'N' })
  })
})

describe('a token whose time has come', () => {
  it('is written before anything else is done with it', async () => {
    const { calls, written } = await turn(account({ profile_synced_at: NOW - DAY }))
    expect(calls).toEqual(['decrypt', 'refresh(old token)', 'encrypt', 'save', 'profile(new)', 'picture', 'save'])
    expect(written[0]).toEqual({
      changes: {
        token_ciphertext: 'sealed new',
        token_expires_at: NOW + 60 * DAY,
        token_refreshed_at: NOW,
        refresh_tried_at: null,
        refresh_problem: null,
      },
      keepAt: undefined,
    })
    expect(written[1]!.changes).toMatchObject({ external_username: 'renamed', profile_synced_at: NOW })
    expect(written[1]!.changes).not.toHaveProperty('token_ciphertext')
  })

  it('that somebody replaced meanwhile ends the turn', async () => {
    const { calls, outcome } = await turn(account({ profile_synced_at: 0 }), { save: async () => false })
    expect(calls).toEqual(['decrypt', 'refresh(old token)', 'encrypt', 'save'])
    expect(outcome.refreshed).toBe(false)
  })

  it('is tried again tomorrow when there was no answer, and nothing is said against it', async () => {
    const given = account()
    const { last, outcome } = await turn(given, { refresh: async () => says('retry') })
    expect(last.changes).toEqual({ refresh_tried_at: NOW })
    expect(outcome).toMatchObject({ refreshed: false, status: 'active', problem: { class: 'retry' } })
    const after = { ...given, ...last.changes } as Account
    expect(last.keepAt).toBe(nextKeepAt(after, NOW))
  })

  it('that the platform refuses to refresh stays in use while the profile can be read', async () => {
    const refresh = async () => says('reconnect', 'Not eligible for refresh.')
    const { calls, last, outcome } = await turn(account(), { refresh })
    expect(calls).toContain('profile(old token)')
    expect(last.changes).toMatchObject({ status: 'active', refresh_problem: 'Not eligible for refresh.' })
    expect(outcome.status).toBe('active')
  })

  it('that is dead is found out by the refused refresh', async () => {
    const dead = async () => says('reconnect', 'Revoked.')
    const { calls, last } = await turn(account(), { refresh: dead, profile: dead })
    expect(calls.filter((call) => call.startsWith('profile'))).toHaveLength(2)
    expect(last.changes).toMatchObject({ status: 'reconnect_required', status_reason: 'Revoked.' })
  })
})

describe('a profile that cannot be read', () => {
  const stale = account({ token_refreshed_at: NOW - DAY, token_expires_at: NOW + 59 * DAY, profile_synced_at: 0 })

  it.each([
    ['reconnect', 'reconnect_required'],
    ['owner_action', 'action_required'],
  ] as const)('for %s makes the account %s, once it was said twice', async (errorClass, status) => {
    const { calls, last } = await turn(stale, { profile: async () => says(errorClass, 'Why.') })
    expect(calls.filter((call) => call.startsWith('profile'))).toHaveLength(2)
    expect(last.changes).toMatchObject({ status, status_reason: 'Why.' })
    let asked = 0
    const once = await turn(stale, {
      profile: async (token) => (++asked === 1 ? says(errorClass) : await fine(token)),
    })
    expect(once.last.changes).toMatchObject({ status: 'active', status_reason: null })
  })

  const fine = async (_token: string) => ({
    ok: true as const,
    value: {
      external_id: stale.external_account_id,
      username: 'tester',
      name: '',
      biography: '',
      picture_url: '',
      account_type: null,
    },
  })

  it.each(['retry', 'wait', 'permanent'] as const)(
    'for %s leaves the account as it is, and comes back',
    async (kind) => {
      const { calls, last, outcome } = await turn(stale, { profile: async () => says(kind) })
      expect(calls.filter((call) => call.startsWith('profile'))).toHaveLength(1)
      expect(last.changes).toEqual({ keep_failures: 1 })
      expect(last.keepAt! - NOW).toBeLessThanOrEqual(15 * 60_000)
      expect(outcome.status).toBe('active')
    },
  )

  it('is not mixed with that of another account', async () => {
    const other = async () => ({ ok: true as const, value: { ...(await fine('')).value, external_id: '999' } })
    const { last } = await turn(stale, { profile: other })
    expect(last.changes).toEqual({ keep_failures: 1 })
  })
})

describe('an account that is not active', () => {
  it.each(['reconnect_required', 'action_required'] as const)('%s works again when it may publish', async (status) => {
    const marked = account({ status, status_reason: 'Why.', token_refreshed_at: NOW - DAY })
    const { last } = await turn(marked)
    expect(last.changes).toMatchObject({ status: 'active', status_reason: null })
    const denied = await turn(marked, { quota: async () => says('reconnect', 'No permission.') })
    expect(denied.last.changes).toMatchObject({ status: 'reconnect_required', status_reason: 'No permission.' })
    const unsure = await turn(marked, { quota: async () => says('retry') })
    expect(unsure.last.changes).not.toHaveProperty('status')
  })

  it('is kept alive through a checkpoint', async () => {
    const { calls, outcome } = await turn(account({ status: 'action_required' }), {
      profile: async () => says('owner_action', 'Checkpoint.'),
    })
    expect(calls).toContain('refresh(old token)')
    expect(outcome).toMatchObject({ refreshed: true, status: 'action_required' })
  })

  it('is not asked about once its token is over, and leaves the keeper’s list', async () => {
    const { calls, last } = await turn(account({ token_expires_at: NOW - 1 }))
    expect(calls).toEqual(['save'])
    expect(last).toEqual({
      changes: { status: 'reconnect_required', status_reason: 'The token expired on 2026-12-31T23:59:59.999Z.' },
      keepAt: null,
    })
  })
})
