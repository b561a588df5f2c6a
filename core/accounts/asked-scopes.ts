// The scopes that an account's owner is asked to grant: those that publishing needs, and the further groups that a setting names.
import { ENV } from '../contract.ts'
import { groupsIn, type PlatformFacts, PUBLISH_ONLY } from '../platforms/platform-facts.ts'

/** Without the setting, nothing beyond publishing. */
export const askedScopes = ({ scopes, asked_scopes = [], further_scopes = {} }: PlatformFacts): string[] => {
  const groups = groupsIn(process.env[ENV.connectPermissions] ?? PUBLISH_ONLY) ?? []
  return [...new Set([...scopes, ...asked_scopes, ...groups.flatMap((group) => further_scopes[group] ?? [])])]
}
