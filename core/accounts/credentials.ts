// The token of an account. Apart from the store, so that what reads accounts does not carry what decrypts.
import { decryptToken } from '../aws/secrets.ts'
import type { Credentials } from '../platforms/platform.ts'
import type { Account } from './rules/account.ts'

/** What a platform call needs; undefined for an account without a token. */
export async function credentialsOf(
  account: Pick<Account, 'id' | 'external_account_id' | 'token_ciphertext'>,
): Promise<Credentials | undefined> {
  if (account.token_ciphertext === undefined) return undefined
  return {
    external_id: account.external_account_id,
    token: await decryptToken(account.id, account.token_ciphertext),
  }
}
