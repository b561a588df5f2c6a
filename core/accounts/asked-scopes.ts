// The scopes that an account's owner is asked to grant: those that publishing needs, and the further groups that a setting names.
import { ENV } from '../contract.ts'
import { factsOf, type PlatformId } from '../platforms/facts.ts'
import { ABILITY_GROUPS, type Access, groupsIn, PUBLISH_ONLY } from '../platforms/platform-facts.ts'

/** Without the setting, nothing beyond publishing. */
export function askedScopes(platform: PlatformId): string[] {
  const groups = groupsIn(process.env[ENV.connectPermissions] ?? PUBLISH_ONLY) ?? []
  const further = ({ further_scopes = {} }: Access) =>
    ABILITY_GROUPS.flatMap((group) => (groups.includes(group) ? (further_scopes[group] ?? []) : []))
  const facts = factsOf(platform)
  const { brings = [], asked_scopes = [] } = facts
  const brought = brings.flatMap((other) => {
    const access = groups.includes(other) ? factsOf(other).access_by?.[platform] : undefined
    return access ? [...access.scopes, ...further(access)] : []
  })
  return [...new Set([...facts.scopes, ...asked_scopes, ...further(facts), ...brought])]
}
