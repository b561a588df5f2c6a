// Asking with a session that has run out: it is renewed, and the platform asked once more.
import type { Credentials } from '../platforms/connector.ts'
import type { Result } from '../platforms/outcome.ts'
import { getAccount } from './account-store.ts'
import { credentialsOf } from './credentials.ts'
import { renewSession } from './renew-session.ts'
import type { Account } from './rules/account.ts'

const underWay = new Set<Promise<unknown>>()

/**
 * Until every renewal has ended and is stored. Nobody waits for an answer so long; but a function that has answered is stopped
 * where it is, and the answer to a refresh token that is good once would be lost with it.
 */
export async function renewalsEnded(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}

async function withCurrent<T>(
  accountId: string,
  used: string | undefined,
  ask: (credentials: Credentials) => Promise<Result<T>>,
): Promise<Result<T> | undefined> {
  let account: Account | undefined = await getAccount(accountId)
  if (account?.token_ciphertext === undefined || account.status === 'disconnected') return undefined
  let credentials = await credentialsOf(account)
  if (!credentials) return undefined
  // Somebody may have renewed it since the account was read.
  if (account.token_ciphertext === used) {
    const renewing = renewSession(account, credentials)
    underWay.add(renewing)
    const renewed = await renewing.finally(() => underWay.delete(renewing))
    if (!renewed.ok) return renewed
    account = renewed.value
    credentials = await credentialsOf(account)
    if (!credentials) return undefined
  }
  return ask(credentials)
}

/** Renews the session and asks again. @param used the ciphertext of the session that has run out. */
export async function renewAndAsk<T>(
  accountId: string,
  used: string | undefined,
  ask: (credentials: Credentials) => Promise<Result<T>>,
): Promise<Result<T>> {
  const answer = await withCurrent(accountId, used, ask)
  if (!answer) return { ok: false, error: { class: 'reconnect', message: 'The account is not connected.' } }
  if (answer.ok || answer.error.class !== 'renew') return answer
  return { ok: false, error: { ...answer.error, class: 'retry', ours: true } }
}
