// The token of an account. Apart from the store, so that what reads accounts does not carry what decrypts.
import { decryptToken } from '../aws/secrets.ts'
import type { Credentials } from '../platforms/connector.ts'
import type { Account } from './rules/account.ts'

/** The credentials for a platform call; undefined for an account without a token. */
export async function credentialsOf(
  account: Pick<Account, 'id' | 'external_account_id' | 'token_ciphertext'> & Partial<Pick<Account, 'limits'>>,
): Promise<Credentials | undefined> {
  if (account.token_ciphertext === undefined) return undefined
  return {
    external_id: account.external_account_id,
    token: await decryptToken(account.id, account.token_ciphertext),
    ...(account.limits ? { limits: account.limits } : {}),
  }
}

/** Tokens in the clear, each decrypted once: for as long as one invocation, which makes it and lets it go. */
export class Tokens {
  readonly #decrypted = new Map<string, Promise<Credentials | undefined>>()

  /** @throws {TokenUnreadable} what cannot be decrypted now, or ever. That is asked again the next time. */
  of(account: Account): Promise<Credentials | undefined> {
    // A ciphertext works only for its own account: another that shows the same does not get its content.
    const key = `${account.id} ${account.token_ciphertext}`
    const known = this.#decrypted.get(key)
    if (known) return known
    const read = credentialsOf(account)
    this.#decrypted.set(key, read)
    read.catch(() => this.#decrypted.delete(key))
    return read
  }
}
