// Calling the platform with the account's token.
import { renewSession } from '../../accounts/renew-session.ts'
import type { Account } from '../../accounts/rules/account.ts'
import { mustRenew } from '../../accounts/rules/account-rules.ts'
import { TokenUnreadable } from '../../aws/secrets.ts'
import { log } from '../../log.ts'
import type { Credentials } from '../../platforms/connector.ts'
import type { ErrorClass, PlatformError, Result } from '../../platforms/outcome.ts'
import { announce } from '../../webhooks/announce.ts'
import { CALL_WINDOW_MS } from '../rules/pace.ts'
import { accountNow, accountOf, credentialsFor, type Pass } from './pass.ts'

/** The error of a token that cannot be used, in place of the platform's. */
const dead = (message: string): { ok: false; error: PlatformError } => ({
  ok: false,
  error: { class: 'reconnect', message },
})

/** Renews the session, which has run out, and makes the call with the new one. It was not made before, or failed. */
async function withRenewed<T>(
  pass: Pass,
  account: Account,
  credentials: Credentials,
  call: (credentials: Credentials) => Promise<Result<T>>,
): Promise<Result<T>> {
  const renewed = await renewSession(account, credentials, announce)
  if (!renewed.ok) return renewed
  const { token_ciphertext } = renewed.value
  pass.account = Promise.resolve(renewed.value)
  const fresh = token_ciphertext && (await credentialsFor(pass, { ...renewed.value, token_ciphertext }))
  if (!fresh) return dead('The account has no token.')
  const result = await call(fresh)
  if (result.ok || result.error.class !== 'renew') return result
  return { ok: false, error: { ...result.error, class: 'retry', ours: true } }
}

/**
 * Calls the platform with the account's token, or returns that there is none.
 * @param rest.live something is, or may be, live: what cannot be asked now is asked later, but not for ever.
 * @param rest.otherwise what the refusal of a token means that is not the account's any more.
 */
export async function asAccount<T>(
  pass: Pass,
  call: (credentials: Credentials) => Promise<Result<T>>,
  { live = false, otherwise = 'retry' }: { live?: boolean; otherwise?: ErrorClass } = {},
): Promise<Result<T>> {
  const account = await accountOf(pass)
  const token = account?.token_ciphertext
  if (!account || token === undefined || account.status === 'disconnected') return dead('The account is not connected.')
  let credentials: Credentials | undefined
  try {
    credentials = await credentialsFor(pass, { ...account, token_ciphertext: token })
  } catch (error) {
    if (error instanceof TokenUnreadable) return dead('The stored token cannot be read any more.')
    if (!live) throw error
    log.warn('a token could not be decrypted', { account_id: account.id, error: error as Error })
    return { ok: false, error: { class: 'retry', message: 'The token could not be decrypted at this time.' } }
  }
  if (!credentials) return dead('The account has no token.')
  if (mustRenew(account, Date.now())) return withRenewed(pass, account, credentials, call)
  const result = await call(credentials)
  if (!result.ok && result.error.class === 'renew') return withRenewed(pass, account, credentials, call)
  if (result.ok || result.error.class !== 'reconnect') return result
  // It may have been connected again meanwhile: then the refusal is of a token that nobody uses any more.
  const current = (await accountNow(pass))?.token_ciphertext
  return current === undefined || current === token
    ? result
    : { ok: false, error: { ...result.error, class: otherwise } }
}

/**
 * The result where decrypting the token took so long that the call is not made any more: another worker that took over may be
 * looking for it.
 */
const LATE: PlatformError = {
  class: 'retry',
  message: 'The token was not there in time for the call.',
  ours: true,
  unsent: true,
}

/** A call that must not be made twice: made within its window from being recorded, or not at all. @param recordedAt Unix ms. */
export const inTime =
  <T>(recordedAt: number, call: (credentials: Credentials) => Promise<Result<T>>) =>
  async (credentials: Credentials): Promise<Result<T>> =>
    Date.now() - recordedAt > CALL_WINDOW_MS ? { ok: false, error: LATE } : call(credentials)
