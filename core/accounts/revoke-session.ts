// Ends an account's session at its platform, where that has a way to. The token is erased here all the same.
import { platformOf } from '../platforms/connectors.ts'
import { isPublishing } from '../platforms/providers.ts'
import { credentialsOf } from './credentials.ts'
import type { Account } from './rules/account.ts'

/** Whether the platform has a way to end a session. */
export const canBeRevoked = async ({ provider }: Account): Promise<boolean> =>
  isPublishing(provider) && (await platformOf(provider)).revoke !== undefined

/** @returns whether the platform ended it. A token that cannot be read, or a platform that does not answer, is no reason to fail. */
export async function revokeSession(account: Account): Promise<boolean> {
  if (!isPublishing(account.provider)) return false
  const { revoke } = await platformOf(account.provider)
  if (!revoke) return false
  const credentials = await credentialsOf(account).catch(() => undefined)
  return credentials !== undefined && (await revoke(credentials.token)).ok
}
