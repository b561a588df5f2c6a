// A platform that gives out tokens, ends some grants and has bad days; the keeper's real step runs against it, on a
// clock of its own, for as many days as wanted.
import { type Keeping, keepAccount } from '../../../core/accounts/keep-account.ts'
import type { Account } from '../../../core/accounts/rules/account.ts'
import { nextKeepAt } from '../../../core/accounts/rules/account-rules.ts'
import type { ErrorClass, Result } from '../../../core/platforms/outcome.ts'
import { accountOf, uuid } from '../../support/domain.ts'
import { randomFrom } from '../../support/random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** The keeper's round. */
const ROUND = HOUR / 4

type Fault = 'outage' | 'throttled' | 'garbled' | 'false_alarm' | 'checkpoint' | 'revoked'
const FAULTS: readonly Fault[] = ['outage', 'throttled', 'garbled', 'false_alarm', 'checkpoint', 'revoked']

interface Grant {
  tokens: Map<string, { issued_at: number; expires_at: number }>
  revoked_at?: number
  fault?: { kind: Fault; until: number; used: boolean }
}

export interface Life {
  account: Account
  grant: Grant
  keepAt: number | null
  refreshes: number[]
  /** When the account was first found dead after its grant ended. */
  reported_at?: number
  /** How often it was called dead while its grant lived. */
  slandered: number
  calls: number
}

const refusal = (errorClass: ErrorClass, message: string, code?: number): { ok: false; error: never } =>
  ({ ok: false, error: { class: errorClass, message, code } }) as never

export interface Options {
  accounts: number
  days: number
  /** Chance of a fault for an account on a day. */
  faults: number
  seed: number
  /** Days, from and to, on which the platform answers nobody. */
  outage?: readonly [number, number]
}

/** Runs the days. @returns what became of every account, and the time at the end. */
export async function runDays({
  accounts,
  days,
  faults,
  seed,
  outage = [0, 0],
}: Options): Promise<{ lives: Life[]; now: number }> {
  const chance = randomFrom(seed)
  const start = Date.UTC(2026, 10, 21)
  let now = start
  let serial = 0

  const issue = (grant: Grant): { token: string; expires_at: number } => {
    serial += 1
    const token = `token-${serial}`
    const expires_at = now + 60 * DAY
    grant.tokens.set(token, { issued_at: now, expires_at })
    return { token, expires_at }
  }

  const lives = Array.from({ length: accounts }, (_, at): Life => {
    const grant: Grant = { tokens: new Map() }
    const { token, expires_at } = issue(grant)
    const account = accountOf({
      id: uuid(at + 1),
      external_account_id: String(17_841_400_000_000_000n + BigInt(at)),
      token_ciphertext: token,
      token_expires_at: expires_at,
      token_refreshed_at: now,
      profile_synced_at: now,
      connected_at: now,
      created_at: now,
      updated_at: now,
    })
    return { account, grant, keepAt: nextKeepAt(account, now), refreshes: [], slandered: 0, calls: 0 }
  })

  /** The platform's error before it looks at anything else; undefined when it is well. */
  const trouble = ({ grant }: Life, token: string): { ok: false; error: never } | undefined => {
    const day = (now - start) / DAY
    if (day >= outage[0] && day < outage[1]) return refusal('retry', 'No answer.')
    if (grant.revoked_at !== undefined) return refusal('reconnect', 'The owner removed the app.', 190)
    const { fault } = grant
    if (fault && fault.until > now) {
      if (fault.kind === 'outage') return refusal('retry', 'No answer.')
      if (fault.kind === 'throttled') return refusal('wait', 'Too many calls.', 4)
      if (fault.kind === 'garbled') return refusal('permanent', 'A parameter is wrong.', 100)
      if (fault.kind === 'checkpoint') return refusal('owner_action', 'A checkpoint.', 190)
      if (fault.kind === 'false_alarm' && !fault.used) {
        fault.used = true
        return refusal('reconnect', 'Error validating access token.', 190)
      }
    }
    const known = grant.tokens.get(token)
    if (!known || known.expires_at <= now) return refusal('reconnect', 'Session has expired.', 190)
    return undefined
  }

  const keepingOf = (life: Life): Keeping => {
    const answer = <T>(token: string, value: () => T): Result<T> => {
      life.calls += 1
      return trouble(life, token) ?? { ok: true, value: value() }
    }
    return {
      now: () => now,
      decrypt: async ({ token_ciphertext }) => token_ciphertext!,
      encrypt: async (_account, token) => token,
      refresh: async (token) => {
        const young = now - (life.grant.tokens.get(token)?.issued_at ?? 0) < DAY
        if (young) return refusal('permanent', 'The token is younger than 24 hours.', 100)
        return answer(token, () => {
          life.refreshes.push(now)
          return issue(life.grant)
        })
      },
      profile: async (token) =>
        answer(token, () => ({
          external_id: life.account.external_account_id,
          username: 'tester',
          name: 'Tester',
          biography: '',
          picture_url: '',
          account_type: 'business',
        })),
      quota: async (token) => answer(token, () => ({ used: 0, total: 50, window_seconds: 86_400 })),
      picture: async ({ external_profile_url, picture_key, picture_version }) => ({
        external_profile_url,
        picture_key,
        picture_version,
      }),
      save: async (_seen, changes, keepAt) => {
        life.account = { ...life.account, ...changes }
        if (keepAt !== undefined) life.keepAt = keepAt
        const { status, token_ciphertext } = life.account
        if (status === 'reconnect_required') {
          const { expires_at } = life.grant.tokens.get(token_ciphertext!)!
          if (changes.status && isAlive(life) && expires_at > now) life.slandered += 1
          life.reported_at ??= now
        }
        if (status !== 'reconnect_required') life.reported_at = undefined
        return true
      },
    }
  }

  /** Each morning it shows who has a bad day. A checkpoint holds until its owner acts, up to a week later. */
  const dawn = () => {
    for (const { grant } of lives) {
      if (grant.revoked_at !== undefined || chance() >= faults) continue
      const kind = FAULTS[Math.floor(chance() * FAULTS.length)]!
      if (kind === 'revoked') grant.revoked_at = now
      else grant.fault = { kind, until: now + DAY * (kind === 'checkpoint' ? 1 + chance() * 6 : 1), used: false }
    }
  }

  for (const end = start + days * DAY; now < end; now += ROUND) {
    if ((now - start) % DAY === 0) dawn()
    for (const life of lives) {
      if (life.keepAt !== null && life.keepAt <= now) await keepAccount(life.account, keepingOf(life))
    }
  }
  return { lives, now }
}

/** Whether the platform would still take a call of this account on a good day. */
export const isAlive = ({ grant }: Life): boolean => grant.revoked_at === undefined

export const inCheckpoint = ({ grant }: Life, now: number): boolean =>
  grant.fault?.kind === 'checkpoint' && grant.fault.until > now - 6 * HOUR - ROUND
