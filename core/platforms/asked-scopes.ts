// What an account's owner is asked to grant: what publishing needs, and the groups beyond it that a setting names.
import { ENV } from '../contract.ts'
import { type PlatformFacts, SCOPE_GROUPS, type ScopeGroup } from './platform-facts.ts'

/** In place of groups: publishing alone. */
const PUBLISH_ONLY = 'publish'

/** What the stack asks for unless its setting says otherwise: all but what Meta reviews for few. */
export const DEFAULT_GROUPS = 'comments,insights,delete'

/** The groups of a list such as `comments,delete`; undefined where it is none. */
export function groupsIn(list: string): ScopeGroup[] | undefined {
  const names = list.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === PUBLISH_ONLY) return []
  const known = names.filter((name): name is ScopeGroup => (SCOPE_GROUPS as readonly string[]).includes(name))
  return known.length === names.length ? known : undefined
}

/** Without the setting, nothing beyond publishing. */
export const askedScopes = ({ scopes, further_scopes = {} }: PlatformFacts): string[] => {
  const groups = groupsIn(process.env[ENV.connectPermissions] ?? PUBLISH_ONLY) ?? []
  return [...scopes, ...groups.flatMap((group) => further_scopes[group] ?? [])]
}
